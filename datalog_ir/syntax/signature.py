"""Numbers for whole operations, regions included, so that equal operations have equal numbers."""

from __future__ import annotations

from collections.abc import Mapping

from datalog_ir.ir import Op, Value
from datalog_ir.syntax.shapes import ShapeTable


def sign(ops: list[Op], bound: Mapping[int, tuple[int, ...]], table: ShapeTable) -> None:
    """Sets `signature` and `captured` of all operations, given in textual order (so inner ones come later).

    An operation with regions is numbered by hash-consing bottom-up: its shape, and for each block the types
    of its arguments and what each operation is, which inputs it takes (local ones by a local number, outer
    ones by their place in `captured`) and where it branches.  `bound` says which names in its own text are
    arguments of its regions, by operation.
    """
    number = table.number
    for op in reversed(ops):
        if not op.regions:
            op.signature = number((op.shape.id, None))
        else:
            _sign_regions(op, bound.get(op.id, ()), table)


def _sign_regions(op: Op, bound: tuple[int, ...], table: ShapeTable) -> None:
    local: dict[int, int] = {}
    blocks: dict[int, int] = {}
    for region in op.regions:
        for block in region.blocks:
            blocks[block.id] = len(blocks)
            for value in block.args:
                local[value.id] = len(local)
            for inner in block.ops:
                for value in inner.results:
                    local[value.id] = len(local)
    captured: list[Value] = []
    place: dict[int, int] = {}

    def reference(value: Value) -> int:
        known = local.get(value.id)
        if known is not None:
            return known
        at = place.get(value.id)
        if at is None:
            at = place[value.id] = len(captured)
            captured.append(value)
        return -1 - at

    described: list[object] = [bound]
    for region in op.regions:
        for block in region.blocks:
            described.append(("block", tuple(value.type for value in block.args)))
            for inner in block.ops:
                described.append(
                    (
                        inner.signature,
                        len(inner.results),
                        tuple([reference(value) for value in inner.inputs]),
                        tuple([blocks[successor.block.id] for successor in inner.successors]),
                    )
                )
        described.append("end")
    op.captured = captured
    op.signature = table.number((op.shape.id, tuple(described)))
