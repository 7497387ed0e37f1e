"""Copies of operations, exact or with one thing changed: the duplicates a checker is to find, and the
near-duplicates it must leave alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from fuzz.program import Block, Function, Global, Kind, Operation, Program, Val, rewrite_blocks, walk

_NUMBER = re.compile(r"(?<![\w@.<%$])-?[0-9]+(?=[ }])")
_OTHER_WORD = (
    ("arith.addi", "arith.subi"),
    ("arith.muli", "arith.addi"),
    ("arith.xori", "arith.ori"),
    ("arith.maxsi", "arith.maxui"),
    (" slt,", " sle,"),
    (" eq,", " ne,"),
    ("arith.extsi", "arith.extui"),
    ("arith.divsi", "arith.remsi"),
    ("arith.subi", "arith.addi"),
)


def clone(
    ops: tuple[Operation, ...],
    fresh: Iterator[int],
    mapping: dict[Val, Val],
    symbols: Mapping[str, str] | None = None,
) -> tuple[Operation, ...]:
    """The operations again, with new results; `mapping` says what inner uses become, and grows.

    Accesses of a global named in `symbols` become accesses of the one it is mapped to.
    """
    done: list[Operation] = []
    for op in ops:
        operands = tuple(mapping.get(value, value) for value in op.operands)
        regions = tuple(clone_blocks(region, fresh, mapping, symbols) for region in op.regions)
        results = tuple(_again(value, fresh, mapping) for value in op.results)
        symbol = op.symbol
        if symbols and op.kind in (Kind.LOAD, Kind.STORE):
            symbol = symbols.get(symbol, symbol)
        done.append(replace(op, operands=operands, results=results, regions=regions, symbol=symbol))
    return tuple(done)


def clone_blocks(
    blocks: tuple[Block, ...],
    fresh: Iterator[int],
    mapping: dict[Val, Val],
    symbols: Mapping[str, str] | None = None,
) -> tuple[Block, ...]:
    """The same for the blocks of one region; labels stay, since they belong to the region."""
    done: list[Block] = []
    for block in blocks:
        args = tuple(_again(value, fresh, mapping) for value in block.args)
        done.append(Block(block.label, args, clone(block.ops, fresh, mapping, symbols)))
    return tuple(done)


def _again(value: Val, fresh: Iterator[int], mapping: dict[Val, Val]) -> Val:
    mapping[value] = Val(next(fresh), value.type)
    return mapping[value]


MUTATIONS = ("exact", "exact", "exact", "exact", "swap", "operand", "attribute", "symbol", "drop")


def mutate(
    ops: tuple[Operation, ...],
    how: str,
    which: int,
    choice: int,
    pick: Callable[[str, int], Val],
    others: Callable[[str], list[str]],
) -> tuple[Operation, ...]:
    """`ops` with one of them changed as `how` says, if it can be.

    `pick` gives a visible value of a type, `others` the globals that may stand for a global.
    """
    candidates = [i for i, op in enumerate(ops) if _can(op, how, others)]
    if how == "exact" or not candidates:
        return ops
    at = candidates[which % len(candidates)]
    op = ops[at]
    if how == "drop":
        return ops[:at] + ops[at + 1 :]
    if how == "swap":
        changed = replace(op, operands=(op.operands[1], op.operands[0], *op.operands[2:]))
    elif how == "operand":
        position = choice % len(op.operands)
        value = pick(op.operands[position].type, choice)
        changed = replace(op, operands=(*op.operands[:position], value, *op.operands[position + 1 :]))
    elif how == "symbol":
        names = others(op.symbol)
        changed = replace(op, symbol=names[choice % len(names)])
    else:
        changed = replace(op, template=_other_attribute(op.template))
    return (*ops[:at], changed, *ops[at + 1 :])


def _can(op: Operation, how: str, others: Callable[[str], list[str]]) -> bool:
    if how == "drop":
        return not op.results and op.kind is not Kind.TERMINATOR
    if how == "swap":
        return len(op.operands) > 1 and op.operands[0].type == op.operands[1].type and not op.regions
    if how == "operand":
        return bool(op.operands)
    if how == "symbol":
        return op.kind in (Kind.LOAD, Kind.STORE) and bool(others(op.symbol))
    return how == "attribute" and _other_attribute(op.template) != op.template


def _other_attribute(template: str) -> str:
    for word, other in _OTHER_WORD:
        if word in template:
            return template.replace(word, other)
    return _NUMBER.sub(lambda m: str(int(m[0]) + 1), template, count=1)


def pair(
    program: Program,
    variable: Global,
    name: str,
    deviation: str,
    where: int,
    choice: int,
    loads: tuple[bool, ...],
    fresh: Iterator[int],
) -> Program:
    """The program with a second variable `name`, stored wherever `variable` is, and loaded in its place
    where `loads` says so; `deviation` (of `plans.DEVIATIONS`) makes them differ at store number `where`."""
    stores = sum(
        op.kind is Kind.STORE and op.symbol == variable.name
        for function in program.functions
        for op in walk(function.body)
    )
    special = where % stores if stores else -1
    counts = {"store": 0, "load": 0}

    def change(ops: tuple[Operation, ...]) -> tuple[Operation, ...]:
        done: list[Operation] = []
        pending: list[Operation] = []
        for op in ops:
            hit = op.symbol == variable.name
            if pending and op.kind is Kind.TERMINATOR:
                done += pending
                pending = []
            if hit and op.kind is Kind.LOAD:
                if loads and loads[counts["load"] % len(loads)]:
                    op = replace(op, symbol=name)
                counts["load"] += 1
            if not hit or op.kind is not Kind.STORE:
                done.append(op)
                done += pending
                pending = []
                continue
            twin = replace(op, symbol=name)
            this = counts["store"] == special
            counts["store"] += 1
            if this and deviation == "skip":
                done.append(op)
            elif this and deviation == "other value":
                done += [op, *_other_value(op, name, fresh)]
            elif this and deviation == "later":
                done.append(op)
                pending = [twin]
            elif this and deviation == "before" and done and _is_statement(done[-1]):
                done[-1:] = [twin, done[-1], op]
            elif this and deviation == "swapped":
                done += [twin, op]
            else:
                done += [op, twin]
        return (*done, *pending)

    functions = tuple(
        replace(function, body=rewrite_blocks(function.body, change)) for function in program.functions
    )
    initial = variable.initial
    if deviation == "initial":
        initial = str(choice + 1) if variable.type in ("i32", "i64", "index") else ""
    at = program.globals.index(variable)
    twin = replace(variable, name=name, initial=initial)
    return replace(
        program, globals=(*program.globals[: at + 1], twin, *program.globals[at + 1 :]), functions=functions
    )


def _is_statement(op: Operation) -> bool:
    """True for an operation with effects only: it can't be what defines the value stored."""
    return op.kind is Kind.EFFECT and not op.results


def _other_value(store: Operation, name: str, fresh: Iterator[int]) -> list[Operation]:
    """A store to `name` of a value close to the one stored."""
    value = store.operands[0]
    if value.type not in ("i32", "i64", "index"):
        return []
    one, more = Val(next(fresh), value.type), Val(next(fresh), value.type)
    return [
        Operation(Kind.PURE, f"arith.constant 1 : {value.type}", (), (one,)),
        Operation(Kind.PURE, f"arith.addi $0, $1 : {value.type}", (value, one), (more,)),
        replace(store, symbol=name, operands=(more,)),
    ]


def copied_initializer(source: Function, symbols: Mapping[str, str], fresh: Iterator[int]) -> Function:
    """The initializer again, on other variables."""
    return replace(source, body=clone_blocks(source.body, fresh, {}, symbols))
