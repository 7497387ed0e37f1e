"""Operations with effects of their own, described by a few lines of Python each.

A step function is given the state of the run and the operands, and gives the results:

    def counter(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
        op.memory["count"] = op.memory.get("count", 0) + 1
        return [op.number(op.memory["count"])]

`run.Settings.ops` takes such functions by operation name; they win over the meanings built in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from datalog_ir.ir import Op
from datalog_ir.semantics.externals import choose
from datalog_ir.semantics.literals import attribute
from datalog_ir.semantics.machine import Frame, Machine, Step, Trapped, Values
from datalog_ir.semantics.trace import Observed
from datalog_ir.semantics.typetext import result_types
from datalog_ir.semantics.values import Int, RuntimeValue, fingerprint, integer, signed, term, width_of


@dataclass(slots=True)
class OpState:
    """What a step function sees: the operation at hand, and memory that lasts for the whole run."""

    machine: Machine
    op: Op
    memory: dict[str, int] = field(default_factory=dict)
    """Integers by name, shared by all step functions of a run; empty when a run begins."""

    def number(self, value: int, index: int = 0) -> RuntimeValue:
        """`value` as the type of result `index`: wrapped, or a symbolic term of that number."""
        kinds = result_types(self.op.shape)
        kind = kinds[index] if index < len(kinds) else "i64"
        return integer(kind, value) if width_of(kind) is not None else term(f"{value} : {kind}")

    def attribute(self, name: str) -> str | None:
        """The text of an attribute."""
        return attribute(self.op.shape, name)

    def observe(self, values: Sequence[RuntimeValue] = ()) -> None:
        """Makes the execution a visible event of the trace."""
        self.machine.events.append(Observed(self.op.name, tuple(values)))

    def trap(self, reason: str) -> None:
        """Ends the current call from outside."""
        raise Trapped(reason)


StepFunction = Callable[[OpState, Sequence[RuntimeValue]], Sequence[RuntimeValue]]
"""The meaning of one operation name."""


def stateful_step(function: StepFunction, memory: dict[str, int]) -> Step:
    """A step function as the machine takes it; `memory` belongs to the run."""

    def step(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> Values:
        return function(OpState(machine, op, memory), operands)

    return step


def _counter(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Counts its executions, and gives the count."""
    op.memory["test.counter"] = op.memory.get("test.counter", 0) + 1
    return [op.number(op.memory["test.counter"])]


def _log(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Shows its operands to the outside."""
    op.observe(operands)
    return []


def _random(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Gives another number each time."""
    op.memory["test.random"] = op.memory.get("test.random", 0) + 1
    return [op.number(choose(b"test.random", str(op.memory["test.random"]), 256))]


def _write(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Sets a hidden cell."""
    op.memory["test.cell"] = _as_number(operands[0])
    return []


def _read(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Reads the hidden cell."""
    return [op.number(op.memory.get("test.cell", 0))]


def _hash(op: OpState, operands: Sequence[RuntimeValue]) -> Sequence[RuntimeValue]:
    """Mixes its operands into a number; the one test operation that is pure."""
    seed = b"".join(fingerprint(operand) for operand in operands)
    return [op.number(choose(seed, op.op.shape.text, 256))]


def _as_number(value: RuntimeValue) -> int:
    return signed(value) if isinstance(value, Int) else choose(fingerprint(value), "as number", 1 << 32)


TEST_OPS: Mapping[str, StepFunction] = MappingProxyType(
    {
        "test.counter": _counter,
        "test.log": _log,
        "test.random": _random,
        "test.write": _write,
        "test.read": _read,
        "test.pure": _hash,
    }
)
"""Operations that no dialect has, for trying out assumptions: all but `test.pure` have effects."""

__all__ = ["TEST_OPS", "OpState", "StepFunction", "stateful_step"]
