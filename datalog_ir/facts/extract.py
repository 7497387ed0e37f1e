"""From a module to relations: the rows of `schema.dl`, which says what each means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from datalog_ir.facts.dominance import immediate_dominators, reverse_postorder
from datalog_ir.facts.sizes import last_type_bytes
from datalog_ir.ir import Block, Module, Op, Region

Row = tuple[int | str, ...]

_SYMBOL = re.compile(r'@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)')
_SYM_NAME = re.compile(r'sym_name = "(?:[^"\\]|\\.)*"')


@dataclass(slots=True)
class Facts:
    """The relations of one module: for each name of `schema.dl` its rows."""

    rows: dict[str, list[Row]] = field(default_factory=dict)

    def relation(self, name: str) -> list[Row]:
        """The rows of one relation, to be extended by the caller."""
        return self.rows.setdefault(name, [])


def extract(module: Module) -> Facts:
    """The facts of `module`.

    Ops keep their numbers (`Op.id`, in textual order).  Values are numbered anew in the order of their
    definition (see `value_numbers`), since the reader may meet a use before the definition.
    """
    facts = Facts()
    reachable = _control_flow(module, facts)
    numbers = value_numbers(module)
    _ops(module, facts, reachable, numbers)
    _shadowed(module, facts, numbers)
    _signatures(module, facts)
    _symbols(module, facts, reachable)
    return facts


def value_numbers(module: Module) -> list[int]:
    """For each `Value.id` the number of the value in the facts: counted in the order of definition.

    Within a block arguments come before results, and results in the order of their ops, so that the
    smaller of two numbers in a block is defined first.
    """
    numbers = [0] * len(module.values)
    count = 0
    for op in module.ops:
        block = op.block
        if block is not None and block.ops[0] is op:
            for value in block.args:
                numbers[value.id] = count
                count += 1
        for value in op.results:
            numbers[value.id] = count
            count += 1
    for block in module.blocks:
        if not block.ops:
            for value in block.args:
                numbers[value.id] = count
                count += 1
    return numbers


def _control_flow(module: Module, facts: Facts) -> list[bool]:
    """Writes blocks, regions and the edges between blocks; returns which blocks can be reached."""
    reachable = [False] * len(module.blocks)
    block_rows = facts.relation("block")
    entry_rows = facts.relation("entry")
    for region in module.regions:
        if not region.blocks:
            continue
        entry_rows.append((region.blocks[0].id, region.id))
        if len(region.blocks) == 1 and not _branches(region.blocks[0]):
            reachable[region.blocks[0].id] = True
        else:
            _edges(region, facts, reachable)
    # A region whose op stands in a block that cannot be reached is not reached either.
    for op in module.ops:
        unreached = op.block is not None and not reachable[op.block.id]
        for k, region in enumerate(op.regions):
            for block in region.blocks:
                if unreached:
                    reachable[block.id] = False
                elif reachable[block.id]:
                    block_rows.append((block.id, region.id, op.id, k))
    return reachable


def _branches(block: Block) -> bool:
    return bool(block.ops) and bool(block.ops[-1].successors)


def _edges(region: Region, facts: Facts, reachable: list[bool]) -> None:
    successors = {
        block.id: [edge.block.id for edge in block.ops[-1].successors] if block.ops else []
        for block in region.blocks
    }
    order = reverse_postorder(region.blocks[0].id, successors)
    rank = {block: i for i, block in enumerate(order)}
    for block, dominator in immediate_dominators(order, successors).items():
        facts.relation("dominator").append((block, dominator))
    by_id = {block.id: block for block in region.blocks}
    incoming: dict[int, list[tuple[int, int]]] = {block: [] for block in order}
    for source in order:
        reachable[source] = True
        for number, target in enumerate(successors[source]):
            incoming[target].append((source, number))
    numbers = facts.relation("passes")
    for target, edges in incoming.items():
        forward = [edge for edge in edges if rank[edge[0]] < rank[target]]
        backward = [edge for edge in edges if rank[edge[0]] >= rank[target]]
        facts.relation("arrivals").append((target, len(forward)))
        for k, (source, number) in enumerate(forward + backward):
            facts.relation("arrival").append((target, k, source))
            if k >= len(forward):
                facts.relation("retreating").append((target, k))
            arguments = by_id[source].ops[-1].successors[number].arguments
            if arguments is not None and len(arguments) == len(by_id[target].args):
                numbers.extend((target, k, i, value.id) for i, value in enumerate(arguments))


def _ops(module: Module, facts: Facts, reachable: list[bool], numbers: list[int]) -> None:
    ops, inputs, counts = facts.relation("op"), facts.relation("input"), facts.relation("inputs")
    operands, unreached = facts.relation("operand"), facts.relation("used_unreached")
    results, defined = facts.relation("result"), facts.relation("defined_in")
    following, regions, bodies = facts.relation("next"), facts.relation("regions"), facts.relation("body")
    for op in module.ops:
        if op.block is None:
            block = -1
        else:
            block = op.block.id
            if not reachable[block]:
                unreached.extend((numbers[value.id],) for value in op.operands)
                continue
        number = op.id
        ops.append((number, op.signature, block))
        for i, value in enumerate(op.operands):
            row = (number, i, numbers[value.id])
            operands.append(row)
            inputs.append(row)
        for i, value in enumerate(op.captured, len(op.operands)):
            inputs.append((number, i, numbers[value.id]))
        counts.append((number, len(op.operands) + len(op.captured)))
        for i, value in enumerate(op.results):
            results.append((numbers[value.id], number, i))
            defined.append((numbers[value.id], block))
        if op.regions:
            regions.append((number, len(op.regions)))
            if any(region.blocks for region in op.regions):
                bodies.append((number,))
    arguments, first, last = facts.relation("argument"), facts.relation("first"), facts.relation("last")
    for block_ in module.blocks:
        if not reachable[block_.id]:
            continue
        for i, value in enumerate(block_.args):
            arguments.append((numbers[value.id], block_.id, i))
            defined.append((numbers[value.id], block_.id))
        if block_.ops:
            first.append((block_.id, block_.ops[0].id))
            last.append((block_.id, block_.ops[-1].id))
            following.extend((a.id, b.id) for a, b in zip(block_.ops, block_.ops[1:], strict=False))
    facts.rows["passes"] = [(b, k, i, numbers[int(v)]) for b, k, i, v in facts.relation("passes")]


def _shadowed(module: Module, facts: Facts, numbers: list[int]) -> None:
    rows = facts.relation("shadowed")
    counts = Counter(_base(value.name) for value in module.values)
    inner: dict[int, set[str]] = {}
    """For each region the names that regions below it have borne up to here."""
    for op in module.ops:
        if op.block is None:
            continue
        values = op.results
        if op.block.ops[0] is op and op.block.args:
            values = op.block.args + values
        repeated = [value for value in values if counts[_base(value.name)] > 1]
        if not repeated:
            continue
        region = op.block.region
        names = inner.get(region.id, ())
        rows.extend((numbers[value.id],) for value in repeated if _base(value.name) in names)
        while region.op.block is not None:
            region = region.op.block.region
            inner.setdefault(region.id, set()).update(_base(value.name) for value in repeated)


def _base(name: str) -> str:
    """The name without the number of a result."""
    return name.partition("#")[0]


def _signatures(module: Module, facts: Facts) -> None:
    """What is the same for all ops of one signature."""
    seen: set[int] = set()
    for op in module.ops:
        signature = op.signature
        if signature in seen:
            continue
        seen.add(signature)
        shape = op.shape
        facts.relation("kind").append((signature, shape.name))
        if op.regions:
            facts.relation("shell").append((signature, shape.id))
        facts.relation("keyword").extend((signature, word) for word in dict.fromkeys(shape.keywords))
        facts.relation("attribute").extend((signature, *entry) for entry in dict.fromkeys(shape.attributes))
        facts.relation("mentions_type").extend((signature, head) for head in sorted(shape.type_heads))
        size = last_type_bytes(shape.text)
        if size is not None:
            facts.relation("text_bytes").append((signature, size))
        if shape.literal is not None:
            facts.relation("constant").append((signature, shape.literal.rpartition(" : ")[0] or shape.literal))


def _symbols(module: Module, facts: Facts, reachable: list[bool]) -> None:
    naming = [op for op in module.ops if op.shape.symbols]
    hidden = set(module.hidden_symbols)
    for op in naming:
        first, *rest = op.shape.symbols
        hidden.update(first[1:])
        for path in rest:
            hidden.update(path)
        if op.block is not None and not reachable[op.block.id]:
            hidden.add(first[0])
    facts.relation("hidden").extend((symbol,) for symbol in sorted(hidden))
    declared: dict[str, int] = {}
    counts: dict[str, int] = {}
    last_in: dict[tuple[str, int], int] = {}
    for op in naming:
        if op.block is not None and not reachable[op.block.id]:
            continue
        symbol = op.shape.symbols[0][0]
        if len(op.shape.symbols[0]) == 1:
            facts.relation("symbol").append((op.id, symbol))
        if len(op.shape.symbols) > 1 or len(op.shape.symbols[0]) > 1:
            elsewhere = dict.fromkeys(part for path in op.shape.symbols for part in path)
            if len(op.shape.symbols[0]) == 1:
                elsewhere.pop(symbol)
            facts.relation("mentions").extend((op.id, part) for part in elsewhere)
        if symbol in hidden:
            continue
        number = counts.get(symbol, 0)
        counts[symbol] = number + 1
        facts.relation("reference").append((symbol, number, op.id))
        access = _access_type(op)
        if access is not None:
            facts.relation("access_type").append((op.id, access))
        if not op.results and not op.operands:
            own_name = _SYM_NAME if op.shape.generic else _SYMBOL
            text = own_name.sub("", op.shape.text, count=1)
            facts.relation("anonymous").append((op.id, declared.setdefault(text, len(declared))))
        for holder, block in _holders(op):
            previous = last_in.get((symbol, block))
            if previous == holder:
                break
            if previous is None:
                facts.relation("reference_first").append((block, holder, symbol))
            else:
                facts.relation("reference_next").append((previous, holder, symbol))
            last_in[symbol, block] = holder
    facts.relation("references").extend(counts.items())
    facts.relation("reference_last").extend((block, op, symbol) for (symbol, block), op in last_in.items())


def _holders(op: Op) -> Iterator[tuple[int, int]]:
    """The op and those that hold it, each with its block: `(op, block)`."""
    while op.block is not None:
        yield op.id, op.block.id
        op = op.block.region.op


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
