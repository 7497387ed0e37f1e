"""From a proof in Datalog to one that an engineer reads: A and B are the same operation on equal operands.

Two values with one number have two derivations of it, which are alike as long as the values are different
and become one where they meet.  Walking down both at once gives a proof by congruence: an equality rests
on equalities of operands, and on side conditions of either side.  A derivation that hands a number on (a
load, an identity, a block argument) is followed to the value that the number comes from.

Negated premises get reasons of their own: each rule that could have derived the fact, and the premise on
which it fails, down to assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from datalog_ir.collector import collector_paused
from datalog_ir.datalog import Term, Value
from datalog_ir.datalog.syntax import Aggregate, Atom, Comparison, Negation
from datalog_ir.derive import as_number
from datalog_ir.explain.explanation import Line, Node, NodeKind
from datalog_ir.explain.proof import Assumed, Fact, Given, Step
from datalog_ir.explain.relations import Pattern
from datalog_ir.explain.search import ProofSearch
from datalog_ir.explain.wording import Wording, describe

Key: TypeAlias = tuple[object, ...]

_NUMBER = "number"

_ORDER: dict[NodeKind, int] = {
    "equal": 0,
    "same": 0,
    "fact": 1,
    "given": 1,
    "holds": 1,
    "absent": 2,
    "assumption": 3,
}
"""What a statement rests on, equalities first."""


@dataclass(slots=True)
class _Draft:
    """A node whose children are still keys."""

    kind: NodeKind
    claim: str
    atom: str = ""
    rule: str = ""
    doc: str = ""
    lines: tuple[Line, ...] = ()
    children: list[Key] = field(default_factory=list)


class View:
    """Builds the nodes of one explanation."""

    def __init__(self, search: ProofSearch, wording: Wording) -> None:
        self._search = search
        self._wording = wording
        self._program = search.model.program
        self._drafts: dict[Key, _Draft] = {}
        self._todo: list[Key] = []
        self._root: Key = ("root",)

    def root(self, *keys: Key) -> None:
        """Says what is to be shown: one statement, or several that are told one after the other."""
        if len(keys) == 1:
            self._root = keys[0]
        else:
            self._drafts[self._root] = _Draft("holds", "both hold:", children=list(keys))

    def equal(self, left: Fact, right: Fact) -> Key:
        """The statement that two values with one number are equal."""
        if left[1][0] != right[1][0] and self._later(left, right):
            left, right = right, left
        return self._want(("equal", left, right))

    def fact(self, fact: Fact) -> Key:
        """The statement of a fact of the model."""
        return self._want(("fact", fact))

    def absent(self, predicate: str, pattern: Pattern) -> Key:
        """The statement that no row agrees with a pattern."""
        return self._want(("absent", predicate, pattern))

    def nodes(self) -> tuple[tuple[Node, ...], int, tuple[int, ...]]:
        """All nodes below the root, the root's number, and the assumptions among them (`Program.facts`)."""
        root = self._root
        with collector_paused():
            while self._todo:
                key = self._todo.pop()
                if key not in self._drafts:
                    self._drafts[key] = self._draft(key)
        telling = self._telling()
        order: dict[Key, int] = {}
        stack = [root]
        while stack:
            key = stack.pop()
            if key in order:
                continue
            order[key] = len(order)
            stack.extend(reversed(self._kept(key, telling)))
        nodes = []
        assumptions: list[int] = []
        for key in order:
            draft = self._drafts[key]
            children = tuple([order[child] for child in self._kept(key, telling)])
            nodes.append(
                Node(draft.kind, draft.claim, draft.atom, draft.rule, draft.doc, draft.lines, children)
            )
            if draft.kind == "assumption" and isinstance(key[1], tuple):
                justification = self._search.justification(key[1])
                if isinstance(justification, Assumed):
                    assumptions.append(justification.number)
        return tuple(nodes), 0, tuple(dict.fromkeys(assumptions))

    def _later(self, left: Fact, right: Fact) -> bool:
        """Is the left value the later one?  Statements are told of the earlier one first, whoever asks."""
        return as_number(left[1][0]) > as_number(right[1][0])

    # ---- What is shown ----

    def _telling(self) -> set[Key]:
        """Nodes worth showing below a negation: those that lead to a derived fact or an assumption."""
        users: dict[Key, list[Key]] = {}
        telling: set[Key] = set()
        for key, draft in self._drafts.items():
            for child in draft.children:
                users.setdefault(child, []).append(key)
            if draft.kind != "absent":
                telling.add(key)
        todo = list(telling)
        while todo:
            for user in users.get(todo.pop(), ()):
                if user not in telling:
                    telling.add(user)
                    todo.append(user)
        return telling

    def _kept(self, key: Key, telling: set[Key]) -> list[Key]:
        """The children of a node that are shown; negations that only pass on what another says are not."""
        draft = self._drafts[key]
        if draft.kind != "absent":
            children = dict.fromkeys(draft.children)
            return sorted(children, key=lambda child: _ORDER[self._drafts[child].kind])
        kept: dict[Key, None] = {}
        seen = {key}
        stack = list(reversed(draft.children))
        while stack:
            child = stack.pop()
            if child in seen or child not in telling:
                continue
            seen.add(child)
            if self._drafts[child].kind == "absent":
                stack.extend(reversed(self._drafts[child].children))
            else:
                kept[child] = None
        return list(kept)

    # ---- One statement ----

    def _want(self, key: Key) -> Key:
        if key not in self._drafts:
            self._todo.append(key)
        return key

    def _draft(self, key: Key) -> _Draft:
        if key[0] == "equal":
            return self._equality(key[1], key[2])  # type: ignore[arg-type]
        if key[0] == "fact":
            return self._derived(key[1])  # type: ignore[arg-type]
        if key[0] == "absent":
            return self._negation(str(key[1]), key[2])  # type: ignore[arg-type]
        return _Draft("holds", str(key[1]))

    def _derived(self, fact: Fact) -> _Draft:
        words, (predicate, row) = self._wording, fact
        justification = self._search.justification(fact)
        claim, atom = words.fact(predicate, row), words.atom(predicate, row)
        if isinstance(justification, Given):
            return _Draft("given", claim, atom, lines=self._lines([fact]))
        if isinstance(justification, Assumed):
            text = self._program.facts[justification.number]
            place = f"{text.span.file}:{text.span.line}"
            return _Draft("assumption", describe(predicate, row), atom, place)
        rule = self._program.rules[justification.rule]
        draft = _Draft("fact", claim, atom, rule.id, _one_line(rule.doc), self._lines([fact]))
        if predicate == _NUMBER:
            # What a value is made of matters where it is compared with another one, not by itself.
            return draft
        chain = self._chain(fact, justification)
        if len(chain) > 2:
            draft.claim = f"{claim} (in {len(chain)} steps of one kind)"
        self._conditions(draft, [step for _, step in chain], {premise for premise, _ in chain[1:]})
        return draft

    def _chain(self, fact: Fact, step: Step) -> list[tuple[Fact, Step]]:
        """A fact, its one premise of the same predicate, that one's, and so on: told as one statement."""
        chain = [(fact, step)]
        while True:
            same = [premise for premise in self._search.premises(step) if premise[0] == fact[0]]
            if len(same) != 1:
                return chain
            below = self._search.justification(same[0])
            if not isinstance(below, Step):
                return chain
            step = below
            chain.append((same[0], step))

    def _conditions(self, draft: _Draft, steps: Iterable[Step], without: set[Fact]) -> None:
        """Adds the premises of steps; those of one kind that share a number are told as one equality."""
        for step in steps:
            body = self._program.rules[step.rule].body
            carriers: dict[tuple[str, Value], Fact] = {}
            sources: dict[Term, Fact] = {}
            for literal, row in zip(body, step.rows, strict=True):
                if not isinstance(literal, Atom):
                    self._condition(draft, literal, step)
                    continue
                assert row is not None
                fact = (literal.predicate, row)
                if fact in without or self._search.model.derivations[fact[0]][row] == -1:
                    continue
                term = next((value for value in row if isinstance(value, Term)), None)
                other = fact if term is None else carriers.setdefault((literal.predicate, term), fact)
                source = None if term is None else self._source(fact, term)
                if term is not None and source is not None:
                    first = sources.setdefault(term, source)
                    if first != source:
                        draft.children.append(self.equal(first, source))
                    if literal.predicate != _NUMBER:
                        draft.children.append(self.fact(fact))
                elif other != fact:
                    key = self.fact(other)
                    if key in draft.children:
                        draft.children.remove(key)
                    self._pair(draft, other, fact)
                else:
                    draft.children.append(self.fact(fact))

    def _source(self, fact: Fact, number: Term) -> Fact | None:
        """The value whose number a fact speaks of: found below it, by way of facts that speak of it, too."""
        stack, seen = [fact], {fact}
        while stack:
            at = stack.pop()
            if at[0] == _NUMBER:
                return at
            step = self._search.justification(at)
            if isinstance(step, Step):
                below = [premise for premise in self._search.premises(step) if number in premise[1]]
                stack.extend(premise for premise in reversed(below) if premise not in seen)
                seen.update(below)
        return None

    def _condition(self, draft: _Draft, literal: Negation | Comparison | Aggregate, step: Step) -> None:
        matcher, binding = self._search.matcher, dict(step.binding)
        if isinstance(literal, Negation):
            pattern = matcher.pattern(literal.atom, binding)
            draft.children.append(self.absent(literal.atom.predicate, pattern))

    # ---- Equalities ----

    def _equality(self, left: Fact, right: Fact) -> _Draft:
        words = self._wording
        if left == right:
            claim = f"{words.value(left[1][0])} is one and the same value"
            return _Draft("same", claim, words.atom(*left), lines=self._lines([left]))
        claim = f"{words.value(left[1][0])} = {words.value(right[1][0])}"
        draft = _Draft("equal", claim, f"{words.atom(*left)}, {words.atom(*right)}")
        draft.lines = self._lines([left, right])
        a, b = self._search.trail(left), self._search.trail(right)
        met = next((fact for fact in a if fact in set(b)), None)
        if met is None and (len(a) > 1 or len(b) > 1):
            ends = [next(f for f in reversed(trail) if f[0] == _NUMBER) for trail in (a, b)]
            if ends != [left, right]:
                draft.children.append(self.equal(ends[0], ends[1]))
                self._handed_on(draft, a[: a.index(ends[0])], a)
                self._handed_on(draft, b[: b.index(ends[1])], b)
                return self._by_rule(draft, left)
        if met is not None:
            self._handed_on(draft, a[: a.index(met)], a)
            self._handed_on(draft, b[: b.index(met)], b)
            if met[0] != _NUMBER:
                draft.children.append(self.fact(met))
            elif met not in (left, right):
                draft.children.append(self.equal(met, met))
            return self._by_rule(draft, right if met == left else left)
        self._by_rule(draft, left)
        self._pair(draft, left, right, inside=True)
        return draft

    def _by_rule(self, draft: _Draft, fact: Fact) -> _Draft:
        step = self._search.justification(fact)
        if isinstance(step, Step):
            rule = self._program.rules[step.rule]
            draft.rule, draft.doc = rule.id, _one_line(rule.doc)
        return draft

    def _handed_on(self, draft: _Draft, facts: list[Fact], trail: list[Fact]) -> None:
        """The conditions under which the facts hand their number on."""
        for fact in facts:
            step = self._search.justification(fact)
            if isinstance(step, Step):
                self._conditions(draft, [step], set(trail))

    def _pair(self, draft: _Draft, left: Fact, right: Fact, inside: bool = False) -> None:
        """Walks down two derivations at once, as long as they share a number and are of one kind."""
        todo = [(left, right, inside)]
        met: set[tuple[Fact, Fact]] = set()
        while todo:
            a, b, opened = todo.pop()
            if (a, b) in met:
                continue
            met.add((a, b))
            if a[0] == _NUMBER and not opened:
                draft.children.append(self.equal(a, b))
                continue
            if a == b:
                if self._search.model.derivations[a[0]][a[1]] != -1:
                    draft.children.append(self.fact(a))
                continue
            steps = self._search.justification(a), self._search.justification(b)
            if not isinstance(steps[0], Step) or not isinstance(steps[1], Step):
                continue
            pairs = self._aligned(steps[0], steps[1])
            self._conditions(draft, [steps[0], steps[1]], {fact for pair in pairs for fact in pair})
            todo.extend((p, q, False) for p, q in reversed(pairs))

    def _aligned(self, a: Step, b: Step) -> list[tuple[Fact, Fact]]:
        """Premises of two steps that are of one predicate and share a number."""
        pairs: list[tuple[Fact, Fact]] = []
        left, right = self._search.premises(a), self._search.premises(b)
        for premise in left:
            terms = {value for value in premise[1] if isinstance(value, Term)}
            for other in right:
                if other[0] == premise[0] and any(isinstance(v, Term) and v in terms for v in other[1]):
                    pairs.append((premise, other))
                    right.remove(other)
                    break
        return pairs

    # ---- Negations ----

    def _negation(self, predicate: str, pattern: Pattern) -> _Draft:
        words, matcher = self._wording, self._search.matcher
        claim = f"not so: {words.fact(predicate, pattern)}"
        draft = _Draft("absent", claim, f"!{words.atom(predicate, pattern)}")
        draft.lines = words.lines(predicate, pattern)
        for number in matcher.rules_for(predicate):
            body = self._program.rules[number].body
            for end in matcher.blocked(number, pattern):
                literal = body[end.literal]
                if isinstance(literal, Atom):
                    part = matcher.pattern(literal, end.binding)
                    if matcher.rules_for(literal.predicate):
                        draft.children.append(self.absent(literal.predicate, part))
                elif isinstance(literal, Negation):
                    row = matcher.row_for(literal.atom, end.binding)
                    if row is not None:
                        draft.children.append(self.fact((literal.atom.predicate, row)))
        draft.children = list(dict.fromkeys(draft.children))
        return draft

    def _lines(self, facts: Iterable[Fact]) -> tuple[Line, ...]:
        found: dict[int, Line] = {}
        for predicate, row in facts:
            for source in self._wording.lines(predicate, row):
                found.setdefault(source.line, source)
        return tuple(found.values())


def _one_line(text: str) -> str:
    return " ".join(text.split())
