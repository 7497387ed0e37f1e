"""The strategies to use: modules, and calls of their public functions."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from datalog_ir.semantics import Call
from fuzz.plans import Features
from fuzz.plans import modules as plans
from fuzz.program import Program
from fuzz.realise import OBSERVER, realise

ARGUMENTS = (0, 1, 2, 3, 7, -1, -2, 5, 100, 2**31 - 1, -(2**31))
"""Integers that arguments are taken from, the simplest first."""


def programs(features: Features | None = None) -> st.SearchStrategy[Program]:
    """Whole modules: random DAGs over shared state, with duplicates and near-duplicates in them."""
    wanted = features or Features()
    return plans(wanted).map(lambda plan: realise(plan, wanted))


def call_sequences(
    signatures: Sequence[tuple[str, tuple[str, ...]]], max_size: int = 5
) -> st.SearchStrategy[tuple[Call, ...]]:
    """Sequences of calls of functions given by name and types of parameters."""
    each = [_calls(name, len(params)) for name, params in reversed(signatures)]
    if not each:
        return st.just(())
    # In the end the variables are looked at, if there is a function for that.
    last = tuple(Call(name) for name, _ in signatures if name == OBSERVER)
    calls = st.lists(st.one_of(each), min_size=0 if last else 1, max_size=max_size)
    return calls.map(lambda found: (*found, *last))


@st.composite
def programs_with_calls(
    draw: st.DrawFn, features: Features | None = None
) -> tuple[Program, tuple[Call, ...]]:
    """A module and a sequence of calls for it."""
    program = draw(programs(features))
    return program, draw(call_sequences(program.signatures()))


def _calls(name: str, count: int) -> st.SearchStrategy[Call]:
    return st.builds(Call, st.just(name), st.tuples(*[st.sampled_from(ARGUMENTS)] * count))
