"""Steps of plans to Python statements.

The functions are built from `ast` nodes.  Identifiers are generated, constants of the rule text are passed
in a table: no text of a rule becomes program text.

A function gets its tables in one tuple of resources, described by `Resource`, and keeps everything in
local variables.  A rule outside a recursion looks like this, for `q(X, Z) :- p(X, Y), p(Y, Z), !r(X).`:

    def rule(resources, constants, terms, get, Term, order, quotient, remainder, check):
        r0, r1, r2, r3 = resources
        k0, = constants
        for v1, v2 in r1:
            if (v1,) not in r2:
                for v3 in r3(v2, ()):
                    r0[v1, v3] = k0
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..syntax import (
    Arithmetic,
    Comparison,
    Constructor,
    Expression,
    Number,
    Rule,
    String,
    Type,
    Variable,
    Wildcard,
)
from . import pyast as py
from .plan import Exists, Fold, Join, Plan, Test, Unify

PARAMETERS = ("resources", "constants", "terms", "get", "Term", "order", "quotient", "remainder", "check")

ResourceKind: TypeAlias = Literal["relation", "rows", "get", "has", "index", "queue", "append", "fold", "out"]


@dataclass(frozen=True, slots=True)
class Resource:
    """A table that generated code needs.

    `relation`: the dict from row to derivation; `rows`: something to iterate over all rows; `get`: the `get`
    of the index on `columns`; `has`: what says `in` for values of `columns`; `index`: the growing index on
    `columns`; `queue`: the list of new rows; `fold`: the `get` of the groups of aggregate number
    `columns[0]` of this rule; `out`: where the groups go.
    """

    kind: ResourceKind
    predicate: str = ""
    columns: tuple[int, ...] = ()
    rule: int = 0


@dataclass(frozen=True, slots=True)
class Generated:
    """A function's code with the description of what it takes."""

    module: ast.Module
    resources: tuple[Resource, ...]
    constants: tuple[int | str, ...]


_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}
_OPERATORS: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}
_FUNCTIONS = {"/": "quotient", "%": "remainder"}
MAX_LOOPS = 15
"""Nested in one function; CPython allows 20."""

Environment: TypeAlias = dict[str, ast.expr]
"""From variables of a rule to the Python expression (a name or a constant) that holds the value."""


class Writer:
    """Writes the body of one function."""

    def __init__(self, arities: Mapping[str, int], recursive: Sequence[str] = ()) -> None:
        self.arities = arities
        self.recursive = frozenset(recursive)
        """Predicates that grow while the function runs."""
        self._resources: dict[Resource, str] = {}
        self._constants: dict[int | str, str] = {}
        self._next = 0
        self.body: list[ast.stmt] = []
        self.functions: list[ast.stmt] = []
        self.cursor = py.Cursor(self.body)
        self.shared: tuple[str, ...] = ()
        """Local variables of the outermost function that inner code assigns."""
        self._inline = False
        """Inside the loops of an aggregate that is computed on the spot."""

    def resource(
        self, kind: ResourceKind, predicate: str = "", columns: tuple[int, ...] = (), rule: int = 0
    ) -> str:
        """The identifier of something the function gets from outside."""
        key = Resource(kind, predicate, columns, rule)
        found = self._resources.get(key)
        if found is None:
            found = self._resources[key] = f"r{len(self._resources)}"
        return found

    def fresh(self) -> str:
        """An identifier that nothing else bears."""
        self._next += 1
        return f"v{self._next}"

    def constant(self, value: int | str) -> ast.expr:
        """A constant of the rule, by way of the table of constants."""
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = f"k{len(self._constants)}"
        return py.name(found)

    @property
    def resources(self) -> tuple[Resource, ...]:
        """What the function gets from outside, in the order of its parameters."""
        return tuple(self._resources)

    def finish(self) -> Generated:
        """The function that has been written."""
        prologue: list[ast.stmt] = []
        if self._resources:
            prologue.append(py.unpack(list(self._resources.values()), py.name("resources")))
        if self._constants:
            prologue.append(py.unpack(list(self._constants.values()), py.name("constants")))
        code = py.function("rule", PARAMETERS, [*prologue, *self.functions, *self.body])
        return Generated(ast.Module([code], []), tuple(self._resources), tuple(self._constants))

    # ---- Steps ----

    def steps(self, plan: Plan, env: Environment, types: Mapping[str, Type], rule: int) -> None:
        """Writes the joins and tests of a plan; the cursor ends where they all hold."""
        for step in plan:
            if isinstance(step, Join):
                if not step.delta:
                    self._join(step, env, types)
            elif isinstance(step, Exists):
                self._exists(step, env)
            elif isinstance(step, Test):
                self.cursor.guard(self._comparison(step.comparison, env, types))
            elif isinstance(step, Unify):
                self._unify(step.pattern, step.value, env, types)
            else:
                self._fold(step, env, types, rule)

    def match_row(
        self, join: Join, columns: Sequence[str], env: Environment, types: Mapping[str, Type]
    ) -> None:
        """Matches the patterns of a join with columns that are in local variables already."""
        for column, pattern in join.outputs:
            self._match(pattern, py.name(columns[column]), env, types, typed=True)

    def _join(self, join: Join, env: Environment, types: Mapping[str, Type]) -> None:
        arity = self.arities[join.predicate]
        names = ["_"] * arity
        patterns: list[tuple[Expression, str]] = []
        for column, pattern in join.outputs:
            names[column] = self.fresh()
            patterns.append((pattern, names[column]))
        if join.key:
            key = self._key(join.key, env)
            index = self.resource("get", join.predicate, join.key_columns)
            rows = py.call(py.name(index), key, py.tuple_of(()))
        else:
            rows = py.name(self.resource("rows", join.predicate))
        if not self._inline:
            self._leave_deep_loops(env)
        if join.key and len(join.key) == arity - 1:
            column = next(c for c in range(arity) if c not in join.key_columns)
            self.cursor.loop(py.target(names[column]), rows)
        else:
            self.cursor.loop(py.targets(names), rows)
        for pattern, identifier in patterns:
            self._match(pattern, py.name(identifier), env, types, typed=True)

    def _leave_deep_loops(self, env: Environment, more: int = 1) -> None:
        """Continues in a function of its own before CPython's limit on nested loops is reached."""
        if self.cursor.loops + more <= MAX_LOOPS:
            return
        held = sorted({e.id for e in env.values() if isinstance(e, ast.Name) and e.id[0] in "vc"})
        identifier = f"f{len(self.functions)}"
        body: list[ast.stmt] = [py.nonlocal_(self.shared)] if self.shared else []
        self.functions.append(py.function(identifier, held, body))
        self.cursor.add(py.expression(py.call(py.name(identifier), *[py.name(h) for h in held])))
        self.cursor.block = body
        self.cursor.loops = 0

    def _exists(self, step: Exists, env: Environment) -> None:
        if step.key or self.arities[step.predicate] == 0:
            full = len(step.key) == self.arities[step.predicate]
            container = self.resource("has", step.predicate, step.key_columns)
            key = self._key(step.key, env, always_tuple=full)
            test = py.compare(key, ast.NotIn() if step.negated else ast.In(), py.name(container))
        else:
            rows = py.name(self.resource("rows", step.predicate))
            test = ast.UnaryOp(ast.Not(), rows, lineno=1, col_offset=0) if step.negated else rows
        self.cursor.guard(test)

    def _fold(self, step: Fold, env: Environment, types: Mapping[str, Type], rule: int) -> None:
        result = self.fresh()
        if step.inline is not None:
            self._leave_deep_loops(env, sum(isinstance(inner, Join) for inner in step.inline))
            outside = self.cursor.block, self.cursor.loops
            self.cursor.add(py.assign(result, py.number(0 if step.kind == "count" else None)))
            inner = dict(env)
            self._inline = True
            self.steps(step.inline, inner, types, rule)
            self._inline = False
            self._accumulate(step.kind, step.target, result, inner, types)
            self.cursor.block, self.cursor.loops = outside
        else:
            groups = self.resource("fold", "", (step.aggregate,), rule)
            arguments = [self._key(step.key, env)]
            if step.kind == "count":
                arguments.append(py.number(0))
            self.cursor.add(py.assign(result, py.call(py.name(groups), *arguments)))
        if step.kind != "count":
            self.cursor.guard(py.compare(py.name(result), ast.IsNot(), py.number(None)))
        self._match(step.pattern, py.name(result), env, types, typed=True)

    def _accumulate(
        self,
        kind: str,
        target: Expression | None,
        result: str,
        env: Environment,
        types: Mapping[str, Type],
    ) -> None:
        """Adds one way to satisfy the body of an aggregate to a local variable."""
        if target is None:
            self.cursor.add(py.add(result, py.number(1)))
            return
        value = self.fresh()
        self.cursor.add(py.assign(value, self.value(target, env)))
        better = self.better(kind, target, value, result, types)
        self.cursor.add(py.if_(better, [py.assign(result, py.name(value))]))

    def better(
        self, kind: str, target: Expression, value: str, result: str, types: Mapping[str, Type]
    ) -> ast.expr:
        """The test whether `value` takes the place of `result` in a minimum or maximum."""
        old, new = py.name(result), py.name(value)
        if _is_term(target, types):
            old, new = py.call(py.name("order"), old), py.call(py.name("order"), new)
        test = py.compare(new, ast.Lt() if kind == "min" else ast.Gt(), old)
        return py.either(py.compare(py.name(result), ast.Is(), py.number(None)), test)

    # ---- Values ----

    def value(self, expression: Expression, env: Environment, *, create: bool = True) -> ast.expr:
        """A computable expression.  Without `create`, a term that does not exist yet is `None`."""
        if isinstance(expression, Variable):
            return env[expression.name]
        if isinstance(expression, (Number, String)):
            return self.constant(expression.value)
        if isinstance(expression, Constructor):
            items = py.tuple_of([self.value(i, env, create=create) for i in expression.items])
            if not create:
                return py.call(py.name("get"), items)
            key, term = self.fresh(), self.fresh()
            self.cursor.add(py.assign(key, items))
            self.cursor.add(py.assign(term, py.call(py.name("get"), py.name(key))))
            new = py.store(py.name("terms"), py.name(key), py.call(py.name("Term"), py.name(key)), term)
            self.cursor.add(py.if_(py.compare(py.name(term), ast.Is(), py.number(None)), [new]))
            return py.name(term)
        assert isinstance(expression, Arithmetic)
        left, right = self.value(expression.left, env), self.value(expression.right, env)
        if expression.operator in _OPERATORS:
            return py.binary(left, _OPERATORS[expression.operator](), right)
        if not (isinstance(expression.right, Number) and expression.right.value != 0):
            divisor = self.fresh()
            self.cursor.add(py.assign(divisor, right))
            right = py.name(divisor)
            self.cursor.guard(py.compare(right, ast.NotEq(), py.number(0)))
        return py.call(py.name(_FUNCTIONS[expression.operator]), left, right)

    def row(self, rule: Rule, env: Environment) -> ast.expr:
        """The head's row; terms it builds are made before."""
        return py.tuple_of([self.value(argument, env) for argument in rule.head.arguments])

    def _key(self, key: Sequence[Expression], env: Environment, *, always_tuple: bool = False) -> ast.expr:
        values = [self.value(e, env, create=False) for e in key]
        return values[0] if len(values) == 1 and not always_tuple else py.tuple_of(values)

    def _comparison(self, comparison: Comparison, env: Environment, types: Mapping[str, Type]) -> ast.expr:
        equality = comparison.operator in ("=", "!=")
        # Two terms that do not exist yet would both be `None`: one of them is made.
        both = isinstance(comparison.left, Constructor) and isinstance(comparison.right, Constructor)
        left = self.value(comparison.left, env, create=both or not equality)
        right = self.value(comparison.right, env, create=not equality)
        if not equality and (_is_term(comparison.left, types) or _is_term(comparison.right, types)):
            left, right = py.call(py.name("order"), left), py.call(py.name("order"), right)
        return py.compare(left, _COMPARISONS[comparison.operator](), right)

    def _unify(
        self, pattern: Expression, value: Expression, env: Environment, types: Mapping[str, Type]
    ) -> None:
        found = self.value(value, env)
        if not isinstance(found, ast.Name):
            identifier = self.fresh()
            self.cursor.add(py.assign(identifier, found))
            found = py.name(identifier)
        # A value from inside a term may have any type, which the pattern's variable may not.
        typed = not isinstance(value, Variable) or value.name in types
        self._match(pattern, found, env, types, typed=typed)

    def _match(
        self,
        pattern: Expression,
        value: ast.expr,
        env: Environment,
        types: Mapping[str, Type],
        *,
        typed: bool,
    ) -> None:
        """Matches a pattern with a local variable; `typed`: it is known to have the pattern's type."""
        if isinstance(pattern, Wildcard):
            return
        if isinstance(pattern, Variable):
            if pattern.name in env:
                self.cursor.guard(py.compare(value, ast.Eq(), env[pattern.name]))
                return
            env[pattern.name] = value
            wanted = types.get(pattern.name)
            if not typed and wanted is not None:
                self.cursor.guard(_has_type(value, wanted))
            return
        if isinstance(pattern, (Number, String)):
            self.cursor.guard(py.compare(value, ast.Eq(), self.constant(pattern.value)))
            return
        assert isinstance(pattern, Constructor), "arithmetic has been taken out of patterns"
        if not typed:
            self.cursor.guard(_has_type(value, "term"))
        size = py.call(py.name("len"), value)
        self.cursor.guard(py.compare(size, ast.Eq(), py.number(len(pattern.items))))
        for index, item in enumerate(pattern.items):
            if not isinstance(item, Wildcard):
                identifier = self.fresh()
                self.cursor.add(py.assign(identifier, py.item(value, py.number(index))))
                self._match(item, py.name(identifier), env, types, typed=False)


def _is_term(expression: Expression, types: Mapping[str, Type]) -> bool:
    if isinstance(expression, Variable):
        return types.get(expression.name) == "term"
    return isinstance(expression, Constructor)


def _has_type(value: ast.expr, wanted: Type) -> ast.expr:
    kind = {"number": "int", "symbol": "str", "term": "Term"}[wanted]
    return py.compare(py.call(py.name("type"), value), ast.Is(), py.name(kind))
