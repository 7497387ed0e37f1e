"""One weight, encoded twice: the proof with the transfer's purity, the miss without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from datalog_ir import Settings
from datalog_ir.demo import example
from datalog_ir.explain.answer import why
from datalog_ir.explain.checker import check_proof
from datalog_ir.explain.explanation import Explanation

from .support import DATA, explainer

TRANSFER = 'pure("stream.async.transfer")'
CLONE = 'pure("stream.async.clone")'
ENCODED = "@__hoisted_tensor_4096x4096xf8E4M3FNUZ__encoded"


def equalities(explanation: Explanation) -> list[str]:
    """The equalities of a proof, each behind those that it rests on."""
    order: list[str] = []
    seen: set[int] = set()
    stack = [(explanation.tree or 0, False)]
    while stack:
        number, done = stack.pop()
        node = explanation.nodes[number]
        if done and node.kind == "equal":
            order.append(node.claim)
        elif not done and number not in seen:
            seen.add(number)
            stack.append((number, True))
            stack.extend((child, False) for child in reversed(node.children))
    return order


def test_the_proof_cites_the_transfers_before_the_encodes() -> None:
    explanation = why(example(), "@encoded_a", "@encoded_b")
    assert explanation.verdict == "redundant"
    order = equalities(explanation)
    transfers, encodes, sent = "%0 = %4", "%2 = %6", "%3 = %7"
    assert order.index(transfers) < order.index(encodes) < order.index(sent)
    held = {assumption.claim: assumption.place for assumption in explanation.assumptions}
    assert held["stream.async.transfer is pure"].startswith("rules/dialects/stream.dl:")
    assert "stream.tensor.encode is pure" in held
    assert not any("stream.tensor.constant" in claim for claim in held), "one weight: it need not be pure"


def test_the_proof_checks() -> None:
    found = explainer(example())
    facts = found.sameness("encoded_a", "encoded_b")
    check_proof(found.prove(facts), found.derivation.model, found.derivation.facts.rows)


def test_without_the_assumption_it_is_named_and_nothing_else() -> None:
    explanation = why(example(), "@encoded_a", "@encoded_b", Settings(without=(TRANSFER,)))
    assert explanation.verdict == "kept"
    assert explanation.reasons[0].id == "not-pure"
    (repair,) = explanation.repairs
    assert repair.verified
    assert [change.option for change in repair.changes] == [f"--assume '{TRANSFER}'"]
    assert explanation.effects is not None
    assert explanation.effects.before == "redundant"


def test_the_module_of_the_pull_request(shared: Path) -> None:
    text = (shared / "seed" / "pr21921_before.mlir").read_text()
    missed = why(text, ENCODED, f"{ENCODED}_0", Settings(without=(TRANSFER,)))
    assert missed.verdict == "kept"
    assert [[c.option for c in r.changes] for r in missed.repairs] == [[f"--assume '{TRANSFER}'"]]
    proved = why(text, ENCODED, f"{ENCODED}_0")
    assert proved.verdict == "redundant"
    order = equalities(proved)
    assert order.index("%1 = %5") < order.index("%3 = %7")


def test_what_the_compiler_leaves_needs_one_assumption() -> None:
    """What `iree-opt --iree-stream-cleanup-pipeline` (3.13) leaves of the worked example."""
    text = (DATA / "encoded_twice_after_cleanup.mlir").read_text()
    missed = why(text, "@encoded_a", "@encoded_b")
    assert missed.verdict == "kept"
    assert missed.reasons[0].id == "fresh"
    (repair,) = missed.repairs
    assert repair.verified
    (change,) = repair.changes
    assert change.option == f"--assume '{CLONE}' --without 'allocates(\"stream.async.clone\")'"
    settings = Settings(assume=(CLONE,), without=('allocates("stream.async.clone")',))
    proved = why(text, "@encoded_a", "@encoded_b", settings)
    assert proved.verdict == "redundant"
    assert proved.effects is not None
    assert {risk.id for risk in proved.effects.at_risk} == {"allocated"}


@pytest.mark.parametrize("name", ["%0", "%2"])
def test_one_value_is_equal_to_itself(name: str) -> None:
    explanation = why(example(), name, name)
    assert explanation.verdict == "equal"
    assert len(explanation.nodes) == 1
