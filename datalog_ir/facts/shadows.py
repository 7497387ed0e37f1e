"""Names that would mean something else further inside."""

from __future__ import annotations

from collections import Counter

from datalog_ir.facts.rows import Facts
from datalog_ir.ir import Module


def shadowed(module: Module, facts: Facts, numbers: list[int]) -> None:
    """Writes which values bear a name that a region below theirs has borne before.

    `numbers` are those of the values in the facts, by `Value.id`.
    """
    rows = facts.relation("shadowed")
    counts = Counter(_base(value.name) for value in module.values)
    inner: dict[int, set[str]] = {}
    """For each region the names that regions below it have borne up to here."""
    for op in module.ops:
        if op.block is None:
            continue
        values = op.results
        if op.block.ops[0] is op and op.block.args:
            values = op.block.args + values
        repeated = [value for value in values if counts[_base(value.name)] > 1]
        if not repeated:
            continue
        region = op.block.region
        names = inner.get(region.id, ())
        rows.extend((numbers[value.id],) for value in repeated if _base(value.name) in names)
        while region.op.block is not None:
            region = region.op.block.region
            inner.setdefault(region.id, set()).update(_base(value.name) for value in repeated)


def _base(name: str) -> str:
    """The name without the number of a result."""
    return name.partition("#")[0]
