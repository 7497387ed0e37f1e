"""`datalog-ir test`: expectations in comments."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import FOUND, input_errors, read_text, rule_options

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("test")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@rule_options
def command(
    files: tuple[str, ...],
    style: str,
    settings: Settings,
) -> None:
    """Check what the comments of FILE say about it, such as `// expect-merge: %a %b`.

    Also: expect-distinct, expect-redundant: @g [=> @h], expect-kept: @g, todo-merge, expect-read: ok | error.
    Exit code 1 if an expectation fails.
    """
    from datalog_ir import report
    from datalog_ir.explain.expectations import Status, check_expectations

    with input_errors():
        outcomes = []
        for file in report.with_progress(files):
            text, name = read_text(file)
            outcomes += check_expectations(text, settings, file=name)
        if style == "json":
            click.echo(json.dumps([outcome.as_json() for outcome in outcomes], indent=2))
        else:
            for outcome in outcomes:
                if outcome.status not in (Status.HELD, Status.MISSED):
                    click.echo(str(outcome))
            failed = sum(outcome.failed for outcome in outcomes)
            click.echo(f"{len(outcomes) - failed} of {len(outcomes)} expectations hold", err=True)
        if any(outcome.failed for outcome in outcomes):
            sys.exit(FOUND)
