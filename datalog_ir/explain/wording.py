"""Facts in the words of the module: `%4`, an op with its line, a global, an assumption.

What a fact says is taken from the text of its declaration: "Op `o` loads the tracked global `g`." becomes
"util.global.load (line 12) loads the tracked global @g".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from datalog_ir.datalog import Model, Term, Value
from datalog_ir.datalog.syntax import Declaration, quote
from datalog_ir.derive import Derivation
from datalog_ir.explain.explanation import Line
from datalog_ir.explain.kinds import Column, Kind, column_kinds
from datalog_ir.explain.relations import Pattern
from datalog_ir.ir import Block, Module, Op
from datalog_ir.ir import Value as IrValue
from datalog_ir.places import line_of_value
from datalog_ir.syntax.words import spell_symbol

_SHOWN = 100
"""Characters shown of a source line or a text."""

_SENTENCE = re.compile(r"(?<=[.:;])\s+(?=[A-Z(`])|;\s")
_COLUMN = re.compile(
    r"\b(?P<what>[Oo]p|[Vv]alue|[Bb]lock|[Rr]egion|[Ss]ignature|[Ss]ymbol|[Gg]lobal|[Ll]ocation|[Ll]eader"
    r"|[Aa]rgument)(?P<many>s?) `(?P<first>\w+)`(?:,? (?P<and>and|or) `(?P<second>\w+)`)?|`(?P<bare>\w+)`"
)
_KEPT = frozenset({"global", "symbol"})
"""Words that stay in front of what they introduce."""

_NOUNS = frozenset(
    {"terminator", "graph_region", "callable", "call", "initializer", "global", "global_load", "global_store"}
)


class Wording:
    """How one derivation's facts are worded."""

    def __init__(self, derivation: Derivation) -> None:
        self._derivation = derivation
        self._module: Module = derivation.module
        self._model: Model = derivation.model
        self._declarations = derivation.model.program.declarations
        self._kinds: dict[Column, Kind] = column_kinds(derivation.model.program)
        self._lines = self._module.text.split("\n")
        self._signatures: dict[int, Op] = {}
        self._carriers: dict[Value, int] | None = None
        self._ambiguous: set[str] | None = None

    @property
    def ops(self) -> list[Op]:
        """The ops of the module, by number."""
        return self._module.ops

    # ---- Things of the module ----

    def op(self, number: Value) -> str:
        """An op: its name and line."""
        if not isinstance(number, int) or not 0 <= number < len(self._module.ops):
            return "none" if number == -1 else str(number)
        op = self._module.ops[number]
        symbol = f" @{spell_symbol(op.shape.symbols[0][0])}" if op.shape.symbols and not op.results else ""
        return f"{op.name}{symbol} (line {self._module.position(op.start)[0]})"

    def value(self, number: Value) -> str:
        """A value: its name, with its line where several bear the name."""
        if not isinstance(number, int) or not 0 <= number < len(self._derivation.values):
            return str(number)
        value = self._derivation.values[number]
        if self._ambiguous is None:
            seen: set[str] = set()
            self._ambiguous = set()
            for other in self._module.values:
                (self._ambiguous if other.name in seen else seen).add(other.name)
        if value.name in self._ambiguous:
            return f"{value.name} (line {self.line_of_value(value)})"
        return value.name

    def line_of_value(self, value: IrValue) -> int:
        """The line on which a value is defined."""
        return line_of_value(self._module, value)

    def block(self, number: Value) -> str:
        """A block: its label or the op whose region it stands in."""
        if number == -1 or not isinstance(number, int):
            return "the top of the file"
        block: Block = self._module.blocks[number]
        around = self.op(block.region.op.id)
        return f"block {block.label} of {around}" if block.label else f"the block of {around}"

    def region(self, number: Value) -> str:
        """A region."""
        return f"the region of {self.op(self._module.regions[int(number)].op.id)}"  # type: ignore[arg-type]

    def signature(self, number: Value) -> str:
        """A signature: the name of its ops and the text of one of them."""
        if not self._signatures:
            for op in self._module.ops:
                self._signatures.setdefault(op.signature, op)
        found = self._signatures.get(number) if isinstance(number, int) else None
        return f"`{shorten(found.shape.text)}`" if found is not None else str(number)

    def location(self, name: Value) -> str:
        """A global, or the memory behind buffers."""
        return "the memory behind buffers" if name == "*memory*" else f"@{spell_symbol(str(name))}"

    def term(self, term: Value) -> str:
        """A number: by a value that has it, or by how it is built."""
        if not isinstance(term, Term):
            return str(term)
        if self._carriers is None:
            self._carriers = {}
            for value, number in self._model.derivations.get("number", {}):
                first = self._carriers.get(number)
                if isinstance(value, int) and (first is None or value < first):
                    self._carriers[number] = value
        if term in self._carriers:
            return f"⟨{self.value(self._carriers[term])}⟩"
        head = term[0] if term else None
        if head == "after" and len(term) > 1:
            return f"⟨what {self.op(term[1])} left⟩"
        if head == "entry" and len(term) == 3:
            return f"⟨what is found on entry of {self.block(term[1])}⟩"
        if head == "initial":
            return "⟨the initial value⟩"
        return f"⟨{self._model.render(term, 60)}⟩"

    # ---- Facts ----

    def fact(self, predicate: str, row: Pattern) -> str:
        """What a fact, or a pattern of facts, says."""
        declaration = self._declarations[predicate]
        if declaration.arity == 1 and declaration.columns[0].name == "name" and row[0] is not None:
            return describe(predicate, (str(row[0]),))
        sentence = _SENTENCE.split(" ".join(declaration.doc.split()))[0].rstrip(".:; ")
        names = [column.name for column in declaration.columns]
        used: set[str] = set()

        def put(match: re.Match[str]) -> str:
            what = (match["what"] or "").lower()
            columns = [match["bare"]] if match["bare"] else [match["first"], match["second"]]
            columns = [column for column in columns if column]
            if any(column not in names for column in columns):
                return match[0]
            used.update(columns)
            words = [self._column(declaration, names.index(c), row, what) for c in columns]
            kept = f"{match['what']} " if what in _KEPT else ""
            return kept + f" {match['and'] or 'and'} ".join(words)

        text = _COLUMN.sub(put, sentence)
        if not used and names:
            return self.atom_in_words(predicate, row)
        return text[:1].upper() + text[1:] if text[:1].isalpha() and sentence[:2] == text[:2] else text

    def atom_in_words(self, predicate: str, row: Pattern) -> str:
        """`predicate(…)` with the things of the module in place of their numbers."""
        declaration = self._declarations[predicate]
        words = [self._column(declaration, i, row, "") for i in range(len(row))]
        return f"{predicate.replace('_', ' ')}: {', '.join(words)}" if words else predicate.replace("_", " ")

    def atom(self, predicate: str, row: Pattern) -> str:
        """The fact as rule text writes it, terms cut short."""
        shown = ["_" if v is None else self._model.render(v, 60) for v in row]
        return f"{predicate}({', '.join(shown)})"

    def lines(self, predicate: str, row: Pattern) -> tuple[Line, ...]:
        """The source lines of the ops and values that a fact is about."""
        found: dict[int, None] = {}
        for place, value in enumerate(row):
            kind = self._kinds.get((predicate, place))
            if not isinstance(value, int) or value < 0:
                continue
            if kind == "op" and value < len(self._module.ops):
                found[self._module.position(self._module.ops[value].start)[0]] = None
            elif kind == "value" and value < len(self._derivation.values):
                found[self.line_of_value(self._derivation.values[value])] = None
        return tuple([self.source(line) for line in found])

    def value_lines(self, values: Iterable[int]) -> tuple[Line, ...]:
        """The lines on which values are defined."""
        lines = [self.line_of_value(self._derivation.values[value]) for value in values]
        return tuple([self.source(line) for line in dict.fromkeys(lines)])

    def op_lines(self, ops: Iterable[int]) -> tuple[Line, ...]:
        """The lines of ops."""
        lines = [self._module.position(self._module.ops[op].start)[0] for op in ops]
        return tuple([self.source(line) for line in dict.fromkeys(lines)])

    def source(self, line: int) -> Line:
        """A line of the file, by its number."""
        text = self._lines[line - self._module.first_line].strip()
        return Line(line, shorten(text))

    def _column(self, declaration: Declaration, place: int, row: Pattern, what: str) -> str:
        value = row[place]
        if value is None:
            kind = self._kinds.get((declaration.name, place))
            return f"any {kind or what}" if kind or what else "any"
        kind = self._kinds.get((declaration.name, place))
        if kind is not None and isinstance(value, int):
            return str(getattr(self, kind)(value))
        if isinstance(value, Term):
            return self.term(value)
        if isinstance(value, str) and (
            what in ("symbol", "global", "location") or declaration.columns[place].name in ("g", "h", "l")
        ):
            return self.location(value)
        return quote(value) if isinstance(value, str) and not what else str(value)


def describe(predicate: str, values: Sequence[Value]) -> str:
    """An assumption in words: "stream.async.transfer is pure"."""
    words = predicate.replace("_", " ")
    if len(values) != 1:
        return f"{predicate}({', '.join(quote(v) if isinstance(v, str) else str(v) for v in values)})"
    name = values[0]
    if predicate in _NOUNS:
        return f"{name} is {'an' if words[0] in 'aeiou' else 'a'} {words}"
    verb = predicate.split("_")[0]
    if verb == "may" or verb.endswith("s"):
        return f"{name} {words}"
    return f"{name} is {words}"


def shorten(text: str, limit: int = _SHOWN) -> str:
    """The text, cut off where it is too long to be read at a glance."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
