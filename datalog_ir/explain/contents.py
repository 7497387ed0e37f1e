"""Why two reads of globals or of memory are not known to see the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from datalog_ir.datalog import Row, Term
from datalog_ir.derive import as_number
from datalog_ir.explain.explanation import Line, Reason
from datalog_ir.explain.hypothesis import Change, Declare, Quiet
from datalog_ir.explain.proof import Fact, Step
from datalog_ir.explain.search import ProofSearch
from datalog_ir.explain.textdiff import text_difference
from datalog_ir.explain.wording import Wording

Pair: TypeAlias = tuple[int, int]

MEMORY = "*memory*"
_STATES = frozenset({"before", "left_by", "at_entry", "at_exit", "on_entry"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Why two values are not equal."""

    reason: Reason
    changes: tuple[Change, ...]
    """Single changes that may help."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a value is: the contents of a location, read by an op; nothing more is known of it."""

    reader: int
    location: str


class Contents:
    """Compares what is read, in one derivation."""

    def __init__(self, search: ProofSearch, wording: Wording) -> None:
        self._search = search
        self._words = wording
        self._relations = search.relations

    def place(self, trail: Sequence[Fact]) -> Place | None:
        """The place that the number of a trail comes from, if it is that of contents and of no value."""
        tail: list[Fact] = []
        value = trail[0]
        for fact in trail:
            if fact[0] == "number":
                tail, value = [], fact
            else:
                tail.append(fact)
        owner = self._first("result", value[1][0])
        reader = -1 if owner is None else as_number(owner[1])
        for predicate, row in reversed(tail):
            if predicate in _STATES:
                return Place(reader, str(row[1]))
            if predicate == "final_contents":
                return Place(reader, str(row[0]))
        return None

    def compare(
        self, values: Pair, trails: tuple[list[Fact], list[Fact]], places: tuple[Place | None, Place | None]
    ) -> Finding:
        """Why two values differ of which at least one is known as the contents of some place only."""
        a, b = places
        if a is not None and b is not None:
            if a.location == b.location:
                return self._written(values, (trails[0][-1], trails[1][-1]), a.location, (a.reader, b.reader))
            names = (a.location, b.location)
            text = f"{self._words.location(names[0])} and {self._words.location(names[1])} are two globals"
            details = []
            for place, trail in ((a, trails[0]), (b, trails[1])):
                found = self._unknown(trail[-1], place, values)
                if found is not None:
                    details.append(f"{found.reason.id}: {found.reason.message}")
            details += self._declared_differently(*names)
            return Finding(Reason("different-global", text, self._lines(values), tuple(details)), ())
        known, trail = (b, trails[1]) if a is None else (a, trails[0])
        assert known is not None
        found = self._unknown(trail[-1], known, values)
        if found is not None:
            return found
        text = f"all that is known of one of them is that {self._words.location(known.location)} holds it"
        return Finding(Reason("different-global", text, self._lines(values)), ())

    def states(self, values: Pair, readers: Pair) -> Finding | None:
        """Why two equal reads of memory do not see the same."""
        ends = []
        for op in readers:
            row = next(iter(self._relations.lookup("before", (0, 1), (op, MEMORY))), None)
            if row is None:
                return None
            ends.append(self._search.trail(("before", row))[-1])
        return self._written(values, (ends[0], ends[1]), MEMORY, readers)

    def escaping(self, symbol: str) -> Reason:
        """Why not every reference to a symbol is a direct access."""
        words = self._words
        defined = self._first("global_op", symbol)
        if defined is None:
            return Reason("not-a-global", f"@{symbol} is not a global that one op of this module defines")
        others = [
            as_number(o)
            for _, _, o in self._relations.lookup("reference", (0,), symbol)
            if o != defined[1] and not self._relations.holds("access", (o, symbol))
        ]
        if others:
            listed = ", ".join(words.op(o) for o in others[:3])
            text = f"{listed} refers to @{symbol} other than by a load or store of its type"
            return Reason("escapes", text, words.op_lines(others[:3]))
        naming = [as_number(o) for o, _ in self._relations.lookup("mentions", (1,), symbol)]
        text = f"@{symbol} is named inside an attribute, an alias or a resource"
        return Reason("escapes", text, words.op_lines(naming[:3]))

    def why_effect(self, op: int, effect: str) -> str:
        """Why an op may have an effect: followed into its regions and callees, told by the last rule."""
        row: Row = (op, effect)
        while True:
            if not self._relations.holds("effect", row):
                return "what it does is not known"
            step = self._search.justification(("effect", row))
            if not isinstance(step, Step):
                return "it is assumed to"
            premises = self._search.premises(step)
            inner = next((premise for premise in premises if premise[0] == "effect"), None)
            at = as_number(row[0])
            prefix = "" if at == op else f"{self._words.op(at)}: "
            if inner is not None:
                row = inner[1]
                continue
            own = next((premise for premise in premises if premise[0] == "own_effect"), None)
            if own is not None:
                step = self._search.justification(own)
                assert isinstance(step, Step)
            rule = self._search.model.program.rules[step.rule]
            says = " ".join(rule.doc.split()).rstrip(".")
            named = "; ".join(
                self._words.fact(*premise)
                for premise in self._search.premises(step)
                if self._search.model.derivations[premise[0]][premise[1]] < -1
            )
            if own is not None and not self._relations.lookup("declared", (0,), self._words.ops[at].name):
                says = f"{self._words.ops[at].name} is not declared"
            told = (named, says) if own is not None else (says, named)
            return f"{prefix}{told[0] or told[1] or f'it may {effect}'}"

    def _declared_differently(self, g: str, h: str) -> tuple[str, ...]:
        """How the declarations of two globals differ."""
        shapes = []
        for symbol in (g, h):
            defined = self._first("global_op", symbol)
            if defined is None:
                return ()
            text = self._words.ops[as_number(defined[1])].shape.text
            shapes.append(text.replace(f"@{symbol}", "@…", 1))
        return text_difference(shapes[0], shapes[1])

    # ---- What is written ----

    def _written(self, values: Pair, ends: tuple[Fact, Fact], location: str, readers: Pair) -> Finding:
        """Two reads of one location that see different contents."""
        writers = [
            as_number(term[1])
            for end in ends
            for term in [end[1][-1]]
            if isinstance(term, Term) and len(term) > 1 and term[0] == "after"
        ]
        if writers:
            return self._blame(max(writers), location, values)
        found = self._writers(location, readers)
        if found:
            return self._blame(found[0], location, values)
        for end, reader in zip(ends, readers, strict=True):
            unknown = self._unknown(end, Place(reader, location), values)
            if unknown is not None:
                return unknown
        text = f"{self._words.location(location)} may have other contents there"
        return Finding(Reason("paths-differ", text, self._lines(values)), ())

    def _unknown(self, end: Fact, place: Place, values: Pair) -> Finding | None:
        """Why nothing more is known of contents."""
        term = end[1][-1]
        head = term[0] if isinstance(term, Term) and len(term) else None
        if isinstance(term, Term) and head == "after":
            return self._blame(as_number(term[1]), place.location, values)
        if head == "initial":
            return None
        words, lines = self._words, self._lines(values)
        what = words.location(place.location)
        if head != "entry":
            writers = self._writers(place.location, (place.reader, place.reader))
            text = f"what {what} holds there depends on the way that control takes"
            lines = (*lines, *words.op_lines(writers[:3]))
            return Finding(Reason("paths-differ", text, lines), ())
        if place.location == MEMORY:
            text = f"{what} may have been changed before the function was entered"
            return Finding(Reason("entered", text, lines), ())
        definition = self._first("global_op", place.location)
        if definition is not None and not self._relations.holds("private", (definition[1],)):
            text = f"{what} is not private: it may have been changed from outside"
            return Finding(Reason("not-private", text, lines), ())
        if self._relations.holds("keeps_contents", (place.location,)):
            text = f"the load of {what} may run before {what} has the contents that it keeps"
            return Finding(Reason("looked-at", text, lines), ())
        stores = [as_number(o) for o, _, _ in self._relations.lookup("store", (1,), place.location)]
        text = f"{what} changes: it is stored at {len(stores)} place{'s' if len(stores) != 1 else ''}"
        if not stores:
            text = f"{what} refers to something that may be written in place"
        return Finding(Reason("mutable", text, (*lines, *words.op_lines(stores[:3]))), ())

    def _blame(self, op: int, location: str, values: Pair) -> Finding:
        """An op that may write what is read."""
        words, what = self._words, self._words.location(location)
        name = words.ops[op].name
        declared = bool(self._relations.lookup("declared", (0,), name))
        if self._relations.holds("holds_store", (op, location)):
            why = f"a store to {what} stands in it"
        elif any(row[1] == location for row in self._relations.lookup("store", (0,), op)):
            why = "a store to it"
        else:
            effects = [str(e) for _, e in self._relations.lookup("effect", (0,), op)]
            writing = next((e for e in _WRITING if e in effects), "anything")
            why = self.why_effect(op, writing)
        text = f"{words.op(op)} may write {what} ({why})"
        changes: tuple[Change, ...] = () if declared else (Declare("pure", name),)
        if not words.ops[op].regions:
            changes = (*changes, Quiet(op))
        lines = (*self._lines(values), *words.op_lines([op]))
        return Finding(Reason("write-between", text, tuple(dict.fromkeys(lines))), changes)

    def _writers(self, location: str, readers: Pair) -> list[int]:
        """Ops that may write a location, those between the readers first; not those that hold a reader."""
        kind = "memory" if location == MEMORY else "global"
        found = {as_number(o) for o, _ in self._relations.lookup("clobbers", (1,), kind)}
        found.update(as_number(o) for o, _, _ in self._relations.lookup("store", (1,), location))
        ops = self._words.ops
        known = [reader for reader in readers if reader >= 0]
        roots = {self._root(reader) for reader in known}
        low, high = min(known, default=0), max(known, default=0)
        near = [
            op
            for op in found
            if self._root(op) in roots
            and not any(ops[op].start <= ops[reader].start < ops[op].end for reader in known)
        ]
        return sorted(near, key=lambda op: (not low < op < high, op))

    def _root(self, op: int) -> int:
        """The outermost op around an op below the module's own."""
        ops = self._words.ops
        at = ops[op]
        while at.block is not None and at.block.region.op.block is not None:
            around = at.block.region.op
            if self._relations.holds("root", (at.id,)):
                break
            at = around
        return at.id

    def _first(self, predicate: str, key: object) -> Row | None:
        return next(iter(self._relations.lookup(predicate, (0,), key)), None)

    def _lines(self, values: Pair) -> tuple[Line, ...]:
        return self._words.value_lines(values)


_WRITING = ("anything", "write", "free", "remote store", "store")
"""Effects that change memory or globals, the least known first."""
