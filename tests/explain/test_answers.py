"""`why` as users see it: text, JSON, names, repairs, what-if."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from datalog_ir import Settings
from datalog_ir.cli import main
from datalog_ir.demo import example
from datalog_ir.explain import NameProblem
from datalog_ir.explain.answer import why
from datalog_ir.explain.explanation import FormatError, as_json, from_json
from datalog_ir.explain.render import as_text
from datalog_ir.explain.repairs import Search

READS = """\
func.func @f(%m: memref<?xi32>, %i: index, %v: i32) -> (i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<?xi32>
  %a = arith.addi %v, %v : i32
  %1 = memref.load %m[%i] : memref<?xi32>
  "z.step"(%a) : (i32) -> ()
  %2 = memref.load %m[%i] : memref<?xi32>
  return %0, %1, %2 : i32, i32, i32
}
"""

DIFFERENT = """\
func.func @f(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32) {
  %a = arith.subi %x, %y : i32
  %c = arith.subi %x, %y : i32
  %b = arith.addi %a, %y : i32
  %d = arith.addi %c, %y : i32
  %g = arith.addi %c, %z overflow<nsw> : i32
  %e = "z.first"(%a) : (i32) -> i32
  %f = "z.first"(%c) : (i32) -> i32
  %h = "z.second"(%e, %y) : (i32, i32) -> i32
  %k = "z.second"(%y, %f) : (i32, i32) -> i32
  return %d, %g, %h : i32, i32, i32
}
"""

IN_PLACE = """\
util.func public @f(%n: index, %v: i32) -> (!stream.resource<*>, !stream.resource<*>) {
  %a = "z.make"(%n) : (index) -> !stream.resource<*>
  %b = "z.make"(%n) : (index) -> !stream.resource<*>
  %c = "z.overwrite"(%a, %v, %a) : (!stream.resource<*>, i32, !stream.resource<*>) -> !stream.resource<*>
  util.return %b, %c : !stream.resource<*>, !stream.resource<*>
}
"""


def text_of(source: str, a: str, b: str, **options: tuple[str, ...]) -> str:
    return as_text(why(source, a, b, Settings(**options), file="f.mlir"))  # type: ignore[arg-type]


def test_the_ops_between_two_reads_are_looked_at() -> None:
    text = text_of(READS, "%0", "%1")
    assert "are equal" in text
    assert "arith.addi (line 3) may change any location of this class" in text
    assert "arith.addi is pure (rules/dialects/arith.dl:" in text
    assert "memref.load reads (rules/dialects/memref.dl:" in text


def test_a_write_between_is_named_with_its_line_and_what_would_help() -> None:
    explanation = why(READS, "%1", "%2")
    (reason,) = explanation.reasons
    assert reason.id == "write-between"
    assert "z.step (line 5)" in reason.message
    assert 5 in [line.line for line in reason.lines]
    texts = [[change.text for change in repair.changes] for repair in explanation.repairs]
    assert texts == [["if z.step is pure"], ["if z.step (line 5) had no effect"]]
    assert all(repair.verified for repair in explanation.repairs)


def test_a_difference_below_is_followed_down_to_where_the_two_part() -> None:
    explanation = why(DIFFERENT, "%d", "%g")
    (reason,) = explanation.reasons
    assert reason.id == "text-differs"
    assert any("nsw" in detail for detail in reason.details)
    both = [[change.text for change in repair.changes] for repair in explanation.repairs]
    assert both == [
        [
            "if arith.addi (line 6) had the text of arith.addi (line 5)",
            "if input 1 of arith.addi (line 6) were %y",
        ]
    ]


def test_several_assumptions_may_be_missing() -> None:
    explanation = why(DIFFERENT, "%h", "%k")
    smallest = explanation.repairs[0]
    options = {change.option for change in smallest.changes}
    assert options == {
        "--assume 'pure(\"z.first\")'",
        "--assume 'pure(\"z.second\")'",
        "--assume 'commutative(\"z.second\")'",
    }
    assert smallest.verified


def test_no_small_repair_is_said() -> None:
    explanation = why(DIFFERENT, "%h", "%k", search=Search(max_size=1))
    assert explanation.repairs == ()
    assert "no small set of changes" in as_text(explanation)


def test_equal_but_out_of_reach() -> None:
    text = """\
    func.func @f(%c: i1, %x: i32) -> i32 {
      cf.cond_br %c, ^a, ^b
    ^a:
      %p = arith.addi %x, %x : i32
      cf.br ^end(%p : i32)
    ^b:
      %q = arith.addi %x, %x : i32
      cf.br ^end(%q : i32)
    ^end(%r: i32):
      return %r : i32
    }
    """
    explanation = why(text, "%p", "%q")
    assert explanation.verdict == "equal"
    assert [reason.id for reason in explanation.reasons] == ["no-dominance"]


def test_what_if_is_told_from_both_sides() -> None:
    explanation = why(IN_PLACE, "%a", "%b", Settings(assume=('pure("z.make")',)))
    effects = explanation.effects
    assert effects is not None
    assert effects.before == "distinct"
    assert any("%b is %a" in gain for gain in effects.gained)
    (risk,) = effects.at_risk
    assert risk.id == "written-in-place"
    assert 4 in [line.line for line in risk.lines]


def test_what_is_fresh_or_released_is_at_risk() -> None:
    text = """\
    func.func @f(%i: index, %v: f32) -> (f32, f32) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      memref.store %v, %a[%i] : memref<4xf32>
      %p = memref.load %a[%i] : memref<4xf32>
      %q = memref.load %b[%i] : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return %p, %q : f32, f32
    }
    """
    settings = Settings(assume=('pure("memref.alloc")',), without=('allocates("memref.alloc")',))
    effects = why(text, "%a", "%b", settings).effects
    assert effects is not None
    found = {(risk.id, risk.lines[-1].line) for risk in effects.at_risk}
    assert {("written-in-place", 4), ("freed", 7)} <= found
    assert any(risk.id == "allocated" for risk in effects.at_risk)


def test_an_assumption_taken_away_is_a_loss() -> None:
    effects = why(READS, "%0", "%1", Settings(without=('pure("arith.addi")',))).effects
    assert effects is not None
    assert effects.before == "equal"
    assert any("no more: %1 is %0" in text for text in effects.gained)
    assert effects.at_risk == ()


@pytest.mark.parametrize("pair", [("%h", "%k"), ("%e", "%f")])
def test_repairs_hold_when_given_as_options(pair: tuple[str, str]) -> None:
    """Asked again on the command line, each set of assumptions does what it promised."""
    explanation = why(DIFFERENT, *pair)
    asked = 0
    for repair in explanation.repairs:
        if all(change.option for change in repair.changes):
            atoms = tuple(change.option.split("'")[1] for change in repair.changes)
            assert why(DIFFERENT, *pair, Settings(assume=atoms)).verdict == "equal"
            if len(atoms) > 1:
                for left_out in atoms:
                    fewer = tuple(atom for atom in atoms if atom != left_out)
                    assert why(DIFFERENT, *pair, Settings(assume=fewer)).verdict == "distinct"
            asked += 1
    assert asked


@pytest.mark.parametrize(
    ("source", "a", "b"),
    [
        (example(), "@encoded_a", "@encoded_b"),
        (READS, "%0", "%1"),
        (READS, "%0", "%2"),
        (DIFFERENT, "%d", "%g"),
        (IN_PLACE, "%a", "%b"),
    ],
)
def test_json_makes_the_same_text(source: str, a: str, b: str) -> None:
    explanation = why(source, a, b, Settings(assume=('pure("z.make")',)))
    data = json.loads(json.dumps(as_json(explanation)))
    assert from_json(data) == explanation
    assert as_text(from_json(data)) == as_text(explanation)


def test_json_of_another_version_is_refused() -> None:
    data = {**as_json(why(READS, "%0", "%1")), "version": 99}
    with pytest.raises(FormatError, match="99"):
        from_json(data)
    with pytest.raises(FormatError):
        from_json({"version": 1, "file": "f"})


def test_depth_cuts_the_tree_off() -> None:
    explanation = why(example(), "%2", "%6")
    short, long = as_text(explanation, depth=1), as_text(explanation)
    assert len(short.splitlines()) < len(long.splitlines())
    assert "more below (--depth 2)" in short
    assert "holds as long as" in short


def test_names_of_two_kinds_and_unknown_names() -> None:
    with pytest.raises(NameProblem, match="not of one kind"):
        why(example(), "@encoded_a", "%2")
    with pytest.raises(NameProblem) as problem:
        why(example(), "@encoded_c", "@encoded_a")
    assert any("@encoded_a" in candidate for candidate in problem.value.candidates)
    with pytest.raises(NameProblem, match="several modules"):
        why(f"{READS}// -----\n{READS}", "%0", "%1")
    assert why(f"{READS}// -----\n{READS}", "L11", "L13").verdict == "equal"
    second = why(f"{READS}// -----\n{READS}", "%0", "%1", module_at=12)
    assert [line.line for line in second.nodes[0].lines] == [11, 13]


def test_a_chain_of_many_ops_is_explained() -> None:
    count = 1_500
    lines = ["func.func @f(%x: i32) -> (i32, i32) {"]
    for side in "ab":
        lines.append(f"  %{side}0 = arith.addi %x, %x : i32")
        lines += [f"  %{side}{n} = arith.muli %{side}{n - 1}, %x : i32" for n in range(1, count)]
    lines += [f"  return %a{count - 1}, %b{count - 1} : i32, i32", "}"]
    explanation = why("\n".join(lines), f"%a{count - 1}", f"%b{count - 1}")
    assert explanation.verdict == "equal"
    assert as_text(explanation)
    assert json.dumps(as_json(explanation))


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(READS)
    run = CliRunner().invoke(main, ["why", str(file), "%0", "%2"])
    assert run.exit_code == 1, run.output
    assert "write-between" in run.output
    assert CliRunner().invoke(main, ["why", str(file), "%0", "%0"]).exit_code == 0
    run = CliRunner().invoke(main, ["why", str(file), "%0", "%2", "--json"])
    data = json.loads(run.output)
    assert data["version"] == 1
    assert data["file"] == str(file)
    run = CliRunner().invoke(main, ["why", str(file), "%0", "%9"])
    assert run.exit_code == 2
    assert "there is no value `%9`" in run.output
    run = CliRunner().invoke(main, ["why", str(file), "%0", "%2", "--engine", "pydatalog"])
    assert run.exit_code == 2
