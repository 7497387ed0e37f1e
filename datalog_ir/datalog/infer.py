"""Types of variables: every column a variable stands in must have the same type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .errors import RuleError
from .syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Declaration,
    Expression,
    Negation,
    Number,
    SimpleLiteral,
    Span,
    String,
    Type,
    Variable,
    Wildcard,
)


def variable_types(
    head: Atom | None, body: Iterable[BodyLiteral], declarations: Mapping[str, Declaration], source: str
) -> dict[str, Type]:
    """The type of each variable of a rule, or of a query, whose scopes are separate.

    A variable that only stands inside constructors has no entry: it may be of any type.
    Raises `RuleError` where two types meet.
    """
    body = tuple(body)
    inference = _Inference(declarations, source)
    if head is not None:
        inference.atom(head)
    comparisons: list[Comparison] = []
    for literal in body:
        if isinstance(literal, Aggregate):
            for inner in literal.body:
                inference.literal(inner, comparisons)
        else:
            inference.literal(literal, comparisons)
    # An equality may carry a type from one variable to the next: at most as often as there are any.
    aggregates = [literal for literal in body if isinstance(literal, Aggregate)]
    known = -1
    while known != len(inference.types):
        known = len(inference.types)
        for comparison in comparisons:
            inference.equal(comparison.left, comparison.right, comparison.operator)
        for aggregate in aggregates:
            inference.aggregate(aggregate)
    for comparison in comparisons:
        if comparison.operator not in ("=", "!="):
            for side in (comparison.left, comparison.right):
                if isinstance(side, Variable) and side.name not in inference.types:
                    raise RuleError(
                        f"the type of `{side.name}` is not known, so that it has no order",
                        side.span,
                        source,
                        help="use it in a typed column, too",
                    )
    return inference.types


@dataclass(slots=True)
class _Inference:
    declarations: Mapping[str, Declaration]
    source: str
    types: dict[str, Type] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    """Where each variable has its type from."""

    def literal(self, literal: SimpleLiteral, comparisons: list[Comparison]) -> None:
        if isinstance(literal, Atom):
            self.atom(literal)
        elif isinstance(literal, Negation):
            self.atom(literal.atom)
        else:
            comparisons.append(literal)

    def atom(self, atom: Atom) -> None:
        for argument, column in zip(atom.arguments, self.declarations[atom.predicate].columns, strict=True):
            self.expect(argument, column.type, f"column `{column.name}` of `{atom.predicate}`")

    def equal(self, left: Expression, right: Expression, operator: str) -> None:
        left_type, right_type = self.type_of(left), self.type_of(right)
        if left_type is not None:
            self.expect(right, left_type, f"the left side of `{operator}`")
        elif right_type is not None:
            self.expect(left, right_type, f"the right side of `{operator}`")
        for side in (left, right):
            self.inside(side)

    def aggregate(self, aggregate: Aggregate) -> None:
        if aggregate.target is None:
            self.expect(aggregate.result, "number", "the result of `count`")
        else:
            self.equal(aggregate.target, aggregate.result, "=")

    def type_of(self, expression: Expression) -> Type | None:
        if isinstance(expression, Variable):
            return self.types.get(expression.name)
        if isinstance(expression, (Number, Arithmetic)):
            return "number"
        if isinstance(expression, String):
            return "symbol"
        return "term" if isinstance(expression, Constructor) else None

    def expect(self, expression: Expression, wanted: Type, why: str) -> None:
        if isinstance(expression, Variable):
            known = self.types.setdefault(expression.name, wanted)
            place = self.places.setdefault(expression.name, why)
            if known != wanted:
                self.fail(
                    f"`{expression.name.partition(chr(39))[0]}` is a {known} in {place}, "
                    f"but {why} is a {wanted}",
                    expression.span,
                    wanted,
                )
            return
        found = self.type_of(expression)
        if found is not None and found != wanted:
            self.fail(f"{why} is a {wanted}, but this is a {found}", expression.span, wanted)
        self.inside(expression)

    def inside(self, expression: Expression) -> None:
        """Types inside a compound expression: operands are numbers, items of a constructor anything."""
        if isinstance(expression, Arithmetic):
            for side in (expression.left, expression.right):
                self.expect(side, "number", f"an operand of `{expression.operator}`")
        elif isinstance(expression, Constructor):
            for item in expression.items:
                if not isinstance(item, (Variable, Wildcard)):
                    self.inside(item)

    def fail(self, message: str, span: Span, wanted: Type) -> None:
        example = {
            "number": "a number, as in `3`",
            "symbol": 'a symbol, as in `"a"`',
            "term": "a term, as in `[X]`",
        }
        raise RuleError(
            message, span, self.source, help=f"write {example[wanted]}, or change the declaration"
        )
