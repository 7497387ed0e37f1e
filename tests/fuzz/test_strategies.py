"""Generated modules: valid, varied, and with what the rules are about in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from hypothesis import HealthCheck, given, seed, settings

from datalog_ir.semantics import Call, Outcome, run
from datalog_ir.syntax import read_module
from fuzz import laws
from fuzz.command import run_filter
from fuzz.modules import programs_with_calls
from fuzz.plans import Features
from fuzz.program import Program
from fuzz.variants import publicised, renamed, reordered, through_accessors

Example = tuple[Program, tuple[Call, ...]]


def examples(count: int, features: Features | None = None) -> list[Example]:
    found: list[Example] = []

    @seed(3)
    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(programs_with_calls(features))
    def collect(example: Example) -> None:
        found.append(example)

    collect()
    return found


def test_the_compiler_accepts_them_and_their_variants(iree_opt: str) -> None:
    variants: list[Callable[[Program], str]] = [
        Program.text,
        lambda program: renamed(program, 5),
        lambda program: reordered(program, 5).text(),
        lambda program: publicised(program).text(),
        lambda program: through_accessors(program).text(),
    ]
    texts = [variant(program) for program, _ in examples(60) for variant in variants]
    run_filter(
        [iree_opt, "--split-input-file", "--allow-unregistered-dialect"], "// -----\n".join(texts), 120
    )


def test_without_unregistered_operations_the_compiler_needs_no_flag(iree_opt: str) -> None:
    texts = [program.text() for program, _ in examples(60, Features(unregistered=False))]
    run_filter([iree_opt, "--split-input-file"], "// -----\n".join(texts), 120)


def test_reading_and_printing_are_inverse_on_them() -> None:
    for program, _ in examples(60):
        laws.print_parse_identity(program.text())


def test_names_and_order_of_independent_operations_do_not_matter_to_the_interpreter() -> None:
    for program, calls in examples(60):
        laws.same_traces_of(program.text(), renamed(program, 7), [calls])
        laws.same_traces_of(program.text(), reordered(program, 7).text(), [calls])


def test_lowering_to_blocks_does_not_change_the_meaning(iree_opt: str) -> None:
    command = [iree_opt, "--allow-unregistered-dialect", "--convert-scf-to-cf"]
    for program, calls in examples(12):
        laws.lowered(program.text(), lambda text: text, lambda text: run_filter(command, text), [calls])


def test_they_are_not_vacuous() -> None:
    """Most of what is generated runs to its end, and every idea of the strategies comes up often."""
    found = Counter[str]()
    total = 300
    for program, calls in examples(total):
        text = program.text()
        trace = run(read_module(text, file="generated.mlir"), calls, laws.default_settings())
        found[trace.outcome.value] += 1
        found["trap"] += any("trap" in line for line in trace.lines())
        found["external call"] += any("external" in line for line in trace.lines())
        for idea, pattern in IDEAS.items():
            found[idea] += re.search(pattern, text, re.DOTALL) is not None
    assert found[Outcome.FINISHED.value] > 0.9 * total
    assert {idea for idea in (*IDEAS, "trap", "external call") if found[idea] < 0.01 * total} == set()


IDEAS = {
    "initializer": r"util\.initializer",
    "two initializers": r"util\.initializer.*util\.initializer",
    "paired global": r"@p0",
    "copied initializer": r"@g\dc\d",
    "internal call": r"util\.call @f",
    "call from an initializer": r"util\.initializer \{(?:(?!util\.func|util\.initializer).)*util\.call @f",
    "scf.for": r"scf\.for",
    "scf.while": r"scf\.while",
    "scf.if": r"scf\.if",
    "blocks": r"cf\.cond_br",
    "loop among blocks": r"\^head",
    "nested regions": r"\n {8}",
    "opaque resource": r"stream\.async\.transfer",
    "unregistered operation": r'"test\.',
    "buffer": r"memref\.store",
    "indirect access": r"util\.global\.store\.indirect",
    "assertion": r"cf\.assert",
    "immutable load": r"load immutable",
    "public global": r"util\.global public",
    "store in a branch": r"scf\.if [^\n]*\{\n(?: {6}[^\n]*\n)* *util\.global\.store",
}
