"""Generated modules before they are text: what strategies build and what variants change.

An operation is a line of text with holes, and only as much structure as copying, renaming and reordering
need.  Everything is immutable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

_HOLE = re.compile(r"\$(a?)([0-9]+)|\$s")


class Kind(Enum):
    """What an operation does to the world; decides what may be copied, moved or paired."""

    PURE = "pure"
    LOAD = "load"
    STORE = "store"
    EFFECT = "effect"
    TERMINATOR = "terminator"


@dataclass(frozen=True, slots=True)
class Val:
    """An SSA value; `id` is unique within the program."""

    id: int
    type: str


@dataclass(frozen=True, slots=True)
class Block:
    """A block; the first one of a region has no label, its arguments stand in the parent's text."""

    label: str
    args: tuple[Val, ...]
    ops: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation.  In `template`, `$0` is an operand, `$a0` an argument of the first region's entry
    block, `$s` the symbol; the regions follow it, with `joint` between two of them."""

    kind: Kind
    template: str
    operands: tuple[Val, ...] = ()
    results: tuple[Val, ...] = ()
    regions: tuple[tuple[Block, ...], ...] = ()
    symbol: str = ""
    joint: str = "else"


@dataclass(frozen=True, slots=True)
class Global:
    """A variable; `initial` is the text of its initial value, empty for none."""

    name: str
    type: str
    public: bool
    mutable: bool
    initial: str

    def __str__(self) -> str:
        words = f"{'public' if self.public else 'private'}{' mutable' if self.mutable else ''}"
        # A boolean value says its type itself, and may not be followed by one.
        kind = "" if self.initial in ("true", "false") else f" : {self.type}"
        return f"util.global {words} @{self.name}{self.initial and f' = {self.initial}'}{kind}"


@dataclass(frozen=True, slots=True)
class Function:
    """A function, or with an empty name an initializer."""

    name: str
    public: bool
    params: tuple[Val, ...]
    results: tuple[str, ...]
    body: tuple[Block, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Program:
    """A whole module; `externals` are declarations, as text."""

    globals: tuple[Global, ...]
    externals: tuple[str, ...]
    functions: tuple[Function, ...]

    def text(self, name: Callable[[int], str] = "%v{}".format) -> str:
        """The module as MLIR text, with values called as `name` says."""
        lines = ["module {"]
        lines += [f"  {variable}" for variable in self.globals]
        lines += [f"  {declaration}" for declaration in self.externals]
        for function in self.functions:
            lines += _function_lines(function, name)
        return "\n".join([*lines, "}", ""])

    def __repr__(self) -> str:
        return f"Program of\n{self.text()}"

    def signatures(self) -> list[tuple[str, tuple[str, ...]]]:
        """Name and parameter types of each public function."""
        return [(f.name, tuple(p.type for p in f.params)) for f in self.functions if f.name and f.public]


def walk(blocks: tuple[Block, ...]) -> Iterator[Operation]:
    """All operations, outer before inner, in textual order."""
    stack = [op for block in reversed(blocks) for op in reversed(block.ops)]
    while stack:
        op = stack.pop()
        yield op
        stack += reversed([o for region in op.regions for block in region for o in block.ops])


def rewrite_blocks(
    blocks: tuple[Block, ...], change: Callable[[tuple[Operation, ...]], tuple[Operation, ...]]
) -> tuple[Block, ...]:
    """The blocks with `change` applied to the operations of every block, innermost first."""
    done: list[Block] = []
    for block in blocks:
        ops: list[Operation] = []
        for op in block.ops:
            regions = tuple(rewrite_blocks(region, change) for region in op.regions)
            ops.append(replace(op, regions=regions) if regions else op)
        done.append(replace(block, ops=change(tuple(ops))))
    return tuple(done)


def _function_lines(function: Function, name: Callable[[int], str]) -> list[str]:
    if function.name:
        params = ", ".join(f"{name(p.id)}: {p.type}" for p in function.params)
        results = f" -> ({', '.join(function.results)})" if function.results else ""
        kept = "" if function.public else " attributes {inlining_policy = #util.inline.never}"
        visibility = "public" if function.public else "private"
        head = f"  util.func {visibility} @{function.name}({params}){results}{kept} {{"
    else:
        head = "  util.initializer {"
    return [head, *_block_lines(function.body, name, 2), "  }"]


def _block_lines(blocks: tuple[Block, ...], name: Callable[[int], str], depth: int) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if block.label:
            args = ", ".join(f"{name(a.id)}: {a.type}" for a in block.args)
            lines.append(f"{'  ' * (depth - 1)}^{block.label}{args and f'({args})'}:")
        for op in block.ops:
            lines += _operation_lines(op, name, depth)
    return lines


def _operation_lines(op: Operation, name: Callable[[int], str], depth: int) -> list[str]:
    def fill(hole: re.Match[str]) -> str:
        if hole[2] is None:
            return op.symbol
        return name(op.regions[0][0].args[int(hole[2])].id if hole[1] else op.operands[int(hole[2])].id)

    indent = "  " * depth
    results = ", ".join(name(result.id) for result in op.results)
    opening = " {" if op.regions else ""
    lines = [f"{indent}{results and f'{results} = '}{_HOLE.sub(fill, op.template)}{opening}"]
    for number, region in enumerate(op.regions):
        if number:
            lines.append(f"{indent}}} {op.joint} {{")
        lines += _block_lines(region, name, depth + 1)
    if op.regions:
        lines.append(indent + "}")
    return lines
