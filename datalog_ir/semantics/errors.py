"""The one error of the interpreter that is the module's fault and not the program's run."""

from __future__ import annotations

from datalog_ir.ir import Module, Op


class NoMeaningError(Exception):
    """An operation was executed (or a symbol was needed) whose meaning the interpreter does not know.

    The message begins with `file:line:column:` and shows the source line with a caret.
    """

    def __init__(self, module: Module, op: Op, message: str) -> None:
        self.line, self.column = module.position(op.start)
        self.file = module.file
        self.problem = message
        start = module.text.rfind("\n", 0, op.start) + 1
        end = module.text.find("\n", op.start)
        source = module.text[start : end if end >= 0 else len(module.text)]
        caret = "".join("\t" if char == "\t" else " " for char in source[: op.start - start]) + "^"
        super().__init__(f"{self.file}:{self.line}:{self.column}: {message}\n{source}\n{caret}")
