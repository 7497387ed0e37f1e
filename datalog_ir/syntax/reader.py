"""Text to `Module`."""

from __future__ import annotations

import re

from datalog_ir.collector import collector_paused
from datalog_ir.ir import Module
from datalog_ir.syntax.errors import SyntaxProblem, problem_at
from datalog_ir.syntax.lines import read_lines
from datalog_ir.syntax.prelude import read_prelude
from datalog_ir.syntax.resolve import resolve
from datalog_ir.syntax.shapes import ShapeTable
from datalog_ir.syntax.signature import sign
from datalog_ir.syntax.structure import Structure

_BARE_RETURN = re.compile(r"\r(?!\n)")


def read_module(
    text: str,
    file: str = "<string>",
    first_line: int = 1,
    shapes: ShapeTable | None = None,
) -> Module:
    """Reads one module, of any dialects, in custom or generic assembly.

    `file` and `first_line` are for messages: the name of the file and the line of it on which `text` starts.
    A `ShapeTable` kept from one call to the next makes reading similar text faster, and makes shapes and
    signatures comparable between the modules read with it.  Raises `SyntaxProblem`, and nothing else, for
    text that cannot be read.
    """
    table = shapes if shapes is not None else ShapeTable()
    with collector_paused():
        return _read(text, file, first_line, table)


def _read(text: str, file: str, first_line: int, table: ShapeTable) -> Module:
    def problem(offset: int, message: str, expected: str, hint: str) -> SyntaxProblem:
        return problem_at(
            text, offset, message, file=file, first_line=first_line, expected=expected, hint=hint
        )

    if bare := _BARE_RETURN.search(text):
        # MLIR ends a comment there; whoever looks at the text sees one line.
        raise problem(
            bare.start(),
            "a carriage return inside a line",
            "a line end",
            "save the file with LF or CRLF line ends",
        )
    prelude = read_prelude(text, table.number, problem)
    reader = Structure(text, file, first_line, table, prelude)
    draft = read_lines(reader)
    resolve(reader, draft)
    sign(draft.ops, draft.bound, table)
    return Module(
        text=text,
        file=file,
        first_line=first_line,
        ops=draft.ops,
        values=draft.values,
        blocks=draft.blocks,
        regions=draft.regions,
        top=draft.top,
        hidden_symbols=prelude.symbols,
    )
