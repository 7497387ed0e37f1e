"""Statements with bodies: branches and loops, structured and among blocks.

Every loop ends: it counts down from a small number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from fuzz.emitter import Emitter, variable_type
from fuzz.plans import Statement
from fuzz.program import Kind, Val

Body = tuple[Statement, ...]
Write = Callable[[Emitter, Body], None]
"""Appends the statements of a body."""


def _kinds(emitter: Emitter, choice: int) -> tuple[str, ...]:
    """Types of the values that a region gives: none, one or two."""
    if choice % 3 == 0:
        return ()
    kind = variable_type(choice, emitter.opaque)
    return (kind,) if choice % 3 == 1 else (kind, "i32")


def _arrow(kinds: tuple[str, ...]) -> str:
    return f" -> ({', '.join(kinds)})" if kinds else ""


def _small(emitter: Emitter, choice: int, kind: str) -> Val:
    """A number from 0 to 3, known only at run time if `choice` is 8 or more."""
    if choice < 8:
        return emitter.constant(kind, choice % 4)
    value, mask = emitter.pick("i32", choice), emitter.constant("i32", 3)
    masked = emitter.pure("arith.andi $0, $1 : i32", (value, mask), "i32")
    return masked if kind == "i32" else emitter.pure(f"arith.index_cast $0 : i32 to {kind}", (masked,), kind)


def _if(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    condition, results, choice = numbers
    chosen = emitter.pick("i1", condition)
    kinds = _kinds(emitter, results)
    regions = []
    for body in bodies if kinds or bodies[1] else bodies[:1]:
        nested = emitter.open(())
        write(emitter, body)
        if kinds:
            emitter.yielded(kinds, choice)
        regions.append(emitter.close(nested, ()))
    emitter.structured(f"scf.if $0{_arrow(kinds)}", (chosen,), kinds, tuple(regions))


def _for(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    count, results, a, b = numbers
    upper = _small(emitter, count, "index")
    lower, step = emitter.constant("index", 0), emitter.constant("index", 1)
    kinds = _kinds(emitter, results)
    initial = tuple(emitter.pick(kind, a) for kind in kinds)
    args = (emitter.val("index"), *(emitter.val(kind) for kind in kinds))
    nested = emitter.open(args)
    write(emitter, bodies[0])
    if kinds:
        emitter.yielded(kinds, b)
    region = emitter.close(nested, args)
    carried = ", ".join(f"$a{i + 1} = ${i + 3}" for i in range(len(kinds)))
    template = "scf.for $a0 = $0 to $1 step $2" + (f" iter_args({carried}){_arrow(kinds)}" if kinds else "")
    emitter.structured(template, (lower, upper, step, *initial), kinds, (region,))


def _while(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    count, a, b = numbers
    kinds = ("i32", "i32")
    initial = (_small(emitter, count, "i32"), emitter.pick("i32", a))
    before = (emitter.val("i32"), emitter.val("i32"))
    nested = emitter.open(before)
    condition = _positive(emitter, before[0])
    emitter.emit(Kind.TERMINATOR, "scf.condition($0) $1, $2 : i32, i32", (condition, *before))
    first = emitter.close(nested, before)
    after = (emitter.val("i32"), emitter.val("i32"))
    nested = emitter.open(after)
    # The body's arguments have to be written out: a block of its own behind an empty entry.
    write(emitter, bodies[0])
    less = _less(emitter, after[0])
    emitter.terminate("scf.yield", (less, emitter.pick("i32", b)))
    second = emitter.close(nested, after)
    labelled = tuple(type(block)("body", block.args, block.ops) for block in second)
    template = f"scf.while ($a0 = $0, $a1 = $1) : (i32, i32){_arrow(kinds)}"
    emitter.structured(template, initial, kinds, (first, labelled), "do")


def _region(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    results, choice = numbers
    kinds = _kinds(emitter, results)
    nested = emitter.open(())
    write(emitter, bodies[0])
    emitter.yielded(kinds, choice)
    region = emitter.close(nested, ())
    emitter.structured(f"scf.execute_region{_arrow(kinds)}", (), kinds, (region,))


def _diamond(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    """Two blocks that meet again in a third one."""
    if emitter.nesting:
        _if(emitter, numbers, bodies, write)
        return
    condition, results, choice = numbers
    chosen = emitter.pick("i1", condition)
    kinds = _kinds(emitter, results)
    name = str(next(emitter.fresh))
    emitter.emit(Kind.TERMINATOR, f"cf.cond_br $0, ^then{name}, ^else{name}", (chosen,))
    before = len(emitter.visible)
    passed = ", ".join(f"${i}" for i in range(len(kinds)))
    target = f"cf.br ^join{name}" + (f"({passed} : {', '.join(kinds)})" if kinds else "")
    for arm, body in zip(("then", "else"), bodies, strict=True):
        emitter.next_block(f"{arm}{name}", ())
        write(emitter, body)
        emitter.emit(Kind.TERMINATOR, target, tuple(emitter.pick(kind, choice) for kind in kinds))
        del emitter.visible[before:]
    emitter.next_block(f"join{name}", tuple(emitter.val(kind) for kind in kinds))


def _cfloop(emitter: Emitter, numbers: tuple[int, ...], bodies: tuple[Body, ...], write: Write) -> None:
    """A loop of a header and a body, with a counter and one more value as block arguments."""
    if emitter.nesting:
        _while(emitter, numbers, bodies, write)
        return
    count, a, b = numbers
    name = str(next(emitter.fresh))
    initial = (_small(emitter, count, "i32"), emitter.pick("i32", a))
    again = f"cf.br ^head{name}($0, $1 : i32, i32)"
    emitter.emit(Kind.TERMINATOR, again, initial)
    counter, state = emitter.val("i32"), emitter.val("i32")
    emitter.next_block(f"head{name}", (counter, state))
    condition = _positive(emitter, counter)
    emitter.emit(Kind.TERMINATOR, f"cf.cond_br $0, ^body{name}, ^exit{name}", (condition,))
    before = len(emitter.visible)
    emitter.next_block(f"body{name}", ())
    write(emitter, bodies[0])
    emitter.emit(Kind.TERMINATOR, again, (_less(emitter, counter), emitter.pick("i32", b)))
    del emitter.visible[before:]
    emitter.next_block(f"exit{name}", ())


def _positive(emitter: Emitter, value: Val) -> Val:
    return emitter.pure("arith.cmpi sgt, $0, $1 : i32", (value, emitter.constant("i32", 0)), "i1")


def _less(emitter: Emitter, value: Val) -> Val:
    return emitter.pure("arith.subi $0, $1 : i32", (value, emitter.constant("i32", 1)), "i32")


NESTED: Mapping[str, Callable[[Emitter, tuple[int, ...], tuple[Body, ...], Write], None]] = MappingProxyType(
    {
        "if": _if,
        "for": _for,
        "while": _while,
        "region": _region,
        "diamond": _diamond,
        "cfloop": _cfloop,
    }
)
