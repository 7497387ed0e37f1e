"""What each family of operations does, one small module a fact."""

from __future__ import annotations

import subprocess

import pytest

from datalog_ir.semantics import Call, ExternalPolicy, NoMeaningError, OpState, Outcome, Settings, Trace, run
from datalog_ir.semantics.trace import Returned
from datalog_ir.semantics.values import integer, term
from datalog_ir.syntax import read_module

QUIET = ExternalPolicy(sees_globals=False, writes_globals=False, calls_back=0)


def trace(text: str, *calls: Call, **settings: object) -> Trace:
    return run(read_module(text, file="test.mlir"), calls, Settings(**settings))  # type: ignore[arg-type]


def returned(text: str, *calls: Call, **settings: object) -> list[str]:
    found = trace(text, *calls, **settings)
    assert found.outcome is Outcome.FINISHED, found
    return [", ".join(map(str, event.values)) for event in found.events if isinstance(event, Returned)]


def binary(op: str, a: int, b: int, kind: str = "i32") -> str:
    text = f"""
    util.func public @f(%a: {kind}, %b: {kind}) -> {kind} {{
      %r = arith.{op} %a, %b : {kind}
      util.return %r : {kind}
    }}"""
    found = trace(text, Call("f", (a, b)))
    return (
        found.outcome.value if found.outcome is not Outcome.FINISHED else returned(text, Call("f", (a, b)))[0]
    )


UNDEFINED = Outcome.UNDEFINED.value


@pytest.mark.parametrize(
    ("op", "a", "b", "result"),
    [
        ("addi", 2**31 - 1, 1, "-2147483648"),
        ("subi", 3, 5, "-2"),
        ("muli", 2**16, 2**16, "0"),
        ("divsi", -7, 2, "-3"),
        ("remsi", -7, 2, "-1"),
        ("ceildivsi", -7, 2, "-3"),
        ("ceildivsi", 7, 2, "4"),
        ("floordivsi", -7, 2, "-4"),
        ("divui", -1, 2, "2147483647"),
        ("remui", -1, 16, "15"),
        ("ceildivui", 7, 2, "4"),
        ("divsi", 1, 0, UNDEFINED),
        ("remui", 1, 0, UNDEFINED),
        ("divsi", -(2**31), -1, UNDEFINED),
        ("shli", 1, 31, "-2147483648"),
        ("shli", 1, 32, UNDEFINED),
        ("shrsi", -8, 1, "-4"),
        ("shrui", -8, 1, "2147483644"),
        ("maxsi", -1, 1, "1"),
        ("maxui", -1, 1, "-1"),
        ("minsi", -1, 1, "-1"),
        ("minui", -1, 1, "1"),
        ("andi", 12, 10, "8"),
        ("ori", 12, 10, "14"),
        ("xori", 12, 10, "6"),
        ("cmpi slt,", -1, 1, "true"),
        ("cmpi ult,", -1, 1, "false"),
    ],
)
def test_integers_wrap_and_division_is_partial(op: str, a: int, b: int, result: str) -> None:
    kind = "i32"
    if op.startswith("cmpi"):
        text = f"""
        util.func public @f(%a: i32, %b: i32) -> i1 {{
          %r = arith.{op} %a, %b : i32
          util.return %r : i1
        }}"""
        assert returned(text, Call("f", (a, b))) == [result]
    else:
        assert binary(op, a, b, kind) == result


def test_casts_change_width_and_keep_or_drop_the_sign() -> None:
    text = """
    util.func public @f(%a: i32, %w: i64) -> (i64, i64, i32, index, index, i8) {
      %0 = arith.extsi %a : i32 to i64
      %1 = arith.extui %a : i32 to i64
      %2 = arith.trunci %w : i64 to i32
      %3 = arith.index_cast %a : i32 to index
      %4 = arith.index_castui %a : i32 to index
      %5 = arith.trunci %a : i32 to i8
      util.return %0, %1, %2, %3, %4, %5 : i64, i64, i32, index, index, i8
    }"""
    assert returned(text, Call("f", (-1, 2**32 + 5))) == ["-1, 4294967295, 5, -1, 4294967295, -1"]


def test_globals_begin_with_their_value_or_zero_and_initializers_run_in_order() -> None:
    text = """
    util.global private mutable @a = 3 : i32
    util.global private mutable @b : i32
    util.global private @c = true
    util.initializer {
      %a = util.global.load @a : i32
      util.global.store %a, @b : i32
      util.return
    }
    util.initializer {
      %b = util.global.load @b : i32
      %2 = arith.addi %b, %b : i32
      util.global.store %2, @b : i32
      util.return
    }
    util.func public @look() -> (i32, i32, i1) {
      %a = util.global.load @a : i32
      %b = util.global.load @b : i32
      %c = util.global.load immutable @c : i1
      util.return %a, %b, %c : i32, i32, i1
    }"""
    assert returned(text, Call("look")) == ["3, 6, true"]


def test_an_address_is_an_alias_of_its_global() -> None:
    text = """
    util.global private mutable @g = 1 : i32
    util.func public @f(%v: i32) -> (i32, i32) {
      %p = util.global.address @g : !util.ptr<i32>
      util.global.store.indirect %v, %p : i32 -> !util.ptr<i32>
      %0 = util.global.load @g : i32
      %1 = util.global.load.indirect %p : !util.ptr<i32> -> i32
      util.return %0, %1 : i32, i32
    }"""
    assert returned(text, Call("f", (7,))) == ["7, 7"]


STRUCTURED = """
util.func public @f(%n: index, %c: i1) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one) -> (i32) {
    %d = arith.addi %x, %x : i32
    scf.yield %d : i32
  }
  %t = scf.if %c -> i32 {
    scf.yield %s : i32
  } else {
    scf.yield %zero : i32
  }
  %u = scf.while (%y = %ten) : (i32) -> i32 {
    %m = arith.cmpi sgt, %y, %zero : i32
    scf.condition(%m) %y : i32
  } do {
  ^bb0(%z: i32):
    %l = arith.subi %z, %s : i32
    scf.yield %l : i32
  }
  %v = scf.index_switch %n -> i32
  case 2 {
    scf.yield %ten : i32
  }
  case 3 {
    scf.yield %one : i32
  }
  default {
    scf.yield %zero : i32
  }
  util.return %s, %t, %u, %v : i32, i32, i32, i32
}
"""


def test_structured_control_flow() -> None:
    calls = (Call("f", (2, 1)), Call("f", (3, 0)), Call("f", (0, 1)))
    assert returned(STRUCTURED, *calls) == ["4, 4, -2, 10", "8, 0, -6, 1", "1, 1, 0, 0"]


BLOCKS = """
util.func public @f(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%n, %zero : i32, i32)
^head(%i: i32, %s: i32):
  %c = arith.cmpi sgt, %i, %zero : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %j = arith.subi %i, %one : i32
  %t = arith.addi %s, %i : i32
  cf.br ^head(%j, %t : i32, i32)
^exit:
  cf.switch %s : i32, [
    default: ^out(%s : i32),
    6: ^out(%zero : i32),
    10: ^out(%one : i32)
  ]
^out(%r: i32):
  util.return %r : i32
}
"""


def test_blocks_and_their_arguments() -> None:
    assert returned(BLOCKS, *(Call("f", (n,)) for n in (2, 3, 4))) == ["3", "0", "1"]


def test_block_arguments_are_passed_all_at_once() -> None:
    text = """
    util.func public @f(%a: i32, %b: i32, %c: i1) -> (i32, i32) {
      %no = arith.constant false
      cf.br ^swap(%a, %b, %c : i32, i32, i1)
    ^swap(%x: i32, %y: i32, %again: i1):
      cf.cond_br %again, ^swap(%y, %x, %no : i32, i32, i1), ^out
    ^out:
      util.return %x, %y : i32, i32
    }"""
    assert returned(text, Call("f", (1, 2, 1))) == ["2, 1"]


RECURSION = """
util.func public @sum(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %c -> i32 {
    scf.yield %zero : i32
  } else {
    %m = arith.subi %n, %one : i32
    %s = util.call @sum(%m) : (i32) -> i32
    %t = arith.addi %s, %n : i32
    scf.yield %t : i32
  }
  util.return %r : i32
}
"""


def test_recursion_has_no_limit_but_fuel() -> None:
    assert returned(RECURSION, Call("sum", (20_000,)), fuel=1_000_000) == ["200010000"]
    assert trace(RECURSION, Call("sum", (20_000,)), fuel=1000).outcome is Outcome.OUT_OF_FUEL


def test_deep_nesting_is_no_recursion() -> None:
    depth = 10_000
    text = (
        "util.global private mutable @g : i32\nutil.func public @f(%c: i1, %v: i32) -> i32 {\n"
        + "scf.if %c {\n" * depth
        + "util.global.store %v, @g : i32\n"
        + "}\n" * depth
        + "%r = util.global.load @g : i32\nutil.return %r : i32\n}\n"
    )
    assert returned(text, Call("f", (1, 5)), fuel=100_000) == ["5"]


@pytest.mark.parametrize(
    ("text", "calls"),
    [(STRUCTURED, (Call("f", (2, 1)), Call("f", (3, 0)))), (RECURSION, (Call("sum", (4,)),))],
)
def test_generic_form_means_the_same(text: str, calls: tuple[Call, ...], iree_opt: str) -> None:
    command = [iree_opt, "--mlir-print-op-generic"]
    generic = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    assert returned(generic, *calls) == returned(text, *calls)


EXTERNAL = """
util.global public mutable @seen = 1 : i32
util.func private @host.tell(i32) -> i32
util.func public @f(%v: i32) -> (i32, i32) {
  util.global.store %v, @seen : i32
  %0 = util.call @host.tell(%v) : (i32) -> i32
  %1 = util.call @host.tell(%v) : (i32) -> i32
  util.return %0, %1 : i32, i32
}
"""


def test_external_functions_are_deterministic_with_a_hidden_state() -> None:
    once = returned(EXTERNAL, Call("f", (1,)), externals=QUIET)
    assert once == returned(EXTERNAL, Call("f", (1,)), externals=QUIET)
    first, second = once[0].split(", ")
    assert first != second


def test_external_functions_may_see_change_and_call_what_is_public() -> None:
    calls = [Call("f", (v,)) for v in range(20)]
    lines = trace(EXTERNAL, *calls, externals=ExternalPolicy()).lines()
    assert any("sees @seen" in line for line in lines)
    assert any("writes @seen" in line for line in lines)
    assert any(line.startswith("  call @f") for line in lines)


def test_a_failed_assertion_ends_the_call_and_keeps_what_was_stored() -> None:
    text = """
    util.global private mutable @g = 1 : i32
    util.func public @f(%v: i32, %c: i1) {
      util.global.store %v, @g : i32
      cf.assert %c, "no"
      %two = arith.constant 2 : i32
      util.global.store %two, @g : i32
      util.return
    }
    util.func public @look() -> i32 {
      %r = util.global.load @g : i32
      util.return %r : i32
    }"""
    lines = trace(text, Call("f", (7, 0)), Call("look")).lines()
    assert '  trap: assertion failed: "no"' in lines
    assert "  return 7" in lines


def test_what_is_assumed_effect_free_is_an_uninterpreted_function() -> None:
    text = """
    util.func public @f(%a: !x.t, %b: !x.t) -> (!x.t, !x.t, !x.t, !x.t) {
      %0 = "x.op"(%a, %b) {k = 1 : i32} : (!x.t, !x.t) -> !x.t
      %1 = "x.op"(%a, %b) {k = 1 : i32} : (!x.t, !x.t) -> !x.t
      %2 = "x.op"(%b, %a) {k = 1 : i32} : (!x.t, !x.t) -> !x.t
      %3 = "x.op"(%a, %b) {k = 2 : i32} : (!x.t, !x.t) -> !x.t
      util.return %0, %1, %2, %3 : !x.t, !x.t, !x.t, !x.t
    }"""

    def values(**settings: object) -> tuple[object, ...]:
        found = trace(text, Call("f", (1, 2)), effect_free="x.op".__eq__, **settings)
        return next(event.values for event in found.events if isinstance(event, Returned))

    a, b, c, d = values()
    assert a == b and a != c and a != d
    a, b, c, d = values(commutative="x.op".__eq__)
    assert a == b == c != d


def test_the_user_describes_an_operation_in_a_few_lines() -> None:
    def tick(op: OpState, operands: object) -> list[object]:
        op.memory["ticks"] = op.memory.get("ticks", 0) + 1
        return [op.number(op.memory["ticks"])]

    text = """
    util.func public @f() -> (i32, i32) {
      %0 = "my.tick"() : () -> i32
      %1 = "my.tick"() : () -> i32
      util.return %0, %1 : i32, i32
    }"""
    assert returned(text, Call("f"), ops={"my.tick": tick}) == ["1, 2"]


def test_memory_behind_buffers() -> None:
    text = """
    util.func public @f(%i: index, %v: i32) -> (i32, i32) {
      %a = memref.alloc() : memref<2xi32>
      %b = memref.alloc() : memref<2xi32>
      memref.store %v, %a[%i] : memref<2xi32>
      %0 = memref.load %a[%i] : memref<2xi32>
      %1 = memref.load %b[%i] : memref<2xi32>
      util.return %0, %1 : i32, i32
    }"""
    assert returned(text, Call("f", (1, 9))) == ["9, 0"]
    assert trace(text, Call("f", (2, 9))).outcome is Outcome.UNDEFINED


def test_an_unknown_operation_is_an_error_with_its_place() -> None:
    text = 'util.func public @f() {\n  "x.op"() : () -> ()\n  util.return\n}\n'
    with pytest.raises(NoMeaningError) as raised:
        trace(text, Call("f"))
    assert str(raised.value).splitlines() == [
        "test.mlir:2:3: 'x.op' has no known meaning",
        '  "x.op"() : () -> ()',
        "  ^",
    ]


def test_a_symbolic_term_is_a_number_where_an_integer_is_taken() -> None:
    """The text of an op of unknown meaning need not say that its result is an integer."""
    text = """
      util.func public @f(%r: !my.type) -> (index, index, index) {
        %a = my.size %r : !my.type
        %b = my.size %r : !my.type
        %c = arith.addi %a, %b : index
        %d = arith.addi %b, %a : index
        %e = arith.subi %a, %b : index
        util.return %c, %d, %e : index, index, index
      }
    """
    trace = run(read_module(text), [Call("f", (term("r"),))], Settings(effect_free={"my.size"}.__contains__))
    (event,) = [event for event in trace.events if isinstance(event, Returned)]
    c, d, e = event.values
    assert c == d
    assert e == integer("index", 0)
