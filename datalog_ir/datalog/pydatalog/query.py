"""Ad-hoc queries, answered by pyDatalog over the facts of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..check import body_atoms, check_atom, check_body_safety, check_wildcards
from ..engines import evaluate
from ..errors import EvaluationLimit, RuleError
from ..limits import Guard, Limits
from ..model import Model
from ..parse import parse_query
from ..program import Program
from ..scope import separate_scopes
from ..syntax import Aggregate, Atom, BodyLiteral, Rule, Type, literal_expressions, variables
from ..terms import Row, TermTable
from ..infer import variable_types

if TYPE_CHECKING:
    from .child import Packed

ORIGIN = "<query>"


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers to a query: its variables in the order in which they stand, and their values.

    A query without variables has the one row `()` if it holds, else none.
    """

    variables: tuple[str, ...]
    rows: tuple[Row, ...]

    def __bool__(self) -> bool:
        return bool(self.rows)


@dataclass(frozen=True, slots=True)
class _Task:
    """A checked query with everything that is needed to answer it elsewhere."""

    program: Program
    body: tuple[BodyLiteral, ...]
    types: Mapping[str, Type]
    variables: tuple[str, ...]
    relations: Packed


def query(
    source: Program | Model,
    facts: Mapping[str, Iterable[Row]] | None,
    text: str,
    time_limit: float | None = None,
) -> Answers:
    """Answers a conjunction such as `equivalent(X, "%4"), !pure(X), X != "%5"`.

    Variables begin with a capital letter or `_`.  A program is evaluated on `facts` first, as far as the
    query needs it; a model is taken as it is.  With `time_limit`, in seconds, pyDatalog runs in a process
    that is killed when the time is over: any query can be written that takes longer than anyone waits.

    Raises `RuleError` for a faulty query, `KeyError` if the model lacks a relation, `EvaluationLimit` at
    the time limit, and what `evaluate` raises.
    """
    program = source if isinstance(source, Program) else source.program
    body, types, names = _checked(text, program)
    needed = list(dict.fromkeys(atom.predicate for atom in body_atoms(body)))
    if isinstance(source, Program):
        source = evaluate(program, facts or {}, wanted=needed, limits=Limits(seconds=time_limit))
    relations = {predicate: source.rows(predicate) for predicate in needed}
    if time_limit is None:
        return Answers(names, tuple(_solve(program, body, types, names, relations, source.terms)))
    from .child import TimeOver, pack, run_in_child, unpack

    task = _Task(program, body, types, names, pack(relations))
    try:
        answer = run_in_child(_answer, task, time_limit)
    except TimeOver:
        raise EvaluationLimit(
            f"no answer after {time_limit:g} seconds; does every atom of the query share a variable "
            "with another one?",
            needed[0] if needed else "",
            0,
        ) from None
    return Answers(names, tuple(unpack(answer, source.terms)["answer"]))


def _checked(
    text: str, program: Program
) -> tuple[tuple[BodyLiteral, ...], dict[str, Type], tuple[str, ...]]:
    body = parse_query(ORIGIN, text)
    for atom in body_atoms(body):
        check_atom(atom, program.declarations, text)
    _check_names(body, text)
    check_wildcards(body, text)
    span = body[0].span
    rule = separate_scopes(Rule(Atom("", (), span), body, span))
    names = dict.fromkeys(v.name for lit in rule.body for e in literal_expressions(lit) for v in variables(e))
    types = variable_types(None, rule.body, program.declarations, text)
    check_body_safety(rule.body, text)
    return rule.body, types, tuple(names)


def _check_names(body: Iterable[BodyLiteral], text: str) -> None:
    for literal in body:
        expressions = list(literal_expressions(literal))
        if isinstance(literal, Aggregate):
            _check_names(literal.body, text)
            if literal.target is not None:
                expressions.append(literal.target)
        for expression in expressions:
            for variable in variables(expression):
                name = variable.name
                if not (name[0].isupper() or name[0] == "_"):
                    raise RuleError(
                        f"`{name}` is not a variable: in a query they begin with a capital letter",
                        variable.span,
                        text,
                        help=f'write the symbol "{name}", or a variable `{name.capitalize()}`',
                    )


def _answer(task: _Task) -> Packed:
    from .child import pack, unpack

    terms = TermTable()
    relations = unpack(task.relations, terms)
    return pack({"answer": _solve(task.program, task.body, task.types, task.variables, relations, terms)})


def _solve(
    program: Program,
    body: tuple[BodyLiteral, ...],
    types: Mapping[str, Type],
    names: tuple[str, ...],
    relations: Mapping[str, Iterable[Row]],
    terms: TermTable,
) -> list[Row]:
    from .engine import Solver
    from .session import session

    with session() as engine:
        solver = Solver(program, terms, engine, Guard(Limits()))
        for predicate, rows in relations.items():
            solver.publish(predicate, rows)
        return solver.conjunction(body, types, names)
