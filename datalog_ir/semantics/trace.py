"""What can be seen of a run from outside, and when two runs show the same.

The order of events is part of a trace.  Names of values, of private symbols and places in the text are
not: a rewriter may change them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from datalog_ir.semantics.values import RuntimeValue


@dataclass(frozen=True, slots=True)
class Called:
    """A public function was called from outside; `depth` is 0 unless an external function did it."""

    function: str
    arguments: tuple[RuntimeValue, ...]
    depth: int = 0

    def __str__(self) -> str:
        return f"{'  ' * self.depth}call @{self.function}({_listed(self.arguments)})"


@dataclass(frozen=True, slots=True)
class Returned:
    """A call from outside came back with values."""

    values: tuple[RuntimeValue, ...]
    depth: int = 0

    def __str__(self) -> str:
        return f"{'  ' * self.depth}  return {_listed(self.values)}".rstrip()


@dataclass(frozen=True, slots=True)
class External:
    """An external function was called; `globals` is what it could see of the module, `writes` what it
    changed there."""

    function: str
    arguments: tuple[RuntimeValue, ...]
    results: tuple[RuntimeValue, ...]
    globals: tuple[tuple[str, RuntimeValue], ...] = ()
    writes: tuple[tuple[str, RuntimeValue], ...] = ()

    def __str__(self) -> str:
        seen = f" sees {_contents(self.globals)}" if self.globals else ""
        wrote = f" writes {_contents(self.writes)}" if self.writes else ""
        gave = f" -> {_listed(self.results)}" if self.results else ""
        return f"  external @{self.function}({_listed(self.arguments)}){gave}{seen}{wrote}"


@dataclass(frozen=True, slots=True)
class Observed:
    """An operation with a visible effect of its own was executed."""

    name: str
    values: tuple[RuntimeValue, ...]

    def __str__(self) -> str:
        return f"  {self.name}({_listed(self.values)})"


@dataclass(frozen=True, slots=True)
class Contents:
    """The values of all public globals, taken after initialization and after each call from outside."""

    values: tuple[tuple[str, RuntimeValue], ...]

    def __str__(self) -> str:
        return f"  globals {_contents(self.values)}"


@dataclass(frozen=True, slots=True)
class Trap:
    """The run stopped in the middle of something it was told to stop at; not undefined behaviour."""

    reason: str

    def __str__(self) -> str:
        return f"  trap: {self.reason}"


Event = Called | Returned | External | Observed | Contents | Trap


class Outcome(Enum):
    """How a run ended."""

    FINISHED = "finished"
    UNDEFINED = "undefined behaviour"
    OUT_OF_FUEL = "out of fuel"


@dataclass(frozen=True, slots=True)
class Trace:
    """The events of a run in order, and how it ended; `note` says where and why, for people."""

    events: tuple[Event, ...]
    outcome: Outcome
    note: str = ""

    def lines(self) -> list[str]:
        """The trace for people, a line an event."""
        last = (
            [] if self.outcome is Outcome.FINISHED else [f"  {self.outcome.value}: {self.note}".rstrip(": ")]
        )
        return [str(event) for event in self.events] + last


def same_meaning(before: Trace, after: Trace) -> bool:
    """True if a module with trace `after` may stand for one with trace `before`.

    This is refinement, not equality, where the original does not say what happens:

    - if `before` is finished, `after` must be finished too, with the same events;
    - if `before` meets undefined behaviour, what it showed until then must be shown (a call of an external
      function need not come back, so nothing undefined may be moved before it); whatever comes later is
      allowed;
    - if `before` is out of fuel, nothing is known of what follows: what it showed must be shown.

    In the last two cases `after` may be out of fuel itself, and is then compared as far as it went.  Where
    the original finished that is a difference, so `after` should be run with more fuel than `before`.
    """
    if before.outcome is Outcome.FINISHED:
        return after.outcome is Outcome.FINISHED and before.events == after.events
    common = len(before.events)
    if after.outcome is Outcome.OUT_OF_FUEL:
        common = min(common, len(after.events))
    return before.events[:common] == after.events[:common]


def _listed(values: tuple[RuntimeValue, ...]) -> str:
    return ", ".join(str(value) for value in values)


def _contents(pairs: tuple[tuple[str, RuntimeValue], ...]) -> str:
    return ", ".join(f"@{name} = {value}" for name, value in pairs)
