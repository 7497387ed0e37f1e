"""Memory behind buffers: `memref` of one shape known in the text, with integer elements.

Access out of bounds, or after the buffer was released, is undefined behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from datalog_ir.ir import Op
from datalog_ir.semantics.arith import Undefined
from datalog_ir.semantics.machine import Frame, Machine, Step, Values
from datalog_ir.semantics.typetext import canonical
from datalog_ir.semantics.values import Buffer, RuntimeValue, signed, zero

_STATIC = re.compile(r"memref<((?:[0-9]+x)*)([^,<>]+)>\Z")


def _shape(machine: Machine, op: Op, type_text: str) -> tuple[list[int], str]:
    match = _STATIC.match(type_text)
    if match is None:
        raise machine.unknown(op, f"buffers of type {type_text} are not known")
    return [int(part) for part in match[1].split("x") if part], match[2]


def _alloc(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    kind = canonical((op.shape.trailing_type or "").rpartition("->")[2])
    sizes, element = _shape(machine, op, kind)
    count = 1
    for size in sizes:
        count *= size
    # Fresh memory holds anything; zero is one of the allowed contents, the same in every run.
    machine.buffers.append([zero(element)] * count)
    return [Buffer(kind, len(machine.buffers) - 1)]


def _offset(machine: Machine, op: Op, buffer: RuntimeValue, indices: Values) -> int:
    if not isinstance(buffer, Buffer):
        raise machine.unknown(op, f"'{op.name}' needs a buffer")
    sizes, _ = _shape(machine, op, buffer.type)
    offset = 0
    for size, index in zip(sizes, machine.integers(op, indices), strict=True):
        at = signed(index)
        if not 0 <= at < size:
            raise Undefined("access out of bounds")
        offset = offset * size + at
    if not machine.buffers[buffer.number]:
        raise Undefined("access to a released buffer")
    return offset


def _load(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    offset = _offset(machine, op, operands[0], operands[1:])
    return [machine.contents(op, operands[0])[offset]]


def _store(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    offset = _offset(machine, op, operands[1], operands[2:])
    machine.contents(op, operands[1])[offset] = operands[0]
    return []


def _release(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    contents = machine.contents(op, operands[0])
    if not contents:
        raise Undefined("a buffer is released twice")
    contents.clear()
    return []


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "memref.alloc": _alloc,
        "memref.alloca": _alloc,
        "memref.load": _load,
        "memref.store": _store,
        "memref.dealloc": _release,
    }
)
