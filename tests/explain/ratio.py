"""How long explanations take beside the derivation: `python -m tests.explain.ratio [LAYERS [PAIRS]]`.

Prints, for the worked example written so many times over (34 ops a layer), the seconds of the derivation,
of the first explanation (which makes the indexes that the others use) and of the median one.
"""

from __future__ import annotations

import random
import sys
from itertools import combinations
from statistics import median
from time import perf_counter

from datalog_ir import Settings
from datalog_ir.derive import derive
from datalog_ir.explain.why import Explainer
from datalog_ir.ir import Module, Op, Value
from datalog_ir.syntax import read_module
from tests.bench.inputs import layers


def pairs_of_equal_shape(module: Module) -> list[tuple[Value, Value]]:
    """All pairs of results, of one number, of ops of equal shape."""
    groups: dict[tuple[int, int], list[Value]] = {}
    for value in module.values:
        if isinstance(value.owner, Op):
            groups.setdefault((value.owner.shape.id, value.index), []).append(value)
    return [pair for group in groups.values() for pair in combinations(group, 2)]


def main(count: int = 300, pairs: int = 200) -> None:
    """Measures and prints."""
    module = read_module("".join(layers(count)))
    program = Settings().program()
    derive(module, program)
    start = perf_counter()
    derivation = derive(module, program)
    derived = perf_counter() - start
    explainer = Explainer(derivation)
    chosen = random.Random(1).sample(pairs_of_equal_shape(module), pairs)
    times: list[float] = []
    equal = 0
    for a, b in chosen:
        start = perf_counter()
        explanation = explainer.values(a, b)
        times.append(perf_counter() - start)
        equal += explanation.verdict == "equal"
    middle = median(times)
    print(f"{len(module.ops)} ops; derivation {derived:.2f} s; {pairs} pairs, {equal} of them equal")
    print(f"median explanation {middle * 1000:.2f} ms: {100 * middle / derived:.2f} % of the derivation")
    print(f"slowest {max(times):.2f} s, first {times[0]:.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
