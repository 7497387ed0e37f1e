"""From a module to relations.  `schema.dl` in this folder says what each relation means."""

from importlib.resources import files

from datalog_ir.facts.extract import extract, positions, value_numbers
from datalog_ir.facts.rows import Facts, Row

__all__ = ["Facts", "Row", "extract", "positions", "schema_text", "value_numbers"]


def schema_text() -> str:
    """The declarations of all relations that `extract` fills, in the rule language."""
    return (files("datalog_ir.facts") / "schema.dl").read_text(encoding="utf-8")
