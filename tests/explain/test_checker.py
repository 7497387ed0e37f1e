"""The checker accepts what the search finds and rejects what has been tampered with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings

from datalog_ir.datalog import Model, Program, evaluate, load_program
from datalog_ir.explain.checker import Checker, ProofError, check_proof
from datalog_ir.explain.proof import Assumed, Fact, Given, Justification, Proof, Step
from datalog_ir.explain.search import NotDerived, ProofSearch

from ..datalog.random_programs import Case, cases

RULES = """
.decl edge(a: number, b: number)
.decl closed(a: number)
.decl path(a: number, b: number)
.decl length(a: number, n: number)
.decl last(a: number)
.decl pair(t: term)
closed(9).
path(A, B) :- edge(A, B), !closed(B).
path(A, C) :- path(A, B), edge(B, C), !closed(C), A != C.
length(A, N) :- edge(A, _), N = count : { edge(A, B) }, N > 0.
last(A) :- path(1, _), A = max B : { path(1, B) }.
pair([A, [B, "x"]]) :- path(A, B), closed(9).
"""
EDGES = [(1, 2), (2, 3), (3, 4), (4, 1), (1, 4), (4, 9), (3, 5)]


@cache
def program() -> Program:
    return load_program([("paths.dl", RULES)])


@cache
def model() -> Model:
    return evaluate(program(), {"edge": EDGES})


def proof_of(predicate: str, *row: int) -> Proof:
    return ProofSearch(model()).prove([(predicate, row)])


def check(proof: Proof) -> None:
    check_proof(proof, model(), {"edge": EDGES})


def test_every_fact_has_a_proof_that_checks() -> None:
    search = ProofSearch(model())
    for predicate, rows in model().derivations.items():
        for row in rows:
            check(search.prove([(predicate, row)]))


def test_what_is_not_derived_has_no_proof() -> None:
    with pytest.raises(NotDerived):
        proof_of("path", 1, 9)


def with_steps(proof: Proof, change: Callable[[Fact, Step], Justification]) -> Proof:
    changed = {
        fact: change(fact, found) if isinstance(found, Step) else found
        for fact, found in proof.justifications.items()
    }
    return replace(proof, justifications=changed)


def without(proof: Proof, predicate: str) -> Proof:
    kept = {fact: found for fact, found in proof.justifications.items() if fact[0] != predicate}
    return replace(proof, justifications=kept)


def swapped(fact: Fact, step: Step) -> Step:
    return replace(step, binding={name: 5 if name == "B" else v for name, v in step.binding.items()})


TAMPERED: dict[str, Callable[[], Proof]] = {
    "premise missing": lambda: without(proof_of("path", 1, 3), "edge"),
    "conclusion missing": lambda: replace(proof_of("path", 1, 3), conclusions=(("path", (3, 1)),)),
    "another binding": lambda: with_steps(proof_of("path", 1, 3), swapped),
    "another rule": lambda: with_steps(proof_of("path", 1, 3), lambda _, step: replace(step, rule=2)),
    "no such rule": lambda: with_steps(proof_of("path", 1, 3), lambda _, step: replace(step, rule=99)),
    "premises cut off": lambda: with_steps(
        proof_of("path", 1, 3), lambda _, step: replace(step, rows=step.rows[:1])
    ),
    "derived fact called given": lambda: with_steps(proof_of("path", 1, 3), lambda _, step: Given()),
    "derived fact called assumed": lambda: with_steps(proof_of("path", 1, 3), lambda _, step: Assumed(0)),
    "wrong count": lambda: _forged("length", (1, 3), 2, {"A": 1, "N": 3}, ((1, 2), None, None)),
    "wrong maximum": lambda: _forged("last", (4,), 3, {"A": 4}, ((1, 2), None)),
    "negated premise holds": lambda: _forged("path", (4, 9), 0, {"A": 4, "B": 9}, ((4, 9), None)),
    "comparison does not hold": lambda: _forged(
        "path", (1, 1), 1, {"A": 1, "B": 4, "C": 1}, ((1, 4), (4, 1), None, None)
    ),
}


def _forged(
    predicate: str, row: tuple[int, ...], rule: int, binding: dict[str, int], rows: tuple[object, ...]
) -> Proof:
    """A proof whose last step is made up; what it rests on is proved."""
    search = ProofSearch(model())
    body = program().rules[rule].body
    premises = [
        (getattr(literal, "predicate", ""), premise)
        for literal, premise in zip(body, rows, strict=True)
        if premise is not None
    ]
    below = search.prove(premises)  # type: ignore[arg-type]
    step = Step(rule, binding, rows)  # type: ignore[arg-type]
    fact = (predicate, row)
    return Proof((fact,), {**below.justifications, fact: step}, below.height + 1)


@pytest.mark.parametrize("name", TAMPERED)
def test_tampered_proof_is_rejected(name: str) -> None:
    with pytest.raises(ProofError):
        check(TAMPERED[name]())


def test_forged_steps_are_only_wrong_where_meant() -> None:
    check(_forged("length", (1, 2), 2, {"A": 1, "N": 2}, ((1, 2), None, None)))


def test_proof_that_rests_on_itself_is_rejected() -> None:
    rules = load_program([("r.dl", ".decl e(a: number)\n.decl p(a: number)\n.decl q(a: number)\n"
                           "p(A) :- e(A).\np(A) :- q(A).\nq(A) :- p(A).\n")])  # fmt: skip
    found = evaluate(rules, {"e": [(1,)]})
    circle: dict[Fact, Justification] = {
        ("p", (1,)): Step(1, {"A": 1}, ((1,),)),
        ("q", (1,)): Step(2, {"A": 1}, ((1,),)),
    }
    with pytest.raises(ProofError, match="rests on itself"):
        check_proof(Proof((("p", (1,)),), circle, 2), found, {"e": [(1,)]})


def test_a_term_that_is_not_in_the_model_is_absent() -> None:
    text = (
        ".decl e(a: number)\n.decl q(t: term)\n.decl p(a: number)\n"
        'q(["m", A]) :- e(A).\np(A) :- e(A), !q(["n", A]), !q(["m", 7]).\n'
    )
    found = evaluate(load_program([("r.dl", text)]), {"e": [(1,)]})
    check_proof(ProofSearch(found).prove([("p", (1,))]), found, {"e": [(1,)]})


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(cases())
def test_law_proofs_of_random_programs_check(case: Case) -> None:
    loaded = load_program([("random.dl", case.text)])
    found = evaluate(loaded, case.facts)
    search = ProofSearch(found)
    checker = Checker(found, case.facts)
    for predicate, rows in found.derivations.items():
        for row in rows:
            checker.check(search.prove([(predicate, row)]))
