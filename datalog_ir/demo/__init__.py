"""The worked example, told in the terminal: one weight, encoded twice, and what the rules make of it."""

from __future__ import annotations

from importlib.resources import files

from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from datalog_ir import api
from datalog_ir.report import round_lines, unified_diff

NAME = "encoded_twice.mlir"


def example() -> str:
    """The text of the worked example."""
    return (files("datalog_ir.demo") / NAME).read_text(encoding="utf-8")


def show(settings: api.Settings) -> None:
    """Prints what is redundant in the example, the rewritten module as a diff, the rounds and the savings."""
    console = Console(highlight=False, soft_wrap=True)
    text = example()
    result = api.optimize(text, settings, file=NAME)
    (module,) = result.modules

    console.print(
        Text(f"{NAME}: one weight, encoded for the device twice, kept in two globals", style="bold")
    )
    console.print("(the shape of IREE pull request 21921; `datalog-ir demo --help` for what can be varied)\n")
    console.print(Text("What is redundant", style="bold cyan"))
    for finding in module.findings:
        console.print(Text(f"  line {finding.line:>2}: {finding.message} [{finding.rule}]"))
    console.print()
    console.print(Text("What is left of it", style="bold cyan"))
    diff = unified_diff(text, result.text, NAME)
    if console.is_terminal:
        console.print(Syntax(diff, "diff", background_color="default"))
    else:
        console.print(Text(diff))
    console.print(Text("Rounds", style="bold cyan"))
    for line in round_lines(module.rounds, module.reached):
        console.print(Text(f"  {line}"))
    console.print()
    console.print(Text("What was saved", style="bold cyan"))
    saved = module.saving
    for what, amount in (
        ("ops", saved.ops),
        ("globals", saved.globals),
        ("bytes held twice", saved.duplicate_bytes),
        ("bytes held but never loaded", saved.unused_bytes),
    ):
        console.print(Text(f"  {what:<28} {amount:>12,}"))
