"""Evaluates a program with pyDatalog, component by component.

What is finished is handed to pyDatalog as predicates that Python resolves, with an index for every pattern
of bound columns it asks for: asserted facts would be intersected column by column at each call.  pyDatalog
resolves the rules: it unifies, joins, negates and calls.

Recursion goes in rounds, and pyDatalog sees one round at a time, in which one recursive atom of a rule
ranges over what the round before found.  Its own recursion (SLG resolution, with a scheduler that is not
complete) does not end on some programs, in native code that no signal interrupts.  Even component by
component, with everything below given as facts, 7 of 200 random stratified programs looped, the smallest:

    p(X, X) :- e(X, Z), q(Y), !f(Z).
    q(X) :- f(X), q(X), !e(X, X).
    q(Y) :- p(Z, Y).

In rounds all 200 ended, with the right model.  So an evaluation ends if the model is finite; if it is
not, the limits end it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..check import pattern_variables
from ..errors import EvaluationLimit
from ..given import given_facts
from ..limits import Guard, Limits
from ..model import GIVEN, Model
from ..program import Program
from ..scope import aggregate_variables, outer_names
from ..strata import Component
from ..syntax import (
    Aggregate,
    Atom,
    BodyLiteral,
    Constructor,
    Expression,
    Rule,
    SimpleLiteral,
    Type,
    Variable,
    Wildcard,
    literal_expressions,
    variables,
)
from ..terms import Row, TermTable, Value
from .child import Packed, TimeOver, pack, run_in_child, unpack
from .relations import Relation
from .session import EngineTerm, Session, session
from .translate import Translator


def evaluate(
    program: Program, facts: Mapping[str, Iterable[Row]], wanted: Iterable[str] | None, limits: Limits
) -> Model:
    """The model of a program on facts.  Raises `FactError` and `EvaluationLimit`.

    The model knows no derivations: all its rows are marked as given.  With a limit in time, pyDatalog runs
    in a process that is killed then.
    """
    if limits.seconds is not None:
        return _evaluate_in_child(program, facts, wanted, limits, limits.seconds)
    components = program.components if wanted is None else program.required(list(wanted))
    needed = [predicate for component in components for predicate in component.predicates]
    terms = TermTable()
    given = given_facts(program, facts, needed, terms)
    with session() as engine:
        solver = Solver(program, terms, engine, Guard(limits))
        for component in components:
            solver.component(component, given)
    relations = {name: dict.fromkeys(solver.relations[name].rows, GIVEN) for name in needed}
    return Model(program, relations, terms)


def _evaluate_in_child(
    program: Program,
    facts: Mapping[str, Iterable[Row]],
    wanted: Iterable[str] | None,
    limits: Limits,
    seconds: float,
) -> Model:
    task = _Task(
        program, pack(facts), None if wanted is None else tuple(wanted), replace(limits, seconds=None)
    )
    try:
        packed = run_in_child(_work, task, seconds)
    except TimeOver:
        raise EvaluationLimit(f"pyDatalog was not finished after {seconds:g} seconds", "", 0) from None
    terms = TermTable()
    relations = unpack(packed, terms)
    return Model(program, {name: dict.fromkeys(rows, GIVEN) for name, rows in relations.items()}, terms)


@dataclass(frozen=True, slots=True)
class _Task:
    program: Program
    facts: Packed
    wanted: tuple[str, ...] | None
    limits: Limits


def _work(task: _Task) -> Packed:
    facts = unpack(task.facts, TermTable())
    return pack(evaluate(task.program, facts, task.wanted, task.limits).derivations)


@dataclass(frozen=True, slots=True)
class _Delta:
    """A rule of a recursion, with one recursive atom that ranges over the rows of the last round."""

    source: str
    head: str
    query: str


class Solver:
    """The relations of one evaluation, and the pyDatalog that computes them."""

    def __init__(self, program: Program, terms: TermTable, engine: Session, guard: Guard) -> None:
        self.relations: dict[str, Relation] = {}
        self._program = program
        self._engine = engine
        self._translator = Translator(engine, terms)
        self._terms = terms
        self._guard = guard
        self._count = 0
        # Names of the program are not names in pyDatalog, where some have a meaning.
        self._names = {name: f"p{number}" for number, name in enumerate(program.declarations)}

    def arity(self, predicate: str) -> int:
        """The number of columns of a predicate."""
        return self._program.declarations[predicate].arity

    def publish(self, predicate: str, rows: Iterable[Row]) -> None:
        """Makes a relation known to pyDatalog; rows may still be added."""
        relation = self.relations[predicate] = Relation(rows)
        self._resolve(self._names[predicate], predicate, relation)

    def view(self, predicate: str, given: Iterable[Row]) -> None:
        """Makes a predicate known by its rules, which are not recursive: only what is asked for is computed.

        This is what pyDatalog does best: of a relation with millions of rows it finds the few that hold
        the values of a question.  The relations that the rules use are there.
        """
        view = _View(self, predicate, Relation(given))
        self._engine.resolver(self._names[predicate], max(1, self.arity(predicate)), view.rows)

    def rules_for(self, predicate: str, bound: tuple[bool, ...]) -> list[str]:
        """Queries that give the rows of a predicate, its rules put in order for some columns bound."""
        queries: list[str] = []
        for rule, types in zip(self._program.rules, self._program.types, strict=True):
            if rule.head.predicate == predicate:
                arguments = zip(rule.head.arguments, bound, strict=True)
                known = {e.name for e, is_bound in arguments if is_bound and isinstance(e, Variable)}
                queries.append(self._rule(rule, types, self._folds(rule, types), None, known))
        return queries

    def component(self, component: Component, given: Mapping[str, Iterable[Row]]) -> None:
        """Computes the relations of a component; those it depends on are there."""
        for predicate in component.predicates:
            self.publish(predicate, given[predicate])
        before = self._size(component)
        deltas: list[_Delta] = []
        for number in component.rules:
            rule, types = self._program.rules[number], self._program.types[number]
            if not self._may_fire(rule, component):
                continue
            folds = self._folds(rule, types)
            recursive = [
                place
                for place, literal in enumerate(rule.body)
                if isinstance(literal, Atom) and literal.predicate in component.predicates
            ]
            for place in recursive:
                atom = rule.body[place]
                assert isinstance(atom, Atom)
                query = self._rule(rule, types, folds, place)
                deltas.append(_Delta(atom.predicate, rule.head.predicate, query))
            if not recursive:
                query = self._rule(rule, types, folds, None)
                for row in self._rows(query, len(rule.head.arguments)):
                    self.relations[rule.head.predicate].add(row)
                self._guard.check(rule.head.predicate, self._size(component) - before)
        if deltas:
            self._rounds(component, deltas, before)
        self._guard.derived += self._size(component) - before

    def conjunction(
        self, body: Sequence[BodyLiteral], types: Mapping[str, Type], outputs: Sequence[str]
    ) -> list[Row]:
        """The values of the output variables in all ways to satisfy a conjunction."""
        names = [Variable(name, body[0].span) for name in outputs]
        head = Atom("", tuple(names), body[0].span)
        rule = Rule(head, tuple(body), head.span)
        query = self._rule(rule, types, self._folds(rule, types), None)
        return self._rows(query, len(outputs))

    def _rounds(self, component: Component, deltas: Sequence[_Delta], before: int) -> None:
        new = {predicate: list(self.relations[predicate].rows) for predicate in component.predicates}
        last = {predicate: Relation(()) for predicate in component.predicates}
        for predicate, relation in last.items():
            self._resolve(f"d{self._names[predicate]}", predicate, relation)
        while any(new.values()):
            for predicate, rows in new.items():
                last[predicate].replace(rows)
                new[predicate] = []
            for delta in deltas:
                if last[delta.source].rows:
                    head = self.relations[delta.head]
                    arity = self._program.declarations[delta.head].arity
                    new[delta.head] += [row for row in self._rows(delta.query, arity) if head.add(row)]
            growing = max(new, key=lambda predicate: len(new[predicate]))
            self._guard.check(growing, self._size(component) - before)

    def _size(self, component: Component) -> int:
        return sum(len(self.relations[predicate].rows) for predicate in component.predicates)

    def _may_fire(self, rule: Rule, component: Component) -> bool:
        return all(
            self.relations[literal.predicate].rows or literal.predicate in component.predicates
            for literal in rule.body
            if isinstance(literal, Atom)
        )

    def _resolve(self, name: str, predicate: str, relation: Relation) -> None:
        arity = self._program.declarations[predicate].arity
        if arity:
            self._engine.resolver(name, arity, relation.matching)
        else:
            self._engine.resolver(name, 1, lambda _: [(0,)] if relation.rows else [])

    def _rule(
        self,
        rule: Rule,
        types: Mapping[str, Type],
        folds: Mapping[int, str],
        first: int | None,
        bound: Iterable[str] = (),
    ) -> str:
        """Gives pyDatalog a clause for the rule, under a name of its own."""

        def name_of(place: int, atom: Atom) -> str:
            return ("d" if place == first else "") + self._names[atom.predicate]

        body, head = self._translator.body(
            rule.body, types, name_of, rule.head.arguments, first=first, bound=bound, folds=folds
        )
        name = self._fresh("q")
        self._engine.clause(self._engine.literal(name, self._arguments(head)), body)
        return name

    def _rows(self, query: str, arity: int) -> list[Row]:
        terms = self._arguments([self._translator.fresh() for _ in range(arity)])
        return [row[:arity] for row in self._engine.ask(self._engine.literal(query, terms))]

    def _arguments(self, terms: list[EngineTerm]) -> list[EngineTerm]:
        return terms or [self._engine.constant(0)]

    def _fresh(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    # ---- Aggregates ----

    def _folds(self, rule: Rule, types: Mapping[str, Type]) -> dict[int, str]:
        outer = outer_names(rule)
        return {
            place: self._fold(literal, sorted(aggregate_variables(literal) & outer), types)
            for place, literal in enumerate(rule.body)
            if isinstance(literal, Aggregate)
        }

    def _fold(self, aggregate: Aggregate, group: list[str], types: Mapping[str, Type]) -> str:
        """A predicate `(group..., result)`: pyDatalog is asked for the ways to satisfy the body."""
        body = _name_wildcards(aggregate.body)
        own: list[Expression]
        if aggregate.target is None:
            names = {
                v.name: v for literal in body for e in literal_expressions(literal) for v in variables(e)
            }
            own = [variable for name, variable in names.items() if name not in group]
        else:
            own = [aggregate.target]
        keys: list[Expression] = [Variable(name, aggregate.span) for name in group]
        # One query for all groups, if the body gives values to the variables of the group.
        together = {n for a in body if isinstance(a, Atom) for e in a.arguments for n in pattern_variables(e)}
        bound = () if together.issuperset(group) else group
        literals, terms = self._translator.body(
            body, types, lambda _, atom: self._names[atom.predicate], [*keys, *own], bound=bound
        )
        query = self._fresh("q")
        self._engine.clause(self._engine.literal(query, self._arguments(terms)), literals)
        name = self._fresh("a")
        groups = _Groups(self, aggregate, query, len(group), len(own), one_by_one=bool(bound))
        self._engine.resolver(name, len(group) + 1, groups.resolve)
        return name

    def ways(self, query: str, values: Sequence[Value | None]) -> list[Row]:
        """The rows of a query with these values; `None` is any value."""
        terms = [self._translator.fresh() if v is None else self._engine.constant(v) for v in values]
        literal = self._engine.literal(query, self._arguments(terms))
        return [row[: len(values)] for row in self._engine.ask(literal)]

    def order(self, value: Value) -> int | str | bytes:
        """A sort key for values of one type."""
        return self._terms.order(value)


class _View:
    """A predicate that is computed where and as far as it is asked for."""

    def __init__(self, solver: Solver, predicate: str, given: Relation) -> None:
        self._solver = solver
        self._predicate = predicate
        self._given = given
        self._queries: dict[tuple[bool, ...], list[str]] = {}
        self._arity = solver.arity(predicate)

    def rows(self, values: Sequence[Value | None]) -> list[Row]:
        """The rows with these values; `None` is any value."""
        values = values[: self._arity]
        pattern = tuple([value is not None for value in values])
        if pattern not in self._queries:
            self._queries[pattern] = self._solver.rules_for(self._predicate, pattern)
        found = dict.fromkeys(self._given.matching(values))
        for query in self._queries[pattern]:
            found.update(dict.fromkeys(self._solver.ways(query, values)))
        # pyDatalog has no predicates without arguments: theirs is 0.
        return list(found) if self._arity else [(0,) for _ in found]


class _Groups:
    """The results of an aggregate by group."""

    def __init__(
        self, solver: Solver, aggregate: Aggregate, query: str, group: int, own: int, *, one_by_one: bool
    ) -> None:
        self._solver = solver
        self._kind = aggregate.kind
        self._query = query
        self._group = group
        self._own = own
        self._one_by_one = one_by_one
        self._known: dict[Row, Value] | None = None

    def resolve(self, values: Sequence[Value | None]) -> list[Row]:
        """Rows `(group..., result)`; the translation binds the group first."""
        key = tuple([value for value in values[: self._group] if value is not None])
        assert len(key) == self._group
        if self._one_by_one:
            known = self._fold(key)
        else:
            if self._known is None:
                self._known = self._fold(())
            known = self._known
        result = known.get(key, 0 if self._kind == "count" else None)
        fits = result is not None and values[self._group] in (None, result)
        return [(*key, result)] if fits and result is not None else []

    def _fold(self, key: Row) -> dict[Row, Value]:
        open_ = [None] * (self._group + self._own - len(key))
        rows = self._solver.ways(self._query, [*key, *open_])
        result: dict[Row, Value] = {}
        if self._kind == "count":
            return dict(Counter([row[: self._group] for row in set(rows)]))
        best = min if self._kind == "min" else max
        for row in rows:
            group, value = row[: self._group], row[self._group]
            held = result.get(group)
            result[group] = value if held is None else best(held, value, key=self._solver.order)
        return result


def _name_wildcards(body: Sequence[SimpleLiteral]) -> list[SimpleLiteral]:
    """Each `_` of a positive atom becomes a variable, so that `count` sees its values."""
    count = 0

    def name(expression: Expression) -> Expression:
        nonlocal count
        if isinstance(expression, Wildcard):
            count += 1
            return Variable(f"_{count}", expression.span)
        if isinstance(expression, Constructor):
            return replace(expression, items=tuple([name(item) for item in expression.items]))
        return expression

    return [
        replace(literal, arguments=tuple([name(e) for e in literal.arguments]))
        if isinstance(literal, Atom)
        else literal
        for literal in body
    ]
