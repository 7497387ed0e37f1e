"""Other modules that mean the same: values renamed, independent operations reordered, globals made public,
structured control flow lowered to blocks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fuzz.program import Kind, Operation, Program, Val, rewrite_blocks, walk


def renamed(program: Program, seed: int) -> str:
    """The module's text with other names of values, in another order."""
    numbers = list(range(1 + max(_ids(program), default=0)))
    Random(seed).shuffle(numbers)
    return program.text(lambda value: f"%n{numbers[value]}")


def reordered(program: Program, seed: int) -> Program:
    """The module with neighbouring operations in another order, where neither uses the other and neither
    has an effect (loads may change places with each other, and with what has no effect)."""
    random = Random(seed)
    functions = tuple(
        replace(f, body=rewrite_blocks(f.body, lambda ops: _shuffle(ops, random))) for f in program.functions
    )
    return replace(program, functions=functions)


def publicised(program: Program) -> Program:
    """The module with every global public."""
    return replace(program, globals=tuple(replace(g, public=True) for g in program.globals))


def _shuffle(ops: tuple[Operation, ...], random: Random) -> tuple[Operation, ...]:
    done: list[Operation] = []
    run: list[Operation] = []
    for op in ops:
        if op.kind in (Kind.PURE, Kind.LOAD):
            run.append(op)
            continue
        done += _another_order(run, random)
        run = []
        done.append(op)
    return tuple(done + _another_order(run, random))


def _another_order(ops: list[Operation], random: Random) -> list[Operation]:
    """The operations in a random order in which definitions still stand before uses."""
    waiting = list(ops)
    undefined = {value for op in ops for value in op.results}
    done: list[Operation] = []
    while waiting:
        ready = [op for op in waiting if not any(value in undefined for value in op.operands)]
        op = random.choice(ready)
        waiting.remove(op)
        undefined -= set(op.results)
        done.append(op)
    return done


def _ids(program: Program) -> list[int]:
    found: list[Val] = []
    for function in program.functions:
        found += function.params
        for block in function.body:
            found += block.args
        for op in walk(function.body):
            found += op.results
            found += [arg for region in op.regions for block in region for arg in block.args]
    return [value.id for value in found]
