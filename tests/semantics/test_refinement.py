"""When one trace may stand for another."""

from __future__ import annotations

from datalog_ir.semantics import Outcome, Trace, same_meaning
from datalog_ir.semantics.trace import External, Trap

A, B = External("a", (), ()), External("b", (), ())


def ended(*events: External | Trap, how: Outcome = Outcome.FINISHED) -> Trace:
    return Trace(events, how)


def undefined(*events: External) -> Trace:
    return ended(*events, how=Outcome.UNDEFINED)


def exhausted(*events: External) -> Trace:
    return ended(*events, how=Outcome.OUT_OF_FUEL)


def test_a_run_that_ends_must_end_with_the_same_events() -> None:
    assert same_meaning(ended(A, B), ended(A, B))
    assert not same_meaning(ended(A, B), ended(B, A))
    assert not same_meaning(ended(A, B), ended(A))
    assert not same_meaning(ended(A), undefined(A))
    assert not same_meaning(ended(A), exhausted(A))
    assert not same_meaning(ended(A, Trap("x")), ended(A))


def test_after_undefined_behaviour_everything_is_allowed_and_before_it_nothing() -> None:
    assert same_meaning(undefined(A), ended(A, B))
    assert same_meaning(undefined(A), undefined(A))
    assert not same_meaning(undefined(A), ended(B))
    assert not same_meaning(undefined(A, B), undefined(A))


def test_what_is_not_known_is_not_compared() -> None:
    assert same_meaning(exhausted(A), exhausted(A, B))
    assert same_meaning(exhausted(A, B), exhausted(A))
    assert same_meaning(exhausted(A), ended(A, B))
    assert not same_meaning(exhausted(A, B), ended(A))
    assert not same_meaning(exhausted(A), exhausted(B))
