"""Writes the body of a function, operation by operation; every operation is valid where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fuzz.program import Block, Global, Kind, Operation, Val

RESOURCE = "!stream.resource<*>"
CONSTANT = "!stream.resource<constant>"
BUFFER = "memref<2xi32>"
NUMBERS = ("i32", "index", "i64")

_PREDICATES = ("slt", "eq", "ne", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_EXTERNALS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("host.e0", (), ()),
    ("host.e1", ("i32",), ("i32",)),
    ("host.e2", ("i32", "i32"), ()),
    ("host.e3", (), ("i64",)),
    ("host.e4", ("index",), ("index", "i32")),
)
_OPAQUE_EXTERNAL = ("host.e5", (CONSTANT,), (CONSTANT,))


def number_type(choice: int) -> str:
    """One of the types arithmetic is done in; mostly `i32`."""
    return {12: "index", 13: "index", 14: "i64", 15: "i64"}.get(choice, "i32")


def variable_type(choice: int, opaque: bool) -> str:
    """A type for variables, parameters and results."""
    if choice in (10, 11):
        return CONSTANT if opaque else "i32"
    return "i1" if choice == 9 else number_type(choice)


@dataclass(frozen=True, slots=True)
class Callee:
    """A function that may be called."""

    name: str
    params: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nested:
    """Where writing goes on when a nested region is closed."""

    ops: list[Operation]
    visible: int


@dataclass(slots=True)
class Emitter:
    """Writes the body of one function."""

    fresh: Iterator[int]
    globals: list[Global]
    callees: list[Callee]
    initializer: bool
    opaque: bool
    externals: set[str]
    """Declarations needed so far; shared by all functions of a program."""
    blocks: list[Block] = field(default_factory=list)
    label: str = ""
    args: tuple[Val, ...] = ()
    ops: list[Operation] = field(default_factory=list)
    visible: list[Val] = field(default_factory=list)
    nesting: int = 0

    # ---- Values ---------------------------------------------------------------------------------

    def val(self, kind: str) -> Val:
        """A value that nothing defines yet."""
        return Val(next(self.fresh), kind)

    def emit(
        self,
        kind: Kind,
        template: str,
        operands: tuple[Val, ...] = (),
        results: tuple[str, ...] = (),
        symbol: str = "",
    ) -> tuple[Val, ...]:
        """Appends an operation; gives its results, which are visible from here on."""
        made = tuple(self.val(result) for result in results)
        self.ops.append(Operation(kind, template, operands, made, symbol=symbol))
        self.visible += made
        return made

    def pure(self, template: str, operands: tuple[Val, ...], result: str) -> Val:
        """Appends an operation without effects and with one result."""
        return self.emit(Kind.PURE, template, operands, (result,))[0]

    def constant(self, kind: str, value: int) -> Val:
        """Appends a constant."""
        if kind == "i1":
            return self.pure(f"arith.constant {'true' if value % 2 else 'false'}", (), "i1")
        return self.pure(f"arith.constant {value} : {kind}", (), kind)

    def pick(self, kind: str, choice: int) -> Val:
        """A visible value of this type, counted from the latest; made on the spot if there is none."""
        candidates = [value for value in reversed(self.visible) if value.type == kind]
        if candidates:
            # What was made last is used most: chains say more than fans.
            return candidates[choice * choice // 16 % len(candidates)]
        if kind == RESOURCE:
            size, pattern = self.pick("index", 0), self.pick("i32", choice)
            return self.pure(f"stream.async.splat $0 : i32 -> {RESOURCE}{{$1}}", (pattern, size), RESOURCE)
        if kind == CONSTANT:
            return self.transfer(self.pick(RESOURCE, choice), CONSTANT)
        if kind == BUFFER:
            return self.emit(Kind.EFFECT, f"memref.alloc() : {BUFFER}", (), (BUFFER,))[0]
        return self.constant(kind, choice)

    def transfer(self, source: Val, kind: str) -> Val:
        """Appends a transfer of an opaque resource."""
        size = self.pick("index", 0)
        template = f"stream.async.transfer $0 : {source.type}{{$1}} -> {kind}{{$1}}"
        return self.pure(template, (source, size), kind)

    # ---- Globals --------------------------------------------------------------------------------

    def readable(self, choice: int) -> Global:
        """A global."""
        return self.globals[choice % len(self.globals)]

    def storable(self, choice: int, kind: str | None = None) -> Global | None:
        """A global that may be stored here, of type `kind` if that is given."""
        found = [
            g for g in self.globals if (g.mutable or self.initializer) and (kind is None or g.type == kind)
        ]
        return found[choice % len(found)] if found else None

    def load(self, variable: Global) -> Val:
        """Appends a load."""
        flag = "" if variable.mutable or self.initializer else " immutable"
        template = f"util.global.load{flag} @$s : {variable.type}"
        return self.emit(Kind.LOAD, template, (), (variable.type,), variable.name)[0]

    def store(self, value: Val, variable: Global) -> None:
        """Appends a store."""
        self.emit(Kind.STORE, f"util.global.store $0, @$s : {value.type}", (value,), (), variable.name)

    def others(self, name: str) -> list[str]:
        """The globals that an access of `name` could as well go to."""
        found = next((g for g in self.globals if g.name == name), None)
        return [
            g.name
            for g in self.globals
            if found and g.name != name and (g.type, g.mutable) == (found.type, found.mutable)
        ]

    # ---- Calls ----------------------------------------------------------------------------------

    def call_external(self, choice: int, a: int, b: int) -> None:
        """Appends a call of a function defined elsewhere."""
        known = (*_EXTERNALS, _OPAQUE_EXTERNAL) if self.opaque else _EXTERNALS
        name, params, results = known[choice % len(known)]
        self.externals.add(f"util.func private @{name}({', '.join(params)}) -> ({', '.join(results)})")
        self.call(Callee(name, params, results), (a, b))

    def call(self, callee: Callee, choices: tuple[int, ...]) -> tuple[Val, ...]:
        """Appends a call."""
        operands = tuple(self.pick(kind, choices[i % len(choices)]) for i, kind in enumerate(callee.params))
        holes = ", ".join(f"${i}" for i in range(len(operands)))
        results = ", ".join(callee.results)
        template = f"util.call @$s({holes}) : ({', '.join(callee.params)}) -> ({results})"
        if len(callee.results) == 1:
            template = template[: -len(results) - 2] + results
        return self.emit(Kind.EFFECT, template, operands, callee.results, callee.name)

    def between(self, choice: int) -> None:
        """Appends something that may observe, or end, what stands between two stores; 0 is nothing."""
        if choice % 4 == 1:
            self.call_external(choice // 4, choice, choice)
        elif choice % 4 == 2 and self.callees:
            self.call(self.callees[choice // 4 % len(self.callees)], (choice,))
        elif choice % 4 == 3:
            self.check(choice, choice, choice // 4)

    def check(self, predicate: int, a: int, b: int) -> None:
        """Appends an assertion."""
        condition = self.compare(predicate, a, b, "i32")
        self.emit(Kind.EFFECT, 'cf.assert $0, "failed"', (condition,))

    def compare(self, predicate: int, a: int, b: int, kind: str) -> Val:
        """Appends a comparison."""
        word = _PREDICATES[predicate % len(_PREDICATES)]
        operands = (self.pick(kind, a), self.pick(kind, b))
        return self.pure(f"arith.cmpi {word}, $0, $1 : {kind}", operands, "i1")

    # ---- Regions and blocks ---------------------------------------------------------------------

    def open(self, args: tuple[Val, ...]) -> Nested:
        """Opens a nested region; leave it with `close`."""
        nested = Nested(self.ops, len(self.visible))
        self.ops = []
        self.visible += args
        self.nesting += 1
        return nested

    def close(self, nested: Nested, args: tuple[Val, ...]) -> tuple[Block, ...]:
        """Closes a region; gives its one block."""
        block = Block("", args, tuple(self.ops))
        self.ops = nested.ops
        del self.visible[nested.visible :]
        self.nesting -= 1
        return (block,)

    def yielded(self, kinds: tuple[str, ...], choice: int, word: str = "scf.yield") -> None:
        """Appends the terminator of a region, which passes values of these types."""
        values = tuple(self.pick(kind, choice) for kind in kinds)
        self.terminate(word, values)

    def terminate(self, word: str, values: tuple[Val, ...]) -> None:
        """Appends a terminator that passes `values`."""
        holes = ", ".join(f"${i}" for i in range(len(values)))
        types = ", ".join(value.type for value in values)
        self.emit(Kind.TERMINATOR, f"{word} {holes} : {types}" if values else word, values)

    def structured(
        self,
        template: str,
        operands: tuple[Val, ...],
        results: tuple[str, ...],
        regions: tuple[tuple[Block, ...], ...],
        joint: str = "else",
    ) -> None:
        """Appends an operation with regions."""
        made = tuple(self.val(kind) for kind in results)
        self.ops.append(Operation(Kind.EFFECT, template, operands, made, regions, joint=joint))
        self.visible += made

    def next_block(self, label: str, args: tuple[Val, ...]) -> None:
        """Ends the current block, whose terminator has been emitted, and begins another one."""
        self.blocks.append(Block(self.label, self.args, tuple(self.ops)))
        self.label, self.args, self.ops = label, args, []
        self.visible += args

    def finish(self) -> tuple[Block, ...]:
        """All blocks of the function."""
        self.next_block("", ())
        return tuple(self.blocks)
