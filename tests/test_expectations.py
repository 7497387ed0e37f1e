"""Expectations in comments, and the names they use."""

from __future__ import annotations

import pytest

from datalog_ir import Settings
from datalog_ir.derive import derive
from datalog_ir.explain import (
    ExpectationProblem,
    NameProblem,
    Names,
    Outcome,
    Status,
    check_expectations,
    names_of,
    read_expectations,
)
from datalog_ir.explain.names import NAMING_RELATIONS
from datalog_ir.syntax import Part, SyntaxProblem, read_module

MODULE = """\
module {
  util.global private @g : i32
  util.global private @"odd: name" : i32
  util.initializer {
    %v = arith.constant 1 : i32
    util.global.store %v, @g : i32
    util.return
  }
  util.initializer {
    %v = arith.constant 2 : i32
    util.global.store %v, @"odd: name" : i32
    util.return
  }
  util.func public @f(%a: i32, %b: i32) -> i32 {
    %pair:2 = "z.pair"(%a, %b) : (i32, i32) -> (i32, i32)
    cf.br ^next(%pair#1 : i32)
  ^next(%arg: i32):
    %only_here = arith.addi %arg, %pair#0 : i32
    util.return %only_here : i32
  }
  module @inner {
    util.func public @h(%a: i32) -> i32 {
      %r = arith.addi %a, %a : i32
      util.return %r : i32
    }
  }
}
"""


@pytest.fixture(scope="module")
def names() -> Names:
    derivation = derive(read_module(MODULE), Settings().program(), wanted=NAMING_RELATIONS)
    return names_of(derivation)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("%only_here", "@f::%only_here"),
        ("@f::%a", "@f::%a"),
        ("@h::%a", "@inner::@h::%a"),
        ("@inner::@h::%r", "@inner::@h::%r"),
        ("%r", "@inner::@h::%r"),
        ("%pair#1", "@f::%pair#1"),
        ("%arg", "@f::%arg"),
        ("initializer#0::%v", "initializer#0::%v"),
        ("initializer#1::%v", "initializer#1::%v"),
        ("L15", "@f::%pair#0"),
        ("L15#1", "@f::%pair#1"),
        ("L14#1", "@f::%b"),
        ("L17", "@f::%arg"),
        ("L10", "initializer#1::%v"),
    ],
)
def test_name_of_a_value(names: Names, name: str, meaning: str) -> None:
    assert names.qualified(names.value(name)) == meaning


@pytest.mark.parametrize(
    ("name", "message", "candidates"),
    [
        ("%v", "`%v` is ambiguous", ("initializer#0::%v (line 5)", "initializer#1::%v (line 10)")),
        ("%pair", "`%pair` is ambiguous", ("@f::%pair#0 (line 15)", "@f::%pair#1 (line 15)")),
        ("%only", "there is no value `%only`", ("@f::%only_here (line 18)",)),
        ("@f::%r", "there is no value `%r` in @f", ("@inner::@h::%r (line 23)",)),
        ("@ff::%r", "there is no symbol `@ff`", ("@f (line 14)",)),
        (
            "initializer#2::%v",
            "there is no initializer#2",
            ("initializer#0 (line 4)", "initializer#1 (line 9)"),
        ),
        ("L15#2", "line 15 defines only 2 value(s)", ("@f::%pair#0 (line 15)", "@f::%pair#1 (line 15)")),
    ],
)
def test_a_name_that_means_nothing_or_too_much_lists_candidates(
    names: Names, name: str, message: str, candidates: tuple[str, ...]
) -> None:
    with pytest.raises(NameProblem) as problem:
        names.value(name)
    assert problem.value.message == message
    assert problem.value.candidates == candidates


@pytest.mark.parametrize("name", ["v", "", "%", "@f", "@f::", "initializer#x::%v", "L", "L-1", "%a %b"])
def test_what_is_no_name_of_a_value_says_how_to_write_one(names: Names, name: str) -> None:
    with pytest.raises(NameProblem, match="is not the name of a value; write %value, @function::%value"):
        names.value(name)


def test_a_line_without_a_value_names_the_nearest(names: Names) -> None:
    with pytest.raises(
        NameProblem, match=r"line 7 defines no value; candidates: initializer#0::%v \(line 5\)"
    ):
        names.value("L7")


def test_names_of_symbols(names: Names) -> None:
    assert names.symbol("@g") == "g"
    assert names.symbol('@"g"') == "g"
    assert names.symbol('@"odd: name"') == "odd: name"
    with pytest.raises(NameProblem, match=r"there is no symbol `@gg`; candidates: @g \(line 2\)"):
        names.symbol("@gg")
    with pytest.raises(NameProblem, match="is not a symbol"):
        names.symbol("%g")


def test_bare_names_in_a_function_are_its_own(names: Names) -> None:
    module = names.module
    inside = names.function_at(module.text.index("%only_here"))
    assert inside is not None
    assert names.qualified(names.value("%a", inside)) == "@f::%a"
    assert names.qualified(names.value("@h::%a", inside)) == "@inner::@h::%a"
    assert names.function_at(module.text.index("@inner")) is None


FUNCTION = """\
util.global private mutable @x = 1 : i32
util.global private mutable @y = 1 : i32
util.global private mutable @z = 2 : i32
util.func public @f(%a: i32, %b: i32) -> (i32, i32) {{
  %s = arith.addi %a, %b : i32
  %t = arith.addi %b, %a : i32
  %u = arith.subi %a, %b : i32
  util.global.store %s, @x : i32
  util.global.store %t, @y : i32
  util.global.store %u, @z : i32
  // {0}
  util.return %s, %u : i32, i32
}}
util.func public @g() -> (i32, i32, i32) {{
  %0 = util.global.load @x : i32
  %1 = util.global.load @y : i32
  %2 = util.global.load @z : i32
  util.return %0, %1, %2 : i32, i32, i32
}}
"""


def outcome(directive: str, text: str = FUNCTION) -> Outcome:
    (only,) = check_expectations(text.format(directive), file="m.mlir")
    return only


@pytest.mark.parametrize(
    "directive",
    [
        "expect-merge: %s %t",
        "expect-merge: %s %s",
        "expect-merge: @g::%0 @g::%1",
        "expect-distinct: %s %u",
        "expect-distinct: %s %u because different-op",
        "expect-redundant: @y",
        "expect-redundant: @y => @x",
        "expect-redundant: @x => @y",
        "expect-kept: @x",
        "expect-kept: @z",
        "expect-kept: @f",
        "expect-read: ok",
        'expect-redundant: @"y" => @x',
    ],
)
def test_an_expectation_that_holds(directive: str) -> None:
    assert outcome(directive).status is Status.HELD


@pytest.mark.parametrize(
    ("directive", "said"),
    [
        ("expect-merge: %s %u", "expect-merge: %s %u: they are not known to be equal"),
        ("expect-distinct: %s %t because tied", "expect-distinct: %s %t because tied: they are equal"),
        (
            "expect-distinct: %s %u because tied",
            "expect-distinct: %s %u because tied: they are, but because different-op: arith.addi (line 5) and "
            "arith.subi (line 7) are different operations",
        ),
        ("expect-redundant: @z", "expect-redundant: @z: it is kept"),
        ("expect-redundant: @z => @x", "expect-redundant: @z => @x: @z is kept"),
        ("expect-redundant: @y => @z", "expect-redundant: @y => @z: @y is redundant: @x holds the same"),
        ("expect-kept: @y", "expect-kept: @y: it is redundant: @x holds the same"),
        ("expect-read: error", "expect-read: error: the module can be read"),
    ],
)
def test_an_expectation_that_fails_says_where_and_why(directive: str, said: str) -> None:
    failure = outcome(directive)
    assert failure.failed
    assert str(failure) == f"m.mlir:11: failed: {said}"


def test_a_known_miss_is_reported_when_it_starts_to_hold() -> None:
    assert outcome("todo-merge: %s %u").status is Status.MISSED
    started = outcome("todo-merge: %s %t")
    assert started.status is Status.STARTED
    assert not started.failed


@pytest.mark.parametrize(
    ("directive", "message", "expected"),
    [
        ("expect-merged: %s %t", "unknown expectation `expect-merged`", "one of expect-merge, "),
        ("expect-merge %s %t", "`expect-merge` is not complete", "`// expect-merge: %a %b`"),
        ("expect-merge: %s", "`expect-merge` is not complete", "`// expect-merge: %a %b`"),
        ("expect-distinct: %s %t since x", "`expect-distinct` is not complete", "because REASON"),
        ("expect-distinct: %s %u because order", "unknown reason `order`", "operand-order"),
        (
            "expect-redundant: @x @y",
            "`expect-redundant` is not complete",
            "`// expect-redundant: @g [=> @h]`",
        ),
        ("expect-read: yes", "`expect-read` is not complete", "`// expect-read: ok | error`"),
        ("expect-merge: %s %tt", "there is no value `%tt` in @f", "@f::%t (line 6)"),
        ("expect-kept: @w", "there is no symbol `@w`", ""),
    ],
)
def test_an_expectation_that_cannot_be_understood_is_an_error_with_a_place(
    directive: str, message: str, expected: str
) -> None:
    with pytest.raises(ExpectationProblem) as problem:
        outcome(directive)
    assert (problem.value.file, problem.value.line, problem.value.column) == ("m.mlir", 11, 6)
    assert problem.value.message == message
    assert expected in problem.value.expected
    assert problem.value.source == f"  // {directive}"


def test_only_comments_are_expectations() -> None:
    text = """\
// expect: must-merge: %a %b
// expected-error @+1 {{ no }}
"z.op"() {a = "// expect-merge: %a", b = "\\" // expect-kept: @g"} : () -> () // expect-read: ok
"""
    found = read_expectations(Part(1, 0, text))
    assert [(str(each), each.line) for each in found] == [("expect-read: ok", 3)]


def test_lines_are_those_of_the_file() -> None:
    text = "// one\n// -----\nmodule {\n  // expect-read: ok\n}\n// -----\n// expect-read: ok\nmodule {}\n"
    assert [outcome.line for outcome in check_expectations(text)] == [4, 7]


def test_a_module_that_cannot_be_read() -> None:
    broken = "func.func @f() {\n  return %x : i32\n}\n"
    with pytest.raises(SyntaxProblem):
        check_expectations(broken)
    (held,) = check_expectations("// expect-read: error\n" + broken)
    assert held.status is Status.HELD
    first, second = check_expectations("// expect-read: ok\n// expect-kept: @f\n" + broken, file="m.mlir")
    assert first.failed
    assert second.failed
    assert str(first).startswith(
        "m.mlir:1: failed: expect-read: ok: the module is rejected (line 4, column 10): "
    )


def test_assumptions_change_what_holds() -> None:
    text = """\
func.func @f(%a: i32) {
  // expect-merge: %x %y
  %x = "z.compute"(%a) : (i32) -> i32
  %y = "z.compute"(%a) : (i32) -> i32
  return
}
"""
    assert [each.failed for each in check_expectations(text)] == [True]
    assumed = Settings(assume=('pure("z.compute")',))
    assert [each.failed for each in check_expectations(text, assumed)] == [False]


def test_a_value_is_followed_through_the_rounds() -> None:
    """The loads are equal once one global stands for both; then the second global is not needed."""
    text = """\
util.global private mutable @first = 0 : i32
util.global private mutable @second = 0 : i32
util.global private mutable @made = 0 : i32
util.global private mutable @made_too = 0 : i32
// expect-redundant: @made_too => @made
// expect-merge: @make::%x @make::%y
util.func public @set(%v: i32) {
  util.global.store %v, @first : i32
  util.global.store %v, @second : i32
  util.return
}
util.func public @make() {
  %a = util.global.load @first : i32
  %b = util.global.load @second : i32
  %x = arith.muli %a, %a : i32
  %y = arith.muli %b, %b : i32
  util.global.store %x, @made : i32
  util.global.store %y, @made_too : i32
  util.return
}
util.func public @get() -> (i32, i32) {
  %a = util.global.load @made : i32
  %b = util.global.load @made_too : i32
  util.return %a, %b : i32, i32
}
"""
    assert [outcome.status for outcome in check_expectations(text)] == [Status.HELD, Status.HELD]
