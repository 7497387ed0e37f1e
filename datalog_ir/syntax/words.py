"""Text written one way: how tokens are joined, and the one spelling of names, numbers and types."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BARE_SYMBOL = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII)
_ESCAPE = re.compile(r"\\(?:([nt\\\"])|([0-9a-fA-F]{2}))")
_PLAIN = {"n": b"\n", "t": b"\t", "\\": b"\\", '"': b'"'}

SCALAR_TYPE = re.compile(r"(?:index|none|[su]?i[0-9]+|bf16|tf32|f[0-9]+(?:E[0-9]+M[0-9]+\w*)?)", re.ASCII)
"""Builtin types without parameters."""

SHAPED_TYPES = frozenset({"tensor", "vector", "memref"})
PARAMETRIC_TYPES = SHAPED_TYPES | {"complex", "tuple"}

_TIGHT_BEFORE = frozenset(")]}>,:")
_TIGHT_AFTER = frozenset("([{<-")
_WORDLIKE = re.compile(r"[\w$.\"%@^#!?]", re.ASCII)


def tight(words: Iterable[str]) -> str:
    """Tokens joined the way MLIR prints types and attributes: `tensor<4x?xf32, #enc>`, `1 : i32`.

    Two different sequences of tokens never give the same text: words that would run together keep a space.
    """
    out: list[str] = []
    before = ""
    for word in words:
        if before and _spaced(before, word):
            out.append(" ")
        out.append(word)
        before = word
    return "".join(out)


def _spaced(before: str, word: str) -> bool:
    if before == "," or word in ("->", "=", "=>", "in", "to") or before in ("->", "=", "=>", ":"):
        return True
    if word == ":":
        return True
    if before in _TIGHT_AFTER or word in _TIGHT_BEFORE:
        return False
    if is_dims(before):
        return False
    if word in ("(", "[", "<", "::", "{"):
        # `loc (` and `loc(` are the same tokens, so either spelling is fine as long as it is always that one.
        return word not in ("::", "<") and (before in (")", "]", "}") or (before == ">" and word != "{"))
    return before != "::"


_DIMS = re.compile(r"(?:[0-9]+|\?)x(?:(?:[0-9]+|\?|\[[0-9]+\])x)*", re.ASCII)


def is_dims(word: str) -> bool:
    """Is this token the run of dimensions in front of an element type (`4x?x`)?"""
    return word.endswith("x") and _DIMS.fullmatch(word) is not None


def symbol_name(spelled: str) -> str:
    """The name in a symbol reference without its `@`: `foo`, or `"odd \\22"` with escapes resolved."""
    return unescape(spelled[1:-1]) if spelled.startswith('"') else spelled


def spell_symbol(name: str) -> str:
    """The one spelling of a symbol's name behind `@`: bare where MLIR allows it, quoted otherwise."""
    if _BARE_SYMBOL.fullmatch(name):
        return name
    out = []
    for byte in name.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char == "\\":
            out.append("\\\\")
        elif char == '"' or byte < 32 or byte == 127:
            out.append(f"\\{byte:02X}")
        else:
            out.append(char)
    return '"' + "".join(out).encode("latin-1").decode("utf-8", "surrogateescape") + '"'


def unescape(body: str) -> str:
    """The content of a string literal, given without its quotes."""
    if "\\" not in body:
        return body
    data = bytearray()
    at = 0
    for match in _ESCAPE.finditer(body):
        data += body[at : match.start()].encode("utf-8", "surrogateescape")
        plain, code = match.groups()
        data += _PLAIN[plain] if plain else bytes([int(code, 16)])
        at = match.end()
    data += body[at:].encode("utf-8", "surrogateescape")
    return data.decode("utf-8", "surrogateescape")


def float_word(text: str) -> str:
    """The one spelling of a decimal number: the shortest that reads back as the same double.

    MLIR itself reads every decimal literal as a double first, so equal doubles are equal attributes.
    """
    value = float(text)
    return text if value == float("inf") else repr(value)


def is_type_word(word: str) -> bool:
    """Does this bare word name a builtin type?"""
    return word in PARAMETRIC_TYPES or SCALAR_TYPE.fullmatch(word) is not None
