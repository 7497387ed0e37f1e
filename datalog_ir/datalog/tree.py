"""Lark's trees of `rules.lark` to our syntax trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from lark import Token, Tree
from lark.exceptions import VisitError
from lark.visitors import Transformer_NonRecursive

from .arithmetic import apply
from .errors import RuleError
from .syntax import (
    BASE_TYPES,
    Aggregate,
    AggregateKind,
    Arithmetic,
    ArithmeticOperator,
    Atom,
    BodyLiteral,
    Column,
    Comparison,
    ComparisonOperator,
    Constant,
    Constructor,
    Declaration,
    Directive,
    Expression,
    Negation,
    Number,
    SimpleLiteral,
    Span,
    String,
    Subtype,
    Type,
    Variable,
    Wildcard,
)

_MAX_DEPTH = 100
"""Of nested expressions.  The bound lets everything behind the parser recurse over them."""
_MAX_DIGITS = 4000
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True, slots=True)
class Clause:
    """A fact (`body` is `None`) or a rule."""

    head: Atom
    body: tuple[BodyLiteral, ...] | None
    span: Span
    last_line: int
    doc: str
    text: str

    def follows(self, other: Clause) -> bool:
        """Stands directly below a rule for the same predicate: they share one comment."""
        return self.head.predicate == other.head.predicate and self.span.line == other.last_line + 1

    def with_doc(self, doc: str) -> Clause:
        """The clause with this comment."""
        return replace(self, doc=doc)


def build(
    file: str, text: str, tree: object, docs: dict[int, str]
) -> Iterator[Declaration | Directive | Subtype | Clause]:
    """The statements of a parsed file, in textual order.  Raises `RuleError`."""
    result = _transform(_Builder(file, text, docs), tree)
    yield from cast("list[Declaration | Directive | Subtype | Clause]", result)


def build_query(file: str, text: str, tree: object) -> tuple[BodyLiteral, ...]:
    """The literals of a parsed conjunction.  Raises `RuleError`."""
    return cast("tuple[BodyLiteral, ...]", _transform(_Builder(file, text, {}), tree))


def _transform(builder: _Builder, tree: object) -> object:
    try:
        return cast(object, builder.transform(cast("Tree[Token]", tree)))
    except VisitError as error:
        if isinstance(error.orig_exc, RuleError):
            raise error.orig_exc from None
        raise


def constant(expression: Expression, text: str) -> Constant:
    """The value of an expression without variables.  Raises `RuleError` where there are any."""
    if isinstance(expression, (Number, String)):
        return expression.value
    if isinstance(expression, Constructor):
        return tuple([constant(item, text) for item in expression.items])
    if isinstance(expression, Arithmetic):
        left, right = constant(expression.left, text), constant(expression.right, text)
        if not isinstance(left, int) or not isinstance(right, int):
            raise RuleError(
                f"`{expression.operator}` takes numbers",
                expression.span,
                text,
                help="both sides must be numbers",
            )
        value = apply(expression.operator, left, right)
        if value is None:
            raise RuleError("division by zero", expression.span, text, help="this fact can never hold")
        return value
    name = "_" if isinstance(expression, Wildcard) else expression.name
    raise RuleError(
        f"unsafe variable `{name}`: a fact has no variables",
        expression.span,
        text,
        help=f'write a symbol as "{name}"' if name != "_" else "write a value",
    )


class _Builder(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Bottom-up, without recursion; each method bears the name of a rule of the grammar."""

    def __init__(self, file: str, text: str, docs: dict[int, str]) -> None:
        super().__init__()
        self._file = file
        self._text = text
        self._docs = docs
        # Depth of the compound expressions built so far.  They stay alive in the tree, so that their
        # identities are not reused.
        self._depth: dict[int, int] = {}

    def _span(self, token: Token) -> Span:
        return Span(self._file, token.line or 1, token.column or 1, len(token))

    def _nest(self, node: Arithmetic | Constructor, parts: tuple[Expression, ...]) -> Expression:
        depth = 1 + max((self._depth.get(id(part), 0) for part in parts), default=0)
        if depth > _MAX_DEPTH:
            raise RuleError(
                f"expressions nested more than {_MAX_DEPTH} deep",
                node.span,
                self._text,
                help="name a part of it with a rule of its own",
            )
        self._depth[id(node)] = depth
        return node

    # ---- Expressions ----

    def number(self, children: list[Token]) -> Expression:
        if len(children[0]) > _MAX_DIGITS:
            raise RuleError(
                f"a number of more than {_MAX_DIGITS} digits", self._span(children[0]), self._text
            )
        return Number(int(children[0]), self._span(children[0]))

    def string(self, children: list[Token]) -> Expression:
        span = self._span(children[0])
        raw = str(children[0])[1:-1]
        if "\\" not in raw:
            return String(raw, span)
        parts: list[str] = []
        at = 0
        while True:
            stop = raw.find("\\", at)
            if stop < 0:
                parts.append(raw[at:])
                return String("".join(parts), span)
            parts.append(raw[at:stop])
            if raw[stop + 1] not in _ESCAPES:
                place = Span(span.file, span.line, span.column + 1 + stop, 2)
                raise RuleError(
                    f"unknown escape `\\{raw[stop + 1]}`",
                    place,
                    self._text,
                    help='known are \\" \\\\ \\n \\t \\r; write a backslash as `\\\\`',
                )
            parts.append(_ESCAPES[raw[stop + 1]])
            at = stop + 2

    def variable(self, children: list[Token]) -> Expression:
        return Variable(str(children[0]), self._span(children[0]))

    def wildcard(self, children: list[Token]) -> Expression:
        return Wildcard(self._span(children[0]))

    def nil(self, children: list[Token]) -> Expression:
        return Constructor((), self._span(children[0]))

    def constructor(self, children: list[object]) -> Expression:
        items = tuple(cast("list[Expression]", children[1:-1]))
        first, last = cast(Token, children[0]), cast(Token, children[-1])
        return self._nest(Constructor(items, _cover(self._span(first), self._span(last))), items)

    def arithmetic(self, children: list[object]) -> Expression:
        left, right = cast(Expression, children[0]), cast(Expression, children[2])
        operator = cast(ArithmeticOperator, str(children[1]))
        return self._nest(Arithmetic(operator, left, right, _cover(left.span, right.span)), (left, right))

    def negative(self, children: list[object]) -> Expression:
        sign, operand = self._span(cast(Token, children[0])), cast(Expression, children[1])
        span = _cover(sign, operand.span)
        if isinstance(operand, Number):
            return Number(-operand.value, span)
        return self._nest(Arithmetic("-", Number(0, sign), operand, span), (operand,))

    # ---- Literals ----

    def atom(self, children: list[object]) -> Atom:
        name, close = cast(Token, children[0]), cast(Token, children[-1])
        arguments = tuple(cast("list[Expression]", children[1:-1]))
        return Atom(str(name), arguments, _cover(self._span(name), self._span(close)))

    def negation(self, children: list[object]) -> Negation:
        atom = cast(Atom, children[1])
        return Negation(atom, _cover(self._span(cast(Token, children[0])), atom.span))

    def comparison(self, children: list[object]) -> Comparison:
        left, right = cast(Expression, children[0]), cast(Expression, children[2])
        operator = cast(ComparisonOperator, str(children[1]))
        return Comparison(operator, left, right, _cover(left.span, right.span))

    def count(self, children: list[object]) -> Aggregate:
        result, body = cast(Expression, children[0]), cast("tuple[SimpleLiteral, ...]", children[3])
        span = _cover(result.span, self._span(cast(Token, children[2])))
        return Aggregate(result, "count", None, body, span)

    def extremum(self, children: list[object]) -> Aggregate:
        result, target = cast(Expression, children[0]), cast(Expression, children[3])
        kind = cast(AggregateKind, str(children[2]))
        body = cast("tuple[SimpleLiteral, ...]", children[4])
        return Aggregate(result, kind, target, body, _cover(result.span, target.span))

    def body(self, children: list[BodyLiteral]) -> tuple[BodyLiteral, ...]:
        return tuple(children)

    simple_body = body
    query = body

    # ---- Statements ----

    def column(self, children: list[Token]) -> Column:
        name, type_ = children
        sort = str(type_)
        # What a subtype is a subtype of is only known when all files are read.
        type_known: Type = sort if sort in BASE_TYPES else "number"
        return Column(str(name), type_known, _cover(self._span(name), self._span(type_)), sort)

    def subtype(self, children: list[Token]) -> Subtype:
        name, base = children[1], children[3]
        return Subtype(str(name), str(base), self._span(name), self._span(base))

    def declaration(self, children: list[object]) -> Declaration:
        start, name = cast(Token, children[0]), cast(Token, children[1])
        columns = tuple(cast("list[Column]", children[2:]))
        return Declaration(str(name), columns, self._span(name), self._docs.get(start.start_pos or 0, ""))

    def directive(self, children: list[Token]) -> Directive:
        kind = "input" if children[0].type == "INPUT" else "output"
        return Directive("input" if kind == "input" else "output", str(children[1]), self._span(children[1]))

    def clause(self, children: list[object]) -> Clause:
        head = cast(Atom, children[0])
        dot = cast(Token, children[-1])
        body = cast("tuple[BodyLiteral, ...]", children[2]) if len(children) == 4 else None
        start = self._offset(head.span)
        text = " ".join(self._text[start : dot.end_pos].split())
        return Clause(head, body, head.span, dot.line or 1, self._docs.get(start, ""), text)

    def start(self, children: list[object]) -> list[object]:
        return children

    def _offset(self, span: Span) -> int:
        if not hasattr(self, "_lines"):
            self._lines = [0]
            for line in self._text.split("\n"):
                self._lines.append(self._lines[-1] + len(line) + 1)
        return self._lines[span.line - 1] + span.column - 1


def _cover(first: Span, last: Span) -> Span:
    """From the start of the first to the end of the last; the first one alone if that is on another line."""
    if first.line != last.line:
        return first
    return Span(first.file, first.line, first.column, last.column + last.length - first.column)
