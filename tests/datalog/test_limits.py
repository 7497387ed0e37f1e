"""What may never end ends, and what is long is linear."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import Any

import pytest

from datalog_ir.datalog import EvaluationLimit, Limits, Program, Row, evaluate, render

from .support import ENGINES, program

GROWING = [
    ".decl n(x: number) .decl grow(x: term)\ngrow([]). grow([X]) :- grow(X).",
    ".decl n(x: number) .decl grow(x: number)\ngrow(0). grow(X + 1) :- grow(X).",
    ".decl n(x: number) .decl grow(x: number) .decl b(x: number)\ngrow(0). b(X) :- grow(X). grow(X + 1) :- b(X).",
    ".decl n(x: number) .decl grow(a: number, b: number, c: number)\ngrow(A, B, C) :- n(A), n(B), n(C).",
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", GROWING)
def test_a_limit_in_facts_names_the_predicate_that_grows(text: str, engine: str) -> None:
    facts = {"n": [(i,) for i in range(20)]}
    with pytest.raises(
        EvaluationLimit, match=r"more than 1000 facts .* `(grow|b)` was still growing"
    ) as caught:
        evaluate(program(text), facts, engine=engine, limits=Limits(facts=1000))
    assert caught.value.predicate in ("grow", "b")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", GROWING)
def test_a_limit_in_time_ends_an_evaluation(text: str, engine: str) -> None:
    facts = {"n": [(i,) for i in range(500)]}
    started = time.monotonic()
    with pytest.raises(EvaluationLimit, match=r"not finished after 0\.3 seconds"):
        evaluate(program(text), facts, engine=engine, limits=Limits(facts=None, seconds=0.3))
    assert time.monotonic() - started < 10


def test_facts_from_outside_do_not_count() -> None:
    loaded = program(".decl n(x: number) .decl m(x: number) m(X) :- n(X), X > 990.")
    model = evaluate(loaded, {"n": [(i,) for i in range(1000)]}, limits=Limits(facts=10))
    assert len(model.rows("m")) == 9


CHAIN = program(
    ".decl next(a: number, b: number) .decl use(o: number, v: number)\n"
    ".decl blocked(o: number) .decl last(o: number, c: number) .decl number(v: number, n: term)\n"
    "last(0, -1).\n"
    "last(B, C) :- next(A, B), !blocked(A), last(A, C).\n"
    "last(B, A) :- next(A, B), blocked(A), last(A, _).\n"
    "number(0, []).\n"
    'number(V, ["op", N]) :- use(V, W), number(W, N).\n'
)


def _chain(length: int) -> dict[str, list[tuple[int, ...]]]:
    return {
        "next": [(i, i + 1) for i in range(length)],
        "use": [(i + 1, i) for i in range(length)],
        "blocked": [(i,) for i in range(0, length, 10)],
    }


def _work(loaded: Program, facts: Mapping[str, Iterable[Row]]) -> int:
    """How many instructions of generated code an evaluation takes."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename != "<rules>":
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        evaluate(loaded, facts)
    finally:
        sys.settrace(before)
    return count


def test_the_work_on_a_chain_is_proportional_to_its_length() -> None:
    short, long = _work(CHAIN, _chain(500)), _work(CHAIN, _chain(4000))
    assert short > 500 * 20
    assert long < 8.1 * short


def test_the_work_on_groups_is_proportional_to_their_rows() -> None:
    loaded = program(
        ".decl member(b: number, x: number) .decl least(b: number, x: number, m: number, n: number)\n"
        "least(B, X, M, N) :- member(B, X), M = min Y : { member(B, Y) }, N = count : { member(B, _) }."
    )
    one = {"member": [(0, x) for x in range(500)]}
    large = {"member": [(0, x) for x in range(4000)]}
    assert _work(loaded, large) < 8.1 * _work(loaded, one)


def test_a_chain_of_100_000_steps() -> None:
    model = evaluate(CHAIN, _chain(100_000))
    assert len(model.rows("last")) == len(model.rows("number")) == 100_001
    # The last number is nested 100,000 deep; nothing that is done with it may recurse.
    deepest = list(model.rows("number"))[-1][1]
    assert render(deepest, 30) == '["op", ["op", ["op", ["op", ["…'
    assert render(deepest).count("[") == 100_001
    assert model.terms.order(deepest) != model.terms.order(deepest[1])  # type: ignore[index]
    again = evaluate(program(".decl t(x: term)"), {"t": [(deepest,)]})
    assert render(next(iter(again.rows("t")))[0]) == render(deepest)


def test_a_deep_chain_ends_on_pydatalog_too() -> None:
    model = evaluate(CHAIN, _chain(500), engine="pydatalog")
    assert len(model.rows("number")) == 501
