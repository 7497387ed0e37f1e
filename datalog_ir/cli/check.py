"""`datalog-ir check`: what is redundant."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import BAD_INPUT, FOUND, input_errors, read_text, rule_options, tell_what_if

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@rule_options
def command(
    files: tuple[str, ...],
    style: str,
    settings: Settings,
) -> None:
    """List what is redundant, one finding a line: FILE:LINE:COL: message [rule].

    These are the findings of the first round; what only shows when they are gone, `opt` finds.  A file that
    cannot be read does not hide the findings of the others.  Exit code 1 if there is any finding, 2 if a file
    could not be read.
    """
    from datalog_ir import api, report

    with input_errors():
        settings.program()  # faulty rules are said once, not for each file
        found = []
        unread = 0
        for file in report.with_progress(files):
            try:
                with input_errors():
                    text, name = read_text(file)
                    found += api.check(text, settings, file=name)
                    if style == "text":
                        tell_what_if(text, name, settings)
            except SystemExit:
                unread += 1
        if style == "json":
            click.echo(json.dumps([finding.as_json() for finding in found], indent=2))
        else:
            for finding in found:
                click.echo(report.finding_line(finding))
        if unread:
            sys.exit(BAD_INPUT)
        if found:
            sys.exit(FOUND)
