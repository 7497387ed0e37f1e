"""The result of an evaluation."""

from __future__ import annotations

from collections.abc import KeysView, Mapping
from dataclasses import dataclass

from .program import Program
from .syntax import Fact
from .terms import Row, TermTable, Value, render

GIVEN = -1
"""Derivation of a fact that came from outside."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a fact of a model is from.

    `fact` is set for facts of the rule text and assumptions, `rule` (a number in `Program.rules`) for
    derived ones, none of them for facts from outside.  In a recursion a derivation only rests on facts of
    smaller `sequence`; facts of other components have no part in that order.
    """

    rule: int | None
    fact: Fact | None
    sequence: int


@dataclass(frozen=True, slots=True)
class Model:
    """All facts that follow, for the predicates that were evaluated."""

    program: Program
    derivations: Mapping[str, Mapping[Row, int]]
    """For each predicate its rows, in an order in which they were derived, with a number that `origin`
    reads.  The pyDatalog engine does not know how it derived what: all its rows are marked as given."""
    terms: TermTable

    def rows(self, predicate: str) -> KeysView[Row]:
        """The rows of a relation: a set that keeps the order of derivation.

        Raises `KeyError` for a predicate that is not declared or was left out of `wanted`.
        """
        return self._relation(predicate).keys()

    def origin(self, predicate: str, row: Row) -> Origin:
        """Where a row is from.  Raises `KeyError` if it is not in the model."""
        number = self._relation(predicate)[row]
        if number >= 0:
            sequence, rule = divmod(number, max(1, len(self.program.rules)))
            return Origin(rule, None, sequence)
        return Origin(None, None if number == GIVEN else self.program.facts[-2 - number], 0)

    def render(self, value: Value, limit: int | None = 10_000) -> str:
        """A value as rule text writes it, cut off with `…` after `limit` characters."""
        return render(value, limit)

    def _relation(self, predicate: str) -> Mapping[Row, int]:
        relation = self.derivations.get(predicate)
        if relation is None:
            declared = predicate in self.program.declarations
            raise KeyError(
                f"`{predicate}` was not evaluated: it is missing in `wanted`"
                if declared
                else f"`{predicate}` is not declared"
            )
        return relation


def text_fact(number: int) -> int:
    """The derivation of `Program.facts[number]`."""
    return -2 - number
