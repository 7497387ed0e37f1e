"""The interpreter and the IREE VM agree on generated modules.

`DATALOG_IR_VM_EXAMPLES=300` asks for more of them.  Globals are public, and accessed by way of functions
that are not inlined, so that the compiler's passes over globals leave them alone: with direct accesses to
public mutable globals 7 of 40 modules gave another trace in the VM, through functions none of 40.  Left out
of the comparison, each for a reason:

- `true` as initial value of a global: the compiler stores -1 for it, and 1 for every other `true`;
- recursive functions: `iree-compile` does not come to an end on them (verify-initialization-order);
- widths below 32 bits: the VM has no such registers and the compiler does not wrap in between;
- assertions that fail in an initializer: where the compiler sees that one fails, it drops it;
- division by zero ends the process of the VM: compared up to there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from datalog_ir.semantics import Call, ExternalPolicy, Outcome, Settings, Trace, run
from datalog_ir.semantics.trace import Called, Contents, External, Returned, Trap
from datalog_ir.semantics.values import Int, RuntimeValue, signed
from datalog_ir.syntax import read_module
from fuzz.modules import programs_with_calls
from fuzz.plans import Features
from fuzz.program import Program
from fuzz.variants import through_accessors
from tests.conftest import ROOT

EXAMPLES = int(os.environ.get("DATALOG_IR_VM_EXAMPLES", "40"))

FEATURES = Features(
    opaque=False, unregistered=False, buffers=False, indirect=False, recursion=False, all_public=True
)

EXTERNALS = {
    "host.e0": ("0v_v", [], []),
    "host.e1": ("0i_i", ["i32"], ["i32"]),
    "host.e2": ("0ii_v", ["i32", "i32"], []),
    "host.e3": ("0v_I", [], ["i64"]),
    "host.e4": ("0I_Ii", ["index"], ["index", "i32"]),
}
"""Calling convention as the VM writes it, and types, of the external functions that are generated."""


def generated(count: int) -> list[tuple[Program, tuple[Call, ...]]]:
    found: list[tuple[Program, tuple[Call, ...]]] = []

    @seed(20)
    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(programs_with_calls(FEATURES))
    def collect(example: tuple[Program, tuple[Call, ...]]) -> None:
        found.append(example)

    collect()
    return found


def with_getters(program: Program) -> str:
    """The module with a public function for each global, since the VM shows no globals."""
    getters = "".join(
        f"  util.func public @get.{g.name}() -> {g.type} {{\n"
        f"    %g = util.call @load.{g.name}() : () -> {g.type}\n    util.return %g : {g.type}\n  }}\n"
        for g in program.globals
    )
    body = (
        through_accessors(program)
        .text()
        .replace(" = true\n", " = false\n")
        .strip()
        .removeprefix("module {")
        .removesuffix("}")
    )
    return f"module @m {{{body}{getters}}}\n"


def looked_at(program: Program, calls: Iterable[Call]) -> list[Call]:
    """The calls, each followed by a look at all globals."""
    kinds = dict(program.signatures())
    looks = [Call(f"get.{g.name}") for g in program.globals]
    found: list[Call] = []
    for call in calls:
        # The VM passes a boolean in 32 bits and does not cut it down.
        pairs = zip(call.arguments, kinds[call.function], strict=True)
        found += [Call(call.function, tuple(a & 1 if kind == "i1" else a for a, kind in pairs)), *looks]
    return found


def in_words(trace: Trace) -> list[str]:
    """The trace as `vm_runner.py` writes it."""
    lines: list[str] = []
    for event in trace.events:
        if isinstance(event, Contents):
            if "initialized" not in lines:
                lines.append("initialized")
        elif isinstance(event, External):
            lines.append(" ".join(["external", event.function, *(number(v) for v in event.arguments)]))
        elif isinstance(event, Called):
            lines.append(f"call {event.function}")
        elif isinstance(event, Returned):
            lines.append(" ".join(["return", *(number(v) for v in event.values)]))
        elif isinstance(event, Trap):
            lines.append("trap")
    return lines


def number(value: RuntimeValue) -> str:
    assert isinstance(value, Int)
    return str(value.bits if value.type == "i1" else signed(value))


def run_in_vm(jobs: list[dict[str, object]]) -> list[list[str]]:
    """Lines of each job's trace; the last one is `end`, or `signal` if the process died."""
    runner = Path(__file__).parent / "vm_runner.py"
    done = subprocess.run(
        [sys.executable, str(runner)],
        input="".join(json.dumps(job) + "\n" for job in jobs),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    traces: list[list[str]] = [[]]
    for line in done.stdout.splitlines():
        word = line.split()[0]
        traces[-1].append(word if word in ("end", "signal", "trap") else line)
        if word in ("end", "signal"):
            traces.append([])
    return traces[:-1]


def test_same_trace_as_the_vm(iree_compile: str, tmp_path: Path) -> None:
    examples = generated(EXAMPLES)
    jobs: list[dict[str, object]] = []
    for index, (program, calls) in enumerate(examples):
        compiled = tmp_path / f"{index}.vmfb"
        command = [iree_compile, "--compile-mode=vm", "--output-format=vm-bytecode", "-", "-o", str(compiled)]
        subprocess.run(command, input=with_getters(program), text=True, check=True, capture_output=True)
        sequence = [[call.function, list(call.arguments)] for call in looked_at(program, calls)]
        jobs.append({"vmfb": str(compiled), "calls": sequence, "externals": EXTERNALS})
    finished = 0
    for (program, calls), vm in zip(examples, run_in_vm(jobs), strict=True):
        text = with_getters(program)
        module = read_module(text, file="generated.mlir")
        policy = ExternalPolicy(sees_globals=False, writes_globals=False, calls_back=0)
        trace = run(module, looked_at(program, calls), Settings(externals=policy))
        ours = in_words(trace)
        assert trace.outcome is not Outcome.OUT_OF_FUEL, text
        if trace.outcome is Outcome.FINISHED and "initialized" in ours:
            finished += 1
            assert [*ours, "end"] == vm, text
        else:
            known = [line for line in ours if line != "trap"]
            assert known == vm[: len(known)], text
    assert finished > EXAMPLES // 2
