"""Variables of the module: what they hold at first, loads, stores, addresses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from datalog_ir.ir import Op, Shape
from datalog_ir.semantics.literals import attribute, read_literal
from datalog_ir.semantics.machine import Frame, Machine, Step, Values, symbol
from datalog_ir.semantics.typetext import canonical, split_top
from datalog_ir.semantics.values import Address, RuntimeValue, zero

DEFINITION = "util.global"
"""Defines a variable."""


def is_public(shape: Shape) -> bool:
    """True for a definition that can be seen from other modules."""
    return "private" not in shape.keywords and attribute(shape, "sym_visibility") != '"private"'


def is_mutable(shape: Shape) -> bool:
    """True for a variable that may be stored after initialization."""
    return "mutable" in shape.keywords or attribute(shape, "is_mutable") is not None


def declared_type(shape: Shape) -> str:
    """The variable's type; of a definition that leaves it out (`= true`), the type of the value."""
    written = attribute(shape, "type") if shape.generic else shape.trailing_type
    return canonical(written) if written is not None else "i1"


def initial_value(shape: Shape) -> RuntimeValue:
    """What the variable holds before any initializer has run."""
    kind = declared_type(shape)
    if shape.generic:
        value = attribute(shape, "initial_value")
        return zero(kind) if value is None else read_literal(value, kind)
    before_type = shape.text.rpartition(":")[0] if shape.trailing_type is not None else shape.text
    parts = split_top(before_type, "=")
    return read_literal(parts[1], kind) if len(parts) > 1 else zero(kind)


def _load(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    name = symbol(machine, op)
    if name not in machine.globals:
        raise machine.unknown(op, f"there is no global @{name}")
    return [machine.globals[name]]


def _store(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    name = symbol(machine, op)
    if name not in machine.globals:
        raise machine.unknown(op, f"there is no global @{name}")
    machine.globals[name] = operands[0]
    return []


def _address(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    return [Address(symbol(machine, op))]


def _load_indirect(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    return [machine.globals[machine.address(op, operands[0])]]


def _store_indirect(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    machine.globals[machine.address(op, operands[1])] = operands[0]
    return []


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "util.global.load": _load,
        "util.global.store": _store,
        "util.global.address": _address,
        "util.global.load.indirect": _load_indirect,
        "util.global.store.indirect": _store_indirect,
    }
)
