"""What the reader makes of small modules."""

from __future__ import annotations

import pytest

from datalog_ir.ir import Module, Op
from datalog_ir.syntax import ShapeTable, read_module


def only(module: Module, name: str) -> Op:
    (op,) = [op for op in module.ops if op.name == name]
    return op


def used(op: Op) -> list[str]:
    return [value.name for value in op.operands]


def test_operations_nest_in_textual_order() -> None:
    module = read_module("module {\n  func.func @f(%a: i32) -> i32 {\n    return %a : i32\n  }\n}\n")
    assert [op.name for op in module.ops] == ["builtin.module", "func.func", "func.return"]
    function, end = module.ops[1:]
    (argument,) = function.regions[0].blocks[0].args
    assert (argument.name, argument.type) == ("%a", "i32")
    assert end.operands == [argument]
    assert end.block is function.regions[0].blocks[0]


def test_short_names_belong_to_the_dialect_of_the_operation_around_them() -> None:
    module = read_module(
        "emitc.func @f() {\n  return\n}\nfunc.func @g() {\n  call @f() : () -> ()\n  return\n}"
    )
    assert [op.name for op in module.ops] == [
        "emitc.func",
        "emitc.return",
        "func.func",
        "func.call",
        "func.return",
    ]


def test_generic_form_keeps_the_short_names_of_what_is_around_it() -> None:
    module = read_module(
        'func.func @f() {\n  "a.b"() ({\n    call @f() : () -> ()\n  }) : () -> ()\n  return\n}'
    )
    assert [op.name for op in module.ops] == ["func.func", "a.b", "func.call", "func.return"]


def test_packs() -> None:
    module = read_module("%p:2, %q = a.make\na.use %p#1, %q, %p, %q#0\n")
    make, use = module.ops
    p0, p1, q = make.results
    assert [v.name for v in make.results] == ["%p#0", "%p#1", "%q"]
    assert use.operands == [p1, q, p0, q]


def test_values_may_be_used_before_they_are_defined() -> None:
    module = read_module("a.use %x\n%x = a.make\n")
    assert module.ops[0].operands == module.ops[1].results


def test_inner_scopes_end_with_their_region() -> None:
    module = read_module("a.r {\n  %x = a.one\n  a.use %x\n}\na.r {\n  %x = a.two\n  a.use %x\n}\n")
    uses = [op for op in module.ops if op.name == "a.use"]
    makers = [op for op in module.ops if op.results]
    assert [op.operands for op in uses] == [op.results for op in makers]


@pytest.mark.parametrize(
    ("head", "operands", "arguments"),
    [
        ("scf.for %i = %a to %b step %a {", ["%a", "%b", "%a"], ["%i"]),
        (
            "scf.for %i = %a to %b step %a iter_args(%x = %b) -> (i32) {",
            ["%a", "%b", "%a", "%b"],
            ["%i", "%x"],
        ),
        ("scf.forall (%i, %j) in (%a, 4) shared_outs(%o = %b) -> (t) {", ["%a", "%b"], ["%i", "%j", "%o"]),
        ("affine.for %i = 0 to 10 {", [], ["%i"]),
        ("s.execute with(%a as %a: !s.r, %b as %c: !s.r{%b}) {", ["%a", "%b", "%b"], ["%a", "%c"]),
        ("flow.ws[%a](%b) : (t) -> %b =\n  (%a: !t.x, %b: !t.x) {", ["%a", "%b", "%b"], ["%a", "%b"]),
        ("l.generic ins(%a : t) outs(%b : t) {", ["%a", "%b"], []),
        ("r.reduce across(%a : t) reducer(%p: t, %q: t) {", ["%a"], ["%p", "%q"]),
    ],
)
def test_own_text_defines_arguments_of_the_next_region(
    head: str, operands: list[str], arguments: list[str]
) -> None:
    module = read_module(f"%a = c.a\n%b = c.b\n{head}\n  t.yield\n}}\n")
    op = module.ops[2]
    assert used(op) == operands
    assert all(value.owner in (module.ops[0], module.ops[1]) for value in op.operands)
    assert [value.name for value in op.regions[0].blocks[0].args] == arguments


def test_arguments_go_to_the_region_behind_them() -> None:
    module = read_module("a.b (%x: i1) {\n  a.u %x\n} count(%x: i2) {\n  a.v %x\n}\n")
    assert [[v.type for v in r.blocks[0].args] for r in module.ops[0].regions] == [["i1"], ["i2"]]


def test_declarations_may_name_their_arguments() -> None:
    (op,) = read_module("u.func private @f(%a: i32, %b: i32) -> (%a, i32)\n").ops
    assert op.operands == []


BRANCHES = """
func.func @f(%c: i1, %v: i32) {
  cf.cond_br %c, ^one(%v : i32), ^two
^one(%x: i32):
  "cf.br"(%x)[^three] : (i32) -> ()
^two:  // pred: ^bb0
  "cf.cond_br"(%c, %v)[^three, ^two] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^three(%y: i32):
  return
}
"""


def test_successors_and_what_they_pass() -> None:
    module = read_module(BRANCHES)
    edges = [
        [(s.block.label, [v.name for v in s.arguments or ()]) for s in op.successors]
        for op in module.ops
        if op.successors
    ]
    assert edges == [
        [("^one", ["%v"]), ("^two", [])],
        [("^three", ["%x"])],
        [("^three", ["%v"]), ("^two", [])],
    ]


def test_what_a_successor_gets_is_unknown_unless_the_text_says_so() -> None:
    text = 'a.f {\n  "x.switch"(%v, %v)[^a, ^b, ^b] : (i32, i32) -> ()\n'
    text += "^a(%p: i32):\n  a.t\n^b:\n  a.t\n}\n%v = a.v\n"
    switch = only(read_module(text), "x.switch")
    assert [s.arguments for s in switch.successors] == [None, None, None]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("u.init { u.return }", ["u.init", "u.return"]),
        ("g.func @f() attributes {n.kernel}", ["g.func"]),
        ("a.b {n.kernel}\na.c", ["a.b", "a.c"]),
        ("l.map { arith.addf } ins(%x : t)\n%x = a.x", ["l.map", "a.x"]),
        ("a.d @f {\n  ro %x[%x for %x],\n  wo %x\n}\n%x = a.x", ["a.d", "a.x"]),
        ("a.if {\n  a.y\n} else {\n  a.z\n} {k = 1}\na.c", ["a.if", "a.y", "a.z", "a.c"]),
        ("a.loop {\n} {k = 1}", ["a.loop"]),
        ('"a.b"() {k} : () -> ()', ["a.b"]),
        ('"a.b"() ({}, {\n  a.c\n}) {k} : () -> ()', ["a.b", "a.c"]),
        ("%x = a.x\ns.reduce(%x : t {\n^bb0(%a: t):\n  s.ret %a\n})", ["a.x", "s.reduce", "s.ret"]),
        ("a.b : !t.r{%x}\n%x = a.x", ["a.b", "a.x"]),
        ("%x = a.a : i32 %y = a.b : i32", ["a.a", "a.b"]),
        ("a.r { a.t } a.n", ["a.r", "a.t", "a.n"]),
        ("a.b\n  ins(%x)\n  : i32\n%x = a.x", ["a.b", "a.x"]),
        ("a.switch %x [\n  0: ^bb1\n]\n%x = a.x", None),
    ],
)
def test_where_operations_and_regions_begin(text: str, names: list[str] | None) -> None:
    if names is None:
        with pytest.raises(Exception, match="undefined block"):
            read_module(text)
    else:
        assert [op.name for op in read_module(text).ops] == names


def test_signatures_ignore_names_and_see_captured_values() -> None:
    text = "%p = a.p\n%q = a.q\n"
    for outer, inner in (("%p", "%i"), ("%q", "%j"), ("%p", "%k")):
        text += f"a.r {{\n^bb0({inner}: i32):\n  %s = a.add {inner}, {outer}\n  a.yield %s\n}}\n"
    module = read_module(text)
    first, second, third = [op for op in module.ops if op.name == "a.r"]
    assert first.signature == second.signature == third.signature
    assert [op.inputs[0].name for op in (first, second, third)] == ["%p", "%q", "%p"]


@pytest.mark.parametrize(
    "other",
    [
        "a.r {\n^bb0(%i: i64):\n  a.add %i, %p\n}\n",
        "a.r {\n^bb0(%i: i32):\n  a.add %p, %i\n}\n",
        "a.r {\n^bb0(%i: i32):\n  a.add %i, %p\n  a.add %i, %p\n}\n",
        "a.r {\n^bb0(%i: i32):\n  %x = a.add %i, %p\n}\n",
    ],
)
def test_signatures_see_every_difference(other: str) -> None:
    text = "a.r {\n^bb0(%i: i32):\n  a.add %i, %p\n}\n" + other + "%p = a.p\n"
    first, second = [op for op in read_module(text).ops if op.name == "a.r"]
    assert first.signature != second.signature


def test_a_table_makes_shapes_comparable_between_modules() -> None:
    table = ShapeTable()
    one = read_module("%x = a.b @f : i32 // one\n", shapes=table)
    two = read_module("%y   =  a.b  @f:i32\n", shapes=table)
    assert one.ops[0].shape is two.ops[0].shape
