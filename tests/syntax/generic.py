"""A reader for one thing only: what `iree-opt --mlir-print-op-generic` prints.

It shares no code with the reader under test.  The compiler prints every operation on a line of its own, so
lines and a few expressions are enough: `%r:n = "name"(%operands)[^successors] ... ({`, `}, {`, `}) ...` and
`^bb(%arg: type):`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_OP = re.compile(r'\s*(?:(%[\w]+)(?::(\d+))? = )?"([^"]+)"\(((?:%[\w#]+(?:, )?)*)\)(?:\[([^\]]*)\])?')
_ARGUMENT = re.compile(r"(%\w+): ")
_NAME = re.compile(r"[%^][\w#]+")


@dataclass(eq=False)
class PrintedBlock:
    args: list[str] = field(default_factory=list)
    ops: list[PrintedOp] = field(default_factory=list)


@dataclass(eq=False)
class PrintedOp:
    name: str
    results: list[str]
    operands: list[str]
    successors: list[str]
    regions: list[list[PrintedBlock]] = field(default_factory=list)


def read_printed(text: str) -> list[PrintedOp]:
    """The operations at the top of the compiler's output."""
    root = PrintedOp("", [], [], [], [[PrintedBlock()]])
    op = root
    stack = [root]
    for line in text.split("\n"):
        stripped = line.strip()
        if not stripped or stripped.startswith("//"):
            continue
        if stripped.startswith("}, {"):
            stack[-1].regions.append([])
        elif stripped.startswith("})"):
            stack.pop()
        elif stripped.startswith("^"):
            # Types have no `%`, so every `%name: ` is an argument.
            stack[-1].regions[-1].append(PrintedBlock(_ARGUMENT.findall(stripped)))
        elif match := _OP.match(line):
            result, count, name, operands, successors = match.groups()
            results = [] if result is None else [result]
            if count is not None:
                results = [f"{result}#{k}" for k in range(int(count))]
            op = PrintedOp(name, results, _NAME.findall(operands), _NAME.findall(successors or ""))
            region = stack[-1].regions[-1]
            if not region:
                region.append(PrintedBlock())
            region[-1].ops.append(op)
            if stripped.endswith("({"):
                op.regions.append([])
                stack.append(op)
        elif "{-#" in line:
            break
        elif stripped.endswith("({"):
            # The end of an attribute that takes several lines.
            op.regions.append([])
            stack.append(op)
    assert stack == [root]
    return root.regions[0][0].ops
