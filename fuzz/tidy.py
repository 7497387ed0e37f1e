"""Modules without what is used nowhere."""

from __future__ import annotations

import re
from dataclasses import replace

from fuzz.program import Function, Kind, Operation, Program, rewrite_blocks, walk


def tidied(program: Program) -> Program:
    """The module without operations whose results are not used and that have no effect, and without
    private functions, globals and declarations that nothing names."""
    functions = tuple(_without_unused(function) for function in program.functions)
    while True:
        named = {op.symbol for function in functions for op in walk(function.body)}
        kept = tuple(f for f in functions if not f.name or f.public or f.name in named)
        if len(kept) == len(functions):
            break
        functions = kept
    return replace(
        program,
        functions=functions,
        globals=tuple(g for g in program.globals if g.name in named),
        externals=tuple(e for e in program.externals if _declared(e) in named),
    )


def _declared(declaration: str) -> str:
    match = re.search(r"@([\w.]+)", declaration)
    return match[1] if match else ""


def _without_unused(function: Function) -> Function:
    while True:
        used = {value for op in walk(function.body) for value in op.operands}

        def keep(
            ops: tuple[Operation, ...], used: frozenset[object] = frozenset(used)
        ) -> tuple[Operation, ...]:
            return tuple(
                op
                for op in ops
                if op.kind not in (Kind.PURE, Kind.LOAD) or any(r in used for r in op.results)
            )

        smaller = replace(function, body=rewrite_blocks(function.body, keep))
        if sum(1 for _ in walk(smaller.body)) == sum(1 for _ in walk(function.body)):
            return smaller
        function = smaller
