"""What the measurements are held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tests.bench.compare import Entry
from tests.bench.contenders import CLEANUP, OURS
from tests.bench.inputs import Kind

Clock: TypeAlias = Literal["wall", "cpu"]


@dataclass(frozen=True, slots=True)
class Goal:
    """One number with its bound."""

    text: str
    number: float | None
    """`None` if it was not measured."""
    bound: float

    @property
    def met(self) -> bool | None:
        return None if self.number is None else self.number <= self.bound


def goals(entries: Sequence[Entry], clock: Clock) -> list[Goal]:
    """All goals, with times by the given clock."""

    def entry(kind: Kind, size: int, contender: str) -> Entry | None:
        for e in entries:
            if (e.input.kind, e.input.size, e.contender.name) == (kind, size, contender):
                return e
        return None

    def time(kind: Kind, size: int, contender: str = OURS) -> float | None:
        found = entry(kind, size, contender)
        return None if found is None else found.wall if clock == "wall" else found.cpu

    def peak(size: int) -> float | None:
        found = entry("layers", size, OURS)
        return None if found is None else found.peak

    small = entry("layers", 1000, OURS)
    left = None if small is None or small.left is None else small.left / 1000
    return [
        Goal(
            "layers 1,000: time, as a part of IREE's cleanup pipeline",
            _ratio(time("layers", 1000), time("layers", 1000, CLEANUP)),
            1.0,
        ),
        Goal("layers 1,000: encodes left a layer", left, 1.0),
        Goal(
            "layers 4,000: time, as a part of IREE's cleanup pipeline",
            _ratio(time("layers", 4000), time("layers", 4000, CLEANUP)),
            0.25,
        ),
        Goal(
            "layers 1,000 to 4,000: growth of time",
            _ratio(time("layers", 4000), time("layers", 1000)),
            4.6,
        ),
        Goal("layers 1,000 to 4,000: growth of peak memory", _ratio(peak(4000), peak(1000)), 4.2),
        Goal(
            "arith 20,000: time, as a part of xDSL's",
            _ratio(time("arith", 20_000), time("arith", 20_000, "xdsl-opt -p cse")),
            0.2,
        ),
        Goal(
            "arith 200,000: time, in times of mlir-opt's",
            _ratio(time("arith", 200_000), time("arith", 200_000, "mlir-opt --cse")),
            5.0,
        ),
        Goal(
            "check of the worked example, in times of `import lark`",
            _ratio(time("start", 0, f"{OURS} check"), time("start", 0, "import lark")),
            3.0,
        ),
    ]


def _ratio(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a / b
