"""The reader against `iree-opt`: the same operations, nesting, uses and successors in every module.

The number of modules that agree is printed at the end of the test run.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from datalog_ir.syntax import ShapeTable, SyntaxProblem, read_module
from tests.syntax.agreement import Disagreement, check_agreement
from tests.syntax.corpus import Sample, group
from tests.syntax.generic import read_printed

GROUPS = 16
SEPARATOR = "// -----"


def printed(iree_opt: str, modules: list[Sample], folder: Path) -> list[str]:
    """What the compiler prints for each module; nothing for those it rejects."""
    source = folder / "modules.mlir"
    source.write_text(f"\n{SEPARATOR}\n".join(sample.text for sample in modules), encoding="utf-8")
    done = subprocess.run(
        [
            iree_opt,
            "--allow-unregistered-dialect",
            "--split-input-file",
            "--mlir-print-op-generic",
            "--mlir-print-local-scope",
            str(source),
        ],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    parts = done.stdout.split(f"{SEPARATOR}\n")
    assert len(parts) == len(modules), done.stderr[-2000:]
    return parts


@pytest.mark.parametrize("number", range(GROUPS))
def test_reads_what_the_compiler_reads(
    number: int,
    shared: Path,
    iree_opt: str,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    modules = group(number, GROUPS)
    table = ShapeTable()
    compared = 0
    disagreements = []
    for sample, theirs in zip(modules, printed(iree_opt, modules, tmp_path), strict=True):
        if not theirs.strip():
            continue
        compared += 1
        place = f"{sample.file}:{sample.first_line}"
        try:
            # The compiler's own output is one more module to read: the generic form of the same.
            for text in (sample.text, theirs):
                check_agreement(
                    read_module(text, sample.file, sample.first_line, table), read_printed(theirs)
                )
        except Disagreement as error:
            disagreements.append(f"{place}: {error}")
        except SyntaxProblem as error:
            disagreements.append(f"{place}: {error}")
    record_property("compared_modules", compared)
    record_property("disagreements", disagreements)
    assert compared > 50
    assert len(disagreements) <= compared * 0.005, "\n".join(disagreements)
