"""Why two values or two globals are, or are not, the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from datalog_ir.derive import Derivation
from datalog_ir.explain.contents import Finding
from datalog_ir.explain.divergence import Parting
from datalog_ir.explain.explanation import Assumption, Explanation, Reason
from datalog_ir.explain.globals import GlobalParting
from datalog_ir.explain.hypothesis import Change
from datalog_ir.explain.later import Later, followed
from datalog_ir.explain.names import NameProblem, Names, names_of
from datalog_ir.explain.proof import Fact, Proof
from datalog_ir.explain.repairs import Search, as_repair, find_repairs
from datalog_ir.explain.rounds import find
from datalog_ir.explain.search import ProofSearch
from datalog_ir.explain.view import View
from datalog_ir.explain.wording import Wording, describe
from datalog_ir.ir import Value
from datalog_ir.syntax import ShapeTable

Sources = Mapping[str, Sequence[str]]
"""The lines of rule files, by the names that places use."""

REASON_RELATIONS = ("number", "keeps_contents", "effect", "private", "escapes", "clobbers")
"""The derived relations that `first_reason` reads."""


class Explainer:
    """Answers questions about one derivation; what it finds for one is kept for the next.

    The derivation has to hold all relations (`derive` without `wanted`) and to come from the semi-naive
    engine.
    """

    def __init__(self, derivation: Derivation, sources: Sources | None = None) -> None:
        self.derivation = derivation
        self.names: Names = names_of(derivation)
        self._sources = sources or {}
        self._search = ProofSearch(derivation.model)
        self._words = Wording(derivation)
        self._values = Parting(self._search, self._words)
        self._globals = GlobalParting(self._search, self._words)
        self._classes: list[int] | None = None
        """By `Value.id`, which values are equal when the rewrite ends."""
        self._numbers = {value.id: number for number, value in enumerate(derivation.values)}

    def explain(self, a: str, b: str, search: Search | None = None) -> Explanation:
        """The answer to `why a b`: two values, or two globals (`@a`).

        With `search` repairs are looked for.  Raises `NameProblem`.
        """
        found = self.find(a, b)
        if isinstance(found[0], str) and isinstance(found[1], str):
            return self.globals(found[0], found[1], search)
        assert isinstance(found[0], Value) and isinstance(found[1], Value)
        return self.values(found[0], found[1], search)

    def find(self, a: str, b: str) -> tuple[str, str] | tuple[Value, Value]:
        """The two symbols or values that are asked for.  Raises `NameProblem`."""
        symbols = [name.startswith("@") and "%" not in name for name in (a, b)]
        if all(symbols):
            return self.names.symbol(a), self.names.symbol(b)
        if any(symbols):
            raise NameProblem(f"`{a}` and `{b}` are not of one kind; name two values or two globals")
        return self.names.value(a), self.names.value(b)

    def values(self, a: Value, b: Value, search: Search | None = None) -> Explanation:
        """Why two values are or are not equal."""
        v, w = self._numbers[a.id], self._numbers[b.id]
        question = (self.names.qualified(a), self.names.qualified(b))
        if self._values.equal(v, w):
            facts = self.equality(a, b)
            reasons = self._obstacles(v, w)
            headline = f"{question[0]} and {question[1]} are equal."
            if reasons:
                headline = f"{headline[:-1]}, but neither is put for the other."
            return self._proved(question, headline, self._equality_root(facts), reasons)
        finding = self._values.find(v, w)
        later = self.later(a, b)
        if later is not None:
            found = Explainer(later.derivation, self._sources).values(later.left, later.right)
            headline = (
                f"{question[0]} and {question[1]} are equal in round {later.round} of the rewrite; "
                "names and lines are those of the module in that round."
            )
            return replace(found, question=question, headline=headline, reasons=())
        headline = f"{question[0]} and {question[1]} are not known to be equal."
        return self._missed(question, "distinct", headline, finding, (v, w), search)

    def globals(self, g: str, h: str, search: Search | None = None) -> Explanation:
        """Why one of two globals does or does not stand for the other."""
        if g == h:
            raise NameProblem(f"both names mean @{g}; ask about two globals")
        question = (f"@{g}", f"@{h}")
        facts = self.sameness(g, h)
        if facts:
            stays = str(facts[-1][1][1])
            headline = f"@{g} and @{h} always hold the same where somebody looks; @{stays} stays."
            return self._proved(question, headline, self._sameness_root(facts), (), verdict="redundant")
        unused = [s for s in (g, h) if self._search.relations.holds("never_loaded", (s,))]
        finding = self._globals.find(g, h)
        headline = f"@{g} and @{h} are not known to hold the same."
        if unused:
            headline += f"  (Nothing loads {' and '.join(f'@{s}' for s in unused)}: not needed at all.)"
        return self._missed(question, "kept", headline, finding, (g, h), search)

    def equal(self, a: Value, b: Value) -> bool:
        """Are two values equal in the module as it is, before any rewrite?"""
        return self._values.equal(self._numbers[a.id], self._numbers[b.id])

    def equality(self, a: Value, b: Value) -> tuple[Fact, Fact]:
        """The two facts that give two equal values one number.  Raises `KeyError` if they have none."""
        found = []
        for value in (a, b):
            number = self._numbers[value.id]
            found.append(("number", self._search.relations.lookup("number", (0,), number)[0]))
        return found[0], found[1]

    def sameness(self, g: str, h: str) -> tuple[Fact, ...]:
        """The facts that make two globals one: `g` to `h`, `h` to `g`, or both to a third; none if not so."""
        to = {
            s: {str(r[1]): ("same_global", r) for r in self._search.relations.lookup("same_global", (0,), s)}
            for s in (g, h)
        }
        if h in to[g]:
            return (to[g][h],)
        if g in to[h]:
            return (to[h][g],)
        common = [third for third in to[g] if third in to[h]]
        return (to[g][common[0]], to[h][common[0]]) if common else ()

    def prove(self, facts: Sequence[Fact]) -> Proof:
        """A proof of minimal height of these facts."""
        return self._search.prove(facts)

    # ---- Answers ----

    def _equality_root(self, facts: tuple[Fact, Fact]) -> View:
        view = View(self._search, self._words)
        view.root(view.equal(*facts))
        return view

    def _sameness_root(self, facts: tuple[Fact, ...]) -> View:
        view = View(self._search, self._words)
        view.root(*[view.fact(fact) for fact in facts])
        return view

    def _proved(
        self,
        question: tuple[str, str],
        headline: str,
        view: View,
        reasons: tuple[Reason, ...],
        verdict: str = "equal",
    ) -> Explanation:
        nodes, root, assumed = view.nodes()
        return Explanation(
            self.derivation.module.file,
            question,
            "redundant" if verdict == "redundant" else "equal",
            headline,
            root,
            nodes,
            tuple([self._assumption(number) for number in assumed]),
            reasons,
            (),
        )

    def _missed(
        self,
        question: tuple[str, str],
        verdict: str,
        headline: str,
        finding: Finding,
        pair: tuple[int, int] | tuple[str, str],
        search: Search | None,
    ) -> Explanation:
        repairs = []
        if search is not None:
            found = find_repairs(
                self.derivation, finding.changes, lambda changed: suggestions(changed, pair), search
            )
            repairs = [as_repair(changes, self.derivation, self._words) for changes in found]
        return Explanation(
            self.derivation.module.file,
            question,
            "kept" if verdict == "kept" else "distinct",
            headline,
            None,
            (),
            (),
            (finding.reason,),
            tuple(repairs),
        )

    def later(self, a: Value, b: Value) -> Later | None:
        """The first later round of the rewrite in which two values are equal."""
        if self._classes is None:
            module, program = self.derivation.module, self.derivation.model.program
            found = find(module, program, engine="seminaive", shapes=ShapeTable(), wanted=())
            self._classes = found.classes
        if self._classes[a.id] != self._classes[b.id]:
            return None
        for later in followed(self.derivation, a, b):
            numbers = {row[0]: row[1] for row in later.derivation.model.rows("number")}
            places = {value.id: number for number, value in enumerate(later.derivation.values)}
            v, w = places[later.left.id], places[later.right.id]
            if v == w or (v in numbers and numbers[v] is numbers.get(w)):
                return later
        return None

    def _obstacles(self, v: int, w: int) -> tuple[Reason, ...]:
        """Why two equal values do not stand for one another."""
        relations, words = self._search.relations, self._words
        for a, b in ((v, w), (w, v)):
            stands = {r for _, r in relations.lookup("replaceable", (0,), a)}
            if a == b or b in stands or stands & {r for _, r in relations.lookup("replaceable", (0,), b)}:
                return ()
        lines = words.value_lines((v, w))
        for a in (v, w):
            if relations.holds("tied", (a,)):
                text = f"an op would name {words.value(a)} and its equal twice, which may mean something else"
                return (Reason("tied", text, lines),)
        text = f"neither of {words.value(v)} and {words.value(w)} is there wherever the other one is used"
        return (Reason("no-dominance", text, lines),)

    def _assumption(self, number: int) -> Assumption:
        fact = self.derivation.model.program.facts[number]
        span = fact.span
        lines = self._sources.get(span.file, ())
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        note = line.rpartition("//")[2].strip() if "//" in line else ""
        place = f"{span.file}:{span.line}" if span.file != "<assumption>" else "--assume"
        return Assumption(str(fact), describe(fact.predicate, fact.values), place, note)  # type: ignore[arg-type]


def suggestions(derivation: Derivation, pair: tuple[int, int] | tuple[str, str]) -> Sequence[Change] | None:
    """Changes that may make two values (numbers) or globals one; `None` if they are."""
    search = ProofSearch(derivation.model)
    words = Wording(derivation)
    a, b = pair
    if isinstance(a, int) and isinstance(b, int):
        values = Parting(search, words)
        return None if values.equal(a, b) else values.find(a, b).changes
    same = search.relations
    targets = [{as_text for _, as_text in same.lookup("same_global", (0,), s)} for s in (a, b)]
    if b in targets[0] or a in targets[1] or targets[0] & targets[1]:
        return None
    return GlobalParting(search, words).find(str(a), str(b)).changes


def first_reason(derivation: Derivation, a: Value, b: Value) -> Reason | None:
    """Why two values are not known to be equal, for `because`; `None` if they are equal.

    The derivation needs the relations of `REASON_RELATIONS` and what they rest on (`derive` with `wanted`).
    For several questions about one module make an `Explainer`, or keep a `Parting`.
    """
    numbers = {value.id: number for number, value in enumerate(derivation.values)}
    values = Parting(ProofSearch(derivation.model), Wording(derivation))
    v, w = numbers[a.id], numbers[b.id]
    return None if values.equal(v, w) else values.find(v, w).reason
