"""Operation names written without their dialect (`return`, `module`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """What short names mean inside the regions of one kind of operation."""

    dialect: str
    """The default dialect."""
    short: frozenset[str]
    """Names known to be written without it.  Only these start an operation at the beginning of a line:
    other bare words there go on with the operation before."""

    def full(self, name: str) -> str:
        """The operation's full name."""
        return name if "." in name else f"{self.dialect}.{name}"


@cache
def scopes() -> dict[str, Scope]:
    """By operation name, what its regions allow; `*` stands for every operation not listed."""
    table: dict[str, Scope] = {}
    text = files(__package__).joinpath("short_names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            operation, dialect, *short = line.split()
            table[operation] = Scope(dialect, frozenset(short))
    return table
