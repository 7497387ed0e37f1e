"""Proofs of minimal height, found by searching the model backwards from the conclusion.

The height of a given fact is 0, that of a derived one is one more than its highest premise.  Facts form a
hypergraph, an instance of a rule being an edge from its premises to its head.  It is explored lazily,
depth first; where facts depend on one another in a circle, that circle (a strongly connected component,
Tarjan 1972) is solved as a whole by Knuth's generalisation of Dijkstra's algorithm (1977).  Instances that
can't be better than one already found are not followed: no row of a predicate is lower than the least
height that its rules allow.  Everything is iterative: a chain of 100,000 ops is as deep as its proof.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from datalog_ir.collector import collector_paused
from datalog_ir.datalog import Model, Term
from datalog_ir.datalog.syntax import Atom
from datalog_ir.explain.matching import Matcher
from datalog_ir.explain.proof import Assumed, Fact, Given, Justification, Proof, Step
from datalog_ir.explain.relations import Relations

_NEVER = 1 << 60


class NotDerived(KeyError):
    """A proof is asked for of something that is not in the model."""


class ProofSearch:
    """Finds proofs in one model; what was found for one conclusion is kept for the next."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.relations = Relations(model)
        self.matcher = Matcher(self.relations)
        self._heights: dict[Fact, int] = {}
        self._steps: dict[Fact, Step] = {}
        self._least = _least_heights(model, self.matcher)
        rules = model.program.rules
        self._atoms = [
            [(i, a.predicate) for i, a in enumerate(rule.body) if isinstance(a, Atom)] for rule in rules
        ]
        """For each rule its positive atoms, by their place."""
        self._by_height = {
            predicate: sorted(self.matcher.rules_for(predicate), key=self._rule_height)
            for predicate in model.program.declarations
        }

    def prove(self, conclusions: Iterable[Fact]) -> Proof:
        """A proof of minimal height of each of the conclusions, sub-proofs shared.

        Raises `NotDerived` for one that is not in the model.
        """
        wanted = tuple(conclusions)
        for fact in wanted:
            self.height(fact)
        order: dict[Fact, Justification] = {}
        with collector_paused():
            self._order(wanted, order)
        return Proof(wanted, order, max((self.height(fact) for fact in wanted), default=0))

    def _order(self, wanted: tuple[Fact, ...], order: dict[Fact, Justification]) -> None:
        """Writes down what facts rest on, premises first."""
        stack: list[tuple[Fact, bool]] = [(fact, False) for fact in reversed(wanted)]
        while stack:
            fact, done = stack.pop()
            if fact in order:
                continue
            justification = self.justification(fact)
            if done or not isinstance(justification, Step):
                order[fact] = justification
                continue
            stack.append((fact, True))
            stack.extend((premise, False) for premise in reversed(self.premises(justification)))

    def height(self, fact: Fact) -> int:
        """The least height of a proof.  Raises `NotDerived` for what is not in the model."""
        predicate, row = fact
        if not self.relations.holds(predicate, row):
            raise NotDerived(fact)
        if self._given(fact):
            return 0
        if fact not in self._heights:
            with collector_paused():
                _Exploration(self, fact).run()
        return self._heights[fact]

    def justification(self, fact: Fact) -> Justification:
        """How the proof of a fact of the model ends."""
        number = self.model.derivations[fact[0]][fact[1]]
        if number == -1:
            return Given()
        if number < -1:
            return Assumed(-2 - number)
        self.height(fact)
        return self._steps[fact]

    def premises(self, step: Step) -> list[Fact]:
        """The facts that an instance of a rule rests on, in the order of the rule's text."""
        rows = step.rows
        return [(name, row) for i, name in self._atoms[step.rule] for row in [rows[i]] if row is not None]

    def trail(self, fact: Fact) -> list[Fact]:
        """From a fact to the one that its last column, a term, comes from, as long as it is handed on.

        It is handed on where exactly one premise ends with the same term.
        """
        trail = [fact]
        number = fact[1][-1]
        while isinstance(number, Term):
            step = self.justification(trail[-1])
            if not isinstance(step, Step):
                break
            carriers = [p for p in self.premises(step) if p[1] and p[1][-1] is number]
            if len(carriers) != 1:
                break
            trail.append(carriers[0])
        return trail

    def _given(self, fact: Fact) -> bool:
        return self.model.derivations[fact[0]][fact[1]] < 0

    def _known(self, fact: Fact) -> int | None:
        """The height of a fact, if it is known."""
        return 0 if self._given(fact) else self._heights.get(fact)

    def _settle(self, fact: Fact, height: int, step: Step) -> None:
        self._heights[fact] = height
        self._steps[fact] = step

    def _least_of(self, fact: Fact) -> int:
        return self._least.get(fact[0], 0)

    def _instances(self, fact: Fact) -> Iterator[Step]:
        """Instances that derive the fact, those of rules that may be low first."""
        predicate, row = fact
        for rule in self._by_height[predicate]:
            yield from self.matcher.instances(rule, row)

    def _rule_height(self, rule: int) -> int:
        return max((self._least.get(name, 0) for _, name in self._atoms[rule]), default=0)


class _Frame:
    """A fact whose instances are being looked at."""

    __slots__ = ("best", "best_step", "fact", "index", "instances", "low", "opened", "premises", "step")

    def __init__(self, fact: Fact, index: int, instances: Iterator[Step]) -> None:
        self.fact = fact
        self.index = index
        self.low = index
        self.instances = instances
        self.best = _NEVER
        self.best_step: Step | None = None
        self.opened: list[tuple[Step, list[Fact]]] = []
        """Instances with premises in the same circle, perhaps."""
        self.step: Step | None = None
        self.premises: list[Fact] = []


class _Exploration:
    """One depth-first walk."""

    def __init__(self, search: ProofSearch, fact: Fact) -> None:
        self._search = search
        self._count = 0
        self._open: dict[Fact, _Frame] = {}
        """Facts met and not settled, in the order of meeting (Tarjan's stack)."""
        self._stack = [self._enter(fact)]

    def _enter(self, fact: Fact) -> _Frame:
        frame = _Frame(fact, self._count, self._search._instances(fact))
        self._count += 1
        self._open[fact] = frame
        return frame

    def run(self) -> None:
        search = self._search
        while self._stack:
            frame = self._stack[-1]
            if frame.step is None and not self._next(frame):
                self._stack.pop()
                self._leave(frame)
                continue
            assert frame.step is not None
            for premise in frame.premises:
                if search._known(premise) is None and premise not in self._open:
                    self._stack.append(self._enter(premise))
                    break
            else:
                self._weigh(frame, frame.step)
                frame.step = None

    def _next(self, frame: _Frame) -> bool:
        """Takes up the next instance that may be better than the best one."""
        search = self._search
        least = search._least_of(frame.fact)
        if frame.best <= least:
            return False
        for step in frame.instances:
            premises = search.premises(step)
            if self._bound(premises) < frame.best:
                frame.step, frame.premises = step, premises
                return True
        return False

    def _bound(self, premises: list[Fact]) -> int:
        height = 0
        for premise in premises:
            known = self._search._known(premise)
            height = max(height, self._search._least_of(premise) if known is None else known)
        return height + 1

    def _weigh(self, frame: _Frame, step: Step) -> None:
        height, closed = 0, True
        for premise in frame.premises:
            known = self._search._known(premise)
            if known is not None:
                height = max(height, known)
            else:
                closed = False
                other = self._open[premise]
                frame.low = min(frame.low, other.low)
        if not closed:
            frame.opened.append((step, frame.premises))
        elif height + 1 < frame.best:
            frame.best, frame.best_step = height + 1, step

    def _leave(self, frame: _Frame) -> None:
        search = self._search
        if frame.best <= search._least_of(frame.fact) and frame.best_step is not None:
            search._settle(frame.fact, frame.best, frame.best_step)
        if frame.low < frame.index:
            if self._stack:
                self._stack[-1].low = min(self._stack[-1].low, frame.low)
            return
        circle: list[_Frame] = []
        while True:
            fact, other = self._open.popitem()
            circle.append(other)
            if fact == frame.fact:
                break
        if len(circle) == 1 and not frame.opened:
            if frame.best_step is not None:
                search._settle(frame.fact, frame.best, frame.best_step)
            return
        self._solve(circle)

    def _solve(self, circle: list[_Frame]) -> None:
        """Knuth's algorithm: facts of a circle, the lowest first."""
        search = self._search
        heap: list[tuple[int, int, Fact, Step]] = []
        for frame in circle:
            known = search._known(frame.fact)
            if known is None and frame.best_step is not None:
                heap.append((frame.best, len(heap), frame.fact, frame.best_step))
        count = len(heap)
        edges: list[tuple[Fact, Step, list[Fact]]] = [
            (frame.fact, step, premises)
            for frame in circle
            if search._known(frame.fact) is None
            for step, premises in frame.opened
        ]
        missing: list[int] = []
        users: dict[Fact, list[int]] = {}
        for number, (fact, step, premises) in enumerate(edges):
            unknown = {premise for premise in premises if search._known(premise) is None}
            missing.append(len(unknown))
            for premise in unknown:
                users.setdefault(premise, []).append(number)
            if not unknown:
                heap.append((self._bound(premises), count, fact, step))
                count += 1
        heapq.heapify(heap)
        while heap:
            height, _, fact, step = heapq.heappop(heap)
            if search._known(fact) is not None:
                continue
            search._settle(fact, height, step)
            for number in users.get(fact, ()):
                missing[number] -= 1
                if missing[number] == 0:
                    head, other, premises = edges[number]
                    if search._known(head) is None:
                        heapq.heappush(heap, (self._bound(premises), count, head, other))
                        count += 1


def _least_heights(model: Model, matcher: Matcher) -> dict[str, int]:
    """For each predicate a height below which no row of it can be."""
    program = model.program
    in_text = {fact.predicate for fact in program.facts}
    least: dict[str, int] = {}
    for predicate in program.declarations:
        rows = model.derivations.get(predicate, {})
        outside = not matcher.rules_for(predicate) or (
            predicate in in_text or (bool(rows) and min(rows.values()) < 0)
        )
        least[predicate] = 0 if outside else _NEVER
    changed = True
    while changed:
        changed = False
        for rule in program.rules:
            atoms = [literal.predicate for literal in rule.body if isinstance(literal, Atom)]
            height = 1 + max((least[predicate] for predicate in atoms), default=0)
            if height < least[rule.head.predicate]:
                least[rule.head.predicate] = height
                changed = True
    return least
