"""The difference of two normalised op texts, small enough for a message."""

from __future__ import annotations

from difflib import SequenceMatcher

_AROUND = 3
"""Words shown on either side of a difference."""


def text_difference(left: str, right: str) -> tuple[str, ...]:
    """One line `- …` and one `+ …` for each place at which the texts differ, with a few words around it."""
    a, b = left.split(" "), right.split(" ")
    lines: list[str] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        lines.append(f"- {_words(a, a0, a1)}")
        lines.append(f"+ {_words(b, b0, b1)}")
    return tuple(lines)


def _words(words: list[str], start: int, end: int) -> str:
    before, after = words[max(0, start - _AROUND) : start], words[end : end + _AROUND]
    left = "… " if start > _AROUND else ""
    right = " …" if end + _AROUND < len(words) else ""
    changed = " ".join(words[start:end])
    return f"{left}{' '.join([*before, f'[{changed}]', *after])}{right}"
