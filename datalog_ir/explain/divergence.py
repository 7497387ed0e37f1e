"""Where two values part: down their operands to the first place at which they differ, and why they do there.

A number says how a value comes about (`numbering.dl`), so two different numbers are compared from the top
down.  What only hands a number on (loads, identities) is followed to where the number is from.
"""

from __future__ import annotations

from dataclasses import dataclass

from datalog_ir.datalog import Row, Value
from datalog_ir.derive import as_number
from datalog_ir.explain.contents import Contents, Finding
from datalog_ir.explain.explanation import Line, Reason
from datalog_ir.explain.hypothesis import Change, Declare, Operand, SameText
from datalog_ir.explain.proof import Fact
from datalog_ir.explain.search import ProofSearch
from datalog_ir.explain.textdiff import text_difference
from datalog_ir.explain.wording import Wording

_NUMBER = "number"
_OWN_REASONS = frozenset({"different-op", "text-differs", "different-result", "argument"})
"""Reasons that are told as `operands-differ` where they are found further down."""

_EFFECTS = frozenset({"not-pure", "fresh", "has-effect", "operand-order"})
"""Reasons that lie in the op itself: its operands may differ as well."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A pair of values, and the op that uses both at one place, if the pair is not the question itself."""

    left: int
    right: int
    users: tuple[int, int, int] | None = None
    """The two ops, and the number of the input."""


class Parting:
    """Compares values of one derivation."""

    def __init__(self, search: ProofSearch, wording: Wording) -> None:
        self._search = search
        self._words = wording
        self._relations = search.relations
        self._contents = Contents(search, wording)
        self._numbers: dict[Value, Value] = {row[0]: row[1] for row in self._relations.rows(_NUMBER)}

    def equal(self, a: int, b: int) -> bool:
        """Have the two values one number?"""
        return a == b or (a in self._numbers and self._numbers[a] is self._numbers.get(b))

    def find(self, a: int, b: int) -> Finding:
        """The first divergence of two values that are not equal."""
        path: list[_Part] = []
        passed: list[Finding] = []
        seen: set[tuple[int, int]] = set()
        at = _Part(a, b)
        while True:
            path.append(at)
            seen.add((at.left, at.right))
            outcome = self._compare(at)
            if isinstance(outcome, Finding):
                below = self._below(at, outcome.reason.id) if outcome.reason.id in _EFFECTS else None
                if below is None or (below.left, below.right) in seen:
                    return self._told(path, outcome, passed)
                passed.append(outcome)
                at = below
                continue
            following = next((part for part in outcome if (part.left, part.right) not in seen), None)
            if following is None:
                reason = self._reason("paths-differ", "the two go round a loop in different ways", at)
                return self._told(path, Finding(reason, ()), passed)
            at = following

    def _below(self, part: _Part, reason: str) -> _Part | None:
        """Operands that differ, of two ops that would not be equal anyway."""
        ends = self._end(part.left), self._end(part.right)
        if ends[0] is None or ends[1] is None:
            return None
        values = self._last_value(part.left, ends[0]), self._last_value(part.right, ends[1])
        left, right = self._owner(values[0]), self._owner(values[1])
        if left is None or right is None or self._signature(left) != self._signature(right):
            return None
        a, b = self._input_values(left), self._input_values(right)
        if reason == "operand-order":
            a = a[::-1]
        inputs = enumerate(zip(a, b, strict=True))
        return next((_Part(v, w, (left, right, i)) for i, (v, w) in inputs if not self.equal(v, w)), None)

    # ---- One pair ----

    def _compare(self, part: _Part) -> Finding | list[_Part]:
        a, b = self._end(part.left), self._end(part.right)
        if a is None or b is None:
            missing = part.left if a is None else part.right
            text = f"{self._words.value(missing)} rests on itself, or on what never runs"
            return Finding(self._reason("circular", text, part), ())
        part = _Part(self._last_value(part.left, a), self._last_value(part.right, b), part.users)
        places = [self._contents.place(trail) for trail in (a, b)]
        if places[0] is not None or places[1] is not None:
            found = self._contents.compare((part.left, part.right), (a, b), (places[0], places[1]))
            other = part.left if places[0] is None else part.right
            owner = self._owner(other)
            if None in places and found.reason.id == "different-global" and owner is not None:
                return self._own(owner, part) or found
            return found
        left, right = self._owner(part.left), self._owner(part.right)
        for op in (left, right):
            own = None if op is None else self._own(op, part)
            # Beside an argument it does not matter what is not known of an op.
            if own is not None and (None not in (left, right) or own.reason.id in ("escapes", "has-effect")):
                return own
        if left is None or right is None:
            return self._arguments(part, left, right)
        if left != right and self._name(left) != self._name(right):
            text = f"{self._words.op(left)} and {self._words.op(right)} are different operations"
            return Finding(self._reason("different-op", text, part), ())
        if self._signature(left) != self._signature(right):
            return self._text(part, left, right)
        if self._result_index(part.left) != self._result_index(part.right):
            text = f"{self._words.value(part.left)} and {self._words.value(part.right)} are different results"
            return Finding(self._reason("different-result", text, part), ())
        return self._inputs(part, left, right)

    def _own(self, op: int, part: _Part) -> Finding | None:
        """Why the result of an op is like no other, if it is."""
        effects = sorted(str(e) for _, e in self._relations.lookup("effect", (0,), op))
        harmless = {e for (e,) in self._relations.rows("ends_or_not")}
        effects = [effect for effect in effects if effect not in harmless]
        if not effects or effects == ["read"]:
            return None
        name, what = self._name(op), self._words.op(op)
        if self._relations.matching("passes_on", (part.left,)) and self._relations.matching(
            "passes_on", (part.right,)
        ):
            return None
        if "load" in effects and self._relations.lookup("direct_load", (0,), op):
            return self._untracked(op, part)
        declare: tuple[Change, ...] = (Declare("pure", name),)
        if "anything" in effects:
            if self._relations.lookup("declared", (0,), name):
                text = f"{what} may do anything: {self._contents.why_effect(op, 'anything')}"
                return Finding(self._reason("has-effect", text, part), ())
            text = f"{name} is not declared pure, so {what} may do anything"
            return Finding(self._reason("not-pure", text, part), declare)
        if effects == ["allocate"]:
            return Finding(
                self._reason("fresh", f"{name} gives something new each time it runs", part), declare
            )
        text = f"{what} may have an effect ({', '.join(effects)}): it does not only compute its result"
        return Finding(self._reason("has-effect", text, part), declare)

    def _untracked(self, op: int, part: _Part) -> Finding:
        symbol = next((str(g) for _, g in self._relations.lookup("symbol", (0,), op)), "?")
        reason = self._contents.escaping(symbol)
        lines = reason.lines or self._lines(part)
        return Finding(Reason(reason.id, reason.message, lines, reason.details), ())

    def _arguments(self, part: _Part, left: int | None, right: int | None) -> Finding | list[_Part]:
        pairs = self._by_ways(part)
        if pairs is not None:
            return pairs
        words = self._words
        for value, owner in ((part.left, left), (part.right, right)):
            if owner is not None:
                continue
            if self._relations.lookup("junction", (0,), value):
                text = f"{words.value(value)} is what control flow passes there: not the same on every way"
                return Finding(self._reason("paths-differ", text, part), ())
            if left is None and right is None:
                text = f"{words.value(part.left)} and {words.value(part.right)} are two arguments"
            else:
                text = f"{words.value(value)} is an argument: it may be anything"
            return Finding(self._reason("argument", text, part), ())
        raise AssertionError("one of them is an argument")

    def _by_ways(self, part: _Part) -> list[_Part] | None:
        """The pairs of what control flow passes to two arguments of one block, as far as they differ."""
        rows = [self._row("argument", value) for value in (part.left, part.right)]
        if rows[0] is None or rows[1] is None or rows[0][1] != rows[1][1]:
            return None
        sides = [
            {k: as_number(v) for _, k, _, v in self._relations.lookup("passes", (0, 2), (row[1], row[2]))}
            for row in rows
            if row is not None
        ]
        sides = (
            sides
            if all(sides)
            else [
                {0: as_number(w), 1: as_number(x)}
                for v in (part.left, part.right)
                for _, w, x in self._relations.lookup("carried", (0,), v)
            ]
        )
        if len(sides) != 2:
            return None
        return [
            _Part(v, sides[1][k])
            for k, v in sides[0].items()
            if k in sides[1] and not self.equal(v, sides[1][k])
        ] or None

    def _text(self, part: _Part, left: int, right: int) -> Finding:
        ops = self._words.ops
        texts = ops[left].shape.text, ops[right].shape.text
        if texts[0] == texts[1]:
            text = f"the regions of {self._words.op(left)} and {self._words.op(right)} differ"
            return Finding(self._reason("text-differs", text, part), ())
        reason = self._reason("text-differs", f"the texts of the two {self._name(left)} differ", part)
        details = text_difference(*texts)
        change = (SameText(right, left),)
        return Finding(Reason(reason.id, reason.message, reason.lines, details), change)

    def _inputs(self, part: _Part, left: int, right: int) -> Finding | list[_Part]:
        a, b = self._input_values(left), self._input_values(right)
        differing = [i for i, (v, w) in enumerate(zip(a, b, strict=True)) if not self.equal(v, w)]
        if not differing:
            return self._state_or_ways(part, left, right)
        swapped = [self.equal(a[0], b[1]), self.equal(a[1], b[0])] if len(a) == 2 else []
        swaps = bool(self._relations.lookup("swaps", (0,), left))
        if not swaps and any(swapped) and (all(swapped) or len(differing) == 2):
            text = f"the operands of {self._words.op(right)} are those of {self._words.op(left)} swapped"
            change = (Declare("commutative", self._name(left)),)
            return Finding(self._reason("operand-order", text, part), change)
        if swaps:
            for crossed in ((0, 1), (1, 0)):
                if self.equal(a[crossed[0]], b[crossed[1]]):
                    mine, other = 1 - crossed[0], 1 - crossed[1]
                    return [_Part(a[mine], b[other], (left, right, other))]
        return [_Part(a[i], b[i], (left, right, i)) for i in differing]

    def _state_or_ways(self, part: _Part, left: int, right: int) -> Finding | list[_Part]:
        """Equal operations on equal inputs: the memory they read differs, or what their regions give."""
        if self._relations.lookup("only_reads", (0,), left):
            found = self._contents.states((part.left, part.right), (left, right))
            if found is not None:
                return found
        index = self._result_index(part.left)
        ways = [
            {k: as_number(w) for _, k, _, w in self._relations.lookup("way", (0, 2), (op, index))}
            for op in (left, right)
        ]
        pairs = [
            _Part(w, ways[1][k]) for k, w in ways[0].items() if k in ways[1] and not self.equal(w, ways[1][k])
        ]
        if pairs:
            return pairs
        text = f"what {self._words.op(left)} and {self._words.op(right)} give depends on the way taken"
        return Finding(self._reason("paths-differ", text, part), ())

    # ---- Small questions ----

    def _end(self, value: int) -> list[Fact] | None:
        number = self._numbers.get(value)
        return None if number is None else self._search.trail((_NUMBER, (value, number)))

    def _last_value(self, value: int, trail: list[Fact]) -> int:
        last = next(fact for fact in reversed(trail) if fact[0] == _NUMBER)
        return as_number(last[1][0])

    def _owner(self, value: int) -> int | None:
        row = self._row("result", value)
        return None if row is None else as_number(row[1])

    def _result_index(self, value: int) -> Value:
        row = self._row("result", value)
        return -1 if row is None else row[2]

    def _row(self, predicate: str, first: int) -> Row | None:
        return next(iter(self._relations.lookup(predicate, (0,), first)), None)

    def _signature(self, op: int) -> Value:
        row = self._row("op", op)
        return -1 if row is None else row[1]

    def _name(self, op: int) -> str:
        return self._words.ops[op].name

    def _input_values(self, op: int) -> list[int]:
        rows = sorted((as_number(i), as_number(v)) for _, i, v in self._relations.lookup("input", (0,), op))
        return [v for _, v in rows]

    def _lines(self, part: _Part) -> tuple[Line, ...]:
        return self._words.value_lines((part.left, part.right))

    def _reason(self, name: str, message: str, part: _Part) -> Reason:
        return Reason(name, message, self._lines(part))

    # ---- The way down ----

    def _told(self, path: list[_Part], found: Finding, passed: list[Finding]) -> Finding:
        """The finding with the way that leads to it, told as a difference of operands where it is no more."""
        reason = found.reason
        steps = [part for part in path if part.users is not None]
        if not steps:
            return found
        above = tuple([f"and above it, {p.reason.id}: {p.reason.message}" for p in reversed(passed)])
        words = self._words
        way = tuple(
            [
                f"input {part.users[2]} of {words.op(part.users[0])} and {words.op(part.users[1])}: "
                f"{words.value(part.left)} and {words.value(part.right)}"
                for part in steps
                if part.users is not None
            ]
        )
        changes = (*found.changes, *[change for each in passed for change in each.changes])
        last = steps[-1]
        if last.users is not None:
            changes = (*changes, Operand(last.users[1], last.users[2], last.left))
        if reason.id in _OWN_REASONS:
            first = words.op(last.users[1]) if last.users is not None else ""
            text = f"{first} has other operands: {words.value(last.left)} is not {words.value(last.right)}"
            details = (*way, reason.message, *reason.details, *above)
            return Finding(Reason("operands-differ", text, reason.lines, details), changes)
        told = Reason(reason.id, reason.message, reason.lines, (*way, *reason.details, *above))
        return Finding(told, changes)
