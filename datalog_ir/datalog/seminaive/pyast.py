"""Small constructors for Python `ast` nodes, and a cursor that writes nested blocks without recursion."""

from __future__ import annotations

import ast
from collections.abc import Sequence

_LOAD = ast.Load()
_STORE = ast.Store()
_NO_KEYWORDS: list[ast.keyword] = []


def name(identifier: str) -> ast.expr:
    """A name that is read."""
    return ast.Name(identifier, _LOAD, lineno=1, col_offset=0)


def target(identifier: str) -> ast.expr:
    """A name that is assigned to."""
    return ast.Name(identifier, _STORE, lineno=1, col_offset=0)


def number(value: int | None) -> ast.expr:
    """A constant of the generator itself; those of rule text are passed in a table."""
    return ast.Constant(value, lineno=1, col_offset=0)


def tuple_of(items: Sequence[ast.expr]) -> ast.expr:
    """`(a, b)`."""
    return ast.Tuple(list(items), _LOAD, lineno=1, col_offset=0)


def targets(identifiers: Sequence[str]) -> ast.expr:
    """`a, b` that are assigned to."""
    return ast.Tuple([target(i) for i in identifiers], _STORE, lineno=1, col_offset=0)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    """`function(arguments)`."""
    return ast.Call(function, list(arguments), _NO_KEYWORDS, lineno=1, col_offset=0)


def attribute(value: ast.expr, identifier: str) -> ast.expr:
    """`value.identifier`."""
    return ast.Attribute(value, identifier, _LOAD, lineno=1, col_offset=0)


def item(value: ast.expr, index: ast.expr) -> ast.expr:
    """`value[index]`."""
    return ast.Subscript(value, index, _LOAD, lineno=1, col_offset=0)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """`left operator right`, a comparison."""
    return ast.Compare(left, [operator], [right], lineno=1, col_offset=0)


def binary(left: ast.expr, operator: ast.operator, right: ast.expr) -> ast.expr:
    """`left operator right`, an operation."""
    return ast.BinOp(left, operator, right, lineno=1, col_offset=0)


def either(*tests: ast.expr) -> ast.expr:
    """`a or b`."""
    return ast.BoolOp(ast.Or(), list(tests), lineno=1, col_offset=0)


def assign(identifier: str, value: ast.expr) -> ast.stmt:
    """`identifier = value`."""
    return ast.Assign([target(identifier)], value, lineno=1, col_offset=0)


def unpack(identifiers: Sequence[str], value: ast.expr) -> ast.stmt:
    """`a, b = value`."""
    return ast.Assign([targets(identifiers)], value, lineno=1, col_offset=0)


def store(container: ast.expr, key: ast.expr, value: ast.expr, also: str | None = None) -> ast.stmt:
    """`container[key] = value`, or `also = container[key] = value`."""
    places: list[ast.expr] = [ast.Subscript(container, key, _STORE, lineno=1, col_offset=0)]
    if also is not None:
        places.insert(0, target(also))
    return ast.Assign(places, value, lineno=1, col_offset=0)


def add(identifier: str, value: ast.expr) -> ast.stmt:
    """`identifier += value`."""
    place = ast.Name(identifier, ast.Store(), lineno=1, col_offset=0)
    return ast.AugAssign(place, ast.Add(), value, lineno=1, col_offset=0)


def expression(value: ast.expr) -> ast.stmt:
    """The value as a statement."""
    return ast.Expr(value, lineno=1, col_offset=0)


def if_(test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`if test: body`."""
    return ast.If(test, body, [], lineno=1, col_offset=0)


def for_(place: ast.expr, values: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`for place in values: body`."""
    return ast.For(place, values, body, [], lineno=1, col_offset=0)


def while_(test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`while test: body`."""
    return ast.While(test, body, [], lineno=1, col_offset=0)


def function(identifier: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.stmt:
    """`def identifier(parameters): body`."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(parameter, lineno=1, col_offset=0) for parameter in parameters],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    return ast.FunctionDef(identifier, arguments, body, [], lineno=1, col_offset=0)


def nonlocal_(identifiers: Sequence[str]) -> ast.stmt:
    """`nonlocal a, b`."""
    return ast.Nonlocal(list(identifiers), lineno=1, col_offset=0)


class Cursor:
    """Where the next statement goes."""

    __slots__ = ("block", "loops", "outermost")

    def __init__(self, block: list[ast.stmt]) -> None:
        self.block = block
        self.outermost: list[ast.stmt] | None = None
        """The body of the first loop."""
        self.loops = 0
        """How many loops of the present function are open."""

    def add(self, statement: ast.stmt) -> None:
        """Puts a statement at the end of the innermost block."""
        self.block.append(statement)

    def guard(self, test: ast.expr) -> None:
        """What follows happens only if the test holds."""
        body: list[ast.stmt] = []
        self.block.append(if_(test, body))
        self.block = body

    def loop(self, place: ast.expr, values: ast.expr) -> None:
        """What follows happens for each of the values."""
        body: list[ast.stmt] = []
        self.block.append(for_(place, values, body))
        self.block = body
        self.loops += 1
        if self.outermost is None:
            self.outermost = body
