"""`datalog-ir opt`: the rewritten module."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import FOUND, input_errors, read_text, rule_options, tell_what_if
from datalog_ir.output import write_atomically

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("opt")
@click.argument("file")
@click.option("-o", "--output", metavar="OUT", help="Write to this file instead of standard output.")
@click.option("--diff", is_flag=True, help="Print a unified diff instead of the module.")
@click.option("--stats", is_flag=True, help="Print rounds, merges, removals and bytes to standard error.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Form of --stats; json prints them to standard output in place of the module.",
)
@click.option("--max-rounds", type=click.IntRange(min=0), help="Stop after so many rounds.")
@rule_options
def command(
    file: str,
    output: str | None,
    diff: bool,
    stats: bool,
    style: str,
    max_rounds: int | None,
    settings: Settings,
) -> None:
    """Rewrite FILE until no new facts appear.

    Equal values are replaced by one of them, loads by what was stored, redundant globals by the one that
    stays; ops and stores without use are left out.  Everything else is printed as it was.
    """
    from datalog_ir import api, report

    with input_errors():
        text, name = read_text(file)
        result = api.optimize(text, settings, file=name, max_rounds=max_rounds)
        shown = report.unified_diff(text, result.text, name) if diff else result.text
        if output is not None:
            write_atomically(Path(output), shown)
        if style == "json":
            click.echo(json.dumps(report.statistics(result), indent=2))
        elif output is None:
            click.echo(report.coloured_diff(shown) if diff else shown, nl=False)
        if stats and style == "text":
            click.echo(report.statistics_text(result), err=True)
            tell_what_if(text, name, settings)
        if not result.reached:
            click.echo(report.STILL_APPEARING.format(rounds=max_rounds), err=True)
            sys.exit(FOUND)
