"""Text that is refused: where, and what is said."""

from __future__ import annotations

import pytest

from datalog_ir.syntax import SyntaxProblem, read_module


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a.b %x\n", 1, 5, "undefined value %x"),
        ("%x = a.b\na.b %x#1\n", 2, 5, "%x has no result number 1"),
        ("%x = a.b\n%x = a.c\n", 2, 1, "redefinition of value %x"),
        ("a.r {\n^b(%x: i1):\n  %x = a.c\n}\n", 3, 3, "redefinition of value %x"),
        ("a.r {\n  a.br ^b\n}\n", 2, 8, "undefined block ^b"),
        ("a.r {\n^b:\n  a.c\n^b:\n  a.c\n}\n", 4, 1, "redefinition of block ^b"),
        ("a.b #x\n", 1, 5, "undefined alias #x"),
        ("a.b : !x\n", 1, 7, "undefined alias !x"),
        ("#a = [#b]\n#b = [#a]\n", 1, 7, "alias #b is defined by itself"),
        ("#a = 1\n#a = 2\n", 2, 1, "redefinition of alias #a"),
        ("a.b (%x\n", 1, 5, "'(' is never closed"),
        ("a.b (]\n", 1, 6, "unbalanced ']'"),
        ("a.b\n}\n", 2, 1, "unbalanced '}'"),
        ("a.r {\n  a.b\n", 1, 5, "region of a.r is never closed"),
        ('a.b "x\n', 1, 5, "string without an end"),
        ("a.b ~\n", 1, 5, "unexpected character '~'"),
        ("nothing here\n", 1, 1, "expected an operation, found 'nothing'"),
        ("a.r {\n  %x = foo\n}\n", 2, 8, "operation foo has no dialect"),
        ("a.b : i32 a.c\n", 1, 11, "is a.c an operation of its own?"),
        ("a.b %x,\n%x = a.c\n", 1, 7, "a.b ends with ','"),
        ('%x, %y = "a.b"() : () -> i32\n', 1, 1, "a.b has 1 results, not 2"),
        ("^b:\n", 1, 1, "a block outside of any region"),
        ("{-# x\n", 1, 1, "resource section without an end"),
        ("a.f (%i) in (4) {\n  a.y\n}\n%i = a.c\n", 1, 6, "%i could be an argument of the region"),
    ],
)
def test_problem(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        read_module(text, "f.mlir")
    problem = caught.value
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)
    shown = str(problem).split("\n")
    assert shown[0].startswith(f"f.mlir:{line}:{column}: error: ")
    assert shown[1].strip() == text.split("\n")[line - 1].strip()
    assert shown[2].index("^") == column + 1


def test_lines_are_those_of_the_file() -> None:
    with pytest.raises(SyntaxProblem) as caught:
        read_module("\n\na.b %x\n", "f.mlir", 10)
    assert str(caught.value).startswith("f.mlir:12:5: error: undefined value %x")


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "a.b {x = [" + "1, " * 2000 + "]} %x"
    with pytest.raises(SyntaxProblem) as caught:
        read_module(text)
    _, source, caret = str(caught.value).split("\n")[:3]
    assert len(source) < 200
    assert source[caret.index("^") :].startswith("%x")
