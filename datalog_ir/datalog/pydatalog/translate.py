"""Rules to pyDatalog clauses.

Constructors, arithmetic and comparisons become predicates that Python resolves; they are placed where
their arguments are bound.  The order of the other literals is pyDatalog's order of evaluation: the one
with the most bound arguments goes next, a bound first argument above all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..arithmetic import apply
from ..check import is_ground, pattern_variables
from ..scope import aggregate_variables
from ..syntax import (
    Aggregate,
    Arithmetic,
    ArithmeticOperator,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Expression,
    Negation,
    Number,
    String,
    Type,
    Variable,
    Wildcard,
)
from ..terms import Row, Term, TermTable, Value
from .session import EngineLiteral, EngineTerm, Session

_TYPES: dict[Type, type] = {"number": int, "symbol": str, "term": Term}
_COMPARE: dict[str, Callable[[object, object], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,  # type: ignore[operator]
    "<=": lambda a, b: a <= b,  # type: ignore[operator]
    ">": lambda a, b: a > b,  # type: ignore[operator]
    ">=": lambda a, b: a >= b,  # type: ignore[operator]
}


class Translator:
    """Translates bodies of rules, one at a time."""

    def __init__(self, session: Session, terms: TermTable) -> None:
        self.session = session
        self._terms = terms
        self._defined: set[tuple[str, int]] = set()
        self._fresh = 0

    def body(
        self,
        literals: Sequence[BodyLiteral],
        types: Mapping[str, Type],
        name_of: Callable[[int, Atom], str],
        outputs: Sequence[Expression],
        first: int | None = None,
        bound: Iterable[str] = (),
        folds: Mapping[int, str] | None = None,
    ) -> tuple[list[EngineLiteral], list[EngineTerm]]:
        """The literals of a clause, and the terms of `outputs`, which are computed at the end.

        `name_of` names the pyDatalog predicate of the atom at a place of the body; the atom at place
        `first` is put first; `bound` have values from the start; `folds` names predicates that give the
        results of aggregates, by place.
        """
        writer = _Writer(self, types, name_of, folds or {})
        writer.bound = set(bound)
        remaining = list(enumerate(literals))
        if first is not None:
            remaining.insert(0, remaining.pop(first))
            writer.join(first, remaining.pop(0)[1])
        outer = {v for _, literal in remaining for v in _names(literal)}
        while remaining:
            item = next((i for i in remaining if writer.ready(i[1], outer)), None)
            if item is None:
                atoms = [i for i in remaining if isinstance(i[1], Atom)]
                item = max(atoms, key=lambda i: writer.boundness(i[1]))
            remaining.remove(item)
            writer.join(*item)
        results = [writer.value(output) for output in outputs]
        return writer.literals, results

    def fresh(self) -> EngineTerm:
        """A variable that nothing else bears."""
        self._fresh += 1
        return self.session.variable(f"V{self._fresh}")

    def defined(
        self, name: str, arity: int, resolve: Callable[[Sequence[Value | None]], Iterable[Row]]
    ) -> str:
        """Defines a computed predicate, once."""
        if (name, arity) not in self._defined:
            self._defined.add((name, arity))
            self.session.resolver(name, arity, resolve)
        return name

    def constructor(self, size: int) -> str:
        """`(term, items...)`: takes the term apart if it is bound, else builds it."""

        def resolve(values: Sequence[Value | None]) -> Iterable[Row]:
            term = values[0]
            if term is None:
                items = tuple([value for value in values[1:] if value is not None])
                return [(self._terms.make(items), *items)]
            if not isinstance(term, Term) or len(term) != size:
                return []
            fits = all(v is None or v == item for v, item in zip(values[1:], term, strict=True))
            return [(term, *term)] if fits else []

        return self.defined("constructor", size + 1, resolve)

    def arithmetic(self, operator: ArithmeticOperator) -> str:
        """`(left, right, result)`."""

        def resolve(values: Sequence[Value | None]) -> Iterable[Row]:
            left, right, result = values
            assert isinstance(left, int) and isinstance(right, int)
            value = apply(operator, left, right)
            return [] if value is None or (result is not None and result != value) else [(left, right, value)]

        names = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "remainder"}
        return self.defined(names[operator], 3, resolve)

    def comparison(self, operator: str) -> str:
        """`(left, right)`, both bound."""
        compare, order = _COMPARE[operator], self._terms.order

        def resolve(values: Sequence[Value | None]) -> Iterable[Row]:
            left, right = values
            assert left is not None and right is not None
            holds = compare(left, right) if operator in ("=", "!=") else compare(order(left), order(right))
            return [(left, right)] if holds else []

        names = {"=": "same", "!=": "other", "<": "less", "<=": "most", ">": "greater", ">=": "least"}
        return self.defined(names[operator], 2, resolve)

    def type_test(self, wanted: Type) -> str:
        """`(value)`."""
        kind = _TYPES[wanted]

        def resolve(values: Sequence[Value | None]) -> Iterable[Row]:
            value = values[0]
            return [(value,)] if value is not None and isinstance(value, kind) else []

        return self.defined(f"is_{wanted}", 1, resolve)


class _Writer:
    """The clause being written."""

    def __init__(
        self,
        translator: Translator,
        types: Mapping[str, Type],
        name_of: Callable[[int, Atom], str],
        folds: Mapping[int, str],
    ) -> None:
        self._to = translator
        self._types = types
        self._name_of = name_of
        self._folds = folds
        self._variables: dict[str, EngineTerm] = {}
        self.bound: set[str] = set()
        self.literals: list[EngineLiteral] = []

    def ready(self, literal: BodyLiteral, outer: set[str]) -> bool:
        """Can a test or a computation be done?  Atoms wait for their turn."""
        if isinstance(literal, Comparison):
            left, right = is_ground(literal.left, self.bound), is_ground(literal.right, self.bound)
            if left and right:
                return True
            return literal.operator == "=" and (
                (left and self._is_pattern(literal.right)) or (right and self._is_pattern(literal.left))
            )
        if isinstance(literal, Negation):
            return all(isinstance(e, Wildcard) or is_ground(e, self.bound) for e in literal.atom.arguments)
        if isinstance(literal, Aggregate):
            group = aggregate_variables(literal) & (outer | self.bound)
            return group <= self.bound
        return all(is_ground(e, self.bound) for e in literal.arguments)

    def boundness(self, literal: BodyLiteral) -> tuple[int, ...]:
        assert isinstance(literal, Atom)
        ground = [is_ground(e, self.bound) for e in literal.arguments]
        computable = all(self._is_pattern(e) or g for e, g in zip(literal.arguments, ground, strict=True))
        return (computable, ground[:1] == [True], sum(ground), -len(ground))

    def join(self, place: int, literal: BodyLiteral) -> None:
        """Writes a literal, with what has to be computed before and taken apart behind it."""
        if isinstance(literal, Atom):
            self._atom(self._name_of(place, literal), literal.arguments)
        elif isinstance(literal, Negation):
            terms = [
                self._to.fresh() if isinstance(e, Wildcard) else self.value(e) for e in literal.atom.arguments
            ]
            self._add("~" + self._name_of(place, literal.atom), terms)
        elif isinstance(literal, Comparison):
            self._comparison(literal)
        else:
            group = sorted(aggregate_variables(literal) & self.bound)
            keys = [self.variable(name) for name in group]
            result = self._to.fresh()
            self._add(self._folds[place], [*keys, result])
            self._match(literal.result, result, typed=True)

    def variable(self, name: str) -> EngineTerm:
        if name not in self._variables:
            self._variables[name] = self._to.fresh()
        return self._variables[name]

    def value(self, expression: Expression) -> EngineTerm:
        """The term of a computable expression."""
        if isinstance(expression, Variable):
            return self.variable(expression.name)
        if isinstance(expression, (Number, String)):
            return self._to.session.constant(expression.value)
        result = self._to.fresh()
        if isinstance(expression, Constructor):
            items = [self.value(item) for item in expression.items]
            self._add(self._to.constructor(len(items)), [result, *items])
        else:
            assert isinstance(expression, Arithmetic)
            left, right = self.value(expression.left), self.value(expression.right)
            self._add(self._to.arithmetic(expression.operator), [left, right, result])
        return result

    def _add(self, name: str, terms: Sequence[EngineTerm]) -> None:
        # pyDatalog has no predicates without arguments.
        self.literals.append(self._to.session.literal(name, terms or [self._to.session.constant(0)]))

    def _atom(self, name: str, arguments: Sequence[Expression]) -> None:
        terms: list[EngineTerm] = []
        later: list[tuple[Expression, EngineTerm]] = []
        seen: set[str] = set()
        for argument in arguments:
            if is_ground(argument, self.bound):
                terms.append(self.value(argument))
            elif isinstance(argument, Variable):
                terms.append(self.variable(argument.name))
                seen.add(argument.name)
            else:
                terms.append(self._to.fresh())
                if not isinstance(argument, Wildcard):
                    later.append((argument, terms[-1]))
        self._add(name, terms)
        self.bound |= seen
        # Constructors first: they may give values to variables that arithmetic needs.
        for argument, term in sorted(later, key=lambda pair: isinstance(pair[0], Arithmetic)):
            self._match(argument, term, typed=True)

    def _comparison(self, comparison: Comparison) -> None:
        left, right = comparison.left, comparison.right
        if is_ground(left, self.bound) and is_ground(right, self.bound):
            self._add(self._to.comparison(comparison.operator), [self.value(left), self.value(right)])
            return
        if is_ground(left, self.bound):
            left, right = right, left
        known = not isinstance(right, Variable) or right.name in self._types
        self._match(left, self.value(right), typed=known)

    def _match(self, pattern: Expression, term: EngineTerm, *, typed: bool) -> None:
        if isinstance(pattern, Wildcard):
            return
        if isinstance(pattern, Constructor) and not is_ground(pattern, self.bound):
            parts = [self._to.fresh() for _ in pattern.items]
            self._add(self._to.constructor(len(parts)), [term, *parts])
            items = zip(pattern.items, parts, strict=True)
            for item, part in sorted(items, key=lambda pair: isinstance(pair[0], Arithmetic)):
                self._match(item, part, typed=False)
            return
        if isinstance(pattern, Variable) and pattern.name not in self.bound:
            self._variables[pattern.name] = term
            self.bound.add(pattern.name)
            wanted = self._types.get(pattern.name)
            if not typed and wanted is not None:
                self._add(self._to.type_test(wanted), [term])
            return
        self._add(self._to.comparison("="), [term, self.value(pattern)])

    def _is_pattern(self, expression: Expression) -> bool:
        """Nothing but constructors around open variables: arithmetic can't be solved for them."""
        if isinstance(expression, Constructor):
            inner = set(self.bound) | pattern_variables(expression)
            return all(is_ground(i, inner) or self._is_pattern(i) for i in expression.items)
        return isinstance(expression, (Variable, Wildcard)) or is_ground(expression, self.bound)


def _names(literal: BodyLiteral) -> set[str]:
    from ..syntax import literal_expressions, variables

    return {v.name for e in literal_expressions(literal) for v in variables(e)}
