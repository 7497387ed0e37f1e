"""On whole models: nothing is left for the compiler's CSE, and the numbers stay the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import datalog_ir

MERGED_BY_CSE = {
    "stream-conversion": 22,
    "util-hoist-into-globals": 19,
    "stream-specialize-encodings": 21,
    "stream-refine-usage": 9,
}
"""What `iree-opt --cse --mlir-pass-statistics` says of the modules as they are."""


def merged_by_cse(iree_opt: str, file: Path) -> int:
    run = subprocess.run(
        [iree_opt, "--cse", "--mlir-pass-statistics", file], capture_output=True, text=True, check=True
    )
    found = re.search(r"(\d+) num-cse'd", run.stderr)
    assert found, run.stderr
    return int(found.group(1))


@pytest.mark.parametrize("name", MERGED_BY_CSE)
def test_cse_finds_nothing_in_what_is_left(name: str, shared: Path, iree_opt: str, tmp_path: Path) -> None:
    source = shared / "corpus" / "models" / f"transformer2.after-iree-{name}.mlir"
    left = tmp_path / "left.mlir"
    left.write_text(datalog_ir.optimize(source.read_text()).text)
    assert merged_by_cse(iree_opt, source) == MERGED_BY_CSE[name]
    assert merged_by_cse(iree_opt, left) == 0


CPU = [
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=generic",
    "--iree-opt-data-tiling",
]
ARGUMENTS = "16x16 16 16 16x64 64x16 16x16 16x16 16x16 16x16 16 16 16x64 64x16 16x16 16x16 16x16 16x16"


def test_a_rewritten_transformer_computes_the_same(shared: Path, iree_compile: str, tmp_path: Path) -> None:
    """Caught after the conversion to the stream dialect, rewritten, compiled to the end and run."""
    numpy = pytest.importorskip("numpy")
    runtime = pytest.importorskip("iree.runtime")
    source = shared / "corpus" / "models" / "transformer2.stablehlo.mlir"
    caught = subprocess.run(
        [
            iree_compile,
            source,
            "--iree-input-type=stablehlo",
            *CPU,
            "--compile-to=stream",
            "--mlir-print-ir-after=iree-stream-conversion",
            "--mlir-print-ir-module-scope",
            "--mlir-disable-threading",
            "-o",
            tmp_path / "stream.mlir",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stderr.partition("//----- //\n")[2]
    result = datalog_ir.optimize(caught)
    assert sum(applied.replaced for applied in result.modules[0].rounds) > 100
    random = numpy.random.default_rng(0)
    arguments = [
        random.standard_normal([int(n) for n in shape.split("x")]).astype(numpy.float32)
        for shape in ARGUMENTS.split()
    ]
    outputs = []
    for name, text in ("original", caught), ("rewritten", result.text):
        module, binary = tmp_path / f"{name}.mlir", tmp_path / f"{name}.vmfb"
        module.write_text(text)
        subprocess.run(
            [iree_compile, module, *CPU, "--compile-from=flow", "-o", binary], check=True, capture_output=True
        )
        program = runtime.load_vm_flatbuffer_file(str(binary), driver="local-sync")
        outputs.append(numpy.asarray(program.main(*arguments)))
    assert numpy.isfinite(outputs[0]).all()
    assert (outputs[0] == outputs[1]).all()
