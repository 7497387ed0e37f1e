"""Plans and compiles the rules of a program, each when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from types import FunctionType
from typing import TypeAlias, cast

from ..program import Program
from ..strata import Component
from ..syntax import Atom, Rule
from .codegen import Generated, Resource
from .functions import DeltaRule, grouping_function, recursion_function, rule_function
from .plan import Grouping, Sizes, choose_start, flatten, plan_aggregates, plan_rule

Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A compiled function with what it takes."""

    code: FunctionType
    resources: tuple[Resource, ...]
    constants: tuple[int | str, ...]


class CompiledRules:
    """The functions of one program, made on demand and kept with it."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._arities = {name: d.arity for name, d in program.declarations.items()}
        self._flat: dict[int, Rule] = {}
        self._functions: dict[Key, Function] = {}

    @staticmethod
    def of(program: Program) -> CompiledRules:
        """The functions of a program; those made in an earlier evaluation are still there."""
        found = program.compiled.get("seminaive")
        if found is None:
            found = program.compiled.setdefault("seminaive", CompiledRules(program))
        return cast(CompiledRules, found)

    def rule(self, number: int, sizes: Sizes) -> Function:
        """A rule outside a recursion, started from an atom that suits the sizes of the relations."""
        start = choose_start(self._program.rules[number], sizes)
        return self._get(("rule", number, start), lambda: self._rule(number, start))

    def groupings(self, number: int) -> tuple[tuple[int, Function], ...]:
        """The aggregates of a rule, by their place in the body, as far as they are found in one pass."""
        rule = self._flattened(number)
        return tuple(
            [
                (grouping.aggregate, self._get(("group", number, grouping.aggregate), make))
                for grouping in plan_aggregates(rule)
                for make in [partial(self._grouping, number, grouping)]
            ]
        )

    def recursion(self, component: Component, rules: tuple[int, ...]) -> Function:
        """Those of the recursive rules of a component that can fire at all."""
        return self._get(("recursion", rules), lambda: self._recursion(component, rules))

    def _get(self, key: Key, make: Callable[[], Generated]) -> Function:
        function = self._functions.get(key)
        if function is None:
            function = self._functions[key] = _compile(make())
        return function

    def _flattened(self, number: int) -> Rule:
        if number not in self._flat:
            self._flat[number] = flatten(self._program.rules[number])
        return self._flat[number]

    def _rule(self, number: int, start: int | None) -> Generated:
        rule = self._program.rules[number]
        if start is not None:
            # Moved to the front: the places in the flattened body are others.
            body = (rule.body[start], *rule.body[:start], *rule.body[start + 1 :])
            rule = replace(rule, body=body)
        rule = flatten(rule)
        plan = plan_rule(rule, 0 if start is not None else None, new=False)
        return rule_function(number, rule, plan, self._program.types[number], self._arities)

    def _grouping(self, number: int, grouping: Grouping) -> Generated:
        return grouping_function(number, grouping, self._program.types[number], self._arities)

    def _recursion(self, component: Component, rules: tuple[int, ...]) -> Generated:
        deltas = [
            DeltaRule(number, rule, plan_rule(rule, place, new=True), self._program.types[number])
            for number in rules
            for rule in [self._flattened(number)]
            for place, literal in enumerate(rule.body)
            if isinstance(literal, Atom) and literal.predicate in component.predicates
        ]
        stride = len(self._program.rules)
        return recursion_function(deltas, component.predicates, self._arities, stride)


def _compile(generated: Generated) -> Function:
    code = compile(generated.module, "<rules>", "exec")
    namespace: dict[str, object] = {}
    exec(code, namespace)  # built from `ast` nodes: no text of a rule is in it
    return Function(cast(FunctionType, namespace["rule"]), generated.resources, generated.constants)
