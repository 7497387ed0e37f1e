"""What the tests of explanations share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from datalog_ir import Settings
from datalog_ir.datalog import Program
from datalog_ir.derive import derive
from datalog_ir.explain import Expectation, read_expectations
from datalog_ir.explain.why import Explainer
from datalog_ir.ir import Value
from datalog_ir.syntax import SyntaxProblem, read_module, split_modules

CASES = Path(__file__).parent.parent / "cases"
DATA = Path(__file__).parent / "data"


def explainer(text: str, program: Program | None = None, *, file: str = "<string>") -> Explainer:
    """An explainer of the first module of a text."""
    part = next(iter(split_modules(text)))
    module = read_module(part.text, file=file, first_line=part.first_line)
    return Explainer(derive(module, program or Settings().program()))


def expecting(file: Path, kind: str, program: Program) -> Iterator[tuple[Explainer, Expectation]]:
    """The expectations of one kind in a file, with an explainer of the module that each stands in."""
    for part in split_modules(file.read_text(encoding="utf-8")):
        expectations = [each for each in read_expectations(part, file=file.name) if each.kind == kind]
        if not expectations:
            continue
        try:
            module = read_module(part.text, file=file.name, first_line=part.first_line)
        except SyntaxProblem:
            continue
        found = Explainer(derive(module, program))
        for each in expectations:
            yield found, each


def expected_pairs(file: Path, kind: str, program: Program) -> Iterator[tuple[Explainer, Value, Value]]:
    """The pairs of values that a file expects something of."""
    for found, each in expecting(file, kind, program):
        within = found.names.function_at(each.offset)
        a, b = (found.names.value(name, within) for name in each.names)
        yield found, a, b


def redundant_pairs(file: Path, program: Program) -> Iterator[tuple[Explainer, str, str]]:
    """The pairs of globals of which a file says that one stands for the other."""
    for found, each in expecting(file, "expect-redundant", program):
        if len(each.names) == 2:
            yield found, found.names.symbol(each.names[0]), found.names.symbol(each.names[1])
