"""Interning: every distinct form is parsed once, every distinct shape exists once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from datalog_ir.ir import Shape
from datalog_ir.syntax.form import Form, fill, parse_form
from datalog_ir.syntax.normal import Word
from datalog_ir.syntax.words import spell_symbol, symbol_name


class LineKind(Enum):
    """What a source line is, read at a place where an operation may start."""

    BLANK = auto()
    OPERATION = auto()
    """One whole operation without regions; its key may be several lines."""
    SEVERAL = auto()
    """The first of several lines that are one operation."""
    OPEN = auto()
    """The head of an operation up to the `{` of its first region."""
    CLOSE = auto()
    """A lone `}`."""
    LABEL = auto()
    """`^bb(%a: t):`"""
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """What was found out about a line, for all lines that differ from it in names only."""

    kind: LineKind
    starts: bool
    """It ends the operation before it (blank lines leave that open)."""
    values: int
    """How many value names the line has, ..."""
    symbols: int
    """... and symbol names."""
    column: int = 0
    """Where the operation starts."""
    tail: int = 0
    """How many characters follow it on the line."""
    results: int = 0
    """How many of the values name results, ..."""
    counts: tuple[int, ...] | None = None
    """... how many each stands for, `None` if one each, ..."""
    used: int = 0
    """... and how many belong to the operation at all (the rest is in a comment)."""
    form: Form | None = None
    shape: Shape | None = None
    """The shape, if the form has no symbols."""
    labels: tuple[str, ...] = ()
    types: tuple[str | None, ...] = ()
    """Types of a label's arguments."""
    height: int = 1
    """How many lines the operation takes."""


class ShapeTable:
    """What one reader knows of forms, shapes and signatures; kept, it makes reading similar modules fast."""

    __slots__ = ("_forms", "_lines", "_numbers", "_shapes", "unread")

    def __init__(self) -> None:
        self._forms: dict[str, Form] = {}
        self._shapes: dict[str, Shape] = {}
        self._numbers: dict[object, int] = {}
        self._lines: dict[object, dict[str, Line]] = {}
        self.unread = Shape(-1, "", "", (), (), (), None, None, None, frozenset(), False)
        """Stands in for the shape of an operation whose end has not been read yet."""

    def __len__(self) -> int:
        """The number of distinct shapes met so far."""
        return len(self._shapes)

    def lines(self, context: object) -> dict[str, Line]:
        """The lines met in a context: what names, short names and aliases mean is part of it."""
        return self._lines.setdefault(context, {})

    def number(self, key: object) -> int:
        """A dense number that stands for `key`."""
        return self._numbers.setdefault(key, len(self._numbers))

    def form(self, words: Sequence[Word], name: str, generic: bool) -> Form:
        """The form with these words, parsed if it is new.  Raises `BadForm`."""
        # The kinds count: a string and a word never look alike, but `fixed` and `symbol` may.
        key = " ".join([text for _, text in words])
        form = self._forms.get(key)
        if form is None or form.words != tuple(words) or form.generic != generic:
            form = parse_form(words, name, generic)
            self._forms[key] = form
        return form

    def shape(self, form: Form, symbols: tuple[str, ...]) -> Shape:
        """The shape of a form with symbols, as spelled behind their `@`."""
        shape = form.shapes.get(symbols)
        if shape is None:
            names = [symbol_name(symbol) for symbol in symbols]
            spelled = [spell_symbol(name) for name in names]
            holes = iter(spelled)
            text = " ".join(["@" + next(holes) if kind == "symbol" else word for kind, word in form.words])
            key = '"' + text if form.generic else text
            shape = self._shapes.get(key)
            if shape is None:
                shape = self._make(form, names, spelled, text)
                self._shapes[key] = shape
            form.shapes[symbols] = shape
        return shape

    def _make(self, form: Form, names: list[str], spelled: list[str], text: str) -> Shape:
        paths: list[tuple[str, ...]] = []
        at = 0
        for size in form.paths:
            paths.append(tuple(names[at : at + size]))
            at += size
        if form.declared is not None:
            paths.insert(0, (form.declared,))
        return Shape(
            id=len(self._shapes),
            name=form.name,
            text=text,
            symbols=tuple(paths),
            attributes=tuple((key, fill(value, spelled)) for key, value in form.attributes),
            keywords=form.keywords,
            literal=None if form.literal is None else fill(form.literal, spelled),
            result_types=None
            if form.result_types is None
            else tuple(fill(each, spelled) for each in form.result_types),
            trailing_type=None if form.trailing_type is None else fill(form.trailing_type, spelled),
            type_heads=form.type_heads,
            generic=form.generic,
        )
