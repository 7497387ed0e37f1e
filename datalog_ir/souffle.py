"""Facts as Soufflé reads them: one tab-separated `.facts` file a relation."""

from __future__ import annotations

import os
from pathlib import Path

from datalog_ir.facts import Facts, schema_text
from datalog_ir.output import write_atomically

_ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"})


def write_facts(facts: Facts, folder: Path) -> None:
    """Writes a file for each relation, empty ones included, and the declarations as `schema.dl`.

    Tabs and line breaks inside symbols are written as `\\t` and `\\n`, backslashes doubled.
    """
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    for name in sorted(facts.rows):
        lines = [
            "\t".join(item.translate(_ESCAPES) if isinstance(item, str) else str(item) for item in row)
            for row in facts.rows[name]
        ]
        write_atomically(folder / f"{name}.facts", "".join(line + "\n" for line in lines))
    write_atomically(folder / "schema.dl", schema_text())
