"""The modules that the contenders are given: written by formula, the same text for the same size."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["layers", "arith", "start"]

LINES_A_LAYER = 36

_DEVICE = "#hal.device.affinity<@gpu>"
_HELD = "!stream.resource<constant>"
_MOVED = "!stream.resource<*>"
_WEIGHT = "tensor<4096x4096xf8E4M3FNUZ>"
_PACKED = "tensor<4096x4096xf8E4M3FNUZ, #packing>"
_PLACES = ("near", "far")
"""Each layer's weight is encoded and kept once for each of these."""

_HEAD = """\
#binary = #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip"}>
#gpu = #hal.device.target<"hip", [#binary]> : !hal.device
#packing = #iree_encoding.testing<>
module @stack {
  util.global private @gpu = #gpu
"""


@dataclass(frozen=True, slots=True)
class Input:
    """One module on disk."""

    kind: Kind
    size: int
    """Layers or ops; 0 for the worked example."""
    path: Path
    lines: int

    @property
    def title(self) -> str:
        return f"{self.kind} {self.size:,}" if self.size else self.kind


def layers(count: int) -> Iterator[str]:
    """A stream-dialect module with `count` layers, in pieces: the shape of IREE pull request 21921.

    A layer has a weight that is read from a parameter and kept in a global, loaded, moved and encoded twice,
    and kept in two further globals, each with its size beside it and a public function that returns both.
    One of the two encodings of each layer is not needed.  36 lines a layer, 9 lines around them.
    """
    yield _HEAD
    for n in range(count):
        for name in (f"weight{n}", *(f"{place}{n}" for place in _PLACES)):
            yield f"  util.global private @{name} : {_HELD}\n  util.global private @{name}.bytes : index\n"
    yield "  util.initializer {\n"
    for n in range(count):
        yield (
            f"    %w{n} = stream.tensor.constant on({_DEVICE}) : {_WEIGHT} in {_HELD}"
            f' = #stream.parameter.named<"stack"::"layer.{n}.weight"> : {_WEIGHT}\n'
            f"    %wb{n} = stream.resource.size %w{n} : {_HELD}\n"
            f"    util.global.store %w{n}, @weight{n} : {_HELD}\n"
            f"    util.global.store %wb{n}, @weight{n}.bytes : index\n"
        )
        for place in _PLACES:
            yield from _encoding(n, f"{place}{n}")
    yield "    util.return\n  }\n"
    for n in range(count):
        for place in _PLACES:
            yield (
                f"  util.func public @give_{place}{n}() -> ({_HELD}, index) {{\n"
                f"    %p = util.global.load @{place}{n} : {_HELD}\n"
                f"    %b = util.global.load @{place}{n}.bytes : index\n"
                f"    util.return %p, %b : {_HELD}, index\n"
                "  }\n"
            )
    yield "}\n"


def _encoding(layer: int, name: str) -> Iterator[str]:
    way = f"from({_DEVICE}) -> to({_DEVICE})"
    b, p = f"%b_{name}", f"%pb_{name}"
    yield (
        f"    {b} = util.global.load @weight{layer}.bytes : index\n"
        f"    %l_{name} = util.global.load @weight{layer} : {_HELD}\n"
        f"    %m_{name} = stream.async.transfer %l_{name} : {_HELD}{{{b}}} {way} {_MOVED}{{{b}}}\n"
        f"    {p} = stream.tensor.sizeof on({_DEVICE}) {_PACKED} : index\n"
        f"    %e_{name} = stream.tensor.encode on({_DEVICE}) %m_{name} : {_WEIGHT} in {_MOVED}{{{b}}}"
        f" -> {_PACKED} in {_MOVED}{{{p}}}\n"
        f"    %k_{name} = stream.async.transfer %e_{name} : {_MOVED}{{{p}}} {way} {_HELD}{{{p}}}\n"
        f"    util.global.store %k_{name}, @{name} : {_HELD}\n"
        f"    util.global.store {p}, @{name}.bytes : index\n"
    )


def arith(count: int) -> Iterator[str]:
    """One function of `count` arith ops, in pieces; every second op repeats the one before it.

    Operands are among the 50 youngest values, so that chains get long.  Only what every reader of MLIR
    knows, xDSL's included.
    """
    draw = random.Random(21921)
    names = ["%a", "%b"]
    yield "builtin.module {\nfunc.func @f(%a: i64, %b: i64) -> i64 {\n"
    op = left = right = ""
    for n in range(count):
        if n % 2 == 0:
            op = draw.choice(("addi", "subi", "muli", "xori"))
            oldest = max(0, len(names) - 50)
            left, right = (names[draw.randrange(oldest, len(names))] for _ in range(2))
        names.append(f"%x{n}")
        yield f"  %x{n} = arith.{op} {left}, {right} : i64\n"
    yield f"  func.return {names[-1]} : i64\n}}\n}}\n"


def write(kind: Kind, size: int, folder: Path) -> Input:
    """Writes a module of a size to a file in `folder`, piece by piece: the harness itself stays small."""
    path = folder / f"{kind}-{size}.mlir"
    lines = 0
    with path.open("w", encoding="utf-8") as file:
        for piece in layers(size) if kind == "layers" else arith(size):
            file.write(piece)
            lines += piece.count("\n")
    return Input(kind, size, path, lines)


def worked_example() -> Input:
    """The module that `datalog-ir demo` shows, for the time a start takes."""
    path = Path(__file__).parents[2] / "datalog_ir" / "demo" / "encoded_twice.mlir"
    return Input("start", 0, path, path.read_text(encoding="utf-8").count("\n"))
