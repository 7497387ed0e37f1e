"""What makes rule text a program: declared names, arities, types, safe variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .errors import RuleError
from .infer import variable_types
from .scope import aggregate_variables, separate_scopes
from .syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Declaration,
    Expression,
    Fact,
    Negation,
    Rule,
    Span,
    Type,
    Variable,
    Wildcard,
    literal_expressions,
    variables,
)


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is allowed and probably meant otherwise."""

    span: Span
    message: str

    def __str__(self) -> str:
        return f"{self.span}: warning: {self.message}"


def check_fact(fact: Fact, declarations: Mapping[str, Declaration], source: str) -> None:
    """Raises `RuleError` for an undeclared predicate, a wrong arity or type."""
    declaration = _declared(fact.predicate, len(fact.values), fact.span, declarations, source)
    for column, value in zip(declaration.columns, fact.values, strict=True):
        found: Type = "number" if isinstance(value, int) else "symbol" if isinstance(value, str) else "term"
        if found != column.type:
            raise RuleError(
                f"column `{column.name}` of `{fact.predicate}` is a {column.type}, but this is a {found}",
                fact.span,
                source,
                help=f"it is declared as `{declaration}`",
            )


def check_atom(atom: Atom, declarations: Mapping[str, Declaration], source: str) -> None:
    """Raises `RuleError` for an undeclared predicate or a wrong number of arguments."""
    _declared(atom.predicate, len(atom.arguments), atom.span, declarations, source)


def check_rule(
    rule: Rule, declarations: Mapping[str, Declaration], source: str
) -> tuple[Rule, dict[str, Type]]:
    """The rule with separate scopes, and the types of its variables.  Raises `RuleError`."""
    check_atom(rule.head, declarations, source)
    for atom in body_atoms(rule.body):
        check_atom(atom, declarations, source)
    rule = separate_scopes(rule)
    for argument in rule.head.arguments:
        _forbid_wildcard(argument, "in a head", source)
    check_wildcards(rule.body, source)
    types = variable_types(rule.head, rule.body, declarations, source)
    bound = check_body_safety(rule.body, source)
    for argument in rule.head.arguments:
        for variable in variables(argument):
            if variable.name not in bound:
                raise RuleError(
                    f"unsafe variable `{variable.name}`: it stands in the head, but nothing in the body "
                    "gives it a value",
                    variable.span,
                    source,
                    help=f"add a positive atom that holds `{variable.name}`",
                )
    return rule, types


def body_atoms(body: Iterable[BodyLiteral]) -> Iterable[Atom]:
    """All atoms of a body, negated and aggregated ones included."""
    for literal in body:
        if isinstance(literal, Atom):
            yield literal
        elif isinstance(literal, Negation):
            yield literal.atom
        elif isinstance(literal, Aggregate):
            yield from body_atoms(literal.body)


def check_body_safety(body: tuple[BodyLiteral, ...], source: str) -> set[str]:
    """The variables that the body gives values to.  Raises `RuleError` if a literal needs another one."""
    outer = {v.name for literal in body for e in literal_expressions(literal) for v in variables(e)}
    bound = _bind(body, set(), outer)
    for literal in body:
        if isinstance(literal, Aggregate):
            group = aggregate_variables(literal) & outer
            for name in sorted(group - bound):
                span = next(v.span for v in _body_variables(literal) if v.name == name)
                raise RuleError(
                    f"unsafe variable `{name}`: nothing outside of the aggregate gives it a value",
                    span,
                    source,
                    help=f"add a positive atom that holds `{name}`, outside of the braces",
                )
            inner = _bind(literal.body, bound, set())
            for simple in literal.body:
                _require(simple, inner, source)
            if literal.target is not None:
                _require_all(literal.target, inner, source, "the value to aggregate")
        _require(literal, bound, source)
    return bound


def singletons(rule: Rule) -> Iterable[Remark]:
    """Variables that stand once in a rule: often a misspelling.  Names that begin with `_` are meant."""
    places: dict[str, list[Span]] = {}
    expressions = list(rule.head.arguments)
    for literal in rule.body:
        expressions.extend(literal_expressions(literal))
        if isinstance(literal, Aggregate):
            expressions.extend(e for simple in literal.body for e in literal_expressions(simple))
            if literal.target is not None:
                expressions.append(literal.target)
    for expression in expressions:
        for variable in variables(expression):
            places.setdefault(variable.name, []).append(variable.span)
    for name, spans in places.items():
        if len(spans) == 1 and not name.startswith("_"):
            shown = name.partition("'")[0]
            yield Remark(spans[0], f"`{shown}` stands only once in this rule; write `_` if that is meant")


def near(name: str, names: Iterable[str]) -> list[str]:
    """Up to three names that `name` may be a misspelling of."""
    import difflib

    return difflib.get_close_matches(name, list(names), n=3, cutoff=0.6)


def _declared(
    name: str, arity: int, span: Span, declarations: Mapping[str, Declaration], source: str
) -> Declaration:
    declaration = declarations.get(name)
    place = Span(span.file, span.line, span.column, len(name))
    if declaration is None:
        similar = near(name, declarations)
        meant = (
            f"did you mean {' or '.join(f'`{n}`' for n in similar)}?  Else declare it: " if similar else ""
        )
        raise RuleError(
            f"`{name}` is not declared", place, source, help=f"{meant}`.decl {name}(column: type, ...)`"
        )
    if declaration.arity != arity:
        raise RuleError(
            f"`{name}` has {_count(declaration.arity, 'column')}, "
            f"but here {'is' if arity == 1 else 'are'} {_count(arity, 'argument')}",
            place,
            source,
            help=f"it is declared as `{declaration}` at {declaration.span}",
        )
    return declaration


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def check_wildcards(body: Iterable[BodyLiteral], source: str) -> None:
    """Raises `RuleError` for a `_` where a value is needed."""
    for literal in body:
        _check_literal_wildcards(literal, source)


def _check_literal_wildcards(literal: BodyLiteral, source: str) -> None:
    if isinstance(literal, Atom):
        for argument in literal.arguments:
            if isinstance(argument, Arithmetic):
                _forbid_wildcard(argument, "in arithmetic", source)
    elif isinstance(literal, Negation):
        for argument in literal.atom.arguments:
            if not isinstance(argument, Wildcard):
                _forbid_wildcard(argument, "inside a negated value", source)
    elif isinstance(literal, Comparison):
        for side in (literal.left, literal.right):
            if literal.operator != "=" or not isinstance(side, Constructor):
                _forbid_wildcard(side, "in a comparison", source)
    else:
        _forbid_wildcard(literal.result, "as a result", source)
        if literal.target is not None:
            _forbid_wildcard(literal.target, "as the value to aggregate", source)
        for simple in literal.body:
            _check_literal_wildcards(simple, source)


def _forbid_wildcard(expression: Expression, where: str, source: str) -> None:
    todo = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, Wildcard):
            raise RuleError(
                f"unsafe variable `_`: it has no value {where}",
                node.span,
                source,
                help="name it, and bind it with a positive atom",
            )
        if isinstance(node, Constructor):
            todo.extend(node.items)
        elif isinstance(node, Arithmetic):
            todo.extend((node.left, node.right))


def pattern_variables(expression: Expression) -> set[str]:
    """Variables that get a value when the expression is matched with one: those outside arithmetic."""
    found: set[str] = set()
    todo = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, Variable):
            found.add(node.name)
        elif isinstance(node, Constructor):
            todo.extend(node.items)
    return found


def is_ground(expression: Expression, bound: set[str]) -> bool:
    """Can the expression be computed once `bound` have values?"""
    todo = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, Wildcard) or (isinstance(node, Variable) and node.name not in bound):
            return False
        if isinstance(node, Constructor):
            todo.extend(node.items)
        elif isinstance(node, Arithmetic):
            todo.extend((node.left, node.right))
    return True


def _bind(body: Iterable[BodyLiteral], given: set[str], outer: set[str]) -> set[str]:
    """All variables that get a value, in some order of the literals."""
    bound = set(given)
    for literal in body:
        if isinstance(literal, Atom):
            for argument in literal.arguments:
                bound |= pattern_variables(argument)
    changed = True
    while changed:
        before = len(bound)
        for literal in body:
            if isinstance(literal, Comparison) and literal.operator == "=":
                if is_ground(literal.right, bound):
                    bound |= pattern_variables(literal.left)
                if is_ground(literal.left, bound):
                    bound |= pattern_variables(literal.right)
            elif isinstance(literal, Aggregate) and aggregate_variables(literal) & outer <= bound:
                bound |= pattern_variables(literal.result)
        changed = len(bound) != before
    return bound


def _require(literal: BodyLiteral, bound: set[str], source: str) -> None:
    if isinstance(literal, Atom):
        for argument in literal.arguments:
            _require_all(argument, bound, source, "arithmetic")
    elif isinstance(literal, Negation):
        for argument in literal.atom.arguments:
            _require_all(argument, bound, source, "`!`")
    elif isinstance(literal, Comparison):
        for side in (literal.left, literal.right):
            _require_all(side, bound, source, f"`{literal.operator}`")
    else:
        _require_all(literal.result, bound, source, "arithmetic")


def _require_all(expression: Expression, bound: set[str], source: str, user: str) -> None:
    for variable in variables(expression):
        if variable.name not in bound:
            name = variable.name.partition("'")[0]
            more = f"; `_` under `!` means: for no `{name}` at all" if user == "`!`" else ""
            raise RuleError(
                f"unsafe variable `{name}`: {user} needs its value, but nothing gives it one",
                variable.span,
                source,
                help=f"add a positive atom that holds `{name}`{more}",
            )


def _body_variables(aggregate: Aggregate) -> list[Variable]:
    found = [v for literal in aggregate.body for e in literal_expressions(literal) for v in variables(e)]
    return found + (variables(aggregate.target) if aggregate.target is not None else [])
