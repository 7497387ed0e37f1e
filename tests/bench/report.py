"""Measurements and goals as tables for people and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table

from tests.bench.compare import WATCHED, Entry
from tests.bench.contenders import OURS
from tests.bench.goals import Clock, Goal

_PACKAGES = ("datalog-ir", "lark", "pyDatalog", "iree-base-compiler", "xdsl")
_MEGABYTE = 1 << 20


def print_measurements(console: Console, entries: Sequence[Entry], clock: Clock) -> None:
    """A table for each input; ratios are by the given clock, ours being 1."""
    for item, group in groupby(entries, key=lambda entry: entry.input):
        found = list(group)
        base = next((e for e in found if e.contender.name.startswith(OURS)), None)
        unit = _seconds(base, clock)
        table = _columns(item.title, item.lines, WATCHED.get(item.kind))
        for entry in found:
            own = _seconds(entry, clock)
            ratio = f"{own / unit:.2f}" if own is not None and unit else ""
            table.add_row(entry.contender.name, *_numbers(entry, ratio), entry.note)
        console.print(table)


def _columns(title: str, lines: int, watched: str | None) -> Table:
    table = Table(title=f"{title}: {lines:,} lines", box=box.SIMPLE, title_justify="left")
    table.add_column("contender", no_wrap=True)
    for column in ("wall s", "lowest", "highest", "CPU s", "× ours", "peak MB"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column(f"{watched.rstrip('.')} left" if watched else "", justify="right")
    table.add_column("")
    return table


def _numbers(entry: Entry, ratio: str) -> list[str]:
    walls = [run.wall for run in entry.runs]
    if entry.wall is None or entry.cpu is None or entry.peak is None:
        return [""] * 7
    return [
        f"{entry.wall:.3f}",
        f"{min(walls):.3f}",
        f"{max(walls):.3f}",
        f"{entry.cpu:.3f}",
        ratio,
        f"{entry.peak / _MEGABYTE:.0f}",
        "" if entry.left is None else f"{entry.left:,}",
    ]


def _seconds(entry: Entry | None, clock: Clock) -> float | None:
    if entry is None:
        return None
    return entry.wall if clock == "wall" else entry.cpu


def print_goals(console: Console, goals: Sequence[Goal], clock: Clock) -> None:
    """One row a goal: met or missed, and the number."""
    table = Table(title=f"goals, by {clock} time", box=box.SIMPLE, title_justify="left")
    table.add_column("goal")
    table.add_column("at most", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("")
    words = {True: "[green]met[/]", False: "[red]missed[/]", None: "not measured"}
    for goal in goals:
        number = "" if goal.number is None else f"{goal.number:.2f}"
        table.add_row(goal.text, f"{goal.bound:g}", number, words[goal.met])
    console.print(table)


def as_json(entries: Sequence[Entry], goals: Sequence[Goal], clock: Clock) -> dict[str, object]:
    """Everything that was measured: each run, medians, goals, and on what machine."""
    return {
        "version": 1,
        "machine": {
            "processors": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
            "packages": _versions(),
        },
        "measurements": [_entry(entry) for entry in entries],
        "clock": clock,
        "goals": [
            {"goal": goal.text, "at_most": goal.bound, "measured": goal.number, "met": goal.met}
            for goal in goals
        ],
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "input": entry.input.kind,
        "size": entry.input.size,
        "lines": entry.input.lines,
        "contender": entry.contender.name,
        "command": entry.contender.command(entry.input.path),
        "wall_seconds": [run.wall for run in entry.runs],
        "cpu_seconds": [run.cpu for run in entry.runs],
        "peak_bytes": [run.peak for run in entry.runs],
        "median": {"wall_seconds": entry.wall, "cpu_seconds": entry.cpu, "peak_bytes": entry.peak},
        "counted_op": WATCHED.get(entry.input.kind),
        "left": entry.left,
        "note": entry.note,
    }


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def print_phases(console: Console, title: str, phases: Mapping[str, float]) -> None:
    """Where the time of one run went."""
    total = sum(phases.values())
    table = Table(title=title, box=box.SIMPLE, title_justify="left")
    table.add_column("phase")
    table.add_column("seconds", justify="right")
    table.add_column("share", justify="right")
    for phase, seconds in phases.items():
        table.add_row(phase, f"{seconds:.3f}", f"{seconds / total:.1%}")
    table.add_section()
    table.add_row("together", f"{total:.3f}", "")
    console.print(table)
