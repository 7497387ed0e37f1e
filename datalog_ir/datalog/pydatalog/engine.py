"""Evaluates a program with pyDatalog, component by component."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
import os

from ..given import given_facts
from ..limits import Guard, Limits
from ..model import GIVEN, Model
from ..program import Program
from ..scope import aggregate_variables, outer_names
from ..strata import Component
from ..syntax import Aggregate, Atom, Expression, Rule, Span, Variable
from ..terms import Row, TermTable, Value
from .relations import Relation
from .session import Session, session
from .translate import Translator

NATIVE = bool(os.environ.get("NATIVE"))


def evaluate(
    program: Program, facts: Mapping[str, Iterable[Row]], wanted: Iterable[str] | None, limits: Limits
) -> Model:
    components = program.components if wanted is None else program.required(list(wanted))
    needed = [predicate for component in components for predicate in component.predicates]
    terms = TermTable()
    given = given_facts(program, facts, needed, terms)
    with session() as engine:
        evaluation = _Evaluation(program, terms, engine, limits)
        for component in components:
            evaluation.component(component, given)
    relations = {name: dict.fromkeys(evaluation.relations[name].rows, GIVEN) for name in needed}
    return Model(program, relations, terms)


class _Evaluation:
    def __init__(self, program: Program, terms: TermTable, engine: Session, limits: Limits) -> None:
        self.program = program
        self.relations: dict[str, Relation] = {}
        self._engine = engine
        self._translator = Translator(engine, terms)
        self._guard = Guard(limits)
        self._queries = 0
        self._names = {name: f"p{number}" for number, name in enumerate(program.declarations)}

    def component(self, component: Component, given: Mapping[str, Mapping[Row, int]]) -> None:
        for predicate in component.predicates:
            self.relations[predicate] = Relation(given[predicate])
        recursive = []
        folds = {n: self._folds(self.program.rules[n], self.program.types[n]) for n in component.rules}
        if NATIVE and component.recursive:
            for predicate in component.predicates:
                arity = self.program.declarations[predicate].arity
                self._engine.resolver("g" + self._names[predicate], max(1, arity), self.relations[predicate].matching)
            clauses = []
            def name(place, atom):
                return self._names[atom.predicate]
            for predicate in component.predicates:
                arity = self.program.declarations[predicate].arity
                vs = [self._translator.fresh() for _ in range(arity)] or [self._engine.constant(0)]
                clauses.append(self._engine.clause(self._engine.literal(self._names[predicate], vs), [self._engine.literal("g"+self._names[predicate], vs)]))
            for n in component.rules:
                rule = self.program.rules[n]
                body, head = self._translator.body(rule.body, self.program.types[n], name, rule.head.arguments, folds=folds[n])
                clauses.append(self._engine.clause(self._engine.literal(self._names[rule.head.predicate], head or [self._engine.constant(0)]), body))
            results = {}
            for predicate in component.predicates:
                arity = self.program.declarations[predicate].arity
                results[predicate] = self._engine.ask(self._engine.literal(self._names[predicate], [self._translator.fresh() for _ in range(arity)] or [self._engine.constant(0)]))
            for c in clauses:
                self._engine.retract(c)
            for predicate in component.predicates:
                arity = self.program.declarations[predicate].arity
                for row in results[predicate]:
                    self.relations[predicate].add(row[:arity])
                self._publish(predicate)
            return
        for n in component.rules:
            rule = self.program.rules[n]
            atoms = [place for place, literal in enumerate(rule.body) if isinstance(literal, Atom) and literal.predicate in component.predicates]
            if atoms:
                recursive.append((n, atoms))
        for predicate in component.predicates:
            self._publish(predicate)
        for n in component.rules:
            if component.recursive and any(n == m for m, _ in recursive):
                continue
            rule = self.program.rules[n]
            query = self._query(rule, n, folds[n], None)
            for row in self._ask(query, rule):
                self.relations[rule.head.predicate].add(row)
        if not recursive:
            return
        self._rounds(component, recursive, folds)

    def _rounds(self, component, recursive, folds):
        deltas = {p: Relation(()) for p in component.predicates}
        for p, d in deltas.items():
            arity = self.program.declarations[p].arity
            self._engine.resolver("d" + self._names[p], max(1, arity), d.matching)
        queries = []
        for n, atoms in recursive:
            rule = self.program.rules[n]
            for place in atoms:
                queries.append((rule.body[place].predicate, rule, self._query(rule, n, folds[n], place)))
        new = {p: list(self.relations[p].rows) for p in component.predicates}
        while any(new.values()):
            for p, d in deltas.items():
                d.replace(new[p])
            nxt = {p: [] for p in component.predicates}
            for p, rule, query in queries:
                if new[p]:
                    rel = self.relations[rule.head.predicate]
                    for row in self._ask(query, rule):
                        if rel.add(row):
                            nxt[rule.head.predicate].append(row)
            new = nxt

    def _publish(self, predicate):
        arity = self.program.declarations[predicate].arity
        self._engine.resolver(self._names[predicate], max(1, arity), self.relations[predicate].matching)

    def _query(self, rule, number, folds, first):
        def name(place, atom):
            return ("d" if place == first else "") + self._names[atom.predicate]
        body, head = self._translator.body(rule.body, self.program.types[number], name, rule.head.arguments, first, folds=folds)
        self._queries += 1
        query = f"q{self._queries}"
        self._engine.clause(self._engine.literal(query, head or [self._engine.constant(0)]), body)
        return query

    def _ask(self, query, rule):
        arity = len(rule.head.arguments)
        literal = self._engine.literal(query, [self._translator.fresh() for _ in range(arity)] or [self._engine.constant(0)])
        return [row[:arity] for row in self._engine.ask(literal)]

    def _folds(self, rule, types):
        result = {}
        outer = outer_names(rule)
        for place, literal in enumerate(rule.body):
            if isinstance(literal, Aggregate):
                result[place] = self._fold(literal, outer, types)
        return result

    def _fold(self, aggregate, outer, types):
        raise NotImplementedError
