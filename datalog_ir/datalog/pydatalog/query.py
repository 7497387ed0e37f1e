"""Ad-hoc queries, answered by pyDatalog over the facts of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ..check import body_atoms, check_atom, check_body_safety, check_wildcards
from ..engines import evaluate
from ..errors import EvaluationLimit, RuleError
from ..given import given_facts
from ..infer import variable_types
from ..limits import Guard, Limits
from ..model import Model
from ..parse import parse_query
from ..program import Program
from ..scope import separate_scopes
from ..syntax import (
    Aggregate,
    Atom,
    BodyLiteral,
    Expression,
    Negation,
    Number,
    Rule,
    String,
    Type,
    Variable,
    literal_expressions,
    variables,
)
from ..terms import Row, TermTable

if TYPE_CHECKING:
    from .child import Packed

ORIGIN = "<query>"

Resolver: TypeAlias = Callable[[str, str], int]
"""From the name of a subtype and what somebody wrote to a number."""


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers to a query: its variables in the order in which they stand, and their values.

    A query without variables has the one row `()` if it holds, else none.
    """

    variables: tuple[str, ...]
    rows: tuple[Row, ...]
    sorts: tuple[str, ...] = ()
    """For each variable the declared type of the first column it stands in, subtypes by their names; `term`
    where it only stands inside constructors or comparisons."""

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
    views: tuple[str, ...]


def query_needs(program: Program, text: str) -> tuple[str, ...]:
    """The relations that a model must hold, so that `query` can answer a question from it.

    A predicate of the question whose rules are not recursive is not among them: pyDatalog finds what is
    asked for from its rules.  So one may ask for relations that are too large to be written down.
    Raises `RuleError` for text that is no query of the program.
    """
    body = parse_query(ORIGIN, text)
    for atom in body_atoms(body):
        check_atom(atom, program.declarations, text)
    return _needs(program, (atom.predicate for atom in body_atoms(body)))


def query(
    source: Program | Model,
    facts: Mapping[str, Iterable[Row]] | None,
    text: str,
    time_limit: float | None = None,
    resolve: Resolver | None = None,
) -> Answers:
    """Answers a conjunction such as `equivalent(X, "%4"), !pure(X), X != "%5"`.

    Variables begin with a capital letter or `_`.  A program is evaluated on `facts` first, as far as
    `query_needs` says.  A model is taken as it is; a predicate that it does not hold is answered from its
    rules, if they are not recursive (and from `facts`, in case some are given for it).

    With `time_limit`, in seconds, pyDatalog runs in a process that is killed when the time is over: any
    query can be written that takes longer than anyone waits.

    `resolve` gives the number of what a symbol names in a column of a subtype of `number`:
    `resolve("value", "%4")`.  It may raise `ValueError` with a message for what it cannot resolve.

    Raises `RuleError` for a faulty query, `KeyError` if the model lacks a relation, `EvaluationLimit` at
    the time limit, and what `evaluate` raises.
    """
    program = source if isinstance(source, Program) else source.program
    body, types, names = _checked(text, program, resolve)
    sorts = _sorts(body, names, program)
    asked = list(dict.fromkeys(atom.predicate for atom in body_atoms(body)))
    if isinstance(source, Program):
        wanted = _needs(program, asked)
        source = evaluate(program, facts or {}, wanted=wanted, limits=Limits(seconds=time_limit))
    relations, views = _tables(source, asked, facts or {})
    if time_limit is None:
        rows = tuple(_solve(program, body, types, names, relations, views, source.terms))
        return Answers(names, rows, sorts)
    from .child import TimeOver, pack, run_in_child, unpack

    task = _Task(program, body, types, names, pack(relations), views)
    try:
        answer = run_in_child(_answer, task, time_limit)
    except TimeOver:
        raise EvaluationLimit(
            f"no answer after {time_limit:g} seconds; does every atom of the query share a variable "
            "with another one?",
            asked[0] if asked else "",
            0,
        ) from None
    return Answers(names, tuple(unpack(answer, source.terms)["answer"]), sorts)


def _needs(program: Program, predicates: Iterable[str]) -> tuple[str, ...]:
    needed: dict[str, None] = {}
    for predicate in predicates:
        if _may_be_view(program, predicate):
            needed.update(dict.fromkeys(_used_by(program, predicate)))
        else:
            needed[predicate] = None
    return tuple(needed)


def _may_be_view(program: Program, predicate: str) -> bool:
    component = next(c for c in program.components if predicate in c.predicates)
    return bool(component.rules) and not component.recursive


def _used_by(program: Program, predicate: str) -> Iterable[str]:
    rules = [rule for rule in program.rules if rule.head.predicate == predicate]
    return dict.fromkeys(atom.predicate for rule in rules for atom in body_atoms(rule.body))


def _tables(
    model: Model, predicates: Iterable[str], facts: Mapping[str, Iterable[Row]]
) -> tuple[dict[str, Iterable[Row]], tuple[str, ...]]:
    """The rows that a query can come upon; for views only those that are given."""
    program = model.program
    tables: dict[str, Iterable[Row]] = {}
    views: list[str] = []
    todo = list(predicates)
    while todo:
        predicate = todo.pop()
        if predicate in tables:
            continue
        if predicate in model.derivations or not _may_be_view(program, predicate):
            tables[predicate] = model.rows(predicate)
        else:
            tables[predicate] = given_facts(program, facts, [predicate], model.terms)[predicate]
            views.append(predicate)
            todo.extend(_used_by(program, predicate))
    return tables, tuple(views)


def _checked(
    text: str, program: Program, resolve: Resolver | None
) -> tuple[tuple[BodyLiteral, ...], dict[str, Type], tuple[str, ...]]:
    body = parse_query(ORIGIN, text)
    if resolve is not None:
        body = tuple([_resolved(literal, program, resolve, text) for literal in body])
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


L = TypeVar("L", bound=BodyLiteral)


def _resolved(literal: L, program: Program, resolve: Resolver, text: str) -> L:
    """The literal with numbers for the symbols in columns of a subtype of `number`."""
    if isinstance(literal, Negation):
        return replace(literal, atom=_resolved(literal.atom, program, resolve, text))
    if isinstance(literal, Aggregate):
        body = tuple([_resolved(inner, program, resolve, text) for inner in literal.body])
        return replace(literal, body=body)
    if not isinstance(literal, Atom) or literal.predicate not in program.declarations:
        return literal
    columns = program.declarations[literal.predicate].columns
    if len(columns) != len(literal.arguments):
        return literal
    arguments: list[Expression] = []
    for column, argument in zip(columns, literal.arguments, strict=True):
        if isinstance(argument, String) and column.type == "number" and column.sort != "number":
            try:
                argument = Number(resolve(column.sort, argument.value), argument.span)
            except ValueError as problem:
                raise RuleError(str(problem), argument.span, text) from None
        arguments.append(argument)
    return replace(literal, arguments=tuple(arguments))


def _sorts(body: Iterable[BodyLiteral], names: tuple[str, ...], program: Program) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for literal in body:
        atom = literal.atom if isinstance(literal, Negation) else literal
        if isinstance(atom, Atom):
            for column, argument in zip(
                program.declarations[atom.predicate].columns, atom.arguments, strict=True
            ):
                if isinstance(argument, Variable):
                    found.setdefault(argument.name, column.sort)
    return tuple([found.get(name, "term") for name in names])


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
    rows = _solve(task.program, task.body, task.types, task.variables, relations, task.views, terms)
    return pack({"answer": rows})


def _solve(
    program: Program,
    body: tuple[BodyLiteral, ...],
    types: Mapping[str, Type],
    names: tuple[str, ...],
    relations: Mapping[str, Iterable[Row]],
    views: tuple[str, ...],
    terms: TermTable,
) -> list[Row]:
    from .engine import Solver
    from .session import session

    with session() as engine:
        solver = Solver(program, terms, engine, Guard(Limits()))
        for predicate, rows in relations.items():
            if predicate in views:
                solver.view(predicate, rows)
            else:
                solver.publish(predicate, rows)
        return solver.conjunction(body, types, names)
