"""The commands as a user runs them: output, exit codes, messages, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from datalog_ir import derive
from datalog_ir.cli import main
from datalog_ir.demo import example

TWICE = """\
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b : i32
  %y = arith.addi %b, %a : i32
  return %x, %y : i32, i32
}
"""
ONCE = """\
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b : i32
  return %x, %x : i32, i32
}
"""


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=text, catch_exceptions=False)


@pytest.fixture
def twice(tmp_path: Path) -> str:
    file = tmp_path / "twice.mlir"
    file.write_text(TWICE)
    return str(file)


def test_check_names_place_message_and_rule(twice: str) -> None:
    result = run("check", twice)
    assert result.exit_code == 1
    assert result.stdout == f"{twice}:3:3: %y is equal to %x (line 2) [equal-values]\n"


def test_check_finds_nothing_in_what_is_left() -> None:
    result = run("check", "-", text=ONCE)
    assert (result.exit_code, result.stdout) == (0, "")


def test_check_as_json(twice: str) -> None:
    (finding,) = json.loads(run("check", twice, "--format", "json").stdout)
    assert (finding["file"], finding["line"], finding["column"]) == (twice, 3, 3)
    assert finding["rule"] == "equal-values"


def test_opt_prints_the_rewritten_module(twice: str) -> None:
    result = run("opt", twice)
    assert (result.exit_code, result.stdout) == (0, ONCE)


def test_opt_reads_standard_input() -> None:
    assert run("opt", "-", text=TWICE).stdout == ONCE


def test_opt_handles_modules_one_by_one_and_keeps_what_separates_them() -> None:
    between = "// -----\n\n"
    assert run("opt", "-", text=TWICE + between + TWICE).stdout == ONCE + between + ONCE


def test_opt_prints_a_diff(twice: str) -> None:
    diff = run("opt", twice, "--diff").stdout
    assert "-  %y = arith.addi %b, %a : i32\n" in diff
    assert "+  return %x, %x : i32, i32\n" in diff


def test_opt_writes_the_file_and_nothing_beside_it(twice: str, tmp_path: Path) -> None:
    out = tmp_path / "out" / "left.mlir"
    out.parent.mkdir()
    result = run("opt", twice, "-o", str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert out.read_text() == ONCE
    assert list(out.parent.iterdir()) == [out]


def test_stats_tell_rounds_and_savings() -> None:
    result = run("opt", "-", "--stats", "--format", "json", text=example())
    (module,) = json.loads(result.stdout)["modules"]
    assert module["fixed_point"] is True
    assert module["saved"]["globals"] == 4
    # One 4096 x 4096 tensor of 8-bit floats.
    assert module["saved"]["duplicate_bytes"] == 4096 * 4096


def test_one_round_is_not_enough_and_says_so() -> None:
    result = run("opt", "-", "--max-rounds", "1", text=example())
    assert result.exit_code == 1
    assert "facts are still appearing" in result.stderr
    assert run("opt", "-", text=result.stdout).stdout == run("opt", "-", text=example()).stdout


def test_without_the_transfer_both_encodes_stay() -> None:
    left = run("opt", "-", "--without", 'pure("stream.async.transfer")', text=example()).stdout
    assert left.count("stream.tensor.encode") == 2
    assert run("opt", "-", text=example()).stdout.count("stream.tensor.encode") == 1


def test_assume_makes_an_unknown_op_mergeable() -> None:
    text = '%a = "my.op"() : () -> i32\n%b = "my.op"() : () -> i32\n"my.use"(%a, %b) : (i32, i32) -> ()\n'
    assert run("check", "-", text=text).exit_code == 0
    assert "%b is equal to %a" in run("check", "-", "--assume", 'pure("my.op")', text=text).stdout


def test_an_assumption_is_answered_from_two_sides() -> None:
    text = '%a = "my.op"() : () -> i32\n%b = "my.op"() : () -> i32\n"my.use"(%a, %a, %b) : (i32, i32, i32) -> ()\n'
    told = run("check", "-", "--assume", 'pure("my.op")', text=text).stderr
    assert "%b is %a" not in told  # %a is named twice: that may be a tie
    free = text.replace("%a, %a, %b", "%a, %b").replace("i32, i32, i32", "i32, i32")
    told = run("check", "-", "--assume", 'pure("my.op")', text=free).stderr
    assert "with these assumptions: 1 ops more are removed; %b is %a" in told


def test_facts_are_soufflé_files(twice: str, tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    assert run("facts", twice, "-o", str(folder)).exit_code == 0
    kinds = [line.split("\t") for line in (folder / "kind.facts").read_text().splitlines()]
    assert sorted(name for _, name in kinds) == ["arith.addi", "func.func", "func.return"]
    places = [line.split("\t")[1:] for line in (folder / "position.facts").read_text().splitlines()]
    assert places == [["1", "1"], ["2", "3"], ["3", "3"], ["4", "3"]]
    assert (folder / "schema.dl").is_file()


def test_query_takes_values_by_name(twice: str) -> None:
    result = run("query", twice, 'equivalent(X, "%x")')
    assert result.exit_code == 1
    assert "%y" in result.stdout
    assert run("query", twice, 'equivalent("%a", "%x")').exit_code == 0


def test_both_engines_agree_on_the_worked_example() -> None:
    outputs = {run("check", "-", "--engine", engine, text=example()).stdout for engine in ENGINES}
    assert len(outputs) == 1


ENGINES = "seminaive", "pydatalog"


def test_cross_check_runs_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("check", "-", "--cross-check", text=TWICE).stdout == run("check", "-", text=TWICE).stdout
    evaluate = derive.evaluate

    def forgetful(*arguments: Any, engine: str, **options: Any) -> Any:
        model = evaluate(*arguments, engine=engine, **options)
        if engine == "pydatalog":
            model.derivations["replaceable"].clear()
        return model

    monkeypatch.setattr(derive, "evaluate", forgetful)
    result = run("check", "-", "--cross-check", text=TWICE)
    assert result.exit_code == 2
    assert "only the semi-naive engine derives replaceable(" in result.stderr


BAD = {
    "unbalanced": ("check", "func.func @f() {\n", "1:16"),
    "undefined value": ("opt", "func.func @f() {\n  %a = arith.negf %b : f32\n  return\n}\n", "2:19"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_a_message_with_a_place(name: str) -> None:
    command, text, place = BAD[name]
    result = run(command, "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"<stdin>:{place}: error:")


def test_a_carriage_return_inside_a_line_is_refused() -> None:
    """MLIR ends a comment there, so that what looks like a comment is an op."""
    result = run("check", "-", text="// note\r%a = arith.constant 1 : i32\n")
    assert result.exit_code == 2
    assert "carriage return" in result.stderr
    assert run("check", "-", text=TWICE.replace("\n", "\r\n")).exit_code == 1


BAD_OPTIONS = {
    "not an atom": ("--assume", "pure("),
    "undeclared": ("--assume", 'pur("a.b")'),
    "not there": ("--without", 'pure("no.such")'),
    "wrong arity": ("--assume", 'pure("a", "b")'),
    "smuggled code": ("--assume", '__import__("os").system("true")'),
}


@pytest.mark.parametrize("name", BAD_OPTIONS)
def test_a_bad_assumption_is_a_message(name: str, twice: str, tmp_path: Path) -> None:
    out = tmp_path / "out.mlir"
    result = run("opt", twice, "-o", str(out), *BAD_OPTIONS[name])
    assert result.exit_code == 2
    assert "error:" in result.stderr
    assert not out.exists()


BAD_RULES = {
    "unsafe variable": "p(X, Y) :- q(X).",
    "cycle through negation": "q(X) :- kind(X, _), !r(X).\nr(X) :- kind(X, _), !q(X).",
    "undeclared": "q(X) :- nowhere(X).",
    "no rule at all": "import os",
}


@pytest.mark.parametrize("name", BAD_RULES)
def test_a_bad_rule_is_a_message_with_its_place(name: str, twice: str, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    declarations = ".decl p(x: number, y: number)\n.decl q(x: number)\n.decl r(x: number)\n"
    (rules / "mine.dl").write_text(declarations + BAD_RULES[name] + "\n")
    result = run("check", twice, "--rules", str(rules))
    assert result.exit_code == 2
    place = result.stderr.removeprefix(str(rules / "mine.dl"))
    assert place.startswith((":4:", ":5:"))


def test_a_missing_file_is_a_message() -> None:
    result = run("check", "no/such/file.mlir")
    assert result.exit_code == 2
    assert result.stderr == "error: no/such/file.mlir: No such file or directory\n"


def test_bytes_that_are_no_text_are_a_message(tmp_path: Path) -> None:
    file = tmp_path / "module.mlirbc"
    file.write_bytes(b"ML\xefR\x01\xff")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert "not UTF-8" in result.stderr


def test_an_interrupted_write_leaves_the_old_file(
    twice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.mlir"
    out.write_text("old")

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", broken)
    CliRunner().invoke(main, ["opt", twice, "-o", str(out)])
    assert out.read_text() == "old"
    assert {file.name for file in tmp_path.iterdir()} == {"out.mlir", "twice.mlir"}


def test_demo_tells_the_story() -> None:
    result = run("demo")
    assert result.exit_code == 0
    for expected in "always holds what", "-    %6 = stream.tensor.encode", "no new facts", "16,777,216":
        assert expected in result.stdout


def test_ten_thousand_regions_deep() -> None:
    depth = 10_000
    text = "".join(
        [
            "func.func @f(%c: i1, %a: i32) -> i32 {\n",
            "scf.if %c {\n" * depth,
            "%x = arith.addi %a, %a : i32\n%y = arith.addi %a, %a : i32\n",
            '"my.use"(%x, %y) : (i32, i32) -> ()\n',
            "}\n" * depth,
            "return %a : i32\n}\n",
        ]
    )
    result = run("opt", "-", text=text)
    assert result.exit_code == 0
    assert '"my.use"(%x, %x)' in result.stdout


def test_expectations_in_comments_are_checked(twice: str, tmp_path: Path) -> None:
    file = tmp_path / "expected.mlir"
    file.write_text(f"// expect-merge: %x %y\n// expect-distinct: %a %b\n{TWICE}")
    assert run("test", str(file)).exit_code == 0
    file.write_text(f"// expect-distinct: %x %y\n{TWICE}")
    result = run("test", str(file))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file}:1: failed: expect-distinct: %x %y")


def test_a_file_that_cannot_be_read_does_not_hide_the_findings_of_the_others(
    twice: str, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.mlir"
    bad.write_text("module {\n")
    result = run("check", str(bad), twice)
    assert result.exit_code == 2
    assert result.stdout == f"{twice}:3:3: %y is equal to %x (line 2) [equal-values]\n"
    assert f"{bad}:1:8: error:" in result.stderr


def test_elided_constants_are_pointed_out() -> None:
    text = "%a = arith.constant dense_resource<__elided__> : tensor<4xi32>\n"
    assert "constants are elided" in run("check", "-", text=text).stderr
    assert "elided" not in run("check", "-", text=TWICE).stderr


def test_the_rules_can_be_copied_and_changed(twice: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert run("rules", "copy", str(mine)).exit_code == 0
    assert run("check", twice, "--rules", str(mine)).exit_code == 1
    arith = mine / "dialects" / "arith.dl"
    arith.write_text(arith.read_text().replace('commutative("arith.addi").', ""))
    assert run("check", twice, "--rules", str(mine)).exit_code == 0
    assert run("rules", "copy", str(mine)).exit_code == 2


def test_a_folder_that_is_not_there_is_a_message(twice: str, tmp_path: Path) -> None:
    result = run("opt", twice, "-o", str(tmp_path / "no" / "out.mlir"))
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path / 'no'}: there is no such folder\n"
