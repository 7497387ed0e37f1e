"""Proofs are of minimal height, and as deep as they have to be."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from datalog_ir.datalog import Model, Row, evaluate, load_program
from datalog_ir.datalog.syntax import Atom
from datalog_ir.explain.checker import check_proof
from datalog_ir.explain.matching import Matcher
from datalog_ir.explain.proof import Fact
from datalog_ir.explain.relations import Relations
from datalog_ir.explain.search import ProofSearch

PATHS = """
.decl edge(a: number, b: number)
.decl blocked(a: number)
.decl path(a: number, b: number)
.decl even(a: number)
.decl odd(a: number)
.decl both(a: number)
path(A, B) :- path(A, C), path(C, B).
path(A, B) :- edge(A, B), !blocked(A).
even(A) :- odd(B), path(B, A).
odd(A) :- even(B), edge(B, A).
even(A) :- blocked(A).
both(A) :- odd(A), even(A).
both(A) :- both(B), edge(A, B).
"""


def stages(model: Model) -> dict[Fact, int]:
    """The height of every fact: the number of the round in which it is first derived from those before."""
    matcher = Matcher(Relations(model))
    heights = {
        (predicate, row): 0
        for predicate, rows in model.derivations.items()
        for row, number in rows.items()
        if number < 0
    }
    facts = [(p, row) for p, rows in model.derivations.items() for row in rows]
    stage = 0
    while len(heights) < len(facts):
        stage += 1
        new = [fact for fact in facts if fact not in heights and _derivable(fact, heights, matcher)]
        heights.update(dict.fromkeys(new, stage))
    return heights


def _derivable(fact: Fact, known: dict[Fact, int], matcher: Matcher) -> bool:
    return any(
        all(
            (literal.predicate, row) in known
            for literal, row in zip(matcher.program.rules[rule].body, step.rows, strict=True)
            if isinstance(literal, Atom) and row is not None
        )
        for rule in matcher.rules_for(fact[0])
        for step in matcher.instances(rule, fact[1])
    )


small = st.integers(0, 6)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(small, small), max_size=14), st.sets(st.tuples(small), max_size=3))
def test_law_height_is_the_first_round_of_derivation(
    edges: set[tuple[int, int]], blocked: set[tuple[int]]
) -> None:
    facts: dict[str, list[Row]] = {"edge": [*sorted(edges)], "blocked": [*sorted(blocked)]}
    model = evaluate(load_program([("paths.dl", PATHS)]), facts)
    search = ProofSearch(model)
    for fact, height in stages(model).items():
        proof = search.prove([fact])
        assert proof.height == height
        check_proof(proof, model, facts)


def test_a_deep_chain_is_no_recursion() -> None:
    rules = load_program(
        [
            (
                "chain.dl",
                ".decl next(a: number, b: number)\n.decl reached(a: number, t: term)\n"
                "reached(0, []) :- next(0, _).\nreached(B, [A, T]) :- reached(A, T), next(A, B).\n",
            )
        ]
    )
    facts = {"next": [(n, n + 1) for n in range(100_000)]}
    model = evaluate(rules, facts)
    last = next(row for row in model.rows("reached") if row[0] == 100_000)
    proof = ProofSearch(model).prove([("reached", last)])
    assert proof.height == 100_001
    check_proof(proof, model, facts)


def test_a_later_shorter_way_is_found() -> None:
    """The engine's first derivation need not be the lowest one."""
    rules = load_program([("paths.dl", PATHS)])
    facts = {"edge": [(n, n + 1) for n in range(16)]}
    model = evaluate(rules, facts)
    assert ProofSearch(model).height(("path", (0, 16))) == 5
