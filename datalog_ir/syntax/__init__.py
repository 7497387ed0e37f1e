"""MLIR text to `datalog_ir.ir.Module` and back, for any dialect.

`read_module` reads, `occurrences` says where an operation names what, `apply_edits` writes: a module that is
not edited is printed byte for byte.
"""

from datalog_ir.syntax.edits import Edit, apply_edits, removal
from datalog_ir.syntax.errors import SyntaxProblem
from datalog_ir.syntax.occurrences import Occurrences, Span, occurrences, operand_spans
from datalog_ir.syntax.reader import read_module
from datalog_ir.syntax.shapes import ShapeTable
from datalog_ir.syntax.sizes import type_bytes
from datalog_ir.syntax.split import Part, split_modules

__all__ = [
    "Edit",
    "Occurrences",
    "Part",
    "ShapeTable",
    "Span",
    "SyntaxProblem",
    "apply_edits",
    "occurrences",
    "operand_spans",
    "read_module",
    "removal",
    "split_modules",
    "type_bytes",
]
