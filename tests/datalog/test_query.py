"""Ad-hoc queries."""

from __future__ import annotations

import time

import pytest

from datalog_ir.datalog import (
    EvaluationLimit,
    Model,
    Program,
    Row,
    RuleError,
    evaluate,
    query,
    query_needs,
    render,
)

from .support import program

RULES = program(
    ".decl e(x: number, y: symbol) .decl t(x: term, n: number) .decl z() .decl big(a: number, b: number)\n"
    "t([X, [Y]], X + 1) :- e(X, Y).\n"
    "z() :- e(1, _).\n"
    "big(X, Y) :- e(X, _), e(Y, _).\n"
)
FACTS: dict[str, list[Row]] = {"e": [(1, "a"), (2, "b"), (3, 'it\'s; "x"\n')]}
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


WAYS: dict[str, tuple[Program | Model, dict[str, list[Row]] | None, float | None]] = {
    "model": (MODEL, None, None),
    "model, in a child": (MODEL, None, 20.0),
    "program": (RULES, FACTS, None),
    "program, in a child": (RULES, FACTS, 20.0),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("text", "names", "expected"), QUESTIONS)
def test_answers(text: str, names: tuple[str, ...], expected: set[str], way: str) -> None:
    source, facts, time_limit = WAYS[way]
    answers = query(source, facts, text, time_limit)
    assert answers.variables == names
    assert {", ".join(map(render, row)) for row in answers.rows} == expected
    assert bool(answers) == bool(expected)


def test_a_program_is_evaluated_as_far_as_the_query_needs_it() -> None:
    growing = program(".decl n(x: number) .decl m(x: number) n(0). n(X + 1) :- n(X). m(1).")
    assert query(growing, {}, "m(X)").rows == ((1,),)


def test_a_relation_too_large_to_be_written_down_can_be_asked() -> None:
    # Every value is equal to every other one: 900 million rows.
    text = (
        ".decl number(v: number, n: term) .decl v(v: number) .decl equal(v: number, w: number) .decl flag()\n"
        'number(V, ["n", V % 3]) :- v(V), V < 30. number(V, [V]) :- v(V), V >= 30.\n'
        "equal(V, W) :- number(V, N), number(W, N), V != W, !flag().\n"
        "equal(-1, -2).\n"
    )
    loaded = program(text)
    facts = {"v": [(i,) for i in range(30_000)]}
    assert set(query_needs(loaded, "equal(X, 4), v(X)")) == {"number", "flag", "v"}
    model = evaluate(loaded, facts, wanted=query_needs(loaded, "equal(X, 4)"))
    for source in (model, loaded):
        assert {row[0] for row in query(source, facts, "equal(X, 4)").rows} == set(range(1, 30, 3)) - {4}
        assert query(source, facts, "equal(4, 7), !equal(4, 8), equal(-1, X)").rows == ((-2,),)
        assert query(source, facts, "N = count : { equal(4, _) }").rows == ((9,),)


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
    part = evaluate(RULES, FACTS, wanted=[])
    with pytest.raises(KeyError, match="missing in `wanted`"):
        query(part, None, "t(X, _)")
