"""Dense constants in one spelling: `dense<"0x0700…">`, `dense<[7, …]>` and splats of equal content."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence

_SHAPED = re.compile(r"(?:tensor|vector)<((?:[0-9]+x)*)([A-Za-z]\w*)(?:,.*)?>", re.ASCII | re.DOTALL)
_INTEGER = re.compile(r"[su]?i([0-9]+)")
_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_STRAY = frozenset("[],-")


def dense_bytes(body: Sequence[str], type_text: str) -> str | None:
    """The canonical body of `dense<body> : type_text`, or None where its bytes aren't known for sure.

    The result is `0x` and the elements' bytes in row-major order, little-endian, each element taking its
    width rounded up to bytes (`index` takes 8); one element alone stands for all of them (a splat).  `body`
    is the tokens between the angle brackets.  Integers, `index`, f16, bf16, f32 and f64 are known.
    """
    match = _SHAPED.fullmatch(type_text)
    if match is None:
        return None
    count = 1
    for extent in match[1].split("x")[:-1]:
        count *= int(extent)
    element = match[2]
    width = _width(element)
    if width is None or not body:
        return None
    if len(body) == 1 and body[0].startswith('"0x'):
        # How bits are packed into a blob depends on the version of MLIR, so i1 and the like are left alone.
        if element != "index" and (bits := _INTEGER.fullmatch(element)) and int(bits[1]) % 8:
            return None
        try:
            data = bytes.fromhex(body[0][3:-1])
        except ValueError:
            return None
        if 2 * len(data) != len(body[0]) - 4:
            return None
    else:
        packed = _listed(body, element, width)
        if packed is None:
            return None
        data = packed
    if len(data) not in (width, width * count):
        return None
    if count > 1 and len(data) == width * count and data == data[:width] * count:
        data = data[:width]
    return "0x" + data.hex().upper()


def _width(element: str) -> int | None:
    if element == "index":
        return 8
    if element == "bf16":
        return 2
    if element in _FLOATS:
        return struct.calcsize(_FLOATS[element])
    match = _INTEGER.fullmatch(element)
    # Wider integers are real but rare; their text is a good enough name for them.
    return (int(match[1]) + 7) // 8 if match and 0 < int(match[1]) <= 64 else None


def _listed(body: Sequence[str], element: str, width: int) -> bytes | None:
    out = bytearray()
    sign = 1
    for word in body:
        if word == "-":
            sign = -1
        elif word not in _STRAY:
            item = _element(word, sign, element, width)
            if item is None:
                return None
            out += item
            sign = 1
    return bytes(out)


def _element(word: str, sign: int, element: str, width: int) -> bytes | None:
    form = _FLOATS.get(element)
    try:
        if form or element == "bf16":
            if word.startswith("0x"):
                return int(word, 16).to_bytes(width, "little") if sign > 0 else None
            if "." not in word and "e" not in word:
                return None
            # copysign and not a product: the sign of zero counts.
            value = -float(word) if sign < 0 else float(word)
            if form:
                return struct.pack(form, value)
            return None if (bits := _bfloat(value)) is None else bits.to_bytes(2, "little")
        if word in ("true", "false"):
            return bytes([word == "true"]) if element == "i1" and sign > 0 else None
        number = sign * int(word, 16 if word.startswith("0x") else 10)
        bits_wide = 64 if element == "index" else int(element.lstrip("su")[1:])
        if not -(1 << (bits_wide - 1)) <= number < 1 << bits_wide:
            return None
        return (number & ((1 << bits_wide) - 1)).to_bytes(width, "little")
    except (ValueError, OverflowError, struct.error):
        return None


def _bfloat(value: float) -> int | None:
    """The upper half of the f32 that is exactly `value`; None where rounding twice could go astray."""
    single: int = struct.unpack("<I", struct.pack("<f", value))[0]
    exact = struct.unpack("<f", struct.pack("<f", value))[0] == value
    return single >> 16 if exact and single & 0xFFFF == 0 else None
