"""The cases in `tests/cases`: what must be merged, what must not, what is redundant, what must stay.

Each expectation is a test of its own, named `file:line:expectation`.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

from datalog_ir.explain import Outcome, Status, check_expectations, read_expectations
from datalog_ir.syntax import split_modules

CASES = Path(__file__).parent / "cases"
FILES = sorted(path.name for path in CASES.glob("*.mlir"))


@cache
def outcomes(file: str) -> dict[int, Outcome]:
    """What comes of the expectations of a file, by line."""
    text = (CASES / file).read_text(encoding="utf-8")
    return {outcome.line: outcome for outcome in check_expectations(text, file=file)}


def expectations() -> list[object]:
    return [
        pytest.param(file, expectation.line, id=f"{file}:{expectation.line}:{expectation}")
        for file in FILES
        for part in split_modules((CASES / file).read_text(encoding="utf-8"))
        for expectation in read_expectations(part, file=file)
    ]


@pytest.mark.parametrize(("file", "line"), expectations())
def test_expectation(file: str, line: int) -> None:
    outcome = outcomes(file)[line]
    assert outcome.status is not Status.STARTED, f"{outcome}: make it an expect-merge"
    assert not outcome.failed, str(outcome)


@pytest.mark.parametrize("file", [file for file in FILES if file != "rejected.mlir"])
def test_case_is_accepted_by_the_compiler(file: str, iree_opt: str) -> None:
    command = [iree_opt, "--split-input-file", "--allow-unregistered-dialect", CASES / file]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr


def test_every_theme_has_both_sides() -> None:
    """A theme that only says what is equal, or only what is not, would not tell right from wrong."""
    one_sided = []
    for file in FILES:
        if file in ("reading.mlir", "rejected.mlir"):
            continue
        kinds = {
            expectation.kind
            for part in split_modules((CASES / file).read_text(encoding="utf-8"))
            for expectation in read_expectations(part, file=file)
        }
        if not kinds & {"expect-merge", "expect-redundant"} or not kinds & {"expect-distinct", "expect-kept"}:
            one_sided.append(file)
    assert one_sided == []
