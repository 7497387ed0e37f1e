"""What the first pass makes: operations whose operands and successors are still names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from datalog_ir.ir import Block, Op, Region, Value
from datalog_ir.syntax.form import Form
from datalog_ir.syntax.names import Scope
from datalog_ir.syntax.normal import Normal
from datalog_ir.syntax.shapes import Line
from datalog_ir.syntax.tokens import Token


@dataclass(slots=True)
class Draft:
    """A tree of operations whose operands and successors are still names."""

    ops: list[Op] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    top: list[Op] = field(default_factory=list)
    uses: list[Sequence[str]] = field(default_factory=list)
    """By operation: the names in its own text, results left out, without sigil."""
    forms: list[Form | None] = field(default_factory=list)
    """By operation."""
    labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By operation: the labels of its successors."""
    bound: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By operation: which of its own text's names, by number, are arguments of its regions."""
    defined: list[dict[str, Value]] = field(default_factory=list)
    """By region: results of its operations and arguments of its labelled blocks."""
    top_defined: dict[str, Value] = field(default_factory=dict)
    labelled: list[dict[str, Block]] = field(default_factory=list)
    """By region: its labelled blocks."""


@dataclass(slots=True)
class Open:
    """An operation being read, and the region of it that is open."""

    op: Op
    generic: bool
    name: str
    tokens: list[Token] | None
    """Own tokens so far, results left out; `None` if the head was taken over from a similar line."""
    brackets: list[Token] = field(default_factory=list)
    names: list[tuple[Token, int]] = field(default_factory=list)
    """The names of its results, and how many each stands for."""
    line: Line | None = None
    """The head, if it was a known line."""
    key: str | None = None
    """The head's line without names, if it is worth remembering; with it, ..."""
    column: int = 0
    tail: int = 0
    same: Callable[[list[int], list[int]], bool] | None = None
    """... a check that the names taken out of the line are just these values and symbols, by offset."""
    region: Region | None = None
    block: Block | None = None
    defined: dict[str, Value] = field(default_factory=dict)
    outside: tuple[Scope, dict[str, Line]] | None = None
    """What short names and lines mean around the operation."""
    symbols: tuple[str, ...] = ()
    uses: Sequence[str] = ()
    after_region: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """An operation just read by scanning its tokens."""

    op: Op
    names: Sequence[tuple[Token, int]]
    normal: Normal
    form: Form
