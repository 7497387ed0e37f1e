"""Modules before and after `datalog_ir.optimize`, in `pairs`; the texts are compared byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from datalog_ir import optimize

PAIRS = {path.stem: path for path in sorted((Path(__file__).parent / "pairs").glob("*.mlir"))}
_BETWEEN = "// ===== after\n"


def pair(name: str) -> tuple[str, str]:
    before, after = PAIRS[name].read_text(encoding="utf-8").split(_BETWEEN)
    return before, after


@pytest.mark.parametrize("name", PAIRS)
def test_before_becomes_after(name: str) -> None:
    before, after = pair(name)
    assert optimize(before).text == after


@pytest.mark.parametrize("name", PAIRS)
def test_after_stays(name: str) -> None:
    _, after = pair(name)
    result = optimize(after)
    assert result.text == after
    assert not result.changed


def test_the_compiler_accepts_both(iree_opt: str) -> None:
    text = "// -----\n".join(part for name in PAIRS for part in pair(name))
    command = [iree_opt, "--split-input-file", "--allow-unregistered-dialect", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
