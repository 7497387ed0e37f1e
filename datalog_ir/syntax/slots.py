"""Values in own text: which of them define arguments of a region, by the look of the text around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from datalog_ir.syntax.normal import Word
from datalog_ir.syntax.words import tight

DEEPER = frozenset("([{<")
SHALLOWER = frozenset(")]}>")


@dataclass(frozen=True, slots=True)
class Slot:
    """A value in a form, results left out."""

    defines: bool
    """It stands where custom assembly names arguments of a region: `%i = %lb`, `as %x: t`, `@f(%x: t)`."""
    declared: bool
    """It stands in a typed list behind a symbol, `@f(%x: t)`: without a region, a name nobody uses."""
    tied: bool
    """It says what a result is tied to, `-> %x as t`; the compiler takes any name there."""
    region: int
    """Number of regions before it in the own text."""
    type: str | None
    """The type directly behind it, in a list of `%name: type`."""


def value_slots(words: Sequence[Word], spelled: Sequence[str], generic: bool) -> tuple[Slot, ...]:
    """The values of an operation's own text, results left out, in order.

    `spelled` is how the words are written in types.  The generic form never defines anything in its own text.
    """
    out: list[Slot] = []
    regions = 0
    opened: list[int] = []
    for i, (kind, _) in enumerate(words):
        if kind in DEEPER:
            opened.append(i)
        elif kind in SHALLOWER:
            if opened:
                opened.pop()
        elif kind == "region":
            regions += 1
        elif kind == "value":
            if generic:
                out.append(Slot(False, False, False, regions, None))
                continue
            after = words[i + 1] if i + 1 < len(words) else ("", "")
            before = words[i - 1]
            of = None
            defines = declared = tied = False
            if after[0] == "=":
                # `%i = %lb`, `%i = 0`; but `-> %tied = (%arg: t) {` only refers to a value.
                defines = i + 2 < len(words) and words[i + 2][0] in ("value", "number", "-")
            elif after == ("word", "as"):
                tied = before[0] == "->" or before == ("word", "in")
            elif after[0] == ":" and (before == ("word", "as") or before[0] in ("(", ",", "[")):
                of = _type_behind(words, spelled, i + 2)
                if before == ("word", "as"):
                    defines = True
                elif opened and words[opened[-1]][0] == "(":
                    lead = words[opened[-1] - 1][0]
                    declared = lead == "symbol"
                    defines = lead in ("symbol", "=")
            out.append(Slot(defines, declared, tied, regions, of))
    return tuple(out)


def _type_behind(words: Sequence[Word], spelled: Sequence[str], first: int) -> str | None:
    depth = 0
    i = first
    while i < len(words):
        kind = words[i][0]
        if depth == 0 and kind in (",", ")", "]", "{", "=", "value"):
            break
        depth += (kind in DEEPER) - (kind in SHALLOWER)
        i += 1
    return tight(spelled[first:i]) if i > first else None
