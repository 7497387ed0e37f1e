"""The smallest changes that make two things equal, each verified by deriving everything again.

Best first: the first divergence suggests single changes; where one is not enough, the derivation with it
has a first divergence of its own.  A set is only reported if it works, and no set that holds another one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from datalog_ir.derive import Derivation
from datalog_ir.explain.explanation import ChangeText, Repair
from datalog_ir.explain.hypothesis import (
    Change,
    Declare,
    Operand,
    Quiet,
    SameText,
    derived_with,
    options,
    replaced_facts,
)
from datalog_ir.explain.wording import Wording, describe

Suggest: TypeAlias = Callable[[Derivation], "Sequence[Change] | None"]
"""From a derivation to single changes that may help; `None` if what is wanted holds in it."""

_COST = {Declare: 0, SameText: 1, Operand: 2, Quiet: 3}
"""Of sets of one size those that change assumptions come first."""


@dataclass(frozen=True, slots=True)
class Search:
    """How far to look."""

    max_size: int = 3
    """Changes in a set."""
    max_runs: int = 16
    """Derivations that may be made."""
    max_found: int = 4
    """Sets to report."""


def find_repairs(
    derivation: Derivation, first: Sequence[Change], suggest: Suggest, search: Search
) -> list[tuple[Change, ...]]:
    """Sets of changes with which `suggest` says that what is wanted holds, smallest first.

    `first` is what it suggests for the derivation as it is.
    """
    found: list[frozenset[Change]] = []
    queue: list[tuple[int, int, int, frozenset[Change]]] = []
    known: set[frozenset[Change]] = set()

    def push(base: frozenset[Change], changes: Iterable[Change]) -> None:
        for change in changes:
            grown = base | {change}
            if change not in base and len(grown) <= search.max_size and grown not in known:
                known.add(grown)
                cost = sum(_COST[type(each)] for each in grown)
                heapq.heappush(queue, (len(grown), cost, len(known), grown))

    push(frozenset(), first)
    runs = 0
    while queue and runs < search.max_runs and len(found) < search.max_found:
        _, _, _, changes = heapq.heappop(queue)
        if any(smaller <= changes for smaller in found):
            continue
        runs += 1
        suggested = suggest(derived_with(derivation, changes))
        if suggested is None:
            found.append(changes)
        else:
            push(changes, suggested)
    return [tuple(sorted(changes, key=lambda c: (_COST[type(c)], str(c)))) for changes in found]


def as_repair(changes: Sequence[Change], derivation: Derivation, words: Wording) -> Repair:
    """A verified set of changes in words."""
    program = derivation.model.program
    return Repair(
        tuple([ChangeText(_text(c, derivation, words), options(program, c)) for c in changes]), True
    )


def _text(change: Change, derivation: Derivation, words: Wording) -> str:
    if isinstance(change, Declare):
        instead = replaced_facts(derivation.model.program, change)
        shown = f"if {describe(change.predicate, (change.name,))}"
        return f"{shown} (in place of {', '.join(instead)})" if instead else shown
    if isinstance(change, Quiet):
        return f"if {words.op(change.op)} had no effect"
    if isinstance(change, Operand):
        return f"if input {change.place} of {words.op(change.op)} were {words.value(change.value)}"
    return f"if {words.op(change.op)} had the text of {words.op(change.as_op)}"
