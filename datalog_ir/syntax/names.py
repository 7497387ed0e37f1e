"""Operation names written without their dialect (`return`, `module`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Scope:
    """What short names mean in the regions of one kind of operation."""

    dialect: str
    """The default dialect; empty where every name has to be written in full."""
    short: frozenset[str]
    """Names known to be written without it.  Only these start an operation at the beginning of a line:
    other bare words there go on with the operation before."""

    def full(self, name: str) -> str:
        """The operation's full name; without a dialect if there is none to add."""
        return f"{self.dialect}.{name}" if "." not in name and self.dialect else name


NO_SHORT_NAMES = Scope("", frozenset())
"""The regions of most operations."""


@cache
def scopes() -> dict[str, Scope]:
    """By operation in custom assembly, what its regions allow; `*` is the top of a file.

    Operations in generic assembly do not change what holds around them.
    """
    table: dict[str, Scope] = {}
    text = files(__package__).joinpath("short_names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            operation, dialect, *short = line.split()
            table[operation] = Scope(dialect, frozenset(short))
    return table
