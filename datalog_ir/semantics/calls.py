"""Functions: calls inside the module, calls of what is defined outside, calls from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from datalog_ir.ir import Module, Op, Shape
from datalog_ir.semantics import globals as variables
from datalog_ir.semantics.externals import Answer, ExternalPolicy, answer
from datalog_ir.semantics.literals import attribute
from datalog_ir.semantics.machine import Frame, Machine, Step, Values, symbol
from datalog_ir.semantics.trace import Called, External, Returned
from datalog_ir.semantics.typetext import canonical, closing, result_types, split_top, type_list
from datalog_ir.semantics.values import RuntimeValue

FUNCTIONS = frozenset({"util.func", "func.func"})
"""Operations that define (or declare, without a body) a function."""
CALLS = frozenset({"util.call", "func.call"})
INITIALIZER = "util.initializer"


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's name and its types, as canonical text."""

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]


def top_level(module: Module) -> list[Op]:
    """The operations of the module's own symbol table, in order."""
    if len(module.top) == 1 and module.top[0].name == "builtin.module" and module.top[0].regions:
        return [op for block in module.top[0].regions[0].blocks for op in block.ops]
    return list(module.top)


def has_body(op: Op) -> bool:
    """True for a definition, false for a declaration."""
    return bool(op.regions) and bool(op.regions[0].blocks)


def signature(op: Op) -> Signature:
    """Name and types of the function that `op` defines or declares."""
    name = op.shape.symbols[0][0]
    written = attribute(op.shape, "function_type") or _custom_type(op.shape)
    sides = split_top(written, "->")
    parameters = type_list(sides[0]) if sides else []
    results = type_list(sides[1]) if len(sides) > 1 else []
    if has_body(op):
        # The text of a parameter may carry attributes; its block argument knows better, where it knows.
        arguments = op.regions[0].blocks[0].args
        parameters = [
            canonical(argument.type) if argument.type is not None else parameter
            for argument, parameter in zip(arguments, parameters or [""] * len(arguments), strict=False)
        ]
    return Signature(name, tuple(parameters), tuple(results))


def public_functions(module: Module) -> list[Signature]:
    """The functions that can be called from outside, in order."""
    return [
        signature(op)
        for op in top_level(module)
        if op.name in FUNCTIONS and has_body(op) and variables.is_public(op.shape)
    ]


@dataclass(slots=True)
class Outside:
    """The world outside one running module."""

    module: Module
    policy: ExternalPolicy
    public_globals: list[tuple[str, str, bool]]
    """Symbol, type, and whether it may be stored from outside."""
    callable_functions: list[Signature]
    count: int = 0
    """How often anything external was called."""
    open: int = 0
    """Calls of external functions that have not come back."""
    initialized: bool = False

    def contents(self, machine: Machine) -> tuple[tuple[str, RuntimeValue], ...]:
        """The public globals and their values, by name."""
        return tuple(sorted((name, machine.globals[name]) for name, _, _ in self.public_globals))

    def decide(self, machine: Machine, name: str, arguments: list[RuntimeValue], kinds: list[str]) -> Answer:
        """What the external function does this time; takes down the event and stores to globals."""
        policy = self.policy
        seen = self.contents(machine) if policy.sees_globals else ()
        writable = [(g, kind) for g, kind, free in self.public_globals if free and policy.writes_globals]
        may_call = self.initialized and self.open < policy.calls_back
        functions = [(f.name, list(f.parameters)) for f in self.callable_functions] if may_call else []
        found = answer(name, tuple(arguments), self.count, kinds, seen, writable, functions)
        self.count += 1
        machine.events.append(External(name, tuple(arguments), found.results, seen, found.writes))
        machine.globals.update(found.writes)
        return found


def call_step(outside: Outside) -> Step:
    """The meaning of a call, with `outside` answering for what has no body here."""

    def step(machine: Machine, frame: Frame, op: Op, operands: list[RuntimeValue]) -> Values | None:
        name = symbol(machine, op)
        function = machine.functions.get(name)
        if function is None:
            raise machine.unknown(op, f"there is no function @{name}")
        if has_body(function):
            machine.enter(
                function.regions[0], operands, {}, lambda _, passed: machine.bind(frame, op, passed)
            )
            return None
        kinds = result_types(op.shape) if op.results else []
        found = outside.decide(machine, name, operands, kinds)
        if found.calls_back is None:
            return found.results
        outside.open += 1

        def come_back(values: list[RuntimeValue]) -> None:
            outside.open -= 1
            machine.bind(frame, op, found.results)

        target, arguments = found.calls_back
        call_from_outside(machine, target, list(arguments), outside.open, come_back)
        return None

    return step


def call_from_outside(
    machine: Machine,
    name: str,
    arguments: list[RuntimeValue],
    depth: int,
    done: Callable[[list[RuntimeValue]], None],
) -> None:
    """Makes the machine run a public function next; `done` takes what it returns."""
    machine.events.append(Called(name, tuple(arguments), depth))

    def finish(_: Op | None, passed: list[RuntimeValue]) -> None:
        machine.events.append(Returned(tuple(passed), depth))
        done(passed)

    machine.enter(machine.functions[name].regions[0], arguments, {}, finish)


def _custom_type(shape: Shape) -> str:
    """`(parameters) -> results` out of a function's custom form."""
    text = shape.text
    start = text.find("(", text.find("@"))
    if start < 0:
        return "()"
    end = closing(text, start)
    rest = text[end + 1 :].lstrip()
    if not rest.startswith("->"):
        return text[start : end + 1]
    rest = rest[2:].lstrip()
    if rest.startswith("("):
        results = rest[: closing(rest, 0) + 1]
    else:
        results = split_top(rest.partition(" attributes ")[0].partition("{")[0], " ")[0]
    return f"{text[start : end + 1]} -> {results}"
