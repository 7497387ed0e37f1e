"""Files that hold several modules."""

from __future__ import annotations

import re
from dataclasses import dataclass

# `// -----` on a line of its own (`--split-input-file`), and the headers of `--mlir-print-ir-after-all`,
# `// -----// IR Dump After PASS (pass) //----- //`, which start the next module just the same.
_SEPARATOR = re.compile(r"^[ \t]*// -----.*(?:\n|\Z)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One module of a file: the text between two separators."""

    first_line: int
    """Line of the file, counted from 1, on which `text` starts."""
    offset: int
    """Offset of `text` in the file."""
    text: str


def split_modules(text: str) -> list[Part]:
    """The parts of a file between separator lines, in order; a file without separators is one part.

    A separator is a line that starts with `// -----`, as for `mlir-opt --split-input-file`.  The headers of
    a dump (`// -----// IR Dump After ... //----- //`) are such lines too, so a whole
    `--mlir-print-ir-after-all` log comes apart into its modules.  Parts and the separator lines between them
    make up the file exactly: `text[part.offset : part.offset + len(part.text)] == part.text`.  A part may
    hold nothing but comments.
    """
    parts: list[Part] = []
    start, line = 0, 1
    for match in _SEPARATOR.finditer(text):
        if match.start() == match.end():
            continue
        part = text[start : match.start()]
        parts.append(Part(line, start, part))
        line += text.count("\n", start, match.end())
        start = match.end()
    parts.append(Part(line, start, text[start:]))
    return parts
