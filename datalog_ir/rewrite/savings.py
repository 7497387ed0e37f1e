"""What a rewrite saved."""

from __future__ import annotations

from dataclasses import dataclass

from datalog_ir.rewrite.fixpoint import FixedPoint


@dataclass(frozen=True, slots=True)
class Saving:
    """Counts over all rounds; bytes as far as types tell them."""

    ops: int
    globals: int
    duplicate_bytes: int
    """Contents of globals that always held what another one holds."""
    unused_bytes: int
    """Contents of globals that nothing loads."""


def saving(fixed: FixedPoint) -> Saving:
    """Sums up the rounds of a rewrite."""
    ops = sum(sum(applied.dropped.values()) for applied in fixed.rounds)
    duplicate = sum(applied.duplicate_bytes for applied in fixed.rounds)
    unused = sum(applied.unused_bytes for applied in fixed.rounds)
    removed = sum(applied.globals for applied in fixed.rounds)
    return Saving(ops, removed, duplicate, unused)
