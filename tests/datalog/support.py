"""Short ways to say things in the tests of the rule language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from datalog_ir.datalog import Limits, Model, Program, Row, RuleError, evaluate, load_program

ENGINES = ("seminaive", "pydatalog")


def program(text: str) -> Program:
    return load_program([("test.dl", text)])


def error(text: str) -> RuleError:
    """The error that a rule text gives."""
    try:
        program(text)
    except RuleError as problem:
        return problem
    raise AssertionError("accepted")


def shown(model: Model, predicate: str) -> set[str]:
    """The rows of a relation as text, such as `1, "a"`."""
    return {", ".join(map(model.render, row)) for row in model.rows(predicate)}


def rows(
    text: str,
    predicate: str,
    facts: Mapping[str, Iterable[Row]] | None = None,
    engine: str = "seminaive",
    limits: Limits | None = None,
) -> set[str]:
    """What a rule text derives, as text."""
    return shown(evaluate(program(text), facts or {}, engine=engine, limits=limits), predicate)


def everything(model: Model) -> dict[str, set[str]]:
    """All relations of a model as text."""
    return {predicate: shown(model, predicate) for predicate in model.derivations}
