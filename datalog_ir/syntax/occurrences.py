"""Where in the text an operation names things, for rewriting."""

from __future__ import annotations

import re
from dataclasses import dataclass

from datalog_ir.ir import Module, Op, Value
from datalog_ir.syntax.normal import Environment, normalise
from datalog_ir.syntax.own_text import name_index, own_tokens
from datalog_ir.syntax.slots import value_slots
from datalog_ir.syntax.tokens import Token

Span = tuple[int, int]
"""Offsets into `Module.text`: first character, and the one behind the last."""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Spans of names in one operation's own text."""

    results: tuple[Span, ...]
    """The names in front of `=`, without `:2`.  One name may stand for several results."""
    operands: tuple[Span, ...]
    """In the order of `Op.operands`, each with its `%` and its `#1`."""
    symbols: tuple[tuple[Span, ...], ...]
    """In the order of `Shape.symbols`, each component with its `@`.  The `sym_name` of a generic operation is
    a string literal, quotes included."""
    arguments: tuple[tuple[Value, Span], ...]
    """Arguments of regions that the own text defines."""
    location: Span | None
    """The trailing `loc(...)`."""


_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|%[\w$.-]+(?:#[0-9]+)?')


def operand_spans(module: Module, op: Op) -> tuple[Span, ...]:
    """Where `op` names its operands, in the order of `Op.operands`.

    In an op without regions every name but those in front of the first equals sign is an operand.
    """
    if not op.regions:
        text, start = module.text, op.start
        if op.results:
            start = text.index("=", start)
        found = [m.span() for m in _NAME.finditer(text, start, op.end) if m[0][0] == "%"]
        if len(found) == len(op.operands):
            return tuple(found)
    return occurrences(module, op).operands


def occurrences(module: Module, op: Op) -> Occurrences:
    """Where `op` names its results, operands and symbols, found by scanning its own text again."""
    tokens = own_tokens(module.text, op)
    at = name_index(tokens)
    name = tokens[at]
    generic = name.kind == "string"
    results = tuple(_span(token) for token in tokens[:at] if token.kind == "value")
    # Aliases are words like any other here: what they stand for has no place in this text.
    normal = normalise(tokens[at + 1 :], Environment(), aliases_known=False)
    words = [(name.kind, name.text), *normal.words]
    slots = value_slots(words, [text for _, text in words], generic)
    operands: list[Span] = []
    arguments: list[tuple[Value, Span]] = []
    for token, slot in zip(normal.values, slots, strict=True):
        wanted = op.operands[len(operands)] if len(operands) < len(op.operands) else None
        entry = op.regions[slot.region].blocks[:1] if slot.region < len(op.regions) else []
        defined = next((value for block in entry for value in block.args if value.name == token.text), None)
        if defined is not None and (slot.defines or wanted is None or not _names(token.text, wanted)):
            if all(value is not defined for value, _ in arguments):
                arguments.append((defined, _span(token)))
        elif wanted is not None and _names(token.text, wanted):
            operands.append(_span(token))
    return Occurrences(
        results=results,
        operands=tuple(operands),
        symbols=_symbols(tokens[at:], normal.symbol_tokens, op),
        arguments=tuple(arguments),
        location=normal.location,
    )


def _span(token: Token) -> Span:
    return token.start, token.end


def _names(text: str, value: Value) -> bool:
    """Is `text` a spelling of the value's name?  `%a` and `%a#0` are one."""
    return text == value.name or text.removesuffix("#0") == value.name.removesuffix("#0")


def _symbols(tokens: list[Token], symbols: list[Token], op: Op) -> tuple[tuple[Span, ...], ...]:
    spans = [_span(token) for token in symbols]
    paths = list(op.shape.symbols)
    out: list[tuple[Span, ...]] = []
    at = 0
    for path in paths:
        if len(spans) - at < sum(len(p) for p in paths[len(out) :]):
            # One component more than there are `@`: a generic operation's `sym_name` comes first.
            out.append((_declared(tokens),))
            continue
        out.append(tuple(spans[at : at + len(path)]))
        at += len(path)
    return tuple(out)


def _declared(tokens: list[Token]) -> Span:
    for i, token in enumerate(tokens[:-2]):
        if (
            token.text.strip('"') == "sym_name"
            and tokens[i + 1].kind == "="
            and tokens[i + 2].kind == "string"
        ):
            return _span(tokens[i + 2])
    return tokens[0].start, tokens[0].start
