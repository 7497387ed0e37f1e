"""Equalities that only show when the rewrite has acted upon others: values, followed round by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datalog_ir.derive import Derivation, as_number, derive
from datalog_ir.explain.rounds import carried_over
from datalog_ir.ir import Op, Value
from datalog_ir.rewrite.edits import plan
from datalog_ir.syntax import ShapeTable, apply_edits, read_module


@dataclass(frozen=True, slots=True)
class Later:
    """Two values as they are before another round."""

    round: int
    """Counted from 1; the module as it was read is that of round 1."""
    derivation: Derivation
    left: Value
    right: Value


def followed(derivation: Derivation, a: Value, b: Value) -> Iterator[Later]:
    """The two values in every round after the first one, as long as something is rewritten.

    Ends early where nothing stands for one of the two any more.
    """
    shapes = ShapeTable()
    count = 1
    while True:
        edits, applied = plan(derivation)
        if not applied:
            return
        module = derivation.module
        text = apply_edits(module.text, edits)
        after = read_module(text, file=module.file, first_line=module.first_line, shapes=shapes)
        dropped = {as_number(row[0]) for row in derivation.model.rows("drop")}
        origins = carried_over(module, after, dropped, list(range(len(module.values))))
        places = {old: new for new, old in enumerate(origins)}
        found = [places.get(_stand_in(derivation, value, dropped).id) for value in (a, b)]
        if found[0] is None or found[1] is None:
            return
        a, b = after.values[found[0]], after.values[found[1]]
        derivation = derive(after, derivation.model.program)
        count += 1
        yield Later(count, derivation, a, b)


def _stand_in(derivation: Derivation, value: Value, dropped: set[int]) -> Value:
    """The value itself, or the one that is put for it where its op goes."""
    if not isinstance(value.owner, Op) or value.owner.id not in dropped:
        return value
    number = next(n for n, other in enumerate(derivation.values) if other is value)
    for v, r in derivation.model.rows("replaceable"):
        if v == number:
            return derivation.value(r)
    return value
