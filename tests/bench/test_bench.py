"""The inputs are what they claim to be, and the harness runs; nothing here looks at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.bench.__main__ import main
from tests.bench.compare import Entry
from tests.bench.contenders import CLEANUP, OURS, Contender
from tests.bench.goals import goals
from tests.bench.inputs import LINES_A_LAYER, Input, arith, layers, write
from tests.bench.process import Run, run
from tests.conftest import tool


def printed(program: str, *arguments: str, text: str) -> str:
    done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=True)
    return done.stdout


def test_layers_are_valid_ir_that_the_cleanup_pipeline_leaves_encoded_twice(iree_opt: str) -> None:
    text = "".join(layers(3))
    assert text.count("\n") == 9 + 3 * LINES_A_LAYER
    cleaned = printed(iree_opt, "--iree-stream-cleanup-pipeline", "-", text=text)
    assert cleaned.count("stream.tensor.encode") == 2 * 3


def test_every_second_arith_op_repeats_the_one_before(iree_opt: str) -> None:
    text = "".join(arith(40))
    ops = [line.partition(" = ")[2] for line in text.splitlines() if " = " in line]
    assert len(ops) == 40
    assert ops[::2] == ops[1::2]
    assert printed(iree_opt, "--cse", "-", text=text).count("arith.") <= 20


def test_xdsl_reads_the_arith_input(tmp_path: Path) -> None:
    item = write("arith", 20, tmp_path)
    assert "func.func @f" in printed(tool("xdsl-opt"), "-p", "cse", str(item.path), text="")


@pytest.mark.parametrize("kind", ["layers", "arith"])
def test_the_same_size_is_the_same_text(kind: str) -> None:
    first, second = (CliRunner().invoke(main, ["input", kind, "4"]).stdout for _ in range(2))
    assert first == second != ""


def test_compare_counts_what_each_contender_leaves(iree_opt: str) -> None:
    arguments = "compare --layers 2 --arith 0 --no-start -n 1 --only cleanup --json -"
    result = CliRunner().invoke(main, [*arguments.split(), "--only", OURS], catch_exceptions=False)
    found = {m["contender"]: m for m in json.loads(result.stdout)["measurements"]}
    assert found[OURS]["left"] == 2
    assert found[CLEANUP]["left"] == 4
    for entry in found.values():
        assert entry["note"] == ""
        assert len(entry["wall_seconds"]) == len(entry["cpu_seconds"]) == len(entry["peak_bytes"]) == 1


def test_compare_prints_every_goal() -> None:
    arguments = "compare --layers 0 --arith 0 -n 1 --only lark --only check"
    result = CliRunner().invoke(main, arguments.split(), catch_exceptions=False)
    assert result.stdout.count("not measured") == 7
    assert "import lark" in result.stdout


def test_profile_accounts_for_every_step() -> None:
    result = CliRunner().invoke(main, ["profile", "layers", "2", "--json"], catch_exceptions=False)
    phases = json.loads(result.stdout)["phases"]
    for phase in ("imports", "loading rules", "reading, round 1", "facts, round 1", "printing, round 1"):
        assert phases[phase] > 0


def test_a_process_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    took = run(command, tmp_path / "out", seconds=0.2, folder=tmp_path)
    assert took.stopped
    assert took.wall < 30


def test_a_process_that_fails_says_why(tmp_path: Path) -> None:
    took = run(
        [sys.executable, "-c", "raise SystemExit('no')"], tmp_path / "out", seconds=60, folder=tmp_path
    )
    assert (took.code, took.complaint, took.stopped) == (1, "no", False)


def test_goals_are_ratios_of_medians(tmp_path: Path) -> None:
    def entry(name: str, size: int, *walls: float) -> Entry:
        runs = [Run(wall, 2 * wall, 100 * size, 0, False, "") for wall in walls]
        return Entry(Input("layers", size, tmp_path, 0), Contender(name, ("x",), (), ""), runs, left=size)

    measured = [
        entry(OURS, 1000, 3.0, 1.0, 2.0),
        entry(CLEANUP, 1000, 1.0),
        entry(OURS, 4000, 8.0),
        entry(CLEANUP, 4000, 40.0),
    ]
    numbers = {goal.text: (goal.number, goal.met) for goal in goals(measured, "wall")}
    assert list(numbers.values()) == [
        (2.0, False),  # against the cleanup pipeline at 1,000 layers
        (1.0, True),  # encodes left
        (0.2, True),  # against the cleanup pipeline at 4,000 layers
        (4.0, True),  # growth of time
        (4.0, True),  # growth of memory
        (None, None),
        (None, None),
        (None, None),
    ]
