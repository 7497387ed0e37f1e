"""Symbols, and which op names which."""

from __future__ import annotations

import re
from collections.abc import Iterable

from datalog_ir.facts.rows import Facts
from datalog_ir.ir import Module, Op

_SYMBOL = re.compile(r'@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)')
_SYM_NAME = re.compile(r'sym_name = "(?:[^"\\]|\\.)*"')


def symbols(module: Module, facts: Facts, reachable: list[bool]) -> None:
    """Writes references; what stands in blocks that cannot be reached only keeps its symbols hidden."""
    naming: list[Op] = []
    hidden = set(module.hidden_symbols)
    for op in module.ops:
        paths = op.shape.symbols
        if not paths:
            continue
        if op.block is None or reachable[op.block.id]:
            naming.append(op)
        else:
            hidden.add(paths[0][0])
        if len(paths) > 1 or len(paths[0]) > 1:
            hidden.update(paths[0][1:])
            for path in paths[1:]:
                hidden.update(path)
    facts.relation("hidden").extend([(symbol,) for symbol in sorted(hidden)])
    _mentions(naming, facts)
    _references((op for op in naming if op.shape.symbols[0][0] not in hidden), facts)


def _mentions(naming: Iterable[Op], facts: Facts) -> None:
    named, mentions = facts.relation("symbol"), facts.relation("mentions")
    for op in naming:
        paths = op.shape.symbols
        plain = len(paths[0]) == 1
        if plain:
            named.append((op.id, paths[0][0]))
        if len(paths) > 1 or not plain:
            elsewhere = dict.fromkeys(part for path in paths for part in path)
            if plain:
                elsewhere.pop(paths[0][0])
            mentions.extend([(op.id, part) for part in elsewhere])


def _references(naming: Iterable[Op], facts: Facts) -> None:
    """The ops that name symbols which are not hidden, in the order of the text."""
    references, accesses = facts.relation("reference"), facts.relation("access_type")
    first_rows, next_rows = facts.relation("reference_first"), facts.relation("reference_next")
    anonymous = facts.relation("anonymous")
    declared: dict[tuple[int, str], int] = {}
    counts: dict[str, int] = {}
    last_in: dict[tuple[int, str], int] = {}
    for op in naming:
        symbol = op.shape.symbols[0][0]
        number = counts.get(symbol, 0)
        counts[symbol] = number + 1
        references.append((symbol, number, op.id))
        access = _access_type(op)
        if access is not None:
            accesses.append((op.id, access))
        if not op.results and not op.operands:
            own_name = _SYM_NAME if op.shape.generic else _SYMBOL
            text = own_name.sub("", op.shape.text, count=1)
            # Symbols of two tables are not seen from the same places.
            table = op.block.id if op.block is not None else -1
            anonymous.append((op.id, declared.setdefault((table, text), len(declared))))
        holder = op
        while holder.block is not None:
            place = holder.block.id, symbol
            previous = last_in.get(place)
            if previous == holder.id:
                break
            if previous is None:
                first_rows.append((place[0], holder.id, symbol))
            else:
                next_rows.append((previous, holder.id, symbol))
            last_in[place] = holder.id
            holder = holder.block.region.op
    facts.relation("references").extend(counts.items())
    facts.relation("reference_last").extend([(block, op, symbol) for (block, symbol), op in last_in.items()])


def _access_type(op: Op) -> str | None:
    """The type of what the op loads, stores or declares, where it is the only thing of its kind."""
    shape = op.shape
    if not shape.generic:
        return shape.trailing_type
    if op.results:
        return shape.result_types[0] if shape.result_types and len(op.results) == 1 else None
    if op.operands:
        return op.operands[0].type if len(op.operands) == 1 else None
    return dict(shape.attributes).get("type")
