"""Other modules that mean the same: values renamed, independent operations reordered, globals made public,
accesses put behind calls."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

from fuzz.program import Block, Function, Kind, Operation, Program, Val, rewrite_blocks, walk


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


def through_accessors(program: Program) -> Program:
    """The module with every direct access of a global put behind a function that is not inlined, so that no
    pass sees two accesses together.  All globals become mutable: only initializers may store others."""
    fresh = count(1 + max(_ids(program), default=0))
    accessors: list[Function] = []
    for variable in program.globals:
        loaded, stored = Val(next(fresh), variable.type), Val(next(fresh), variable.type)
        load = Operation(
            Kind.LOAD, f"util.global.load @$s : {variable.type}", (), (loaded,), (), variable.name
        )
        back = Operation(Kind.TERMINATOR, f"util.return $0 : {variable.type}", (loaded,))
        store = Operation(
            Kind.STORE, f"util.global.store $0, @$s : {variable.type}", (stored,), (), (), variable.name
        )
        end = Operation(Kind.TERMINATOR, "util.return")
        accessors += [
            Function(f"load.{variable.name}", False, (), (variable.type,), (Block("", (), (load, back)),)),
            Function(f"store.{variable.name}", False, (stored,), (), (Block("", (), (store, end)),)),
        ]

    def hide(ops: tuple[Operation, ...]) -> tuple[Operation, ...]:
        return tuple(_hidden(op) for op in ops)

    functions = tuple(replace(f, body=rewrite_blocks(f.body, hide)) for f in program.functions)
    variables = tuple(replace(g, mutable=True) for g in program.globals)
    return replace(program, globals=variables, functions=(*accessors, *functions))


def _hidden(op: Operation) -> Operation:
    if op.kind is Kind.LOAD:
        template = f"util.call @load.$s() : () -> {op.results[0].type}"
    elif op.kind is Kind.STORE:
        template = f"util.call @store.$s($0) : ({op.operands[0].type}) -> ()"
    else:
        return op
    return replace(op, kind=Kind.EFFECT, template=template)
