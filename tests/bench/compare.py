"""Runs the contenders on the inputs, alternating, and keeps what each run took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tests.bench.contenders import ROOT, Contender
from tests.bench.inputs import Input, Kind, worked_example, write
from tests.bench.process import Run, run

WATCHED: dict[Kind, str] = {"layers": "stream.tensor.encode", "arith": "arith."}
"""The ops that are counted in what a contender prints."""


@dataclass(slots=True)
class Entry:
    """One contender on one input."""

    input: Input
    contender: Contender
    runs: list[Run] = field(default_factory=list)
    left: int | None = None
    """How many of the watched ops it printed."""
    note: str = ""
    """Why there are no runs, or no more."""

    @property
    def wall(self) -> float | None:
        """Median seconds."""
        return median(run.wall for run in self.runs) if self.runs else None

    @property
    def cpu(self) -> float | None:
        """Median seconds of all threads."""
        return median(run.cpu for run in self.runs) if self.runs else None

    @property
    def peak(self) -> float | None:
        """Median of the peak memory, in bytes."""
        return median(run.peak for run in self.runs) if self.runs else None


def compare(
    sizes: Sequence[tuple[Kind, int]],
    contenders: Sequence[Contender],
    *,
    repetitions: int,
    seconds: float,
    folder: Path,
    progress: Callable[[str], None],
) -> list[Entry]:
    """Runs everything `repetitions` times, one of each before the second of any.

    Inputs and outputs go to `folder`.  Before anything is measured each contender runs once on a tiny input
    of each kind, which shows whether it works and leaves its files in the system's cache.  One that fails is
    left out with a note; one that takes longer than `seconds` is not run again on that size or above.
    """
    inputs = [worked_example() if kind == "start" else write(kind, size, folder) for kind, size in sizes]
    entries = [
        Entry(item, contender)
        for item in inputs
        for contender in contenders
        if contender.takes(item.kind, item.size)
    ]
    _try(entries, seconds, folder, progress)
    for repetition in range(repetitions):
        # Every other time backwards, so that no one always runs behind the same neighbour.
        for entry in entries if repetition % 2 == 0 else reversed(entries):
            if not entry.note:
                progress(f"{repetition + 1}/{repetitions}: {entry.contender.name}, {entry.input.title}")
                _measure(entry, entries, seconds, folder)
    return entries


def _try(entries: list[Entry], seconds: float, folder: Path, progress: Callable[[str], None]) -> None:
    notes: dict[tuple[str, Kind], str] = {}
    for entry in entries:
        contender, kind = entry.contender, entry.input.kind
        key = contender.name, kind
        if key not in notes:
            progress(f"trying {contender.name}")
            notes[key] = _trial(contender, kind, seconds, folder)
        entry.note = notes[key]


def _trial(contender: Contender, kind: Kind, seconds: float, folder: Path) -> str:
    if not contender.program:
        return f"not installed ({contender.missing})"
    tiny = worked_example() if kind == "start" else write(kind, 2, folder)
    return _fault(
        contender, run(contender.command(tiny.path), folder / "tried", seconds=seconds, folder=ROOT)
    )


def _fault(contender: Contender, run: Run) -> str:
    if run.stopped:
        return f"stopped after {run.wall:.0f} s"
    if run.code not in contender.good_codes:
        return f"exit code {run.code}: {run.complaint}"
    return ""


def _measure(entry: Entry, entries: list[Entry], seconds: float, folder: Path) -> None:
    contender, item = entry.contender, entry.input
    output = folder / "printed"
    took = run(contender.command(item.path), output, seconds=seconds, folder=ROOT)
    entry.note = _fault(contender, took)
    if took.stopped:
        for other in entries:
            if (other.contender, other.input.kind) == (contender, item.kind) and other.input.size > item.size:
                other.note = f"not run: stopped after {took.wall:.0f} s on {item.title}"
    if entry.note:
        return
    entry.runs.append(took)
    if item.kind in WATCHED and entry.left is None:
        entry.left = _count(output, f" = {WATCHED[item.kind]}")


def _count(path: Path, words: str) -> int:
    with path.open(encoding="utf-8") as file:
        return sum(words in line for line in file)
