"""Files of several modules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from datalog_ir.syntax import split_modules


def test_separators_are_lines() -> None:
    text = "a\n// -----\nb // -----\n  // -----// IR Dump After X //----- //\nc"
    assert [(p.first_line, p.text) for p in split_modules(text)] == [
        (1, "a\n"),
        (3, "b // -----\n"),
        (5, "c"),
    ]


def test_a_file_without_separators_is_one_part() -> None:
    assert [(p.first_line, p.offset, p.text) for p in split_modules("")] == [(1, 0, "")]


@given(st.lists(st.sampled_from(["a\n", "\n", "// -----\n", "// ----\n", "// -----", "b"])))
def test_parts_and_separators_make_up_the_file(pieces: list[str]) -> None:
    text = "".join(pieces)
    end = 0
    for part in split_modules(text):
        assert text[part.offset : part.offset + len(part.text)] == part.text
        assert part.first_line == text.count("\n", 0, part.offset) + 1
        between = text[end : part.offset]
        assert not between or between.startswith("// -----")
        end = part.offset + len(part.text)
    assert end == len(text)
