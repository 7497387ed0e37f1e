"""The order in which a rule's literals are evaluated, as a list of steps.

A plan starts from one atom (in a recursion: the one whose new facts are being looked at) and goes on
greedily: whatever can be tested is tested, else the atom with the best bound columns is joined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..check import is_ground, pattern_variables
from ..scope import aggregate_variables
from ..syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Expression,
    Negation,
    Rule,
    SimpleLiteral,
    Variable,
    Wildcard,
    literal_expressions,
    variables,
)

_SMALLER = 8
"""A relation this many times smaller is a better start than the one written first."""


@dataclass(frozen=True, slots=True)
class Join:
    """For every row of `predicate` whose `key_columns` have the values `key`."""

    predicate: str
    key_columns: tuple[int, ...]
    key: tuple[Expression, ...]
    outputs: tuple[tuple[int, Expression], ...]
    """What the other columns are matched with (`_` left out)."""
    delta: bool
    """The rows are those that are new."""


@dataclass(frozen=True, slots=True)
class Exists:
    """If there is such a row (or, negated, none)."""

    predicate: str
    key_columns: tuple[int, ...]
    key: tuple[Expression, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Test:
    """If a comparison of two computable values holds."""

    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Unify:
    """Match a pattern with a computable value."""

    pattern: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Fold:
    """Match the result of an aggregate with the value of the group `key`."""

    aggregate: int
    """Number among the aggregates of the rule."""
    kind: str
    key: tuple[Variable, ...]
    pattern: Expression
    inline: Plan | None
    """Steps to compute it on the spot, where the groups can't be found in one pass over its body."""
    target: Expression | None


Step: TypeAlias = Join | Exists | Test | Unify | Fold
Plan: TypeAlias = "tuple[Step, ...]"
Sizes: TypeAlias = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Grouping:
    """One pass over the body of an aggregate gives the values of all groups."""

    aggregate: int
    kind: str
    key: tuple[Variable, ...]
    target: Expression | None
    plan: Plan


def flatten(rule: Rule) -> Rule:
    """Takes arithmetic out of body atoms and patterns: `p(X+1)` becomes `p(A), A = X+1`.

    What needs a value and what gives one are then different literals, and may be put in order.
    """
    flat = _Flattener()
    body: list[BodyLiteral] = []
    for literal in rule.body:
        if isinstance(literal, Aggregate):
            inner = flat.body(literal.body)
            body.append(replace(literal, body=tuple(inner)))
        else:
            body.extend(flat.body((literal,)))
    return replace(rule, body=tuple(body))


def choose_start(rule: Rule, sizes: Sizes) -> int | None:
    """The place of an atom whose relation is much smaller than that of the first one, if there is any."""
    atoms = [(sizes(a.predicate), place) for place, a in enumerate(rule.body) if isinstance(a, Atom)]
    if len(atoms) < 2:
        return None
    size, place = min(atoms)
    return place if size * _SMALLER < atoms[0][0] else None


def plan_rule(rule: Rule, start: int | None, *, new: bool) -> Plan:
    """Orders a flattened rule.

    `start` is the place of the atom to begin with; with `new`, only new rows of it are looked at.
    """
    head = {v.name for argument in rule.head.arguments for v in variables(argument)}
    planner = _Planner(_outer(rule), head, aggregates_of(rule))
    return planner.order(list(enumerate(rule.body)), set(), start, new)


def plan_aggregates(rule: Rule) -> tuple[Grouping, ...]:
    """The aggregates of a flattened rule whose groups are found in one pass over their bodies."""
    names = _outer(rule)
    result: list[Grouping] = []
    for number, literal in enumerate(aggregates_of(rule)):
        if _stands_alone(literal, names):
            key = _group(literal, names)
            needed = {variable.name for variable in key}
            if literal.target is not None:
                needed |= {variable.name for variable in variables(literal.target)}
            planner = _Planner(names, needed, (), count=literal.kind == "count")
            steps = planner.order(list(enumerate(literal.body)), set())
            result.append(Grouping(number, literal.kind, key, literal.target, steps))
    return tuple(result)


def aggregates_of(rule: Rule) -> tuple[Aggregate, ...]:
    """The aggregates of a rule, in textual order."""
    return tuple([literal for literal in rule.body if isinstance(literal, Aggregate)])


def _outer(rule: Rule) -> set[str]:
    expressions = [e for literal in rule.body for e in literal_expressions(literal)]
    expressions.extend(rule.head.arguments)
    return {variable.name for e in expressions for variable in variables(e)}


def _group(aggregate: Aggregate, outer: set[str]) -> tuple[Variable, ...]:
    return tuple([Variable(name, aggregate.span) for name in sorted(aggregate_variables(aggregate) & outer)])


def _stands_alone(aggregate: Aggregate, outer: set[str]) -> bool:
    """Do the literals of the body give a value to every variable of the group?"""
    bound: set[str] = set()
    for literal in aggregate.body:
        if isinstance(literal, Atom):
            for argument in literal.arguments:
                bound |= pattern_variables(argument)
    changed = True
    while changed:
        before = len(bound)
        for literal in aggregate.body:
            if isinstance(literal, Comparison) and literal.operator == "=":
                if is_ground(literal.right, bound):
                    bound |= pattern_variables(literal.left)
                if is_ground(literal.left, bound):
                    bound |= pattern_variables(literal.right)
        changed = len(bound) != before
    return aggregate_variables(aggregate) <= bound


class _Flattener:
    def __init__(self) -> None:
        self._count = 0

    def body(self, literals: Sequence[BodyLiteral]) -> list[SimpleLiteral]:
        result: list[SimpleLiteral] = []
        for literal in literals:
            if isinstance(literal, Atom):
                arguments = tuple([self._pattern(e, result) for e in literal.arguments])
                result.append(replace(literal, arguments=arguments))
            elif isinstance(literal, Comparison) and literal.operator == "=":
                left, right = literal.left, literal.right
                if isinstance(left, Constructor) or isinstance(right, Constructor):
                    left, right = self._pattern(left, result), self._pattern(right, result)
                result.append(replace(literal, left=left, right=right))
            else:
                assert not isinstance(literal, Aggregate)
                result.append(literal)
        return result

    def _pattern(self, expression: Expression, result: list[SimpleLiteral]) -> Expression:
        if isinstance(expression, Arithmetic):
            variable = Variable(f"+{self._count}", expression.span)
            self._count += 1
            result.append(Comparison("=", variable, expression, expression.span))
            return variable
        if isinstance(expression, Constructor):
            return replace(expression, items=tuple([self._pattern(e, result) for e in expression.items]))
        return expression


class _Planner:
    def __init__(
        self,
        outer: set[str],
        needed: set[str],
        aggregates: tuple[Aggregate, ...],
        *,
        count: bool = False,
    ) -> None:
        self._outer = outer
        self._aggregates = aggregates
        self._needed = needed
        """Variables whose values are used after the last literal."""
        self._count = count
        """Every way to satisfy the literals counts, so that no join may stop at the first match."""

    def order(
        self,
        remaining: list[tuple[int, BodyLiteral]],
        bound: set[str],
        start: int | None = None,
        new: bool = False,
    ) -> Plan:
        steps: list[Step] = []
        if start is not None:
            item = next(item for item in remaining if item[0] == start)
            remaining.remove(item)
            steps.append(_join(item[1], bound, new=new))
        while remaining:
            for item in remaining:
                step = self._ready(item, remaining, bound)
                if step is not None:
                    break
            else:
                item = _best(remaining, bound)
                step = _join(item[1], bound, new=False)
            remaining.remove(item)
            steps.append(step)
        return tuple(steps)

    def _ready(
        self, item: tuple[int, BodyLiteral], remaining: list[tuple[int, BodyLiteral]], bound: set[str]
    ) -> Step | None:
        """The step for a literal that only tests or computes, if its time has come."""
        literal = item[1]
        if isinstance(literal, Comparison):
            return _compare(literal, bound)
        if isinstance(literal, Aggregate):
            group = _group(literal, self._outer)
            if not {variable.name for variable in group} <= bound:
                return None
            inline = None
            if not _stands_alone(literal, self._outer):
                needed = set() if literal.target is None else {v.name for v in variables(literal.target)}
                planner = _Planner(self._outer, needed, (), count=literal.kind == "count")
                inline = planner.order(list(enumerate(literal.body)), set(bound))
            bound |= pattern_variables(literal.result)
            number = next(n for n, other in enumerate(self._aggregates) if other is literal)
            return Fold(number, literal.kind, group, literal.result, inline, literal.target)
        atom = literal.atom if isinstance(literal, Negation) else literal
        keys = _key_columns(atom, bound)
        key = tuple([atom.arguments[column] for column in keys])
        if isinstance(literal, Negation):
            open_ = [e for column, e in enumerate(atom.arguments) if column not in keys]
            if all(isinstance(e, Wildcard) for e in open_):
                return Exists(atom.predicate, keys, key, True)
            return None
        if len(keys) == len(atom.arguments):
            return Exists(atom.predicate, keys, key, False)
        if keys and not self._count and self._unused(atom, keys, item, remaining):
            return Exists(atom.predicate, keys, key, False)
        return None

    def _unused(
        self,
        atom: Atom,
        keys: tuple[int, ...],
        item: tuple[int, BodyLiteral],
        remaining: list[tuple[int, BodyLiteral]],
    ) -> bool:
        """Is nothing but the existence of a matching row of interest?"""
        names: set[str] = set()
        for column, argument in enumerate(atom.arguments):
            if column not in keys and not isinstance(argument, Wildcard):
                if not isinstance(argument, Variable) or argument.name in names:
                    return False
                names.add(argument.name)
        if not names:
            return True
        used = set(self._needed)
        for other in remaining:
            if other is not item:
                used |= _names(other[1])
        return names.isdisjoint(used)


def _best(remaining: list[tuple[int, BodyLiteral]], bound: set[str]) -> tuple[int, BodyLiteral]:
    """The atom to join next: the one that is bound best, a bound first column above all."""
    best: tuple[int, BodyLiteral] | None = None
    best_score: tuple[int, ...] = ()
    for item in remaining:
        atom = item[1]
        if isinstance(atom, Atom):
            keys = _key_columns(atom, bound)
            open_ = sum(not isinstance(argument, Wildcard) for argument in atom.arguments) - len(keys)
            # A constant alone picks out too much: without a shared variable a join is a product.
            linked = any(variables(atom.arguments[column]) for column in keys)
            score = (linked, 0 in keys, len(keys), -open_) if keys else (False,)
            if best is None or score > best_score:
                best, best_score = item, score
    assert best is not None, "the check of safety lets no literal wait for ever"
    return best


def _join(literal: BodyLiteral, bound: set[str], *, new: bool) -> Join:
    assert isinstance(literal, Atom)
    # New rows are not looked up but taken as they come: nothing is a key.
    keys = () if new else _key_columns(literal, bound)
    key = tuple([literal.arguments[column] for column in keys])
    outputs = tuple(
        [
            (column, argument)
            for column, argument in enumerate(literal.arguments)
            if column not in keys and not isinstance(argument, Wildcard)
        ]
    )
    for argument in literal.arguments:
        bound |= pattern_variables(argument)
    return Join(literal.predicate, keys, key, outputs, new)


def _names(literal: BodyLiteral) -> set[str]:
    names = {v.name for e in literal_expressions(literal) for v in variables(e)}
    return names | aggregate_variables(literal) if isinstance(literal, Aggregate) else names


def _compare(comparison: Comparison, bound: set[str]) -> Step | None:
    left, right = is_ground(comparison.left, bound), is_ground(comparison.right, bound)
    if left and right:
        return Test(comparison)
    if comparison.operator != "=" or not (left or right):
        return None
    pattern, value = (comparison.right, comparison.left) if left else (comparison.left, comparison.right)
    if isinstance(pattern, Arithmetic):
        return None
    bound |= pattern_variables(pattern)
    return Unify(pattern, value)


def _key_columns(atom: Atom, bound: set[str]) -> tuple[int, ...]:
    return tuple([c for c, argument in enumerate(atom.arguments) if is_ground(argument, bound)])
