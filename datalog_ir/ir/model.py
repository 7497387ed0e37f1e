"""The in-memory form of one MLIR module: operations, values, blocks and regions.

The structure follows the MLIR language reference.  What is particular to this project is the
`Shape`: nothing here knows a dialect, so an operation is described by its text with every SSA name
taken out.  Two operations of equal shape on equal inputs are the same operation, whatever they do.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """An operation's own text (its regions taken out) with each SSA name replaced by a slot.

    Shapes are interned by the reader: two operations read by one reader have the same `Shape`
    object exactly if their normalised texts are equal.  White space, comments, locations, result
    names and the names of aliases do not take part.
    """

    id: int
    """Dense number, unique within one reader."""
    name: str
    """Full operation name; `return` inside a `func.func` is `func.return`."""
    text: str
    """Normalised text: `%` marks a slot, `{...}` a region; tokens are separated by one space."""
    symbols: tuple[tuple[str, ...], ...]
    """Symbol references in the own text, in textual order, each a path: `@a::@b` is `("a", "b")`.
    A generic operation's `sym_name` comes first, as in the custom form of symbol definitions."""
    attributes: tuple[tuple[str, str], ...]
    """Entries of attribute dictionaries and properties, `(name, normalised value)`; a unit attribute
    has the value `unit`."""
    keywords: tuple[str, ...]
    """Bare identifiers of the custom form outside brackets, the operation name excepted: `private`,
    `mutable`, `overflow`, `slt` ..."""
    literal: str | None
    """The constant this operation spells out, `attribute : type` in canonical form (`-0.0 : f32`,
    `dense<0x…> : tensor<2xi32>`), where its text is one attribute and nothing else."""
    result_types: tuple[str, ...] | None
    """Types of the results, where the text says so beyond doubt (generic form always does)."""
    trailing_type: str | None
    """Normalised text behind the last top-level colon; `None` without one."""
    type_heads: frozenset[str]
    """First words of all types mentioned in the own text: `memref`, `tensor`, `!stream.resource` ..."""
    generic: bool
    """True for the generic form (`"dialect.op"(...)`)."""


@dataclass(slots=True, eq=False)
class Value:
    """An SSA value: a result of an operation or an argument of a block."""

    id: int
    """Dense number, unique within the module."""
    name: str
    """As a use spells it: `%4`, `%pair#1`."""
    owner: Op | Block
    index: int
    """Result number or argument number."""
    type: str | None = None
    """Normalised type text, where the text says so."""


@dataclass(slots=True, eq=False)
class Op:
    """An operation."""

    id: int
    """Dense number in textual (pre-)order, unique within the module."""
    shape: Shape
    block: Block | None
    """The block it stands in; `None` for the operations at the top of the file."""
    start: int
    end: int
    """Offsets into `Module.text`, regions and trailing location included."""
    operands: list[Value] = field(default_factory=list)
    """Every use in the own text, in textual order; arguments for successors are among them."""
    results: list[Value] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    successors: list[Successor] = field(default_factory=list)
    signature: int = -1
    """Interned number of the shape with the shapes of everything in its regions.  Two operations of
    equal signature on equal `inputs` are the same operation."""
    captured: list[Value] = field(default_factory=list)
    """Values from outside used inside the regions, in order of first use, without repetition."""

    @property
    def name(self) -> str:
        """Full operation name."""
        return self.shape.name

    @property
    def inputs(self) -> list[Value]:
        """The operands, then the captured values."""
        return self.operands + self.captured if self.captured else self.operands


@dataclass(slots=True, eq=False)
class Successor:
    """An edge out of a terminator."""

    block: Block
    arguments: list[Value] | None
    """What it passes to the block's arguments, in order; `None` where the text does not say."""


@dataclass(slots=True, eq=False)
class Block:
    """A basic block."""

    id: int
    region: Region
    label: str | None
    """`^bb0`; `None` for an entry block without a label."""
    args: list[Value] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Region:
    """A region of an operation; the first block is the entry."""

    id: int
    op: Op
    blocks: list[Block] = field(default_factory=list)
    start: int = -1
    end: int = -1
    """Offsets into `Module.text`, braces included."""


@dataclass(slots=True, eq=False)
class Module:
    """One module's text (one part of a file split at `// -----`) and what was read from it."""

    text: str
    file: str
    """Name for messages; `<stdin>` for standard input."""
    first_line: int
    """Line of the file, counted from 1, on which `text` starts."""
    ops: list[Op]
    """All operations in textual order: `ops[i].id == i`."""
    values: list[Value]
    """All values: `values[i].id == i`."""
    blocks: list[Block]
    regions: list[Region]
    top: list[Op]
    """The operations outside every region: usually one `builtin.module`, sometimes several
    operations of a module that is not written out."""
    hidden_symbols: frozenset[str]
    """Symbols named outside operations: in alias definitions and in resource sections."""
    line_starts: list[int] = field(default_factory=list)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1, of an offset into `text`, in the whole file."""
        if not self.line_starts:
            self.line_starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                self.line_starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        line = bisect_right(self.line_starts, offset)
        return self.first_line + line - 1, offset - self.line_starts[line - 1] + 1
