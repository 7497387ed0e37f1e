"""What is redundant, as messages with a place.  The rules decide; this words it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from datalog_ir.derive import Derivation, as_number
from datalog_ir.ir import Op
from datalog_ir.places import line_of_value, position_of_value

FINDING_RELATIONS = (
    "replaceable",
    "same_global",
    "never_loaded",
    "drop",
    "dead_store",
    "global_op",
    "global_bytes",
)
"""The derived relations that findings are made of."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that need not be there."""

    file: str
    line: int
    column: int
    rule: str
    """`equal-values`, `same-global`, `unused-global`, `dead-op` or `dead-store`."""
    message: str
    bytes: int | None = None
    """What it takes at run time, where the text says so."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message} [{self.rule}]"

    def as_json(self) -> dict[str, str | int | None]:
        """The finding as a JSON object."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "rule": self.rule,
            "message": self.message,
            "bytes": self.bytes,
        }


def findings(derivation: Derivation) -> list[Finding]:
    """All findings of one derivation, in the order of the text."""
    found = [
        *_equal_values(derivation),
        *_globals(derivation),
        *_dead_ops(derivation),
    ]
    return sorted(found, key=lambda finding: (finding.line, finding.column, finding.rule, finding.message))


def _at(derivation: Derivation, op: Op, rule: str, message: str, size: int | None = None) -> Finding:
    module = derivation.module
    line, column = module.position(op.start)
    return Finding(module.file, line, column, rule, message, size)


def _equal_values(derivation: Derivation) -> Iterator[Finding]:
    module = derivation.module
    for v, r in derivation.model.rows("replaceable"):
        value, other = derivation.value(v), derivation.value(r)
        line, column = position_of_value(module, value)
        message = f"{value.name} is equal to {other.name} (line {line_of_value(module, other)})"
        yield Finding(module.file, line, column, "equal-values", message)


def _globals(derivation: Derivation) -> Iterator[Finding]:
    model = derivation.model
    definition = {str(g): derivation.op(d) for g, d in model.rows("global_op")}
    sizes = {as_number(d): as_number(n) for d, n in model.rows("global_bytes")}
    same = {str(g): str(h) for g, h in model.rows("same_global")}
    for g, h in same.items():
        op = definition[g]
        size = sizes.get(op.id)
        extent = "" if size is None else f"; {size:,} bytes"
        where = derivation.module.position(definition[h].start)[0]
        yield _at(
            derivation,
            op,
            "same-global",
            f"@{g} always holds what @{h} (line {where}) holds{extent}",
            size,
        )
    for g in (str(row[0]) for row in model.rows("never_loaded")):
        if g in same:
            continue
        op = definition[g]
        yield _at(derivation, op, "unused-global", f"@{g} is never loaded", sizes.get(op.id))


_STORE_REASONS = {
    "overwritten": "is overwritten before anything looks at the global",
    "stores-same": "stores what the global holds already",
}


def _dead_ops(derivation: Derivation) -> Iterator[Finding]:
    for o, why in derivation.model.rows("drop"):
        op = derivation.op(o)
        if why == "dead":
            yield _at(derivation, op, "dead-op", f"{op.name} has no effect and its result is not used")
        elif why in _STORE_REASONS:
            yield _at(derivation, op, "dead-store", f"{op.name} {_STORE_REASONS[str(why)]}")
