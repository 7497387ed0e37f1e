"""Operations of unknown meaning that are assumed free of effects: uninterpreted functions.

A result is the symbolic term of the operation's text, the number of the result, and the inputs.  The text
of regions is part of it, with inner values numbered in order of definition.  Where a result is an integer,
the term is mapped to a number, which other operations can go on with.
"""

from __future__ import annotations

from datalog_ir.ir import Module, Op
from datalog_ir.semantics.externals import number_for
from datalog_ir.semantics.machine import Frame, Machine, Step, Values
from datalog_ir.semantics.typetext import result_types
from datalog_ir.semantics.values import RuntimeValue, fingerprint, term, width_of


def uninterpreted_step(commutative: bool) -> Step:
    """The meaning of an effect-free operation of which nothing else is known."""

    def step(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> Values:
        inputs = operands + [frame.values[value.id] for value in op.captured]
        if commutative:
            inputs.sort(key=fingerprint)
        text = _text(machine.module, op)
        kinds = result_types(op.shape)
        results: list[RuntimeValue] = []
        for index in range(len(op.results)):
            found = term(text if len(op.results) == 1 else f"{text} #{index}", tuple(inputs))
            kind = kinds[index] if len(kinds) == len(op.results) else ""
            is_number = width_of(kind) is not None
            results.append(number_for(found, kind) if is_number else found)
        return results

    return step


def _text(module: Module, op: Op) -> str:
    """The op's text and that of all operations inside it, without names of values."""
    if not op.regions:
        return op.shape.text
    numbers: dict[int, str] = {value.id: f"in{index}" for index, value in enumerate(op.captured)}
    parts = [op.shape.text]
    stack: list[Op | str] = [")", *_bodies(op, numbers), "("]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        for result in item.results:
            numbers[result.id] = f"v{len(numbers)}"
        used = " ".join(numbers.get(operand.id, "?") for operand in item.operands)
        parts.append(f"{item.shape.text} [{used}]")
        if item.regions:
            stack += [")", *_bodies(item, numbers), "("]
    return " ".join(parts)


def _bodies(op: Op, numbers: dict[int, str]) -> list[Op | str]:
    """What stands in the op's regions, last first; numbers the arguments of the blocks."""
    found: list[Op | str] = []
    for region in op.regions:
        for block in region.blocks:
            for argument in block.args:
                numbers[argument.id] = f"v{len(numbers)}"
            found.append(f"^({len(block.args)})")
            found += block.ops
    return found[::-1]
