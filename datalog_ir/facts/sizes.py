"""The size of what an op's text speaks of."""

from __future__ import annotations

import re

from datalog_ir.syntax import type_bytes

_SHAPED = re.compile(r"\b(?:tensor|vector|memref) <")
_BRACKET = re.compile(r"[<>]")


def last_type_bytes(text: str) -> int | None:
    """Bytes of the last shaped type in an op's normalised text whose size is known; `None` without one.

    In the text of most ops the type of the result comes last.  Arrows are tokens of their own there, so
    that every `>` closes a bracket.
    """
    for match in reversed(list(_SHAPED.finditer(text))):
        depth = 0
        for bracket in _BRACKET.finditer(text.replace("->", "  "), match.end() - 1):
            depth += 1 if bracket.group() == "<" else -1
            if depth == 0:
                size = type_bytes(text[match.start() : bracket.end()].replace(" ", ""))
                if size is not None:
                    return size
                break
    return None
