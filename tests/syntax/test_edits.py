"""Rewriting text in places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datalog_ir.syntax import Edit, apply_edits, occurrences, read_module, removal

TEXT = """module {
  %a = x.a  // first
  %b = x.b %a, %a loc("f":1:2)
  x.c @s::@t, %b   // last
}
"""


def test_edits_refer_to_the_text_before() -> None:
    assert (
        apply_edits("abcdef", [Edit(4, 5, "E"), Edit(0, 1, "A"), Edit(2, 2, "-"), Edit(2, 2, "+")])
        == "Ab-+cdEf"
    )


def test_a_deletion_inside_a_deletion_is_part_of_it() -> None:
    assert apply_edits("abcdef", [Edit(2, 3, ""), Edit(1, 5, ""), Edit(3, 5, "")]) == "af"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 3, ""), Edit(2, 4, "")],
        [Edit(0, 3, ""), Edit(1, 2, "x")],
        [Edit(0, 3, "x"), Edit(1, 2, "")],
        [Edit(0, 7, "")],
        [Edit(3, 2, "")],
    ],
)
def test_other_overlaps_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="Edit"):
        apply_edits("abcdef", edits)


@given(st.text(), st.data())
def test_edits_that_replace_text_by_itself_change_nothing(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edits = [Edit(a, b, text[a:b]) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    assert apply_edits(text, edits) == text


def test_removal_takes_the_line_and_its_comment() -> None:
    module = read_module(TEXT)
    edits = [removal(module, op) for op in module.ops if op.name in ("x.a", "x.c")]
    assert apply_edits(TEXT, edits) == 'module {\n  %b = x.b %a, %a loc("f":1:2)\n}\n'


@pytest.mark.parametrize(
    ("text", "name", "left"),
    [
        ("a.r { a.b }\na.c\n", "a.b", "a.r {  }\na.c\n"),
        ("a.r {\n  a.b }  // c\n", "a.b", "a.r {\n   }  // c\n"),
        ("a.r {\n  a.b {\n    a.x\n  }\n  a.c\n}\n", "a.b", "a.r {\n  a.c\n}\n"),
        ("a.r {\n  a.b\n    : i32\n  a.c\n}\n", "a.b", "a.r {\n  a.c\n}\n"),
        ("a.c\na.b", "a.b", "a.c\n"),
    ],
)
def test_removal_leaves_the_rest(text: str, name: str, left: str) -> None:
    module = read_module(text)
    (op,) = [op for op in module.ops if op.name == name]
    assert apply_edits(text, [removal(module, op)]) == left


def test_occurrences() -> None:
    module = read_module(TEXT)

    def texts(spans: tuple[tuple[int, int], ...]) -> list[str]:
        return [TEXT[start:end] for start, end in spans]

    b = occurrences(module, module.ops[2])
    assert texts(b.results) == ["%b"]
    assert texts(b.operands) == ["%a", "%a"]
    assert b.location is not None
    assert TEXT[slice(*b.location)] == 'loc("f":1:2)'
    c = occurrences(module, module.ops[3])
    assert [texts(path) for path in c.symbols] == [["@s", "@t"]]


def test_occurrences_tell_definitions_from_uses() -> None:
    text = "%x = a.c\na.f (%x = %x) as %y: i32 {\n  a.u %x\n}\n"
    module = read_module(text)
    found = occurrences(module, module.ops[1])
    assert found.operands == ((19, 21),)
    assert [(value.name, span) for value, span in found.arguments] == [("%x", (14, 16)), ("%y", (26, 28))]


def test_a_declared_name_comes_first() -> None:
    text = '"f.f"() <{ref = @g, sym_name = "f"}> : () -> ()\n'
    module = read_module(text)
    assert [[text[a:b] for a, b in path] for path in occurrences(module, module.ops[0]).symbols] == [
        ['"f"'],
        ["@g"],
    ]
