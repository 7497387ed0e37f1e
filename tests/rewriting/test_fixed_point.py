"""Laws of `datalog_ir.optimize`: it reaches a fixed point, and it touches nothing that it need not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from datalog_ir import optimize

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.mlir"))
READABLE = [path for path in CASES if path.name != "rejected.mlir"]


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.name)
def test_a_second_run_changes_nothing(path: Path) -> None:
    once = optimize(path.read_text(encoding="utf-8"))
    twice = optimize(once.text)
    assert twice.text == once.text
    assert not twice.changed


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.name)
def test_the_compiler_accepts_what_is_written(path: Path, iree_opt: str) -> None:
    text = optimize(path.read_text(encoding="utf-8")).text
    command = [iree_opt, "--split-input-file", "--allow-unregistered-dialect", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr


ODD_BUT_NEEDED = """\
\t// Tabs, blanks at the end of lines, odd spacing:   \n\
module   attributes{ a="x{", b = [ 1,2 ]}   {\r
  func.func @f( %a:i32 ,%b : i32 )->(i32,i32)   {\r
     %x=arith.addi %a,%b:i32   \n\
\t%y   =   arith.subi   %a ,   %b   :   i32 // a remark

     return %x ,%y:i32 , i32 }
}   // the end

"""


def test_what_holds_nothing_redundant_comes_back_byte_for_byte() -> None:
    result = optimize(ODD_BUT_NEEDED)
    assert result.text == ODD_BUT_NEEDED
    assert not result.changed
    assert result.reached


@pytest.mark.parametrize(
    "text", ["", "\n", "// only a remark", "module {}", "module {\n}\n// -----\n", "\r\n"]
)
def test_next_to_nothing_comes_back(text: str) -> None:
    assert optimize(text).text == text


def test_a_file_without_a_newline_at_its_end_stays_so() -> None:
    text = "func.func @f(%a: i32) -> i32 {\n  %x = arith.addi %a, %a : i32\n  return %a : i32\n}"
    assert optimize(text).text == "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}"


def test_lines_that_end_in_crlf_stay_so() -> None:
    before = "func.func @f(%a: i32) -> i32 {\r\n  %x = arith.addi %a, %a : i32\r\n  return %a : i32\r\n}\r\n"
    assert optimize(before).text == "func.func @f(%a: i32) -> i32 {\r\n  return %a : i32\r\n}\r\n"


SEVERAL = """\
// The first.
func.func @f(%a: i32) -> i32 {
  %unused = arith.addi %a, %a : i32
  return %a : i32
}
// -----
// The second, in which names mean something else.
func.func @f(%unused: i32) -> i32 {
  return %unused : i32
}
   // -----   with more behind it
func.func @f(%b: i32) -> i32 {
  %unused = arith.muli %b, %b : i32
  return %b : i32
}
"""


def test_several_modules_are_handled_one_by_one() -> None:
    result = optimize(SEVERAL)
    unused = "  %unused = arith.addi %a, %a : i32\n", "  %unused = arith.muli %b, %b : i32\n"
    assert result.text == SEVERAL.replace(unused[0], "").replace(unused[1], "")
    assert [bool(module.rounds) for module in result.modules] == [True, False, True]
    assert [module.module.first_line for module in result.modules] == [1, 7, 12]


COPIES = """\
util.global private @a : tensor<4xi32>
util.global private @b : tensor<4xi32>
util.global private mutable @unread : tensor<2xi32>
util.initializer {
  %v = util.unfoldable_constant dense<1> : tensor<4xi32>
  util.global.store %v, @a : tensor<4xi32>
  util.global.store %v, @b : tensor<4xi32>
  util.return
}
util.func public @get() -> (tensor<4xi32>, tensor<4xi32>) {
  %x = util.global.load immutable @a : tensor<4xi32>
  %y = util.global.load immutable @b : tensor<4xi32>
  %z = util.global.load @unread : tensor<2xi32>
  util.return %x, %y : tensor<4xi32>, tensor<4xi32>
}
"""


def test_the_rounds_can_be_limited() -> None:
    """That nothing loads a global appears when a load that nobody needs is gone."""
    everything = optimize(COPIES)
    rounds = len(everything.modules[0].rounds)
    assert rounds > 1
    assert everything.reached
    texts = []
    for limit in range(rounds):
        result = optimize(COPIES, max_rounds=limit)
        assert len(result.modules[0].rounds) == limit
        assert not result.reached
        texts.append(result.text)
    assert texts[0] == COPIES
    assert len({*texts, everything.text}) == rounds + 1
    enough = optimize(COPIES, max_rounds=rounds)
    assert enough.reached
    assert enough.text == everything.text
    assert optimize(everything.text, max_rounds=0).reached


def test_rounds_say_what_they_did() -> None:
    (module,) = optimize(COPIES).modules
    assert module.saving.globals == 2
    assert module.saving.duplicate_bytes == 16
    assert module.saving.unused_bytes == 8
    assert sum(applied.renamed for applied in module.rounds) == 1
    assert sum(applied.replaced for applied in module.rounds) == 1
    # Two definitions, one store, the loads of @b and @unread.
    assert module.saving.ops == 5


def nested(depth: int) -> str:
    """A function whose branches are nested, each with one redundant op."""
    opened = "".join(f"scf.if %c {{\n%x{i} = arith.addi %a, %a : i32\n" for i in range(depth))
    return (
        "func.func @f(%c: i1, %a: i32) {\n%x = arith.addi %a, %a : i32\n"
        + opened
        + f'"z.use"(%x{depth - 1}) : (i32) -> ()\n'
        + "}\n" * depth
        + "return\n}\n"
    )


def test_deep_nesting_is_no_recursion() -> None:
    depth = 2_000
    result = optimize(nested(depth))
    assert result.text == (
        "func.func @f(%c: i1, %a: i32) {\n%x = arith.addi %a, %a : i32\n"
        + "scf.if %c {\n" * depth
        + '"z.use"(%x) : (i32) -> ()\n'
        + "}\n" * depth
        + "return\n}\n"
    )


def test_long_chains_are_no_recursion() -> None:
    length = 5_000
    lines = ["%b0 = arith.addi %x, %x : i32"]
    for i in range(1, length):
        lines.append(f"%a{i} = arith.muli %{'b' if i == 1 else 'a'}{i - 1}, %x : i32")
        lines.append(f"%b{i} = arith.muli %b{i - 1}, %x : i32")
    text = "func.func @f(%x: i32) -> (i32, i32) {{\n{}\nreturn %a{}, %b{} : i32, i32\n}}\n".format(
        "\n".join(lines), length - 1, length - 1
    )
    result = optimize(text)
    assert result.text.count("arith.muli") == length - 1
