"""Shapes: what counts as the same text, and what is read off it."""

from __future__ import annotations

import pytest

from datalog_ir.ir import Shape
from datalog_ir.syntax import ShapeTable, read_module


def shape(text: str, table: ShapeTable | None = None) -> Shape:
    return read_module(text, shapes=table).ops[0].shape


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.b {x = 0.1 : f32}", "a.b {x = 1.0e-1 : f32}"),
        ("a.b -0.0", "a.b -0.000000e+00"),
        ("#a = [1]\na.b #a", "a.b [1]"),
        ("#a = [1]\n#b = [#a, #a]\na.b #b", "a.b [[1], [1]]"),
        ("a.b #z\n#z = [1]", "a.b [1]"),
        ("!t = tensor<4xi32>\na.b : !t", "a.b : tensor<4xi32>"),
        ("a.b loc(#l)\n#l = loc(unknown)", "a.b"),
        ('a.b : i32 loc("f":1:2)', "a.b : i32"),
        ('a.b @"f"', "a.b @f"),
        ('a.b @"a b"', 'a.b @"a\\20b"'),
        ('c.c dense<"0x0700000009000000"> : tensor<2xi32>', "c.c dense<[7, 9]> : tensor<2xi32>"),
        ("c.c dense<[7, 7]> : tensor<2xi32>", "c.c dense<7> : tensor<2xi32>"),
        ("c.c dense<[[1, 2], [-1, 0]]> : tensor<2x2xi8>", 'c.c dense<"0x0102FF00"> : tensor<2x2xi8>'),
        ("c.c dense<[1.0, -0.0]> : tensor<2xf32>", 'c.c dense<"0x0000803F00000080"> : tensor<2xf32>'),
        ("c.c dense<0x7FC00000> : tensor<2xf32>", 'c.c dense<"0x0000C07F"> : tensor<2xf32>'),
        ("c.c dense<true> : tensor<2xi1>", "c.c dense<[true, true]> : tensor<2xi1>"),
        (
            'c.c dense_resource<a> : tensor<2xi8>\n{-# dialect_resources: {x: {a: "0x010000000708"}} #-}',
            'c.c dense_resource<b> : tensor<2xi8>\n{-# dialect_resources: {x: {b: "0x040000000708"}} #-}',
        ),
    ],
)
def test_equal(one: str, other: str) -> None:
    table = ShapeTable()
    assert shape(one, table) is shape(other, table)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.b 0.0", "a.b -0.0"),
        ("a.b %x\n%x = a.x", "a.b @x"),
        ("a.b @f", "a.b @g"),
        ('a.b @"f.g"', "a.b @f::@g"),
        ("a.b : i32", '"a.b"() : () -> i32'),
        ("c.c dense<[1, 2]> : tensor<2xi32>", "c.c dense<[1, 2]> : tensor<2xi16>"),
        ("c.c dense<[0.0, 0.0]> : tensor<2xf32>", "c.c dense<[0.0, -0.0]> : tensor<2xf32>"),
        ("c.c dense<[1, 2]> : tensor<2xi32>", "c.c dense<[[1, 2]]> : tensor<1x2xi32>"),
        ('c.c dense<"0x01"> : tensor<8xi1>', "c.c dense<[1, 0, 0, 0, 0, 0, 0, 0]> : tensor<8xi1>"),
        ("%a:2 = a.b", "%a, %b, %c = a.b"),
        ("#a = [1]\na.b #a", "#a = [2]\na.b #a"),
    ],
)
def test_different(one: str, other: str) -> None:
    table = ShapeTable()
    assert shape(one, table) is not shape(other, table)


def test_nested_aliases_do_not_grow_exponentially() -> None:
    text = "#a0 = [1]\n" + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(200)) + "a.b #a200\n"
    table = ShapeTable()
    assert len(shape(text, table).text) < 10_000
    renamed = text.replace("#a", "#other")
    assert shape(text, table) is shape(renamed, table)


def test_text() -> None:
    text = "%r = u.op %a[%b] : !t.r<constant>{%b} -> i32 loc(unknown)\n%a, %b = a.x\n"
    assert shape(text).text == "u.op % [ % ] : !t.r < constant > { % } -> i32"
    assert shape("%r:2 = u.op {\n  a.b\n} : i32\n").text == "2 = u.op {...} : i32"


def test_symbols() -> None:
    assert shape('a.b @x::@"y z", [@w]').symbols == (("x", "y z"), ("w",))
    generic = '"f.f"() <{type = () -> (), ref = @g, sym_name = "f"}> : () -> ()'
    assert shape(generic).symbols == (("f",), ("g",))


def test_hidden_symbols() -> None:
    text = '#a = #t.x<@dev::@sub>\na.b #a\n{-# dialect_resources: {x: {k: "0x00000000"}}, other: @res #-}\n'
    assert read_module(text).hidden_symbols == {"dev", "sub", "res"}


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        (
            'a.b {x = [1, 2], y, "z w" = {deep = 1}} : i32',
            (("x", "[1, 2]"), ("y", "unit"), ("z w", "{deep = 1}")),
        ),
        ('"a.b"() <{p = @f}> {q = 1 : i32} : () -> ()', (("p", "@f"), ("q", "1 : i32"))),
        ("f.f @f() attributes {k = #x.y<1>} {\n  a.b\n}", (("k", "#x.y<1>"),)),
        ("a.b : !t.r{%n}\n%n = a.x", ()),
    ],
)
def test_attributes(text: str, attributes: tuple[tuple[str, str], ...]) -> None:
    assert shape(text).attributes == attributes


def test_keywords() -> None:
    assert shape("u.global private mutable @g : i32").keywords == ("private", "mutable")
    assert shape("a.add %x, %x overflow<nsw> : i32\n%x = a.x").keywords == ("overflow",)
    assert shape("a.cmp slt, %x, %x : index\n%x = a.x").keywords == ("slt",)


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("arith.constant 5 : index", "5 : index"),
        ("arith.constant -0.0 : f32", "-0.0 : f32"),
        ("arith.constant -7 : i32", "-7 : i32"),
        ("arith.constant 0x10 : i32", "16 : i32"),
        ("arith.constant true", "1 : i1"),
        ("arith.constant dense<[7, 9]> : tensor<2xi32>", "dense<0x0700000009000000> : tensor<2xi32>"),
        ("arith.constant dense<1> : tensor<4x?xi8>", "dense<1> : tensor<4x?xi8>"),
        ("arith.constant {k} 5 : index", "5 : index"),
        ('"arith.constant"() <{value = 5 : i32}> : () -> i32', "5 : i32"),
        ("u.global private @g = 3 : i32", "3 : i32"),
        ("u.global private @g : i32", None),
        ("a.b 5, 6 : i32", None),
        ("a.b %x : i32\n%x = a.x", None),
        ("a.b private : i32", None),
    ],
)
def test_literal(text: str, literal: str | None) -> None:
    assert shape(text).literal == literal


def test_types() -> None:
    op = shape("a.b %x : memref<4xf32> to !t.r<*>{%x}\n%x = a.x")
    assert op.trailing_type == "memref<4xf32> to !t.r<*>{%}"
    assert op.type_heads == {"memref", "f32", "!t.r"}
    assert op.result_types is None
    generic = '%r:2 = "a.b"() : () -> (i32, tensor<4x?xf32, #e.x<1>>)\n'
    module = read_module(generic)
    assert module.ops[0].shape.result_types == ("i32", "tensor<4x?xf32, #e.x<1>>")
    assert [value.type for value in module.ops[0].results] == ["i32", "tensor<4x?xf32, #e.x<1>>"]
    assert shape('"a.b"() : () -> ()').result_types == ()
