"""Which variables of an aggregate are its own.

A variable of an aggregate's body that stands nowhere else in the rule is local: it is renamed apart, so
that everything behind this file may treat the variables of a rule as one scope.
"""

from __future__ import annotations

from dataclasses import replace

from .syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Constructor,
    Expression,
    Negation,
    Rule,
    SimpleLiteral,
    Variable,
    literal_expressions,
    variables,
)


def aggregate_variables(aggregate: Aggregate) -> set[str]:
    """Names of all variables in the body and the target."""
    expressions = [e for literal in aggregate.body for e in literal_expressions(literal)]
    if aggregate.target is not None:
        expressions.append(aggregate.target)
    return {variable.name for e in expressions for variable in variables(e)}


def outer_names(rule: Rule) -> set[str]:
    """Names of the variables that stand outside every aggregate (an aggregate's result is outside)."""
    expressions = list(rule.head.arguments)
    for literal in rule.body:
        expressions.extend(literal_expressions(literal))
    return {variable.name for e in expressions for variable in variables(e)}


def separate_scopes(rule: Rule) -> Rule:
    """The rule with the local variable `X` of its n-th aggregate renamed to `X'n`."""
    if not any(isinstance(literal, Aggregate) for literal in rule.body):
        return rule
    outer = outer_names(rule)
    body: list[BodyLiteral] = []
    for number, literal in enumerate(rule.body):
        if isinstance(literal, Aggregate):
            local = aggregate_variables(literal) - outer
            literal = _rename_aggregate(literal, {name: f"{name}'{number}" for name in local})
        body.append(literal)
    return replace(rule, body=tuple(body))


def _rename_aggregate(aggregate: Aggregate, names: dict[str, str]) -> Aggregate:
    body = tuple([_rename_literal(literal, names) for literal in aggregate.body])
    target = None if aggregate.target is None else _rename(aggregate.target, names)
    return replace(aggregate, body=body, target=target)


def _rename_literal(literal: SimpleLiteral, names: dict[str, str]) -> SimpleLiteral:
    if isinstance(literal, Atom):
        return replace(literal, arguments=tuple([_rename(e, names) for e in literal.arguments]))
    if isinstance(literal, Negation):
        atom = replace(literal.atom, arguments=tuple([_rename(e, names) for e in literal.atom.arguments]))
        return replace(literal, atom=atom)
    return replace(literal, left=_rename(literal.left, names), right=_rename(literal.right, names))


def _rename(expression: Expression, names: dict[str, str]) -> Expression:
    if isinstance(expression, Variable):
        return replace(expression, name=names.get(expression.name, expression.name))
    if isinstance(expression, Constructor):
        return replace(expression, items=tuple([_rename(item, names) for item in expression.items]))
    if isinstance(expression, Arithmetic):
        return replace(
            expression, left=_rename(expression.left, names), right=_rename(expression.right, names)
        )
    return expression
