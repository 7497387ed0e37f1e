"""Ad-hoc queries."""

from __future__ import annotations

import time

import pytest

from datalog_ir.datalog import EvaluationLimit, Limits, RuleError, evaluate, query, render

from .support import program

RULES = program(
    ".decl e(x: number, y: symbol) .decl t(x: term, n: number) .decl z() .decl big(a: number, b: number)\n"
    "t([X, [Y]], X + 1) :- e(X, Y).\n"
    "z() :- e(1, _).\n"
    "big(X, Y) :- e(X, _), e(Y, _).\n"
)
FACTS = {"e": [(1, "a"), (2, "b"), (3, 'it\'s; "x"\n')]}
MODEL = evaluate(RULES, FACTS)

QUESTIONS = [
    ('e(X, "a")', ("X",), {"1"}),
    ("e(X, Y), X > 2.", ("X", "Y"), {'3, "it\'s; \\"x\\"\\n"'}),
    ('e(X, "it\'s; \\"x\\"\\n")', ("X",), {"3"}),
    ('e(1, "a")', (), {""}),
    ("e(9, _)", (), set()),
    ("!e(9, _)", (), {""}),
    ("z()", (), {""}),
    ('t([X, Y], N), X < N, !e(N, "b")', ("X", "Y", "N"), {'3, ["it\'s; \\"x\\"\\n"], 4', '2, ["b"], 3'}),
    ('T = [1, ["a"]], t(T, N)', ("T", "N"), {'[1, ["a"]], 2'}),
    ("N = count : { e(_, _) }", ("N",), {"3"}),
    ("e(X, _), M = min Y : { e(Y, _), Y > X }", ("X", "M"), {"1, 2", "2, 3"}),
    ("e(X, _), e(_Y, _), X + 1 = _Y", ("X", "_Y"), {"1, 2", "2, 3"}),
]


@pytest.mark.parametrize("time_limit", [None, 20])
@pytest.mark.parametrize(("text", "names", "expected"), QUESTIONS)
def test_answers(text: str, names: tuple[str, ...], expected: set[str], time_limit: float | None) -> None:
    answers = query(MODEL, None, text, time_limit)
    assert answers.variables == names
    assert {", ".join(map(render, row)) for row in answers.rows} == expected
    assert bool(answers) == bool(expected)


def test_a_program_is_evaluated_as_far_as_the_query_needs_it() -> None:
    growing = program(".decl n(x: number) .decl m(x: number) n(0). n(X + 1) :- n(X). m(1).")
    assert query(growing, {}, "m(X)").rows == ((1,),)


FAULTS = [
    ("e(x, _)", 3, "`x` is not a variable", 'the symbol "x"'),
    ("e(X, pure)", 6, "`pure` is not a variable", 'the symbol "pure"'),
    ("N = count : { e(y, _) }", 17, "`y` is not a variable", ""),
    ("e(X, Y", 7, "the text ends", ""),
    ("e(X, Y) :- z()", 9, "unexpected `:-`", ""),
    ("", 1, "nothing is asked", "write an atom"),
    (" . ", 1, "nothing is asked", "write an atom"),
    ("nope(X)", 1, "`nope` is not declared", ""),
    ("e(X)", 1, "`e` has 2 columns", ""),
    ("!e(X, _)", 4, "unsafe variable `X`", ""),
    ("e(X, _), X < Y", 14, "unsafe variable `Y`", ""),
    ("e(X, X)", 6, "`X` is a number", ""),
    ("e(X, _), X < _", 14, "unsafe variable `_`", ""),
]


@pytest.mark.parametrize(("text", "column", "message", "advice"), FAULTS)
def test_faults(text: str, column: int, message: str, advice: str) -> None:
    with pytest.raises(RuleError) as caught:
        query(MODEL, None, text)
    assert (caught.value.span.file, caught.value.span.column) == ("<query>", column)
    assert message in caught.value.message
    assert advice in caught.value.help


def test_a_query_that_takes_too_long_is_ended() -> None:
    model = evaluate(RULES, {"e": [(i, "") for i in range(300)]})
    started = time.monotonic()
    with pytest.raises(EvaluationLimit, match=r"no answer after 0\.5 seconds"):
        query(model, None, "big(A, B), big(C, D), big(E, F)", 0.5)
    assert time.monotonic() - started < 5


def test_the_rules_of_a_query_are_limited_too() -> None:
    growing = program(".decl n(x: number) n(0). n(X + 1) :- n(X).")
    with pytest.raises(EvaluationLimit, match="`n` was still growing"):
        query(growing, {}, "n(X)", 0.2)


def test_a_model_without_the_relation_says_so() -> None:
    part = evaluate(RULES, FACTS, wanted=["z"], limits=Limits())
    with pytest.raises(KeyError, match="missing in `wanted`"):
        query(part, None, "t(X, _)")
