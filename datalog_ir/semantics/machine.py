"""The machine that executes operations one by one, on a stack of its own.

A `Frame` is one execution of a region: the block it is in, the next operation, the values known there,
and what to do with the values its terminator passes.  Nothing here calls itself, so neither deep nesting
nor deep recursion of the module meets a limit of Python; `fuel` bounds the number of operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from datalog_ir.ir import Block, Module, Op, Region, Value
from datalog_ir.semantics.arith import Undefined
from datalog_ir.semantics.errors import NoMeaningError
from datalog_ir.semantics.externals import number_for
from datalog_ir.semantics.trace import Event
from datalog_ir.semantics.values import Address, Buffer, Int, RuntimeValue, Term, width_of

Values = Sequence[RuntimeValue]


class Trapped(Exception):
    """A defined end of the current call from outside (a failed assertion)."""


class OutOfFuel(Exception):
    """More operations were executed than allowed."""


@dataclass(slots=True)
class Frame:
    """One execution of a region."""

    block: Block
    at: int
    """Index in the block of the next operation."""
    values: dict[int, RuntimeValue]
    """By `Value.id`.  Nested regions share it with the region around them; a call has its own."""
    finish: Callable[[Op | None, list[RuntimeValue]], None]
    """Takes the terminator (`None` if the text leaves it out) and what it passes."""


Step = Callable[["Machine", Frame, Op, list[RuntimeValue]], Values | None]
"""Executes one operation on the values of its operands; gives its results, or `None` if control has gone
elsewhere and the results, if any, are bound when it comes back."""


@dataclass(slots=True)
class Machine:
    """One run of one module."""

    module: Module
    step: Callable[[Op], Step | None]
    """The meaning of an operation, by its name; `None` if it has none."""
    fuel: int
    functions: Mapping[str, Op]
    globals: dict[str, RuntimeValue] = field(default_factory=dict)
    buffers: list[list[RuntimeValue]] = field(default_factory=list)
    """Contents of buffers, by number."""
    events: list[Event] = field(default_factory=list)
    stack: list[Frame] = field(default_factory=list)
    running: Op | None = None
    """The operation being executed, for messages."""

    def run(self) -> None:
        """Executes until the stack is empty.

        Raises:
            Undefined, Trapped, OutOfFuel: the run ends in the middle.
            NoMeaningError: an operation has no known meaning.
        """
        stack = self.stack
        steps: dict[str, Step | None] = {}
        while stack:
            frame = stack[-1]
            self.fuel -= 1
            if self.fuel < 0:
                raise OutOfFuel
            if frame.at >= len(frame.block.ops):
                stack.pop()
                frame.finish(None, [])
                continue
            op = frame.block.ops[frame.at]
            frame.at += 1
            self.running = op
            name = op.shape.name
            step = steps[name] if name in steps else steps.setdefault(name, self.step(op))
            if step is None:
                raise self.unknown(op, f"'{name}' has no known meaning")
            values = frame.values
            try:
                operands = [values[operand.id] for operand in op.operands]
            except KeyError:
                raise self.unknown(op, "an operand has no value here; is the module valid?") from None
            results = step(self, frame, op, operands)
            if results is not None:
                self.bind(frame, op, results)

    def bind(self, frame: Frame, op: Op, results: Values) -> None:
        """Makes `results` the values of the op's results.

        Raises:
            NoMeaningError: there are not as many as the op has.
        """
        if len(results) != len(op.results):
            raise self.unknown(op, f"'{op.name}' gave {len(results)} values for {len(op.results)} results")
        for result, value in zip(op.results, results, strict=True):
            frame.values[result.id] = value

    def enter(
        self,
        region: Region,
        arguments: Values,
        values: dict[int, RuntimeValue],
        finish: Callable[[Op | None, list[RuntimeValue]], None],
    ) -> None:
        """Pushes an execution of `region`, from its first block on."""
        entry = region.blocks[0] if region.blocks else None
        if entry is None:
            finish(None, [])
            return
        self.pass_arguments(region.op, entry.args, arguments, values)
        self.stack.append(Frame(entry, 0, values, finish))

    def pass_arguments(
        self, op: Op, parameters: list[Value], arguments: Values, values: dict[int, RuntimeValue]
    ) -> None:
        """Binds block arguments; all at once, since an argument may be passed another one's old value."""
        if len(parameters) != len(arguments):
            raise self.unknown(op, f"{len(arguments)} values passed for {len(parameters)} arguments")
        for parameter, value in zip(parameters, arguments, strict=True):
            values[parameter.id] = value

    def unknown(self, op: Op, message: str) -> NoMeaningError:
        """The error that says why `op` could not be executed."""
        return NoMeaningError(self.module, op, message)

    def integers(self, op: Op, operands: Values) -> list[Int]:
        """The operands, which must all be integers.

        The text of an operation of unknown meaning need not say that its result is an integer, so that a
        symbolic term comes here: it is mapped to a number of the type that `op` takes.
        """
        kind = op.shape.trailing_type or ""
        found: list[Int] = []
        for operand in operands:
            if isinstance(operand, Int):
                found.append(operand)
            elif isinstance(operand, Term) and width_of(kind) is not None:
                found.append(number_for(operand, kind))
        if len(found) != len(operands):
            raise self.unknown(op, f"'{op.name}' is known for integers only")
        return found

    def address(self, op: Op, operand: RuntimeValue) -> str:
        """The symbol of the global that `operand` is the address of."""
        if not isinstance(operand, Address) or operand.symbol not in self.globals:
            raise self.unknown(op, "the address does not belong to a global")
        return operand.symbol

    def contents(self, op: Op, operand: RuntimeValue) -> list[RuntimeValue]:
        """The contents of a buffer, to be read or changed."""
        if not isinstance(operand, Buffer):
            raise self.unknown(op, f"'{op.name}' needs a buffer")
        return self.buffers[operand.number]


def symbol(machine: Machine, op: Op) -> str:
    """The first symbol in the op's text, which must be a plain name."""
    if not op.shape.symbols or len(op.shape.symbols[0]) != 1:
        raise machine.unknown(op, f"'{op.name}' does not name one symbol of this module")
    return op.shape.symbols[0][0]


__all__ = [
    "Frame",
    "Machine",
    "OutOfFuel",
    "Step",
    "Trapped",
    "Undefined",
    "Values",
    "symbol",
]
