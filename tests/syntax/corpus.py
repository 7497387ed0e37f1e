"""Real modules to read, from the folder beside the checkout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from datalog_ir.syntax import split_modules
from tests.conftest import SHARED


@dataclass(frozen=True)
class Sample:
    """One module of a file."""

    file: str
    first_line: int
    text: str


def samples() -> list[Sample]:
    """Every module of every `.mlir` file, in the order of the files' names; none if there is no corpus."""
    found = []
    for path in sorted(SHARED.glob("**/*.mlir")):
        for part in split_modules(path.read_text(encoding="utf-8")):
            found.append(Sample(str(path.relative_to(SHARED)), part.first_line, part.text))
    return found


def group(number: int, of: int) -> list[Sample]:
    """Every so-and-so-many-th module: groups that take about equal time."""
    return samples()[number::of]


def dump_path() -> Path:
    return SHARED / "corpus" / "models" / "transformer2.print-ir-after-all.txt.xz"
