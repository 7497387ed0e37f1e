"""The laws of `fuzz/laws.py` hold of our own rewriter; `DATALOG_IR_FUZZ_EXAMPLES` asks for longer runs."""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from datalog_ir import optimize
from datalog_ir.semantics import Call
from fuzz import laws
from fuzz.command import run_filter
from fuzz.modules import programs_with_calls
from fuzz.program import Program

EXAMPLES = int(os.environ.get("DATALOG_IR_FUZZ_EXAMPLES", "45"))

Example = tuple[Program, tuple[Call, ...]]


def rewrite(text: str) -> str:
    return optimize(text).text


def bounded(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A seeded, bounded run, so that the suite does the same each time."""

    def decorate(law: Callable[..., None]) -> Callable[..., None]:
        chosen = settings(
            max_examples=max(1, examples), deadline=None, suppress_health_check=list(HealthCheck)
        )
        return seed(11)(chosen(law))

    return decorate


@bounded(EXAMPLES)
@given(programs_with_calls())
def test_same_trace(example: Example) -> None:
    program, calls = example
    laws.same_trace(program.text(), rewrite, [calls])


@bounded(EXAMPLES // 3)
@given(programs_with_calls())
def test_idempotent(example: Example) -> None:
    laws.idempotent(example[0].text(), rewrite)


@bounded(EXAMPLES // 3)
@given(programs_with_calls(), st.integers(0, 9))
def test_names_of_values_do_not_matter(example: Example, order: int) -> None:
    laws.renaming(example[0], rewrite, order)


@bounded(EXAMPLES // 3)
@given(programs_with_calls(), st.integers(0, 9))
def test_order_of_independent_operations_does_not_matter(example: Example, order: int) -> None:
    program, calls = example
    laws.reordering(program, rewrite, order, [calls])


@bounded(EXAMPLES // 3)
@given(programs_with_calls())
def test_making_globals_public_does_not_change_the_meaning(example: Example) -> None:
    program, calls = example
    laws.public_globals(program, rewrite, [calls])


def test_accepted_by_the_compiler_and_the_same_after_lowering(iree_opt: str) -> None:
    judge = [iree_opt, "--allow-unregistered-dialect"]

    @bounded(EXAMPLES // 6)
    @given(programs_with_calls())
    def law(example: Example) -> None:
        program, calls = example
        text = program.text()
        laws.accepted(text, rewrite, lambda module: run_filter(judge, module))
        laws.lowered(
            text, rewrite, lambda module: run_filter([*judge, "--convert-scf-to-cf"], module), [calls]
        )

    law()
