"""What is found equal or redundant on the way to the fixed point, in terms of the module as it was read.

Some facts only appear when others have been acted upon: loads of two globals are equal once one global
stands for both.  So the module is rewritten in memory, round by round, and each value is followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datalog_ir.datalog import Program
from datalog_ir.derive import Derivation, as_number, derive
from datalog_ir.ir import Module, Op
from datalog_ir.rewrite.edits import DECISIONS, plan
from datalog_ir.syntax import ShapeTable, apply_edits, read_module

_FOLLOWED = ("number", "redundant")


@dataclass(frozen=True, slots=True)
class Findings:
    """What the rounds up to the fixed point found, about the module as it was read."""

    first: Derivation
    """The derivation of the first round."""
    classes: list[int]
    """By `Value.id`: values of one class are equal."""
    redundant: frozenset[str]
    """Symbols that are not needed."""
    stands_for: dict[str, str]
    """For a global the one that always holds the same and stays for both."""

    def survivor(self, symbol: str) -> str:
        """The global that stands for this one in the end: itself, if none does."""
        while symbol in self.stands_for:
            symbol = self.stands_for[symbol]
        return symbol


def find(
    module: Module, program: Program, *, engine: str, shapes: ShapeTable, wanted: Sequence[str]
) -> Findings:
    """Rewrites until nothing more follows and collects what was found; `wanted` is for `first`."""
    parents = list(range(len(module.values)))
    origins = list(parents)
    """By `Value.id` of the current module: the same value of the first one."""
    redundant: set[str] = set()
    stands_for: dict[str, str] = {}
    current = module
    first = derivation = derive(
        module, program, engine=engine, wanted=[*DECISIONS, *_FOLLOWED, "same_global", *wanted]
    )
    while True:
        leaders: dict[object, int] = {}
        for value, number in derivation.model.rows("number"):
            origin = origins[derivation.values[as_number(value)].id]
            _unite(parents, leaders.setdefault(number, origin), origin)
        redundant.update(str(symbol) for (symbol,) in derivation.model.rows("redundant"))
        for gone, kept in derivation.model.rows("same_global"):
            stands_for.setdefault(str(gone), str(kept))
        edits, applied = plan(derivation)
        if not applied:
            classes = [_root(parents, value) for value in range(len(parents))]
            return Findings(first, classes, frozenset(redundant), stands_for)
        text = apply_edits(current.text, edits)
        after = read_module(text, file=module.file, first_line=module.first_line, shapes=shapes)
        gone_ops = {as_number(row[0]) for row in derivation.model.rows("drop")}
        origins = carried_over(current, after, gone_ops, origins)
        current = after
        derivation = derive(after, program, engine=engine, wanted=[*DECISIONS, *_FOLLOWED, "same_global"])


def carried_over(before: Module, after: Module, dropped: set[int], origins: list[int]) -> list[int]:
    """The origins of the values of `after`, which is `before` without the dropped ops and their regions."""
    gone = [False] * len(before.ops)
    kept: list[Op] = []
    for op in before.ops:
        around = op.block.region.op if op.block is not None else None
        if op.id in dropped or (around is not None and gone[around.id]):
            gone[op.id] = True
        else:
            kept.append(op)
    carried = [0] * len(after.values)
    for old, new in zip(kept, after.ops, strict=True):
        for old_value, new_value in zip(old.results, new.results, strict=True):
            carried[new_value.id] = origins[old_value.id]
        for old_region, new_region in zip(old.regions, new.regions, strict=True):
            for old_block, new_block in zip(old_region.blocks, new_region.blocks, strict=True):
                for old_value, new_value in zip(old_block.args, new_block.args, strict=True):
                    carried[new_value.id] = origins[old_value.id]
    return carried


def _root(parents: list[int], value: int) -> int:
    while parents[value] != value:
        parents[value] = parents[parents[value]]
        value = parents[value]
    return value


def _unite(parents: list[int], a: int, b: int) -> None:
    a, b = _root(parents, a), _root(parents, b)
    if a != b:
        parents[max(a, b)] = min(a, b)
