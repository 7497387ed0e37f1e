"""Evaluates a program, component by component."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from datalog_ir.collector import collector_paused

from ..arithmetic import quotient, remainder
from ..given import given_facts
from ..limits import Guard, Limits
from ..model import Model
from ..program import Program
from ..strata import Component
from ..syntax import Aggregate, Atom
from ..terms import Row, Term, TermTable, Value
from .codegen import Resource
from .compiled import CompiledRules, Function
from .store import Index, Store


def evaluate(
    program: Program, facts: Mapping[str, Iterable[Row]], wanted: Iterable[str] | None, limits: Limits
) -> Model:
    """The model of a program on facts.  Raises `FactError` and `EvaluationLimit`."""
    components = program.components if wanted is None else program.required(list(wanted))
    evaluation = _Evaluation(program, limits)
    needed = [predicate for component in components for predicate in component.predicates]
    with collector_paused():
        given = given_facts(program, facts, needed, evaluation.terms)
        for component in components:
            if component.rules:
                evaluation.component(component, given)
            else:
                for predicate in component.predicates:
                    evaluation.store.relations[predicate] = given[predicate]
    return Model(program, evaluation.store.relations, evaluation.terms)


class _Evaluation:
    def __init__(self, program: Program, limits: Limits) -> None:
        self.program = program
        self.terms = TermTable()
        self.store = Store({name: d.arity for name, d in program.declarations.items()})
        self._compiled = CompiledRules.of(program)
        self._guard = Guard(limits)
        self._growing: dict[tuple[str, tuple[int, ...]], Index] = {}

    def component(self, component: Component, given: Mapping[str, dict[Row, int]]) -> None:
        store = self.store
        for predicate in component.predicates:
            store.relations[predicate] = {}
        alive = [number for number in component.rules if self._may_fire(number, component)]
        groups: dict[tuple[int, int], dict[Value | Row, Value]] = {}
        for number in alive:
            self._fold(number, groups)
        recursive: list[int] = []
        for number in alive:
            if self._is_recursive(number, component):
                recursive.append(number)
            else:
                self._run(self._compiled.rule(number, self._size), number, groups)
                self._check(component)
        before = sum(len(given[predicate]) for predicate in component.predicates)
        for predicate in component.predicates:
            relation = store.relations[predicate]
            if relation:
                relation.update(given[predicate])
            else:
                store.relations[predicate] = given[predicate]
        if recursive:
            self._recursion(component, recursive, groups)
        self._guard.derived += sum(len(store.relations[p]) for p in component.predicates) - before

    def _recursion(
        self,
        component: Component,
        rules: list[int],
        groups: Mapping[tuple[int, int], dict[Value | Row, Value]],
    ) -> None:
        queues: dict[str, list[Row]] = {p: list(self.store.relations[p]) for p in component.predicates}
        if any(queues.values()):
            function = self._compiled.recursion(component, tuple(rules))
            self._growing = {}
            self._run(function, rules[0], groups, queues)

    def _may_fire(self, number: int, component: Component) -> bool:
        """Is there something in each relation that the rule needs?"""
        relations = self.store.relations
        return all(
            relations[literal.predicate] or literal.predicate in component.predicates
            for literal in self.program.rules[number].body
            if isinstance(literal, Atom)
        )

    def _is_recursive(self, number: int, component: Component) -> bool:
        return component.recursive and any(
            isinstance(literal, Atom) and literal.predicate in component.predicates
            for literal in self.program.rules[number].body
        )

    def _size(self, predicate: str) -> int:
        return len(self.store.relations[predicate])

    def _fold(self, number: int, groups: dict[tuple[int, int], dict[Value | Row, Value]]) -> None:
        if any(isinstance(literal, Aggregate) for literal in self.program.rules[number].body):
            for place, function in self._compiled.groupings(number):
                groups[number, place] = {}
                self._run(function, number, groups)

    def _check(self, component: Component) -> None:
        growing = sum(len(self.store.relations[p]) for p in component.predicates)
        self._guard.check(component.predicates[0], growing)

    def _run(
        self,
        function: Function,
        rule: int,
        groups: Mapping[tuple[int, int], dict[Value | Row, Value]],
        queues: Mapping[str, list[Row]] | None = None,
    ) -> None:
        table = self.terms.table
        resources = tuple([self._resource(r, groups, queues or {}) for r in function.resources])
        code = cast("Callable[..., None]", function.code)
        code(
            resources,
            function.constants,
            table,
            table.get,
            Term,
            self.terms.order,
            quotient,
            remainder,
            self._guard.check,
        )

    def _resource(
        self,
        resource: Resource,
        groups: Mapping[tuple[int, int], dict[Value | Row, Value]],
        queues: Mapping[str, list[Row]],
    ) -> object:
        kind, predicate, columns = resource.kind, resource.predicate, resource.columns
        store = self.store
        if kind == "relation":
            return store.relations[predicate]
        if kind == "fold":
            return groups[resource.rule, columns[0]].get
        if kind == "out":
            return groups[resource.rule, columns[0]]
        if kind == "queue":
            return queues[predicate]
        if kind == "append":
            return queues[predicate].append
        if predicate in queues and not (kind == "has" and len(columns) == store.arities[predicate]):
            index = self._growing_index(predicate, columns)
            if not columns:
                return index[()]
            return index.get if kind == "get" else index
        if kind == "rows":
            return store.relations[predicate]
        if kind == "get":
            return store.index(predicate, columns).get
        return store.membership(predicate, columns)

    def _growing_index(self, predicate: str, columns: tuple[int, ...]) -> Index:
        key = (predicate, columns)
        if key not in self._growing:
            self._growing[key] = self.store.growing_index(predicate, columns)
        return self._growing[key]
