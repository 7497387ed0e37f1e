"""What is said about text that cannot be read."""

from __future__ import annotations

_WIDEST = 160
"""A source line is cut down to about this many characters around the caret."""


class SyntaxProblem(Exception):
    """Text that is no MLIR, or more than the reader can be sure about.

    `str()` gives a message for the author of the text: place, what is wrong, the source line with a
    caret, what was expected and what to do.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str,
        line: int,
        column: int,
        source: str,
        expected: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.source = source
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        source, column = _cut(self.source, self.column)
        # A tab before the caret has to stay a tab, or the caret would stand elsewhere.
        indent = "".join("\t" if c == "\t" else " " for c in source[: column - 1])
        lines = [
            f"{self.file}:{self.line}:{self.column}: error: {self.message}",
            f"  {source}",
            f"  {indent}^",
        ]
        if self.expected:
            lines.append(f"  expected: {self.expected}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def problem_at(
    text: str,
    offset: int,
    message: str,
    *,
    file: str,
    first_line: int = 1,
    expected: str = "",
    hint: str = "",
) -> SyntaxProblem:
    """The problem `message` at an offset into `text`, whose first line is `first_line` of `file`."""
    offset = min(max(offset, 0), len(text))
    start = text.rfind("\n", 0, offset) + 1
    stop = text.find("\n", offset)
    return SyntaxProblem(
        message,
        file=file,
        line=first_line + text.count("\n", 0, offset),
        column=offset - start + 1,
        source=text[start : stop if stop >= 0 else len(text)].rstrip("\r"),
        expected=expected,
        hint=hint,
    )


def _cut(source: str, column: int) -> tuple[str, int]:
    if len(source) <= _WIDEST:
        return source, column
    begin = max(0, min(column - 1 - _WIDEST // 2, len(source) - _WIDEST))
    cut, column = source[begin : begin + _WIDEST], column - begin
    if begin:
        cut, column = "..." + cut, column + 3
    return (cut + "..." if begin + _WIDEST < len(source) else cut), column
