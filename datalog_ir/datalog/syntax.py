"""The syntax tree of rule text.

Every piece keeps the place it was read from (`Span`), so that an error or an explanation can always
point at a place in a file (the idea is Nemo's).  `Span` and the constants are plain tuples: a rule set
holds thousands of them, and they are read from a cache at every start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Type: TypeAlias = Literal["number", "symbol", "term"]
"""Type of a column.  A `term` is what a constructor `[a, b]` builds, nothing else."""

BASE_TYPES: tuple[Type, ...] = ("number", "symbol", "term")

Constant: TypeAlias = "int | str | tuple[Constant, ...]"
"""A ground value in rule text; a constructor is a tuple."""

ComparisonOperator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
ArithmeticOperator: TypeAlias = Literal["+", "-", "*", "/", "%"]
AggregateKind: TypeAlias = Literal["count", "min", "max"]


class Span(NamedTuple):
    """A place in rule text: `length` characters from `column` of `line`, both counted from 1."""

    file: str
    line: int
    column: int
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; any identifier in argument position is one, as in Soufflé."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Wildcard:
    """`_`: any value."""

    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, of any size."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class String:
    """A symbol, written in double quotes."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class Constructor:
    """`[a, b]`: builds a term in a head, takes one apart in a body."""

    items: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right`, on integers.  `/` and `%` truncate towards zero, as in Soufflé."""

    operator: ArithmeticOperator
    left: Expression
    right: Expression
    span: Span


Expression: TypeAlias = Variable | Wildcard | Number | String | Constructor | Arithmetic


@dataclass(frozen=True, slots=True)
class Atom:
    """`predicate(arguments)`."""

    predicate: str
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Negation:
    """`!predicate(arguments)`."""

    atom: Atom
    span: Span


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left operator right`; `=` also gives a variable its value or takes a term apart."""

    operator: ComparisonOperator
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`result = kind target : { body }`.

    Variables of the body that also stand elsewhere in the rule are the group; the others are local.
    `count` counts the ways to satisfy the body (`_` stands for a variable of its own) and is 0 where
    there is none; `min` and `max` have no value there.
    """

    result: Expression
    kind: AggregateKind
    target: Expression | None
    body: tuple[SimpleLiteral, ...]
    span: Span


SimpleLiteral: TypeAlias = Atom | Negation | Comparison
BodyLiteral: TypeAlias = Atom | Negation | Comparison | Aggregate


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a declaration."""

    name: str
    type: Type
    span: Span
    sort: str
    """The type as written: `type`, or the name of a subtype of it.  For people, queries and explanations."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """`.decl name(column: type, ...)`."""

    name: str
    columns: tuple[Column, ...]
    span: Span
    doc: str = ""

    @property
    def arity(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of the columns."""
        return tuple(column.type for column in self.columns)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{c.name}: {c.sort}' for c in self.columns)})"


@dataclass(frozen=True, slots=True)
class Directive:
    """`.input name` (facts come from outside) or `.output name`."""

    kind: Literal["input", "output"]
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Subtype:
    """`.type name <: base`: what the numbers or symbols of a column stand for."""

    name: str
    base: str
    span: Span
    base_span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """`predicate(constants).`"""

    predicate: str
    values: tuple[Constant, ...]
    span: Span
    doc: str = ""

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(map(constant_text, self.values))})"


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body.`"""

    head: Atom
    body: tuple[BodyLiteral, ...]
    span: Span
    doc: str = ""
    """Its own `///` text, or that of the rule directly above for the same predicate."""
    text: str = ""
    """As written, on one line."""

    @property
    def id(self) -> str:
        """`file:line`, the name of the rule in explanations."""
        return f"{self.span.file}:{self.span.line}"


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What one file of rule text holds, in textual order; nothing is checked yet."""

    name: str
    subtypes: tuple[Subtype, ...]
    declarations: tuple[Declaration, ...]
    directives: tuple[Directive, ...]
    facts: tuple[Fact, ...]
    rules: tuple[Rule, ...]


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def quote(text: str) -> str:
    """A symbol as rule text writes it."""
    if not any(character in text for character in _ESCAPES):
        return f'"{text}"'
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


def constant_text(value: Constant) -> str:
    """A constant as rule text writes it.  Nesting is bounded by the parser."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, int):
        return str(value)
    return f"[{', '.join(map(constant_text, value))}]"


def variables(expression: Expression) -> list[Variable]:
    """The variables of an expression, in textual order, with repetitions."""
    found: list[Variable] = []
    todo: list[Expression] = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, Variable):
            found.append(node)
        elif isinstance(node, Constructor):
            todo.extend(reversed(node.items))
        elif isinstance(node, Arithmetic):
            todo.extend((node.right, node.left))
    return found


def literal_expressions(literal: BodyLiteral) -> tuple[Expression, ...]:
    """The expressions that stand directly in a literal (those of an aggregate's body left out)."""
    if isinstance(literal, Atom):
        return literal.arguments
    if isinstance(literal, Negation):
        return literal.atom.arguments
    if isinstance(literal, Comparison):
        return (literal.left, literal.right)
    return (literal.result,)
