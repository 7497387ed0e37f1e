"""Results as text and as JSON, coloured where a terminal shows them."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

import click

from datalog_ir.api import Result
from datalog_ir.findings import Finding
from datalog_ir.rewrite import Applied

STILL_APPEARING = (
    "note: stopped after {rounds} round(s) while facts are still appearing; without --max-rounds the rounds "
    "go on until none do"
)


def unified_diff(before: str, after: str, name: str) -> str:
    """What changed, as `diff -u` prints it; empty if nothing did."""
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(
            before.splitlines(keepends=True),
            after.splitlines(keepends=True),
            f"a/{name}",
            f"b/{name}",
        )
    )


def coloured_diff(diff: str) -> str:
    """The diff with the usual colours (click takes them out where the output is no terminal)."""
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return "".join(
        click.style(line, fg=colours[line[0]]) if line[:1] in colours else line
        for line in diff.splitlines(keepends=True)
    )


def finding_line(finding: Finding) -> str:
    """One finding as one line."""
    place = click.style(f"{finding.file}:{finding.line}:{finding.column}:", bold=True)
    return f"{place} {finding.message} {click.style(f'[{finding.rule}]', fg='yellow')}"


def statistics(result: Result) -> dict[str, object]:
    """The counts of a rewrite as a JSON object."""
    return {
        "version": 1,
        "modules": [
            {
                "first_line": module.module.first_line,
                "fixed_point": module.reached,
                "rounds": [asdict(applied) for applied in module.rounds],
                "saved": asdict(module.saving),
            }
            for module in result.modules
        ],
    }


def statistics_text(result: Result) -> str:
    """The counts of a rewrite for people."""
    lines: list[str] = []
    for module in result.modules:
        if len(result.modules) > 1:
            lines.append(f"module at line {module.module.first_line}:")
        lines += round_lines(module.rounds, module.reached)
        saved = module.saving
        lines.append(
            f"saved: {saved.ops} ops, of them {saved.globals} globals; {saved.duplicate_bytes:,} bytes held "
            f"twice, {saved.unused_bytes:,} bytes never loaded"
        )
    return "\n".join(lines)


def round_lines(rounds: Sequence[Applied], reached: bool) -> list[str]:
    """One line for each round and one for how it ended."""
    lines = []
    for number, applied in enumerate(rounds, 1):
        parts = [f"{applied.replaced} values replaced"] if applied.replaced else []
        parts += [f"{applied.renamed} accesses renamed"] if applied.renamed else []
        parts += [f"{count} ops dropped ({why})" for why, count in sorted(applied.dropped.items())]
        lines.append(f"round {number}: {', '.join(parts)}")
    if reached:
        lines.append(f"round {len(rounds) + 1}: no new facts")
    return lines


def with_progress(files: Sequence[str]) -> Iterator[str]:
    """The files, with a progress bar on standard error where a terminal shows it and there are several."""
    if len(files) < 3 or not sys.stderr.isatty():
        yield from files
        return
    yield from _tracked(files)


def _tracked(files: Sequence[str]) -> Iterable[str]:
    from rich.console import Console
    from rich.progress import track

    return track(files, description="checking", console=Console(stderr=True), transient=True)
