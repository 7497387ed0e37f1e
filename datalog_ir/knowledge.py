"""The rule texts: where they are and how they become one program."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from datalog_ir.datalog import Program
from datalog_ir.datalog.cache import load_cached
from datalog_ir.facts import schema_text

SCHEMA_NAME = "datalog_ir/facts/schema.dl"


def shipped_rules() -> Path:
    """The folder with the rules of this installation: inside the package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "_rules"
    return inside if inside.is_dir() else package.parent / "rules"


def load(rules: Path | None = None, *, assume: Iterable[str] = (), without: Iterable[str] = ()) -> Program:
    """The program of all `*.dl` files below the folder `rules` (the shipped ones by default).

    `assume` and `without` are atoms, such as `pure("x.y")`, that are added to the facts of the rules or
    taken out of them.  Raises `RuleError` for a faulty rule or atom and `FileNotFoundError` for a folder
    without rules.
    """
    folder = shipped_rules() if rules is None else Path(rules)
    paths = sorted(folder.rglob("*.dl"))
    if not paths:
        raise FileNotFoundError(0, "no rule files (*.dl) in this folder", str(folder))
    texts = [(SCHEMA_NAME, schema_text())]
    shown = Path("rules") if rules is None else folder
    texts += [(str(shown / path.relative_to(folder)), path.read_text(encoding="utf-8")) for path in paths]
    program = _program(tuple(texts))
    for atom in assume:
        program = program.assume(atom)
    for atom in without:
        program = program.without(atom)
    return program


@lru_cache(maxsize=8)
def _program(texts: tuple[tuple[str, str], ...]) -> Program:
    """A program is immutable and keeps what engines compiled of it, so the same texts give the same one."""
    return load_cached(texts)
