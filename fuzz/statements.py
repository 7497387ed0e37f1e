"""Statements of a plan: from numbers to operations.

Each function appends what its numbers say at the place where the emitter stands, and nothing where that
makes no sense (no variable that may be stored, no function to call).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from fuzz.copies import MUTATIONS, clone, mutate
from fuzz.emitter import BUFFER, CONSTANT, RESOURCE, Emitter, number_type
from fuzz.nested import NESTED
from fuzz.plans import Statement
from fuzz.program import Kind, Val

Numbers = tuple[int, ...]

_ARITH = (
    "addi",
    "subi",
    "muli",
    "xori",
    "andi",
    "ori",
    "maxsi",
    "minsi",
    "maxui",
    "minui",
    "shli",
    "shrsi",
    "shrui",
)
_BITWISE = ("andi", "ori", "xori")
_DIVISIONS = ("divsi", "remsi", "divui", "remui", "ceildivsi", "floordivsi", "ceildivui")
_CASTS = (
    ("extsi", "i32", "i64"),
    ("extui", "i32", "i64"),
    ("trunci", "i64", "i32"),
    ("index_cast", "i32", "index"),
    ("index_castui", "i32", "index"),
    ("index_cast", "index", "i32"),
    ("extui", "i1", "i32"),
    ("index_cast", "i64", "index"),
)


def write(emitter: Emitter, body: tuple[Statement, ...]) -> None:
    """Appends the statements of a body."""
    for statement in body:
        nested = NESTED.get(statement.kind)
        if nested is not None and statement.numbers[0]:
            nested(emitter, statement.numbers[1:], statement.bodies, write)
        elif nested is not None:
            # The simplest form of a branch or loop is what stands in it: so it shrinks to that.
            for inner in statement.bodies:
                write(emitter, inner)
        else:
            _STATEMENTS[statement.kind](emitter, statement.numbers)


def _constant(emitter: Emitter, numbers: Numbers) -> None:
    value, kind = numbers
    emitter.constant(number_type(kind), value)


def _arith(emitter: Emitter, numbers: Numbers) -> None:
    op, a, b, kind_choice = numbers
    if kind_choice == 11:
        word, kind = _BITWISE[op % len(_BITWISE)], "i1"
    else:
        word, kind = _ARITH[op % len(_ARITH)], number_type(kind_choice)
    left = emitter.pick(kind, a)
    right = emitter.constant(kind, b) if word.startswith("sh") else emitter.pick(kind, b)
    emitter.pure(f"arith.{word} $0, $1 : {kind}", (left, right), kind)


def _divide(emitter: Emitter, numbers: Numbers) -> None:
    op, a, b, choice = numbers
    kind = number_type(choice)
    left, right = emitter.pick(kind, a), emitter.pick(kind, b)
    if choice % 4 != 3:
        # An odd divisor is not zero; otherwise the behaviour may be undefined.
        right = emitter.pure(f"arith.ori $0, $1 : {kind}", (right, emitter.constant(kind, 1)), kind)
    emitter.pure(f"arith.{_DIVISIONS[op % len(_DIVISIONS)]} $0, $1 : {kind}", (left, right), kind)


def _compare(emitter: Emitter, numbers: Numbers) -> None:
    predicate, a, b, kind = numbers
    emitter.compare(predicate, a, b, number_type(kind))


def _select(emitter: Emitter, numbers: Numbers) -> None:
    condition, a, b, choice = numbers
    kind = number_type(choice)
    operands = (emitter.pick("i1", condition), emitter.pick(kind, a), emitter.pick(kind, b))
    emitter.pure(f"arith.select $0, $1, $2 : {kind}", operands, kind)


def _cast(emitter: Emitter, numbers: Numbers) -> None:
    op, a = numbers
    word, source, target = _CASTS[op % len(_CASTS)]
    emitter.pure(f"arith.{word} $0 : {source} to {target}", (emitter.pick(source, a),), target)


def _barrier(emitter: Emitter, numbers: Numbers) -> None:
    a, choice = numbers
    if choice % 2:
        emitter.emit(Kind.EFFECT, f"util.unfoldable_constant {a} : i32", (), ("i32",))
    else:
        emitter.emit(Kind.EFFECT, "util.optimization_barrier $0 : i32", (emitter.pick("i32", a),), ("i32",))


def _load(emitter: Emitter, numbers: Numbers) -> None:
    emitter.load(emitter.readable(numbers[0]))


def _store(emitter: Emitter, numbers: Numbers) -> None:
    variable, value = numbers
    target = emitter.storable(variable)
    if target is not None:
        emitter.store(emitter.pick(target.type, value), target)


def _copy(emitter: Emitter, numbers: Numbers) -> None:
    """A snapshot: one variable is stored what another one holds."""
    a, b = numbers
    source = emitter.readable(a)
    target = emitter.storable(b, source.type)
    if target is not None:
        emitter.store(emitter.load(source), target)


def _swap(emitter: Emitter, numbers: Numbers) -> None:
    """Two buffers change places."""
    a, b = numbers
    first = emitter.storable(a)
    second = emitter.storable(b, first.type) if first is not None else None
    if first is not None and second is not None:
        front, back = emitter.load(first), emitter.load(second)
        emitter.store(back, first)
        emitter.store(front, second)


def _opposite(emitter: Emitter, numbers: Numbers) -> None:
    """Two variables are stored the same two values, in opposite orders."""
    a, b, v, w, between = numbers
    first = emitter.storable(a)
    second = emitter.storable(b, first.type) if first is not None else None
    if first is None or second is None:
        return
    one, other = emitter.pick(first.type, v), emitter.pick(first.type, w)
    emitter.store(one, first)
    emitter.store(other, second)
    emitter.between(between)
    emitter.store(other, first)
    emitter.store(one, second)


def _observed(emitter: Emitter, numbers: Numbers) -> None:
    """Two stores to one variable, with something that may look at it between them."""
    variable, v, w, between = numbers
    target = emitter.storable(variable)
    if target is None:
        return
    one, other = emitter.pick(target.type, v), emitter.pick(target.type, w)
    emitter.store(one, target)
    emitter.between(between + 1)
    emitter.store(other, target)


def _watched(emitter: Emitter, numbers: Numbers) -> None:
    """A store, something that may change the variable, and a load."""
    variable, value, between, other = numbers
    target = emitter.storable(variable)
    if target is not None:
        emitter.store(emitter.pick(target.type, value), target)
        emitter.between(between)
        _show(emitter, emitter.load(target), other)


def _across(emitter: Emitter, numbers: Numbers) -> None:
    """A store, a branch or loop that stores again (or only loads), and a load."""
    variable, value, form, inner, other = numbers
    target = emitter.storable(variable)
    if target is None:
        return
    emitter.store(emitter.pick(target.type, value), target)
    body = (
        Statement("load", (variable,)),
        Statement("store" if inner % 4 else "load", (variable, inner)[: 2 if inner % 4 else 1]),
    )
    kind, more = (("if", (form, 0, 0)), ("for", (form, form, value, inner)), ("diamond", (form, 0, 0)))[
        form % 3
    ]
    NESTED[kind](emitter, more, (body, ()), write)
    _show(emitter, emitter.load(target), other)


def _show(emitter: Emitter, value: Val, choice: int) -> None:
    """Lets a value be seen, by way of a variable or from outside; or leaves that to what follows."""
    target = emitter.storable(choice, value.type) if choice % 2 else None
    if target is not None:
        emitter.store(value, target)
    elif choice > 7 and value.type == "i32":
        emitter.call_external(1, 0, 0)


def _indirect(emitter: Emitter, numbers: Numbers) -> None:
    variable, value, store = numbers
    target = emitter.storable(variable)
    if target is None or not target.mutable:
        return
    pointer = f"!util.ptr<{target.type}>"
    address = emitter.emit(Kind.EFFECT, f"util.global.address @$s : {pointer}", (), (pointer,), target.name)
    if store % 2:
        stored = emitter.pick(target.type, value)
        template = f"util.global.store.indirect $0, $1 : {target.type} -> {pointer}"
        emitter.emit(Kind.EFFECT, template, (stored, *address))
    else:
        template = f"util.global.load.indirect $0 : {pointer} -> {target.type}"
        emitter.emit(Kind.EFFECT, template, address, (target.type,))


def _resource(emitter: Emitter, numbers: Numbers) -> None:
    op, a, b = numbers
    if op % 4 == 0:
        template = f"stream.async.splat $0 : i32 -> {RESOURCE}{{$1}}"
        emitter.pure(template, (emitter.pick("i32", a), emitter.pick("index", b)), RESOURCE)
    elif op % 4 == 3:
        emitter.pure(f"stream.resource.size $0 : {CONSTANT}", (emitter.pick(CONSTANT, a),), "index")
    else:
        source, target = (RESOURCE, CONSTANT) if op % 4 == 1 else (CONSTANT, RESOURCE)
        emitter.transfer(emitter.pick(source, a), target)


def _unregistered(emitter: Emitter, numbers: Numbers) -> None:
    op, a, b, choice = numbers
    kind = number_type(choice)
    name = ("pure", "log", "counter", "read", "write", "random")[op % 6]
    if name == "pure":
        operands: tuple[Val, ...] = (emitter.pick(kind, a), emitter.pick(kind, b))
        template = f'"test.pure"($0, $1) {{k = {choice % 2} : i32}} : ({kind}, {kind}) -> {kind}'
        emitter.pure(template, operands, kind)
    elif name in ("log", "write"):
        emitter.emit(Kind.EFFECT, f'"test.{name}"($0) : ({kind}) -> ()', (emitter.pick(kind, a),))
    else:
        emitter.emit(Kind.EFFECT, f'"test.{name}"() : () -> {kind}', (), (kind,))


def _buffer(emitter: Emitter, numbers: Numbers) -> None:
    op, a, b, value = numbers
    if op % 4 == 0:
        emitter.emit(Kind.EFFECT, f"memref.alloc() : {BUFFER}", (), (BUFFER,))
        return
    buffer = emitter.pick(BUFFER, a)
    index = emitter.constant("index", b % 2)
    if op % 4 == 1:
        emitter.emit(Kind.EFFECT, f"memref.load $0[$1] : {BUFFER}", (buffer, index), ("i32",))
    else:
        stored = emitter.pick("i32", value)
        emitter.emit(Kind.EFFECT, f"memref.store $0, $1[$2] : {BUFFER}", (stored, buffer, index))


def _external(emitter: Emitter, numbers: Numbers) -> None:
    emitter.call_external(*numbers)


def _call(emitter: Emitter, numbers: Numbers) -> None:
    if emitter.callees:
        emitter.call(emitter.callees[numbers[0] % len(emitter.callees)], numbers[1:])


def _assert(emitter: Emitter, numbers: Numbers) -> None:
    emitter.check(*numbers)


def _repeat(emitter: Emitter, numbers: Numbers) -> None:
    """The last few operations again, exactly or nearly."""
    length, gap, how, which, choice = numbers
    end = len(emitter.ops) - gap % 4
    chosen = tuple(emitter.ops[max(0, end - 1 - length % 5) : max(0, end)])
    if not chosen:
        return
    mapping: dict[Val, Val] = {}
    copied = clone(chosen, emitter.fresh, mapping)
    known = set(emitter.visible)
    how_word = MUTATIONS[how % len(MUTATIONS)]
    changed = mutate(copied, how_word, which, choice, emitter.pick, emitter.others)
    assert known <= set(emitter.visible)
    emitter.ops += changed
    emitter.visible += [result for op in changed for result in op.results]


_STATEMENTS: Mapping[str, Callable[[Emitter, Numbers], None]] = MappingProxyType(
    {
        "constant": _constant,
        "arith": _arith,
        "divide": _divide,
        "compare": _compare,
        "select": _select,
        "cast": _cast,
        "barrier": _barrier,
        "load": _load,
        "store": _store,
        "copy": _copy,
        "swap": _swap,
        "opposite": _opposite,
        "observed": _observed,
        "watched": _watched,
        "across": _across,
        "indirect": _indirect,
        "resource": _resource,
        "unregistered": _unregistered,
        "buffer": _buffer,
        "external": _external,
        "call": _call,
        "assert": _assert,
        "repeat": _repeat,
    }
)
