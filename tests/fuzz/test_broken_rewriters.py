"""The trace law can fail: each of these wrong rewriters is caught within a bounded number of modules."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from datalog_ir.semantics import Call
from fuzz import laws
from fuzz.modules import programs_with_calls
from fuzz.program import Program

ACCESS = re.compile(r" *(?:(%\w+) = util\.global\.load (?:immutable )?|util\.global\.store (%\w+), )@(\w+)")


def swap_operands_of_subtractions(text: str) -> str:
    return re.sub(r"(arith\.subi) (%\w+), (%\w+)", r"\1 \3, \2", text)


def drop_the_first_store(text: str) -> str:
    return re.sub(r"\n *util\.global\.store [^\n]*", "", text, count=1)


def forward_stores_across_calls(text: str) -> str:
    """A load is replaced by the last value stored in the same stretch of text without braces or labels."""
    lines: list[str] = []
    stored: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for line in text.split("\n"):
        for old, new in renamed.items():
            line = re.sub(rf"{re.escape(old)}\b", new, line)
        access = ACCESS.match(line)
        if line.endswith(("{", "}", ":")):
            stored.clear()
        if access and access[1] and access[3] in stored:
            renamed[access[1]] = stored[access[3]]
            continue
        if access and access[2]:
            stored[access[3]] = access[2]
        lines.append(line)
    return "\n".join(lines)


def merge_globals_of_equal_initial_value(text: str) -> str:
    first: dict[str, str] = {}
    for name, rest in re.findall(r"util\.global private mutable @(\w+)([^\n]*)\n", text):
        if rest in first:
            text = re.sub(rf" *util\.global private mutable @{name}\b[^\n]*\n", "", text)
            text = re.sub(rf"@{name}\b", f"@{first[rest]}", text)
        else:
            first[rest] = name
    return text


def drop_the_first_initializer(text: str) -> str:
    return re.sub(r"  util\.initializer \{\n.*?\n  \}\n", "", text, count=1, flags=re.DOTALL)


def drop_the_first_external_call(text: str) -> str:
    return re.sub(r"\n *util\.call @host[^\n]*-> \(\)", "", text, count=1)


def swap_the_last_two_stores(text: str) -> str:
    """Stores to one global that follow one another directly change places."""
    pattern = r"( *util\.global\.store %\w+, @(\w+)[^\n]*\n)( *util\.global\.store %\w+, @\2\b[^\n]*\n)"
    return re.sub(pattern, r"\3\1", text, count=1)


@pytest.mark.parametrize(
    ("rewrite", "bound"),
    [
        (swap_operands_of_subtractions, 1000),
        (drop_the_first_store, 500),
        (forward_stores_across_calls, 2000),
        (merge_globals_of_equal_initial_value, 1000),
        (drop_the_first_initializer, 500),
        (drop_the_first_external_call, 1000),
        (swap_the_last_two_stores, 1000),
    ],
)
def test_is_caught(rewrite: Callable[[str], str], bound: int) -> None:
    @seed(1)
    @settings(
        max_examples=bound,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs_with_calls())
    def law(example: tuple[Program, tuple[Call, ...]]) -> None:
        program, calls = example
        laws.same_trace(program.text(), rewrite, [calls])

    with pytest.raises(laws.LawBroken):
        law()


def test_a_failure_shrinks_to_a_small_module() -> None:
    smallest: list[str] = []

    @seed(1)
    @settings(
        max_examples=1000,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs_with_calls())
    def law(example: tuple[Program, tuple[Call, ...]]) -> None:
        program, calls = example
        try:
            laws.same_trace(program.text(), drop_the_first_store, [calls])
        except laws.LawBroken:
            smallest[:] = [program.text()]
            raise

    with pytest.raises(laws.LawBroken, match="the rewritten module has the same trace"):
        law()
    assert smallest[0].count("\n") < 20
