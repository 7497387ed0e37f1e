"""Where our time goes: runs `datalog-ir opt` on a file with a timer around each step.

A program of its own, so that what the harness has imported does not count: prints JSON to standard output.
The time is that of the processor, so that other work on the machine does not show.
"""

from __future__ import annotations

from time import process_time

_BEGIN = process_time()

import json  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from functools import wraps  # noqa: E402
from importlib import import_module  # noqa: E402
from typing import ParamSpec, TypeVar, cast  # noqa: E402

P = ParamSpec("P")
R = TypeVar("R")

STEPS = (
    ("datalog_ir.cli.common", "read_text", "reading the file"),
    ("datalog_ir.knowledge", "load", "loading rules"),
    ("datalog_ir.syntax.split", "split_modules", "reading"),
    ("datalog_ir.syntax.reader", "read_module", "reading"),
    ("datalog_ir.facts.extract", "extract", "facts"),
    ("datalog_ir.facts.extract", "value_numbers", "facts"),
    ("datalog_ir.datalog.engines", "evaluate", "derivation"),
    ("datalog_ir.datalog.given", "given_facts", "derivation: given facts"),
    ("datalog_ir.datalog.seminaive.compiled", "CompiledRules.rule", "derivation: compiling rules"),
    ("datalog_ir.datalog.seminaive.compiled", "CompiledRules.groupings", "derivation: compiling rules"),
    ("datalog_ir.datalog.seminaive.compiled", "CompiledRules.recursion", "derivation: compiling rules"),
    ("datalog_ir.datalog.seminaive.store", "Store.index", "derivation: indexes"),
    ("datalog_ir.datalog.seminaive.store", "Store.membership", "derivation: indexes"),
    ("datalog_ir.derive", "derive", "derive, the rest"),
    ("datalog_ir.rewrite.edits", "plan", "edits"),
    ("datalog_ir.syntax.edits", "apply_edits", "printing"),
    ("datalog_ir.findings", "findings", "findings"),
    ("datalog_ir.rewrite.savings", "saving", "findings"),
)
"""Module, function or method, and the phase that its own time is counted to."""


class Stopwatch:
    """Adds up the time of each phase, without that of the phases inside it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {"other": 0.0}
        """By phase, in the order in which they first began."""
        self.round = 0
        """How often a module has been read."""
        self._running = ["other"]
        self._since = process_time()

    def _switch(self) -> None:
        now = process_time()
        self.seconds[self._running[-1]] += now - self._since
        self._since = now

    def timed(self, function: Callable[P, R], phase: str) -> Callable[P, R]:
        """The function with its time counted; phases of the fixed point bear the number of the round."""

        @wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            self._switch()
            if phase == "reading" and function.__name__ == "read_module":
                self.round += 1
            name = f"{phase}, round {self.round}" if self.round else phase
            self.seconds.setdefault(name, 0.0)
            self._running.append(name)
            try:
                return function(*args, **kwargs)
            finally:
                self._switch()
                self._running.pop()

        return wrapper

    def start(self) -> None:
        """Counts from now on."""
        self._since = process_time()

    def finish(self) -> dict[str, float]:
        """The seconds of each phase."""
        self._switch()
        return self.seconds


def instrument(watch: Stopwatch) -> None:
    """Puts the timers in, wherever a module of ours has bound one of the functions.

    Raises `AttributeError` if there is no such function: `STEPS` names what the project no longer has.
    """
    for module, path, phase in STEPS:
        *holder, name = path.split(".")
        owner: object = import_module(module)
        for part in holder:
            owner = getattr(owner, part)
        original = cast("Callable[..., object]", getattr(owner, name))
        timed = watch.timed(original, phase)
        if holder:
            setattr(owner, name, timed)
            continue
        for other in [m for key, m in sys.modules.items() if key.partition(".")[0] == "datalog_ir"]:
            for bound, value in list(vars(other).items()):
                if value is original:
                    setattr(other, bound, timed)


def main(arguments: list[str]) -> None:
    """Runs `datalog-ir opt` with the arguments and prints the seconds of each phase as JSON."""
    output = sys.stdout
    modules = ("cli.common", "cli.opt", "api", "report")
    for module in (*(f"datalog_ir.{name}" for name in modules), *(step[0] for step in STEPS)):
        import_module(module)
    imported = process_time() - _BEGIN
    watch = Stopwatch()
    instrument(watch)
    from datalog_ir.cli import main as command

    watch.start()
    command(["opt", *arguments], standalone_mode=False)
    print(json.dumps({"starting Python": _BEGIN, "imports": imported, **watch.finish()}), file=output)


if __name__ == "__main__":
    main(sys.argv[1:])
