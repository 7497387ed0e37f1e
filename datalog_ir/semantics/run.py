"""Runs a module and takes down its observable trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from datalog_ir.ir import Module, Op
from datalog_ir.semantics import buffers, calls, control, scalar
from datalog_ir.semantics import globals as variables
from datalog_ir.semantics.calls import Outside, call_from_outside, has_body, public_functions, top_level
from datalog_ir.semantics.externals import ExternalPolicy
from datalog_ir.semantics.impure import TEST_OPS, StepFunction, stateful_step
from datalog_ir.semantics.machine import Machine, OutOfFuel, Step, Trapped, Undefined
from datalog_ir.semantics.trace import Contents, Outcome, Trace, Trap
from datalog_ir.semantics.uninterpreted import uninterpreted_step
from datalog_ir.semantics.values import RuntimeValue, integer, term, width_of


@dataclass(frozen=True, slots=True)
class Call:
    """A call from outside.  An argument is an integer for every type: wrapped to the width of an integer
    type, the name of an unknown value for any other."""

    function: str
    arguments: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"@{self.function}({', '.join(map(str, self.arguments))})"


def _nothing(name: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Settings:
    """What the text of a module leaves open."""

    fuel: int = 20_000
    """How many operations may be executed in all."""
    externals: ExternalPolicy = field(default_factory=ExternalPolicy)
    effect_free: Callable[[str], bool] = _nothing
    """Names of operations without a known meaning that are assumed to have no effect."""
    commutative: Callable[[str], bool] = _nothing
    """Those of them whose operands have no order."""
    ops: Mapping[str, StepFunction] = field(default_factory=lambda: TEST_OPS)
    """Meanings of further operations."""


def run(module: Module, sequence: Iterable[Call], settings: Settings | None = None) -> Trace:
    """The trace of initial values, initializers in order, then the calls in order.

    A failed assertion ends the call it happens in, with what was stored until then, and the next one
    follows (as in the IREE VM); in an initializer it ends the run.  Undefined behaviour ends the run.

    Raises:
        NoMeaningError: something is executed whose meaning is not known, or does not fit its operands.
    """
    settings = settings or Settings()
    machine, outside = _set_up(module, settings)
    events = machine.events

    def stopped() -> Trace:
        return Trace(tuple(events), Outcome.FINISHED)

    try:
        for op in top_level(module):
            if op.name == calls.INITIALIZER and has_body(op):
                machine.enter(op.regions[0], [], {}, lambda *_: None)
                try:
                    machine.run()
                except Trapped as trap:
                    events.append(Trap(str(trap)))
                    return stopped()
        events.append(Contents(outside.contents(machine)))
        outside.initialized = True
        signatures = {found.name: found for found in outside.callable_functions}
        for call in sequence:
            found = signatures.get(call.function)
            if found is None or len(found.parameters) != len(call.arguments):
                events.append(Trap(f"no public function takes the call {call}"))
                continue
            arguments = [_argument(n, kind) for n, kind in zip(call.arguments, found.parameters, strict=True)]
            try:
                call_from_outside(machine, call.function, arguments, 0, lambda _: None)
                machine.run()
            except Trapped as trap:
                events.append(Trap(str(trap)))
                machine.stack.clear()
                outside.open = 0
            events.append(Contents(outside.contents(machine)))
    except Undefined as why:
        return Trace(tuple(events), Outcome.UNDEFINED, f"{why}{_place(machine)}")
    except OutOfFuel:
        return Trace(tuple(events), Outcome.OUT_OF_FUEL, _place(machine))
    return stopped()


def _set_up(module: Module, settings: Settings) -> tuple[Machine, Outside]:
    ops = top_level(module)
    functions: dict[str, Op] = {}
    values: dict[str, RuntimeValue] = {}
    public: list[tuple[str, str, bool]] = []
    for op in ops:
        if op.name in calls.FUNCTIONS:
            functions[op.shape.symbols[0][0]] = op
        elif op.name == variables.DEFINITION:
            name = op.shape.symbols[0][0]
            values[name] = variables.initial_value(op.shape)
            if variables.is_public(op.shape):
                public.append((name, variables.declared_type(op.shape), variables.is_mutable(op.shape)))
    public.sort()
    outside = Outside(module, settings.externals, public, public_functions(module))
    step = _meanings(settings, outside)
    return Machine(module, step, settings.fuel, functions, values), outside


def _meanings(settings: Settings, outside: Outside) -> Callable[[Op], Step | None]:
    memory: dict[str, int] = {}
    table: dict[str, Step] = {**scalar.STEPS, **control.STEPS, **variables.STEPS, **buffers.STEPS}
    table.update(dict.fromkeys(calls.CALLS, calls.call_step(outside)))
    table.update((name, stateful_step(function, memory)) for name, function in settings.ops.items())

    def meaning(op: Op) -> Step | None:
        name = op.name
        if name not in table and settings.effect_free(name):
            return uninterpreted_step(settings.commutative(name))
        return table.get(name)

    return meaning


def _argument(number: int, kind: str) -> RuntimeValue:
    return integer(kind, number) if width_of(kind) is not None else term(f"input {number} : {kind}")


def _place(machine: Machine) -> str:
    if machine.running is None:
        return ""
    line, column = machine.module.position(machine.running.start)
    return f" at {machine.module.file}:{line}:{column}"
