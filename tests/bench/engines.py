#!/usr/bin/env python3
"""Times of the two engines.

usage: python tests/bench/engines.py [OPS ...]     (default: 36000 72000 144000)

Value numbering, last clobbers and leaders on random op graphs, in one process; pyDatalog on 300, 1,000 and
3,000 ops of them.  Then chains of up to a million steps, and the time to load the shipped rules.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from datalog_ir.datalog import Model, Program, Row, evaluate, load_cached, load_program

T = TypeVar("T")
RULES = """
.decl op(o: number, shape: number, block: number)
.decl operand(o: number, i: number, v: number)
.decl operands(o: number, n: number)
.decl result(o: number, i: number, v: number)
.decl name(shape: number, name: symbol)
.decl pure(name: symbol)
.decl next(a: number, b: number)
.decl clobbers(o: number)
.decl in_block(v: number, b: number)
.decl effect_free(o: number)
.decl prefix(o: number, i: number, t: term)
.decl number(v: number, n: term)
.decl last_clobber(o: number, c: number)
.decl leader(b: number, n: term, a: number)
effect_free(O) :- op(O, S, _), name(S, N), pure(N).
prefix(O, 0, []) :- effect_free(O).
prefix(O, I + 1, [T, N]) :- prefix(O, I, T), operand(O, I, V), number(V, N).
number(V, ["op", S, I, T]) :- effect_free(O), operands(O, K), prefix(O, K, T), op(O, S, _), result(O, I, V).
number(V, ["own", V]) :- result(O, _, V), !effect_free(O).
last_clobber(0, -1).
last_clobber(P, C) :- next(O, P), !clobbers(O), last_clobber(O, C).
last_clobber(P, O) :- next(O, P), clobbers(O), last_clobber(O, _).
leader(B, N, A) :- in_block(V, B), number(V, N), A = min X : { in_block(X, B), number(X, N) }.
"""
CHAIN = """
.decl next(a: number, b: number)
.decl reached(a: number)
reached(0).
reached(B) :- reached(A), next(A, B).
"""
SHAPES = 300
DERIVED = ("effect_free", "prefix", "number", "last_clobber", "leader")


def op_graph(ops: int) -> dict[str, list[Row]]:
    """Binary ops on recent values; the second half partly repeats the first."""
    rng = random.Random(0)
    shapes = [rng.randrange(SHAPES) for _ in range(ops // 2)]
    shapes += shapes
    operands: list[tuple[int, int]] = []
    for o in range(ops):
        again = o - ops // 2
        if o < 10 or again in range(10):
            operands.append((max(0, o - 1), 0))
        elif again > 0:
            first, second = operands[again]
            shift = ops // 2 if rng.random() < 0.5 else 0
            operands.append((first + shift, second + shift))
        else:
            operands.append((o - 1 - rng.randrange(5), o - 1 - rng.randrange(5)))
    return {
        "op": [(o, shape, o // 1000) for o, shape in enumerate(shapes)],
        "operand": [(o, i, v) for o, pair in enumerate(operands) if o > 10 for i, v in enumerate(pair)],
        "operands": [(o, 2 if o > 10 else 0) for o in range(len(shapes))],
        "result": [(o, 0, o) for o in range(len(shapes))],
        "name": [(shape, f"d.op{shape}") for shape in range(SHAPES)],
        "pure": [(f"d.op{shape}",) for shape in range(SHAPES) if shape % 20],
        "next": [(o, o + 1) for o in range(len(shapes))],
        "clobbers": [(o,) for o, shape in enumerate(shapes) if shape % 50 == 0],
        "in_block": [(o, o // 1000) for o in range(len(shapes))],
    }


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of wall time, and the result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def report(label: str, seconds: float, facts: int) -> None:
    """One line of the table."""
    print(f"{label:32} {seconds:8.3f} s {facts:9} facts {1e6 * seconds / max(1, facts):7.2f} us a fact")


def derived(model: Model) -> int:
    """How many facts of the op graph's rules were derived."""
    return sum(len(model.rows(predicate)) for predicate in DERIVED)


def load_shipped(cache: Path | None) -> Program:
    """The shipped rules, with their schema, as the command line loads them."""
    root = Path(__file__).parents[2]
    paths = [root / "datalog_ir/facts/schema.dl", *sorted((root / "rules").rglob("*.dl"))]
    files = [(str(path), path.read_text(encoding="utf-8")) for path in paths]
    return load_program(files) if cache is None else load_cached(files, cache)


def main(sizes: list[int]) -> None:
    """Prints the table."""
    rules = load_program([("bench.dl", RULES)])
    for size in sizes:
        facts = op_graph(size)
        seconds, model = timed(lambda facts=facts: evaluate(rules, facts))  # type: ignore[misc]
        report(f"seminaive, {size} ops", seconds, derived(model))
        del model
    for size in (300, 1000, 3000):
        facts = op_graph(size)
        seconds, model = timed(lambda facts=facts: evaluate(rules, facts, engine="pydatalog"))  # type: ignore[misc]
        report(f"pydatalog, {size} ops", seconds, derived(model))
    chain = load_program([("chain.dl", CHAIN)])
    for length in (10_000, 100_000, 1_000_000):
        rows: list[Row] = [(i, i + 1) for i in range(length)]
        seconds, model = timed(lambda rows=rows: evaluate(chain, {"next": rows}))  # type: ignore[misc]
        report(f"seminaive, chain of {length}", seconds, len(model.rows("reached")))
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'shipped rules, no cache':32} {timed(lambda: load_shipped(None))[0]:8.3f} s")
        load_shipped(Path(folder))
        print(f"{'shipped rules, from the cache':32} {timed(lambda: load_shipped(Path(folder)))[0]:8.3f} s")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [36_000, 72_000, 144_000])
