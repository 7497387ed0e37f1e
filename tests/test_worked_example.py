"""The worked example: one weight, encoded twice, must be encoded once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import datalog_ir
from datalog_ir.demo import example


def without_value_names(text: str) -> str:
    """Values are numbered in the order of their definition; comment lines are left out."""
    names: dict[str, str] = {}
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//")]
    return re.sub(r"%[\w$.-]+", lambda m: names.setdefault(m[0], f"%{len(names)}"), "\n".join(lines))


def test_one_encode_and_two_globals_are_left() -> None:
    text = datalog_ir.optimize(example()).text
    assert text.count("stream.tensor.encode") == 1
    assert re.findall(r"util\.global private (@\w+) :", text) == ["@encoded_a", "@encoded_a_size"]
    assert "util.global private @device = #device" in text


def test_without_the_purity_of_the_transfer_both_stay() -> None:
    settings = datalog_ir.Settings(without=('pure("stream.async.transfer")',))
    text = datalog_ir.optimize(example(), settings).text
    assert text.count("stream.tensor.encode") == 2
    assert "@encoded_b " in text


@pytest.mark.parametrize("engine", ["seminaive", "pydatalog"])
@pytest.mark.parametrize("name", ["before", "partial", "after"])
def test_the_modules_of_the_pull_request(name: str, engine: str, shared: Path) -> None:
    source = (shared / "seed" / f"pr21921_{name}.mlir").read_text()
    wanted = (shared / "seed" / "pr21921_after.mlir").read_text()
    result = datalog_ir.optimize(source, datalog_ir.Settings(engine=engine))
    assert without_value_names(result.text) == without_value_names(wanted)
