"""Failures for people: two traces side by side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from datalog_ir.semantics import Call, Trace

_WIDTH = 58


def side_by_side(before: Trace, after: Trace, titles: tuple[str, str] = ("before", "after")) -> str:
    """Both traces, a line an event; `|` marks lines that differ, and the first of them is marked `>`."""
    rows = [(titles[0], titles[1])]
    rows += zip_longest(before.lines(), after.lines(), fillvalue="")
    width = min(_WIDTH, max(len(left) for left, _ in rows))
    lines: list[str] = []
    first = True
    for number, (left, right) in enumerate(rows):
        mark = " "
        if number and left != right:
            mark = ">" if first else "|"
            first = False
        lines.append(f"{_cut(left, width):<{width}} {mark} {right}".rstrip())
    return "\n".join(lines)


def calls_text(calls: Iterable[Call]) -> str:
    """A call sequence on one line."""
    return "; ".join(str(call) for call in calls) or "(no calls)"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."
