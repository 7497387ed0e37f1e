"""Control flow: structured (`scf`) and unstructured (`cf`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from datalog_ir.ir import Op, Successor
from datalog_ir.semantics.arith import Undefined
from datalog_ir.semantics.literals import attribute, read_numbers
from datalog_ir.semantics.machine import Frame, Machine, Step, Trapped, Values
from datalog_ir.semantics.values import Int, RuntimeValue, integer, signed

_SWITCH_CASE = re.compile(r"(?:(default)|(- ?)?([0-9]+)) ?: ?\^")
_REGION_CASE = re.compile(r"\bcase (- ?)?([0-9]+)")


def _end(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> None:
    """Every terminator that hands its operands to whoever runs the region."""
    machine.stack.pop()
    frame.finish(op, operands)


# ---- Regions ----------------------------------------------------------------------------------------


def _if(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    (condition,) = machine.integers(op, operands)
    chosen = 0 if condition.bits else 1
    if chosen >= len(op.regions):
        machine.bind(frame, op, [])
        return
    machine.enter(op.regions[chosen], [], frame.values, lambda _, passed: machine.bind(frame, op, passed))


def _execute_region(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    machine.enter(op.regions[0], [], frame.values, lambda _, passed: machine.bind(frame, op, passed))


def _index_switch(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    (chosen,) = machine.integers(op, operands)
    listed = attribute(op.shape, "cases")
    if op.shape.generic and listed is not None:
        # Generic form has the default region first, custom form has it last.
        cases = read_numbers(listed)
        regions = [*op.regions[1:], op.regions[0]]
    else:
        cases = [int((m[1] or "").strip() + m[2]) for m in _REGION_CASE.finditer(op.shape.text)]
        regions = op.regions
    number = signed(chosen)
    region = regions[cases.index(number)] if number in cases else regions[-1]
    machine.enter(region, [], frame.values, lambda _, passed: machine.bind(frame, op, passed))


def _for(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> None:
    lower, upper, step = machine.integers(op, operands[:3])
    unsigned = "unsigned" in op.shape.keywords or attribute(op.shape, "unsignedCmp") is not None
    first, bound, by = (v.bits if unsigned else signed(v) for v in (lower, upper, step))
    if by <= 0:
        raise Undefined("the step of a loop is not positive")

    def iterate(counter: int, state: list[RuntimeValue]) -> None:
        if counter >= bound or not op.regions[0].blocks:
            machine.bind(frame, op, state)
            return
        arguments = [integer(lower.type, counter), *state]
        machine.enter(op.regions[0], arguments, frame.values, lambda _, passed: iterate(counter + by, passed))

    iterate(first, operands[3:])


def _while(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> None:
    before, after = op.regions

    def test(state: list[RuntimeValue]) -> None:
        machine.enter(before, state, frame.values, decide)

    def decide(terminator: Op | None, passed: list[RuntimeValue]) -> None:
        if not passed or not isinstance(passed[0], Int):
            raise machine.unknown(op, "the first region does not end with a condition")
        if passed[0].bits:
            machine.enter(after, passed[1:], frame.values, lambda _, state: test(state))
        else:
            machine.bind(frame, op, passed[1:])

    test(operands)


# ---- Blocks -----------------------------------------------------------------------------------------


def _jump(machine: Machine, frame: Frame, op: Op, target: Successor) -> None:
    if target.arguments is None:
        raise machine.unknown(op, "the text does not say what is passed to the block")
    passed = [frame.values[value.id] for value in target.arguments]
    machine.pass_arguments(op, target.block.args, passed, frame.values)
    frame.block = target.block
    frame.at = 0


def _branch(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    _jump(machine, frame, op, op.successors[0])


def _branch_if(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    (condition,) = machine.integers(op, operands[:1])
    _jump(machine, frame, op, op.successors[0 if condition.bits else 1])


def _switch(machine: Machine, frame: Frame, op: Op, operands: Values) -> None:
    (flag,) = machine.integers(op, operands[:1])
    listed = attribute(op.shape, "case_values")
    if op.shape.generic:
        cases = read_numbers(listed) if listed is not None else []
    else:
        cases = [int((m[2] or "").strip() + m[3]) for m in _SWITCH_CASE.finditer(op.shape.text) if not m[1]]
    wrapped = [integer(flag.type, case).bits for case in cases]
    chosen = wrapped.index(flag.bits) + 1 if flag.bits in wrapped else 0
    _jump(machine, frame, op, op.successors[chosen])


def _assert(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    (condition,) = machine.integers(op, operands[:1])
    if not condition.bits:
        written = attribute(op.shape, "msg") or op.shape.text[op.shape.text.find('"') :]
        raise Trapped(f"assertion failed: {written.strip()}")
    return []


def _unreachable(machine: Machine, frame: Frame, op: Op, operands: Values) -> Values:
    raise Undefined("unreachable code is reached")


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "scf.if": _if,
        "scf.for": _for,
        "scf.while": _while,
        "scf.execute_region": _execute_region,
        "scf.index_switch": _index_switch,
        "scf.yield": _end,
        "scf.condition": _end,
        "cf.br": _branch,
        "cf.cond_br": _branch_if,
        "cf.switch": _switch,
        "cf.assert": _assert,
        "util.unreachable": _unreachable,
        "util.return": _end,
        "func.return": _end,
    }
)
