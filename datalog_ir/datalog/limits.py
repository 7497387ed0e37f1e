"""How long an evaluation may go on.

A program with constructors or arithmetic in a recursion may have no finite model: `p([X]) :- p(X).`
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from .errors import EvaluationLimit


@dataclass(frozen=True, slots=True)
class Limits:
    """`facts` bounds the number of derived facts, `seconds` the time (looked at whenever facts appear)."""

    facts: int | None = 20_000_000
    seconds: float | None = None


class Guard:
    """Watches one evaluation."""

    __slots__ = ("_deadline", "_limits", "derived")

    _INTERVAL = 50_000
    """Facts between two looks at the clock."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = None if limits.seconds is None else monotonic() + limits.seconds
        self.derived = 0
        """Facts derived in finished components."""

    def check(self, predicate: str, growing: int) -> int:
        """Raises `EvaluationLimit` if a limit is passed, else says at which size to look again.

        `growing` is the number of facts derived in the present component, `predicate` the one that just
        got a new fact.
        """
        total = self.derived + growing
        limits = self._limits
        if limits.facts is not None and total > limits.facts:
            raise EvaluationLimit(
                f"more than {limits.facts} facts derived, and `{predicate}` was still growing; "
                "a recursion through `[...]` or arithmetic may never end",
                predicate,
                total,
            )
        if self._deadline is not None and monotonic() > self._deadline:
            raise EvaluationLimit(
                f"not finished after {limits.seconds:g} seconds; `{predicate}` was still growing "
                f"({total} facts derived so far)",
                predicate,
                total,
            )
        again = growing + self._INTERVAL
        return again if limits.facts is None else min(again, limits.facts - self.derived)
