"""Pairs of values of equal shape in whole models, equal or not: explained, and each proof checks.

By default some of each model; `DATALOG_IR_EXPLAIN_PAIRS=0` takes all of them.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from datalog_ir.explain.checker import Checker
from datalog_ir.explain.reasons import is_reason
from datalog_ir.explain.render import as_text

from .ratio import pairs_of_equal_shape
from .support import explainer

PAIRS = int(os.environ.get("DATALOG_IR_EXPLAIN_PAIRS", "40"))
MODELS = [
    "transformer2.after-iree-stream-conversion",
    "transformer2.after-iree-stream-refine-usage",
    "transformer2.after-iree-stream-specialize-encodings",
    "transformer2.after-iree-util-hoist-into-globals",
    "transformer2.flow",
    "transformer2.stablehlo",
    "transformer2.stream",
]


@pytest.mark.parametrize("model", MODELS)
def test_pairs_of_equal_shape_are_explained(model: str, shared: Path) -> None:
    file = shared / "corpus" / "models" / f"{model}.mlir"
    found = explainer(file.read_text(), file=file.name)
    derivation = found.derivation
    checker = Checker(derivation.model, derivation.facts.rows)
    pairs = pairs_of_equal_shape(derivation.module)
    assert pairs
    if PAIRS:
        pairs = random.Random(model).sample(pairs, min(PAIRS, len(pairs)))
    for a, b in pairs:
        explanation = found.values(a, b)
        assert as_text(explanation)
        if found.equal(a, b):
            checker.check(found.prove(found.equality(a, b)))
        elif explanation.verdict != "equal":
            assert is_reason(explanation.reasons[0].id)
