"""Who is compared: the whole command line of each, and where its program is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tests.bench.inputs import Kind

ROOT = Path(__file__).parents[2]
OURS = "datalog-ir"
CLEANUP = "iree-opt cleanup"

_INPUT = "{input}"
_BEST_ORDER = (
    "builtin.module(util.initializer(iree-util-simplify-global-accesses,cse,canonicalize,cse),"
    "iree-util-fold-globals,iree-util-fuse-globals,util.initializer(cse))"
)


@dataclass(frozen=True, slots=True)
class Contender:
    """A program with its arguments."""

    name: str
    program: tuple[str, ...]
    """What starts it; empty if it is not installed."""
    arguments: tuple[str, ...]
    missing: str
    """What to install if it is not there."""
    largest: Mapping[Kind, int | None] = field(default_factory=lambda: MappingProxyType({}))
    """The kinds of input it is given, each up to which size (`None`: any)."""
    good_codes: frozenset[int] = frozenset({0})

    def command(self, path: Path) -> list[str]:
        """The command line for an input."""
        return [*self.program, *(str(path) if a == _INPUT else a for a in self.arguments)]

    def takes(self, kind: Kind, size: int) -> bool:
        """Is it meant for inputs of this kind and size?"""
        if kind not in self.largest:
            return False
        bound = self.largest[kind]
        return bound is None or size <= bound


def contenders() -> tuple[Contender, ...]:
    """All contenders, ours first."""
    iree, xdsl, mlir = _find("iree-opt"), _find("xdsl-opt"), _find("mlir-opt", "mlir-opt-19")
    iree_missing = "pip install iree-base-compiler"
    both: Mapping[Kind, int | None] = MappingProxyType({"layers": None, "arith": None})
    layers: Mapping[Kind, int | None] = MappingProxyType({"layers": None})
    small: Mapping[Kind, int | None] = MappingProxyType({"layers": 10, "arith": 100})
    arith: Mapping[Kind, int | None] = MappingProxyType({"arith": None})
    # xDSL takes minutes beyond this size, with nothing more to be learnt.
    some_arith: Mapping[Kind, int | None] = MappingProxyType({"arith": 40_000})
    start: Mapping[Kind, int | None] = MappingProxyType({"start": None})
    found_some = frozenset({0, 1})
    python = (sys.executable,)
    return (
        Contender(OURS, ours(), ("opt", _INPUT), "", both),
        Contender(f"{OURS} pydatalog", ours(), ("opt", "--engine", "pydatalog", _INPUT), "", small),
        Contender(CLEANUP, iree, ("--iree-stream-cleanup-pipeline", _INPUT), iree_missing, layers),
        Contender(
            "iree-opt best order", iree, (f"--pass-pipeline={_BEST_ORDER}", _INPUT), iree_missing, layers
        ),
        Contender("iree-opt --cse", iree, ("--cse", _INPUT), iree_missing, both),
        Contender("mlir-opt --cse", mlir, ("--cse", _INPUT), "apt-get install mlir-19-tools", arith),
        Contender("xdsl-opt -p cse", xdsl, ("-p", "cse", _INPUT), "pip install xdsl", some_arith),
        Contender(f"{OURS} check", ours(), ("check", _INPUT), "", start, found_some),
        Contender("import lark", python, ("-c", "import lark"), "", start),
        Contender("python", python, ("-c", "pass"), "", start),
    )


def ours() -> tuple[str, ...]:
    """How `datalog-ir` is started: the script beside this Python, else the module in this checkout."""
    script = Path(sys.executable).parent / OURS
    return (str(script),) if script.is_file() else (sys.executable, "-m", "datalog_ir")


def _find(*names: str) -> tuple[str, ...]:
    for name in names:
        found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
        if found is not None:
            return (found,)
    return ()
