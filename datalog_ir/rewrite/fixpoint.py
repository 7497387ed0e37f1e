"""The fixed point: derive, apply, derive again, until no new facts appear."""

from __future__ import annotations

from dataclasses import dataclass

from datalog_ir.collector import collector_paused
from datalog_ir.datalog import Program
from datalog_ir.derive import Derivation, derive
from datalog_ir.ir import Module
from datalog_ir.rewrite.edits import DECISIONS, Applied, plan
from datalog_ir.syntax import ShapeTable, apply_edits, read_module


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """A module and the rounds that led to it."""

    text: str
    rounds: tuple[Applied, ...]
    """One entry for each round that changed something."""
    first: Derivation
    """What was derived from the module as it was given."""
    reached: bool
    """False if the caller asked to stop after some rounds and facts were still appearing."""


def rewrite(
    module: Module,
    program: Program,
    *,
    engine: str = "seminaive",
    shapes: ShapeTable | None = None,
    max_rounds: int | None = None,
    wanted: tuple[str, ...] = (),
) -> FixedPoint:
    """Rewrites until nothing more follows.

    Every edit removes an op, a store, a global or a use, so the number of rounds is bounded by the size of
    the module.  With `max_rounds` the loop stops there, and `reached` says whether that was the fixed point.
    `wanted` names further relations to be kept in `first`.
    """
    with collector_paused():
        return _rewrite(module, program, engine, shapes or ShapeTable(), max_rounds, wanted)


def _rewrite(
    module: Module,
    program: Program,
    engine: str,
    shapes: ShapeTable,
    max_rounds: int | None,
    wanted: tuple[str, ...],
) -> FixedPoint:
    rounds: list[Applied] = []
    text = module.text
    derivation = first = derive(module, program, engine=engine, wanted=[*DECISIONS, *wanted])
    while True:
        edits, applied = plan(derivation)
        if not applied:
            return FixedPoint(text, tuple(rounds), first, True)
        if max_rounds is not None and len(rounds) >= max_rounds:
            return FixedPoint(text, tuple(rounds), first, False)
        rounds.append(applied)
        text = apply_edits(text, edits)
        again = read_module(text, file=module.file, first_line=module.first_line, shapes=shapes)
        derivation = derive(again, program, engine=engine, wanted=DECISIONS)
