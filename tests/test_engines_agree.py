"""Both engines draw the same conclusions from the shipped rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from datalog_ir import api
from datalog_ir.demo import example
from datalog_ir.derive import derive
from datalog_ir.rewrite.edits import DECISIONS
from datalog_ir.syntax import SyntaxProblem
from tests.conftest import ROOT, SHARED

CASES = sorted((ROOT / "tests" / "cases").glob("*.mlir"))
MODELS = sorted((SHARED / "corpus" / "models").glob("*.mlir"))
CORPUS = sorted((SHARED / "corpus" / "iree").glob("*.mlir")) + sorted((SHARED / "cases").glob("*.mlir"))
if "DATALOG_IR_WHOLE_CORPUS" not in os.environ:
    CORPUS = CORPUS[::12]

CONCLUSIONS = (*DECISIONS, "number", "effect", "redundant")


def assert_agreement(text: str, file: str) -> None:
    program = api.Settings().program()
    for module in api.read(text, file=file):
        one, other = (
            derive(module, program, engine=engine, wanted=CONCLUSIONS).model
            for engine in ("seminaive", "pydatalog")
        )
        for relation in CONCLUSIONS:
            rows = [
                sorted(tuple(model.render(item) for item in row) for row in model.rows(relation))
                for model in (one, other)
            ]
            assert rows[0] == rows[1], (relation, module.first_line)


def test_on_the_worked_example() -> None:
    assert_agreement(example(), "encoded_twice.mlir")


@pytest.mark.parametrize("path", [*CASES, *MODELS, *CORPUS], ids=lambda path: path.stem)
def test_on(path: Path) -> None:
    try:
        assert_agreement(path.read_text(encoding="utf-8"), path.name)
    except SyntaxProblem:
        pytest.skip("a module in it cannot be read")
