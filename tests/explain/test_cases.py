"""Every pair in `tests/cases` is explained: proofs check, and the first reason is the right one."""

from __future__ import annotations

import pytest

from datalog_ir import Settings
from datalog_ir.derive import derive
from datalog_ir.explain.checker import check_proof
from datalog_ir.explain.explanation import as_json, from_json
from datalog_ir.explain.reasons import REASONS, is_reason
from datalog_ir.explain.why import REASON_RELATIONS, Explainer, first_reason

from .support import CASES, DATA, expected_pairs, redundant_pairs

FILES = sorted(path.stem for path in CASES.glob("*.mlir"))
TABLE = [
    line.split()
    for line in (DATA / "reasons.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("case", FILES)
def test_first_reason_is_that_of_the_table(case: str) -> None:
    found = []
    for explainer, a, b in expected_pairs(CASES / f"{case}.mlir", "expect-distinct", Settings().program()):
        reason = first_reason(explainer.derivation, a, b)
        assert reason is not None
        assert is_reason(reason.id)
        assert reason.message
        found.append([case, reason.id, explainer.names.qualified(a), explainer.names.qualified(b)])
    assert found == [row for row in TABLE if row[0] == case]


def test_the_reason_needs_few_relations() -> None:
    """As `because` asks for it: with what numbers rest on, and little more."""
    program = Settings().program()
    for case in ("mutability", "memory", "visibility", "operands"):
        for explainer, a, b in expected_pairs(CASES / f"{case}.mlir", "expect-distinct", program):
            small = derive(explainer.derivation.module, program, wanted=REASON_RELATIONS)
            assert first_reason(small, a, b) == first_reason(explainer.derivation, a, b)


@pytest.mark.parametrize("case", FILES)
def test_expected_merges_have_proofs_that_check(case: str) -> None:
    for explainer, a, b in expected_pairs(CASES / f"{case}.mlir", "expect-merge", Settings().program()):
        explanation = explainer.values(a, b)
        assert explanation.verdict == "equal", explanation.headline
        assert explanation.tree is not None
        assert from_json(as_json(explanation)) == explanation
        if not explainer.equal(a, b):
            later = explainer.later(a, b)
            assert later is not None
            explainer, a, b = Explainer(later.derivation), later.left, later.right
        proof = explainer.prove(explainer.equality(a, b))
        check_proof(proof, explainer.derivation.model, explainer.derivation.facts.rows)


@pytest.mark.parametrize("case", FILES)
def test_expected_redundant_globals_have_proofs_that_check(case: str) -> None:
    for explainer, g, h in redundant_pairs(CASES / f"{case}.mlir", Settings().program()):
        explanation = explainer.globals(g, h)
        assert explanation.verdict == "redundant", explanation.headline
        assert from_json(as_json(explanation)) == explanation
        proof = explainer.prove(explainer.sameness(g, h))
        check_proof(proof, explainer.derivation.model, explainer.derivation.facts.rows)


def test_ids_are_documented() -> None:
    assert all(REASONS.values())
    assert {row[1] for row in TABLE} <= set(REASONS)
    assert not is_reason("because")
