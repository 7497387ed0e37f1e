"""Operations that compute results from operands and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from datalog_ir.ir import Op
from datalog_ir.semantics.arith import BINARY, CASTS, COMPARISONS
from datalog_ir.semantics.literals import attribute, read_literal
from datalog_ir.semantics.machine import Frame, Machine, Step, Values
from datalog_ir.semantics.typetext import result_types
from datalog_ir.semantics.values import integer, width_of

_PREDICATES = tuple(COMPARISONS)


def _binary(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    left, right = machine.integers(op, operands)
    return [integer(left.type, BINARY[op.name](left, right))]


def _cast(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    (operand,) = machine.integers(op, operands)
    kinds = result_types(op.shape)
    if len(kinds) != 1 or width_of(kinds[0]) is None:
        raise machine.unknown(op, f"'{op.name}' is known for integers only")
    return [integer(kinds[0], CASTS[op.name](operand))]


def _compare(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    left, right = machine.integers(op, operands)
    written = attribute(op.shape, "predicate")
    if op.shape.generic and written is not None:
        predicate = _PREDICATES[int(written.partition(":")[0])]
    else:
        predicate = next((word for word in op.shape.keywords if word in COMPARISONS), "")
    if predicate not in COMPARISONS:
        raise machine.unknown(op, "the comparison has no known predicate")
    return [integer("i1", COMPARISONS[predicate](left, right))]


def _select(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    (condition,) = machine.integers(op, operands[:1])
    return [operands[1] if condition.bits else operands[2]]


def _constant(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    text = op.shape.literal or attribute(op.shape, "value")
    if text is None:
        raise machine.unknown(op, "the constant's value can't be read")
    kinds = result_types(op.shape)
    return [read_literal(text, kinds[0] if len(kinds) == 1 else None)]


def _same(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    return operands


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        **dict.fromkeys(BINARY, _binary),
        **dict.fromkeys(CASTS, _cast),
        "arith.cmpi": _compare,
        "arith.select": _select,
        "arith.constant": _constant,
        "util.unfoldable_constant": _constant,
        "util.optimization_barrier": _same,
    }
)
