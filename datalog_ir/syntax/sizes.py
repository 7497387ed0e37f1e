"""How many bytes a value of a type takes."""

from __future__ import annotations

import re

_SHAPED = re.compile(r"(?:tensor|vector|memref)<((?:[0-9]+x)*)(.*)>", re.ASCII | re.DOTALL)
_COMPLEX = re.compile(r"complex<(.*)>", re.DOTALL)
_INTEGER = re.compile(r"[su]?i([1-9][0-9]{0,4})", re.ASCII)
_FLOAT = re.compile(r"b?f([1-9][0-9]?[0-9]?)(?:E[0-9]+M[0-9]+[A-Z0-9]*)?", re.ASCII)
_OPENING = frozenset("<([{")
_CLOSING = frozenset(">)]}")


def type_bytes(type_text: str) -> int | None:
    """Bytes of a statically shaped tensor, vector, memref, or of a scalar, from the text of its type.

    `i1` takes a byte, narrower numbers than a byte are packed, wider ones rounded up to bytes, `index` takes
    eight.  Encodings, layouts and memory spaces do not count.  `None` for dynamic shapes and other types.
    """
    count = 1
    text = type_text.strip()
    while match := _SHAPED.fullmatch(text):
        for extent in match[1].split("x")[:-1]:
            count *= int(extent)
        text = _first(match[2]).strip()
    if match := _COMPLEX.fullmatch(text):
        count *= 2
        text = match[1].strip()
    bits = _bits(text)
    return None if bits is None else (count * bits + 7) // 8


def _bits(text: str) -> int | None:
    if text == "index":
        return 64
    match = _INTEGER.fullmatch(text) or _FLOAT.fullmatch(text)
    if match is None:
        return 32 if text == "tf32" else None
    bits = int(match[1])
    if bits == 1:
        return 8
    return bits if bits < 8 else (bits + 7) // 8 * 8


def _first(body: str) -> str:
    """The element type: what stands before the first comma outside of brackets."""
    depth = 0
    for i, c in enumerate(body):
        if c == "," and depth == 0:
            return body[:i]
        depth += (c in _OPENING) - (c in _CLOSING)
    return body
