"""The model of a program according to clingo, which shares no code with our engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import clingo

from datalog_ir.datalog import Program, Row
from datalog_ir.datalog.syntax import (
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Expression,
    Negation,
    Number,
    String,
    Wildcard,
    literal_expressions,
    quote,
    variables,
)


def judge(program: Program, facts: Mapping[str, Iterable[Row]]) -> dict[str, set[str]]:
    """All relations, with rows as text.  Terms in `facts` are not supported."""
    lines = [
        f"p_{name}({', '.join(quote(v) if isinstance(v, str) else str(v) for v in row)})."
        for name, rows in facts.items()
        for row in rows
    ]
    for fact in program.facts:
        values = ", ".join(quote(v) if isinstance(v, str) else str(v) for v in fact.values)
        lines.append(f"p_{fact.predicate}({values}).")
    for rule in program.rules:
        outer = {v.name for lit in rule.body for e in literal_expressions(lit) for v in variables(e)}
        body = ", ".join(_literal(literal, outer) for literal in rule.body)
        lines.append(f"{_atom(rule.head)} :- {body}.")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    result: dict[str, set[str]] = {name: set() for name in program.declarations}
    with control.solve(yield_=True) as handle:
        model = next(iter(handle))
        for symbol in model.symbols(atoms=True):
            result[symbol.name.removeprefix("p_")].add(", ".join(map(_shown, symbol.arguments)))
    return result


def _atom(atom: Atom, names: list[str] | None = None) -> str:
    return f"p_{atom.predicate}({', '.join(_expression(e, names) for e in atom.arguments)})"


def _literal(literal: BodyLiteral, outer: set[str]) -> str:
    if isinstance(literal, Atom):
        return _atom(literal)
    if isinstance(literal, Negation):
        return f"not {_atom(literal.atom)}"
    if isinstance(literal, Comparison):
        return f"{_expression(literal.left)} {literal.operator} {_expression(literal.right)}"
    names: list[str] = []
    body = ", ".join(_atom(inner, names) for inner in literal.body if isinstance(inner, Atom))
    result = _expression(literal.result)
    if literal.target is not None:
        bound = "#sup" if literal.kind == "min" else "#inf"
        return f"{result} = #{literal.kind}{{ {_expression(literal.target)} : {body} }}, {result} != {bound}"
    local = {
        _variable(v.name)
        for inner in literal.body
        for e in literal_expressions(inner)
        for v in variables(e)
        if v.name not in outer
    }
    return f"{result} = #count{{ {', '.join([*sorted(local), *names, '0'])} : {body} }}"


def _variable(name: str) -> str:
    return "V" + name.replace("'", "x")


def _expression(expression: Expression, names: list[str] | None = None) -> str:
    """`names` collects names for wildcards, where they have to be named."""
    if isinstance(expression, Wildcard):
        if names is None:
            return "_"
        names.append(f"W{len(names)}")
        return names[-1]
    if isinstance(expression, Number):
        return str(expression.value)
    if isinstance(expression, String):
        return quote(expression.value)
    if isinstance(expression, Constructor):
        items = [_expression(item, names) for item in expression.items]
        return f"c({', '.join(items)})" if items else "c"
    if isinstance(expression, Arithmetic):
        operator = "\\" if expression.operator == "%" else expression.operator
        return f"({_expression(expression.left)} {operator} {_expression(expression.right)})"
    return _variable(expression.name)


def _shown(symbol: clingo.Symbol) -> str:
    if symbol.type == clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.type == clingo.SymbolType.String:
        return quote(symbol.string)
    return f"[{', '.join(map(_shown, symbol.arguments))}]"
