"""Changing text in places and leaving the rest of it as it is: the printer of rewritten modules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from datalog_ir.ir import Module, Op


@dataclass(frozen=True, slots=True)
class Edit:
    """Puts `text` in the place of what stands between two offsets."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; offsets refer to the text as it is before.

    Edits may come in any order; insertions at one place keep theirs.  A deletion inside a larger deletion is
    part of that.  Raises `ValueError` for other edits that overlap, or that lie outside of the text.
    """
    pieces: list[str] = []
    done = 0
    last: Edit | None = None
    for edit in sorted(edits, key=lambda e: (e.start, e.end > e.start, -e.end)):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(f"{edit} lies outside of the text")
        if edit.start < done:
            if last is not None and not last.text and not edit.text and edit.end <= last.end:
                continue
            raise ValueError(f"{edit} overlaps {last}")
        pieces.append(text[done : edit.start])
        pieces.append(edit.text)
        done = edit.end
        if edit.end > edit.start:
            last = edit
    pieces.append(text[done:])
    return "".join(pieces)


def removal(module: Module, op: Op) -> Edit:
    """Takes an operation out: the whole of its lines, with a comment behind it, if nothing else stands there,
    otherwise the operation alone."""
    text = module.text
    begin = text.rfind("\n", 0, op.start) + 1
    newline = text.find("\n", op.end)
    stop = len(text) if newline < 0 else newline + 1
    rest = text[op.end : stop].strip()
    if text[begin : op.start].strip() or (rest and not rest.startswith("//")):
        return Edit(op.start, op.end, "")
    return Edit(begin, stop, "")
