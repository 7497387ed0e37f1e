"""One derivation: a module becomes facts, the rules add what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from datalog_ir import datalog
from datalog_ir.datalog import Model, Program, evaluate
from datalog_ir.facts import Facts, extract, positions, value_numbers
from datalog_ir.ir import Module, Op, Value

LEARNT = {"must_split_value": "split_value", "must_split_state": "split_state"}
"""Relations whose rows become facts of another evaluation (`numbering.dl`, "Guesses about loops")."""


class EngineDisagreement(Exception):
    """The two engines draw different conclusions: a fault of datalog-ir, not of the input."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """What the rules say of one module."""

    module: Module
    facts: Facts
    model: Model
    values: list[Value]
    """The values by their number in the facts."""

    def op(self, column: datalog.Value) -> Op:
        """The op whose number stands in a column."""
        return self.module.ops[as_number(column)]

    def value(self, column: datalog.Value) -> Value:
        """The value whose number stands in a column."""
        return self.values[as_number(column)]


def as_number(column: datalog.Value) -> int:
    """What stands in a column that is declared as a number."""
    if not isinstance(column, int):
        raise TypeError(f"{column!r} is no number")
    return column


def derive(
    module: Module, program: Program, *, engine: str = "seminaive", wanted: Iterable[str] | None = None
) -> Derivation:
    """Evaluates `program` on the facts of `module`.

    `engine` is `seminaive`, `pydatalog`, or `both`, which raises `EngineDisagreement` if they differ.

    Guesses about loops that turn out wrong are taken back and the evaluation is made again; each time at
    least one guess is taken back for good, so this ends.  `wanted` limits the evaluation to what these
    relations rest on.
    """
    facts = extract(module)
    goals = None if wanted is None else list(wanted)
    if goals is None or "position" in goals:
        positions(module, facts)
    model = conclude(program, facts, engine=engine, wanted=goals)
    values: list[Value] = [None] * len(module.values)  # type: ignore[list-item]
    for value, number in zip(module.values, value_numbers(module), strict=True):
        values[number] = value
    return Derivation(module, facts, model, values)


def conclude(
    program: Program, facts: Facts, *, engine: str = "seminaive", wanted: Iterable[str] | None = None
) -> Model:
    """What follows from facts, evaluated again as long as a guess about a loop turns out wrong.

    What is learnt so is added to `facts`.
    """
    goals = None if wanted is None else [*wanted, *LEARNT]
    while True:
        model = _evaluate(program, facts, engine, goals)
        learnt = False
        for derived, given in LEARNT.items():
            for row in model.rows(derived):
                learnt = True
                facts.relation(given).append(tuple([item for item in row if isinstance(item, (int, str))]))
        if not learnt:
            return model


def _evaluate(program: Program, facts: Facts, engine: str, goals: list[str] | None) -> Model:
    if engine != "both":
        return evaluate(program, facts.rows, engine=engine, wanted=goals)
    model = evaluate(program, facts.rows, engine="seminaive", wanted=goals)
    other = evaluate(program, facts.rows, engine="pydatalog", wanted=goals)
    for relation in goals or program.declarations:
        one, two = (
            {tuple([m.render(item) for item in row]) for row in m.rows(relation)} for m in (model, other)
        )
        for row in sorted(one ^ two)[:1]:
            which = "the semi-naive engine" if row in one else "pyDatalog"
            raise EngineDisagreement(
                f"the engines disagree: only {which} derives {relation}({', '.join(row)}); this is a fault "
                "of datalog-ir, please report it with the module and the rules"
            )
    return model
