"""Constants as they stand in the text of an operation."""

from __future__ import annotations

import re

from datalog_ir.ir import Shape
from datalog_ir.semantics.typetext import canonical, split_top
from datalog_ir.semantics.values import RuntimeValue, integer, term, width_of, zero

UNINITIALIZED = "#util.uninitialized"
"""The value of a variable that says so explicitly; it reads as zero."""


def attribute(shape: Shape, name: str) -> str | None:
    """The value of an entry of the op's attributes or properties."""
    for key, value in shape.attributes:
        if key == name:
            return value
    return None


def read_literal(text: str, type_text: str | None = None) -> RuntimeValue:
    """The value that `text`, `3 : i32` or `true`, spells out; a type in the text wins.

    What is not one integer (floats, tensors, attributes of a dialect) is a symbolic term.
    """
    parts = split_top(text, ":")
    body = canonical(parts[0]) if parts else ""
    if len(parts) > 1:
        type_text = canonical(parts[-1])
    if body in ("true", "false"):
        return integer("i1", body == "true")
    if type_text is None:
        # MLIR reads a number without a type as i64.
        type_text = "i64"
    if body.startswith(UNINITIALIZED):
        return zero(type_text)
    if width_of(type_text) is not None:
        try:
            return integer(type_text, int(body, 0))
        except ValueError:
            pass
    return term(f"{body} : {type_text}")


def read_numbers(text: str) -> list[int]:
    """The integers in `array<i64: 2, 5>`, `dense<[2, 5]> : vector<2xi32>` or (bytes, little-endian)
    `dense<0x0200000005000000> : vector<2xi32>`, in order."""
    body = text[text.find("<") + 1 : text.find(">")]
    if text.startswith("array"):
        body = body.partition(":")[2]
    if body.strip().startswith("0x"):
        data = bytes.fromhex(body.strip()[2:])
        size = max(1, (width_of(text.rpartition("x")[2].rstrip(" >")) or 8) // 8)
        return [int.from_bytes(data[i : i + size], "little", signed=True) for i in range(0, len(data), size)]
    return [int(part) for part in re.sub(r"[\[\],]", " ", body.replace("- ", "-")).split()]
