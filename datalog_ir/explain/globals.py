"""Why two globals are not known to hold the same: in the order in which the rules ask (`globals.dl`)."""

from __future__ import annotations

from datalog_ir.datalog import Row
from datalog_ir.derive import as_number
from datalog_ir.explain.contents import Contents, Finding
from datalog_ir.explain.divergence import Parting
from datalog_ir.explain.explanation import Reason
from datalog_ir.explain.hypothesis import Quiet
from datalog_ir.explain.search import ProofSearch
from datalog_ir.explain.textdiff import text_difference
from datalog_ir.explain.wording import Wording


class GlobalParting:
    """Compares the globals of one derivation."""

    def __init__(self, search: ProofSearch, wording: Wording) -> None:
        self._relations = search.relations
        self._words = wording
        self._values = Parting(search, wording)
        self._contents_of = Contents(search, wording)

    def find(self, g: str, h: str) -> Finding:
        """The first reason why neither global is known to stand for the other."""
        words = self._words
        for symbol in (g, h):
            row = self._row("global_op", symbol)
            if row is None:
                text = f"@{symbol} is not a global that one op of this module defines"
                return Finding(Reason("not-a-global", text), ())
            if not self._relations.holds("private", (row[1],)):
                text = f"@{symbol} is not private: other modules may read and write it"
                return Finding(Reason("not-private", text, words.op_lines([as_number(row[1])])), ())
            if self._relations.holds("escapes", (symbol,)):
                return Finding(self._contents_of.escaping(symbol), ())
        texts = self._texts(g, h)
        if texts is not None:
            return texts
        stores = [self._stores(symbol) for symbol in (g, h)]
        keeping = [self._keeps(symbol) for symbol in (g, h)]
        if all(keeping):
            return self._contents(g, h, stores)
        if not any(keeping):
            return self._in_step(g, h, stores)
        changing = (g, h)[keeping.index(False)]
        lines = [op for op, _ in stores[keeping.index(False)]]
        text = (
            f"@{changing} changes: it is stored {len(lines)} times"
            if len(lines) > 1
            else f"@{changing} may change: it is not just set once, at the start of an initializer"
        )
        return Finding(Reason("mutable", text, words.op_lines(lines[:4])), ())

    def _texts(self, g: str, h: str) -> Finding | None:
        ops = [as_number(self._first("global_op", symbol)[1]) for symbol in (g, h)]
        forms = [self._row("anonymous", op) for op in ops]
        if forms[0] is not None and forms[1] is not None and forms[0][1] == forms[1][1]:
            return None
        shapes = [self._words.ops[op].shape.text for op in ops]
        details = text_difference(shapes[0].replace(f"@{g}", "@…"), shapes[1].replace(f"@{h}", "@…"))
        text = f"@{g} and @{h} are declared differently"
        return Finding(Reason("text-differs", text, self._words.op_lines(ops), details), ())

    def _contents(self, g: str, h: str, stores: list[list[tuple[int, int]]]) -> Finding:
        """Both keep what they are first given."""
        words = self._words
        if stores[0] and stores[1]:
            (p, v), (q, w) = stores[0][0], stores[1][0]
            if not self._values.equal(v, w):
                return self._of_values(g, h, v, w)
            lines = words.op_lines([p, q])
        else:
            lines = words.op_lines([op for each in stores for op, _ in each])
            if stores[0] or stores[1]:
                stored = g if stores[0] else h
                text = f"@{stored} is given a value by a store, the other one keeps its initial value"
                return Finding(Reason("contents-differ", text, lines), ())
        for symbol in (g, h):
            early = [
                as_number(o)
                for o, _ in self._relations.lookup("load", (1,), symbol)
                if not self._relations.holds("settled_load", (o, symbol))
            ]
            if early:
                text = f"{words.op(early[0])} may look at @{symbol} before it has what it keeps"
                return Finding(Reason("looked-at", text, (*lines, *words.op_lines(early[:3]))), ())
        text = f"@{g} and @{h} hold the same in the end, but not at every point where one is looked at"
        return Finding(Reason("looked-at", text, lines), ())

    def _of_values(self, g: str, h: str, v: int, w: int) -> Finding:
        """The values stored to the two differ: that is the reason, or why it is."""
        words, found = self._words, self._values.find(v, w)
        stored = f"@{g} is given {words.value(v)}, @{h} is given {words.value(w)}"
        reason = found.reason
        if reason.id in ("operands-differ", "text-differs", "different-op", "argument", "different-result"):
            details = (f"{reason.id}: {reason.message}", *reason.details)
            return Finding(Reason("contents-differ", stored, reason.lines, details), found.changes)
        return Finding(
            Reason(reason.id, reason.message, reason.lines, (stored, *reason.details)), found.changes
        )

    def _in_step(self, g: str, h: str, stores: list[list[tuple[int, int]]]) -> Finding:
        """Both change: somewhere they are not given equal values before something looks."""
        words = self._words
        for symbol in (g, h):
            if self._relations.holds("mixed", (symbol,)):
                loads = [as_number(o) for o, _ in self._relations.lookup("load", (1,), symbol)]
                text = f"@{symbol} is loaded between stores: the other one may not be in step there"
                return Finding(Reason("looked-at", text, words.op_lines(loads[:3])), ())
            definition = self._first("global_op", symbol)[1]
            if self._relations.holds("refers_to_memory", (definition,)):
                text = f"@{symbol} refers to something that may be written in place"
                return Finding(Reason("mutable", text, words.op_lines([as_number(definition)])), ())
            if self._relations.holds("obscure", (symbol,)):
                lines = words.op_lines([op for op, _ in self._stores(symbol)][:3])
                return Finding(
                    Reason("mutable", f"@{symbol} is stored where what follows is not known", lines), ()
                )
        for (p, v), (q, w) in zip(*stores, strict=False):
            seen = [self._row("observed_at", op) for op in (p, q)]
            if seen[0] is not None and seen[1] is not None and seen[0][1] != seen[1][1]:
                looking = as_number(min(seen[0][1], seen[1][1]))
                text = f"{words.op(looking)} may look at the globals when only one of the two is stored"
                changes = () if words.ops[looking].regions else (Quiet(looking),)
                return Finding(Reason("looked-at", text, words.op_lines([p, q, looking])), changes)
            if not self._values.equal(v, w):
                return self._of_values(g, h, v, w)
        counts = [len(each) for each in stores]
        if counts[0] != counts[1]:
            text = f"@{g} is stored {counts[0]} times, @{h} {counts[1]} times"
        else:
            text = f"@{g} and @{h} are not given equal values at the same points"
        lines = words.op_lines([op for each in stores for op, _ in each][:6])
        return Finding(Reason("mutable", text, lines), ())

    def _keeps(self, symbol: str) -> bool:
        return self._relations.holds("keeps_contents", (symbol,))

    def _stores(self, symbol: str) -> list[tuple[int, int]]:
        rows = self._relations.lookup("store", (1,), symbol)
        return sorted((as_number(o), as_number(v)) for o, _, v in rows)

    def _row(self, predicate: str, key: object) -> Row | None:
        return next(iter(self._relations.lookup(predicate, (0,), key)), None)

    def _first(self, predicate: str, key: object) -> Row:
        return self._relations.lookup(predicate, (0,), key)[0]
