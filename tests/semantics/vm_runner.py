"""Runs compiled modules in the IREE VM, each in a process of its own: a division by zero ends that.

Reads JSON jobs from standard input, a line each: `{"vmfb": path, "calls": [[function, [int, ...]], ...],
"externals": {name: [calling convention, [parameter types], [result types]]}}`.  For each job it writes the
lines of the trace as they happen, then `end` or `signal N`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import iree.runtime as rt

from datalog_ir.semantics.externals import answer
from datalog_ir.semantics.values import Int, integer, signed

TIME_LIMIT = 5
"""Seconds for one job; none of them takes more than a moment, if it ends."""


class Host:
    def __init__(self, externals: dict[str, tuple[str, list[str], list[str]]]) -> None:
        self.externals = externals
        self.count = 0

    def call(self, name: str, arguments: tuple[int, ...]) -> object:
        _, parameters, results = self.externals[name]
        given = tuple(integer(kind, value) for kind, value in zip(parameters, arguments, strict=True))
        found = answer(name, given, self.count, results, (), [], [])
        self.count += 1
        say("external", name, *(signed(value) for value in given))
        numbers = [signed(value) for value in found.results if isinstance(value, Int)]
        return None if not numbers else numbers[0] if len(numbers) == 1 else tuple(numbers)


def say(*words: object) -> None:
    print(*words, flush=True)


def run(job: dict[str, object]) -> None:
    host = Host(job["externals"])  # type: ignore[arg-type]
    interface = rt.PyModuleInterface("host", lambda _: None)
    for name, (convention, _, _) in host.externals.items():
        function = name.partition(".")[2]
        interface.export(function, convention, lambda _, *args, name=name: host.call(name, args))
    instance = rt.VmInstance()
    module = rt.VmModule.copy_buffer(instance, Path(str(job["vmfb"])).read_bytes())
    try:
        context = rt.VmContext(instance, [interface.create(), module])
    except RuntimeError as error:
        say("trap", _first_line(error))
        return
    say("initialized")
    for name, arguments in job["calls"]:  # type: ignore[attr-defined]
        function = module.lookup_function(name)
        inputs, outputs = rt.VmVariantList(len(arguments)), rt.VmVariantList(8)
        for argument in arguments:
            inputs.push_int(argument)
        say("call", name)
        try:
            context.invoke(function, inputs, outputs)
        except RuntimeError as error:
            say("trap", _first_line(error))
            continue
        say("return", *(outputs.get_variant(i) for i in range(len(outputs))))


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def main() -> None:
    for line in sys.stdin:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            signal.alarm(TIME_LIMIT)
            try:
                run(json.loads(line))
            finally:
                sys.stdout.flush()
                os._exit(0)
        _, status = os.waitpid(child, 0)
        say("signal" if os.WIFSIGNALED(status) else "end", status)


if __name__ == "__main__":
    main()
