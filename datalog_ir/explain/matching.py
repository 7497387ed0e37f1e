"""The instances of a rule that derive a given fact: backwards from the head, through the model.

A rule is turned once into a list of small functions, in an order in which each knows enough to look up
its rows by key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from datalog_ir.datalog import Program, Row, Term, Value
from datalog_ir.datalog.arithmetic import apply
from datalog_ir.datalog.scope import aggregate_variables
from datalog_ir.datalog.syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Expression,
    Negation,
    Number,
    Rule,
    String,
    Variable,
    Wildcard,
    literal_expressions,
    variables,
)
from datalog_ir.explain.proof import Step
from datalog_ir.explain.relations import Pattern, Relations

Binding: TypeAlias = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A way to use a rule that comes to an end: what was found so far, and the literal that has no match."""

    rule: int
    literal: int
    """Its place in the body; -1 if the head does not fit."""
    binding: Binding
    rows: tuple[Row | None, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A rule, and the order in which its literals are matched."""

    rule: Rule
    number: int
    order: tuple[int, ...]
    calculated: tuple[tuple[int, int, Expression], ...]
    """Arguments of premises that hold arithmetic: literal, column, expression."""


class Matcher:
    """Instances of the rules of a program in one model."""

    __slots__ = ("_by_head", "_plans", "program", "relations")

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        self.program: Program = relations.model.program
        self._plans: dict[tuple[int, tuple[bool, ...]], _Plan] = {}
        self._by_head: dict[str, list[int]] = {}
        for number, rule in enumerate(self.program.rules):
            self._by_head.setdefault(rule.head.predicate, []).append(number)

    def rules_for(self, predicate: str) -> Sequence[int]:
        """The rules that derive rows of a predicate, in textual order."""
        return self._by_head.get(predicate, ())

    def instances(self, number: int, row: Row) -> Iterator[Step]:
        """Every instance of a rule that derives this row, premises taken from the model."""
        binding: Binding = {}
        rule = self.program.rules[number]
        if not match_all(rule.head.arguments, row, binding):
            return
        plan = self._plan(number, (True,) * len(row))
        rows: list[Row | None] = [None] * len(rule.body)
        for found in self._ways(plan, binding, rows, 0, None):
            if self._adds_up(plan, found, row, rows):
                yield Step(number, {k: v for k, v in found.items() if "'" not in k}, tuple(rows))

    def _adds_up(self, plan: _Plan, binding: Binding, head: Row, rows: Sequence[Row | None]) -> bool:
        """Has arithmetic the values that were matched with it?"""
        for argument, value in zip(plan.rule.head.arguments, head, strict=True):
            if _calculates(argument) and self.value(argument, binding) != value:
                return False
        for place, column, expression in plan.calculated:
            row = rows[place]
            if row is not None and self.value(expression, binding) != row[column]:
                return False
        return True

    def blocked(self, number: int, pattern: Pattern) -> list[Blocked]:
        """Where every attempt to derive a row of this pattern by the rule ends.

        For a pattern that no row of the model agrees with.  Of an attempt the literal is told that is the
        first, in the order of matching, to have no match.
        """
        rule = self.program.rules[number]
        binding: Binding = {}
        for argument, value in zip(rule.head.arguments, pattern, strict=True):
            if value is not None and not match(argument, value, binding):
                return []
        plan = self._plan(number, tuple([value is not None for value in pattern]))
        rows: list[Row | None] = [None] * len(rule.body)
        ends: list[Blocked] = []
        for _ in self._ways(plan, binding, rows, 0, ends):
            pass
        return ends

    def pattern(self, atom: Atom, binding: Binding) -> Pattern:
        """What is known of the rows that an atom stands for."""
        return tuple([self.value(argument, binding) for argument in atom.arguments])

    def row_for(self, atom: Atom, binding: Binding) -> Row | None:
        """A row of the model that the atom may stand for, if there is one."""
        for row in self.relations.matching(atom.predicate, self.pattern(atom, binding)):
            # What is known of a term only in part has no part in the look-up.
            if match_all(atom.arguments, row, dict(binding)):
                return row
        return None

    def value(self, expression: Expression, binding: Binding) -> Value | None:
        """The value of an expression; `None` where it has none, as a variable has none."""
        if isinstance(expression, Variable):
            return binding.get(expression.name)
        if isinstance(expression, (Number, String)):
            return expression.value
        if isinstance(expression, Constructor):
            items = [self.value(item, binding) for item in expression.items]
            known = tuple([item for item in items if item is not None])
            return self.relations.model.terms.make(known) if len(known) == len(items) else None
        if isinstance(expression, Arithmetic):
            left, right = self.value(expression.left, binding), self.value(expression.right, binding)
            if isinstance(left, int) and isinstance(right, int):
                return apply(expression.operator, left, right)
        return None

    def _plan(self, number: int, bound_columns: tuple[bool, ...]) -> _Plan:
        plan = self._plans.get((number, bound_columns))
        if plan is None:
            rule = self.program.rules[number]
            arguments = [a for a, bound in zip(rule.head.arguments, bound_columns, strict=True) if bound]
            known = {v.name for a in arguments for v in variables(a)}
            known -= {v.name for a in arguments for v in _unsolved(a)}
            order = _order(rule.body, known, self.program)
            calculated = [
                (place, column, argument)
                for place, literal in enumerate(rule.body)
                if isinstance(literal, Atom)
                for column, argument in enumerate(literal.arguments)
                if _calculates(argument)
            ]
            plan = self._plans[number, bound_columns] = _Plan(rule, number, order, tuple(calculated))
        return plan

    def _ways(
        self,
        plan: _Plan,
        binding: Binding,
        rows: list[Row | None],
        at: int,
        ends: list[Blocked] | None,
    ) -> Iterator[Binding]:
        if at == len(plan.order):
            yield binding
            return
        place = plan.order[at]
        literal = plan.rule.body[place]
        alive = False
        for extended, row in self._step(literal, binding):
            alive = True
            rows[place] = row
            yield from self._ways(plan, extended, rows, at + 1, ends)
        rows[place] = None
        if not alive and ends is not None:
            ends.append(Blocked(plan.number, place, dict(binding), tuple(rows)))

    def _step(self, literal: BodyLiteral, binding: Binding) -> Iterator[tuple[Binding, Row | None]]:
        """Every way to satisfy one literal, with the binding that it leads to."""
        if isinstance(literal, Atom):
            pattern = self.pattern(literal, binding)
            for row in self.relations.matching(literal.predicate, pattern):
                if None not in pattern:
                    yield binding, row
                    continue
                extended = dict(binding)
                if match_all(literal.arguments, row, extended):
                    yield extended, row
        elif isinstance(literal, Negation):
            if self.row_for(literal.atom, binding) is None:
                yield binding, None
        elif isinstance(literal, Comparison):
            yield from self._compare(literal, binding)
        else:
            value = self.fold(literal, binding)
            if value is not None:
                extended = dict(binding)
                if match(literal.result, value, extended):
                    yield extended, None

    def _compare(self, literal: Comparison, binding: Binding) -> Iterator[tuple[Binding, Row | None]]:
        left, right = self.value(literal.left, binding), self.value(literal.right, binding)
        if left is not None and right is not None:
            if self.compare(literal.operator, left, right):
                yield binding, None
        elif literal.operator == "=" and (left is not None or right is not None):
            extended = dict(binding)
            pattern, value = (literal.right, left) if left is not None else (literal.left, right)
            if value is not None and match(pattern, value, extended):
                yield extended, None

    def compare(self, operator: str, left: Value, right: Value) -> bool:
        """A comparison of two values; terms are ordered as the model orders them."""
        if operator in ("=", "!="):
            return (left == right) == (operator == "=")
        order: Callable[[Value], int | str | bytes] = self.relations.model.terms.order
        a, b = order(left), order(right)
        if operator == "<":
            return a < b  # type: ignore[operator]
        if operator == "<=":
            return a <= b  # type: ignore[operator]
        return a > b if operator == ">" else a >= b  # type: ignore[operator]

    def fold(self, literal: Aggregate, binding: Binding) -> Value | None:
        """The value of an aggregate for the group that the binding describes; `None` if it has none."""
        own = aggregate_variables(literal)
        group = {name: value for name, value in binding.items() if name in own}
        order = _order(literal.body, set(group), self.program)
        found: list[Value] = []
        count = 0
        for way in self._inner(literal.body, order, group, 0):
            count += 1
            if literal.target is not None:
                value = self.value(literal.target, way)
                if value is not None:
                    found.append(value)
        if literal.kind == "count":
            return count
        if not found:
            return None
        key = self.relations.model.terms.order
        return (min if literal.kind == "min" else max)(found, key=key)

    def _inner(
        self, body: Sequence[BodyLiteral], order: Sequence[int], binding: Binding, at: int
    ) -> Iterator[Binding]:
        if at == len(order):
            yield binding
            return
        for extended, _ in self._step(body[order[at]], binding):
            yield from self._inner(body, order, extended, at + 1)


def match_all(patterns: Sequence[Expression], row: Row, binding: Binding) -> bool:
    """Matches every column, extending the binding."""
    return all(match(pattern, value, binding) for pattern, value in zip(patterns, row, strict=True))


def match(pattern: Expression, value: Value, binding: Binding) -> bool:
    """Does the value agree with the pattern?  Gives unbound variables their values.

    Arithmetic is solved for its one unbound variable if that is simple, and else taken to agree: the
    caller checks it when all is bound.
    """
    if isinstance(pattern, Variable):
        return binding.setdefault(pattern.name, value) == value
    if isinstance(pattern, Wildcard):
        return True
    if isinstance(pattern, (Number, String)):
        return pattern.value == value
    if isinstance(pattern, Constructor):
        return (
            isinstance(value, Term)
            and len(value) == len(pattern.items)
            and all(match(item, part, binding) for item, part in zip(pattern.items, value, strict=True))
        )
    left, right = pattern.left, pattern.right
    if isinstance(value, int) and isinstance(left, Variable) and isinstance(right, Number):
        if pattern.operator == "+":
            return match(left, value - right.value, binding)
        if pattern.operator == "-":
            return match(left, value + right.value, binding)
    return True


def _unsolved(expression: Expression) -> list[Variable]:
    """Variables that `match` leaves open."""
    if not isinstance(expression, Arithmetic):
        return []
    simple = isinstance(expression.left, Variable) and isinstance(expression.right, Number)
    return [] if simple and expression.operator in ("+", "-") else variables(expression)


def _calculates(expression: Expression) -> bool:
    """Is there arithmetic in it?"""
    if isinstance(expression, Constructor):
        return any(map(_calculates, expression.items))
    return isinstance(expression, Arithmetic)


def _names(expressions: Sequence[Expression]) -> set[str]:
    return {v.name for expression in expressions for v in variables(expression)}


def _order(body: Sequence[BodyLiteral], known: set[str], program: Program) -> tuple[int, ...]:
    """An order for the literals: tests as soon as they can be made, joins by how much of them is known."""
    bound = set(known)
    left = list(range(len(body)))
    outer = {
        name
        for literal in body
        if not isinstance(literal, Aggregate)
        for name in _names(literal_expressions(literal))
    }
    order: list[int] = []
    while left:
        place = next((p for p in left if _ready(body[p], bound, outer)), None)
        if place is None:
            atoms = [(p, atom) for p in left for atom in [body[p]] if isinstance(atom, Atom)]
            place = max(atoms, key=lambda item: _known(item[1], bound, program))[0]
        left.remove(place)
        order.append(place)
        bound |= _names(literal_expressions(body[place]))
    return tuple(order)


def _ready(literal: BodyLiteral, bound: set[str], outer: set[str]) -> bool:
    if isinstance(literal, Comparison):
        left, right = _names([literal.left]), _names([literal.right])
        if left <= bound and right <= bound:
            return True
        return literal.operator == "=" and (
            (left <= bound and not _calculates(literal.right))
            or (right <= bound and not _calculates(literal.left))
        )
    if isinstance(literal, Aggregate):
        return aggregate_variables(literal) & (outer | bound) <= bound
    return _names(literal_expressions(literal)) <= bound and (
        isinstance(literal, Negation) or not _has_wildcard(literal)
    )


def _has_wildcard(atom: Atom) -> bool:
    return any(isinstance(argument, Wildcard) for argument in atom.arguments)


def _known(atom: Atom, bound: set[str], program: Program) -> tuple[bool, int, int, int]:
    """How well a join is bound.  A known symbol picks out less than a known number or term."""
    types = program.declarations[atom.predicate].types
    known = [not isinstance(e, Wildcard) and _names([e]) <= bound for e in atom.arguments]
    linked = any(k and variables(e) for k, e in zip(known, atom.arguments, strict=True))
    sharp = sum(k and t != "symbol" for k, t in zip(known, types, strict=True))
    return linked, sharp, sum(known), -len(known)
