"""`datalog-ir query`: a question in Datalog."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import FOUND, input_errors, read_text, rule_options

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("query")
@click.argument("file")
@click.argument("question", metavar="QUERY")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1, max=86_400), default=30.0, show_default=True, help="Seconds."
)
@rule_options
def command(
    file: str,
    question: str,
    style: str,
    timeout: float,
    settings: Settings,
) -> None:
    """Ask QUERY, a conjunction of Datalog atoms, over the facts of FILE and all that follows from them.

    Values may be written as in the module, in quotes: 'equivalent(X, "%4")'.  The answer comes from
    pyDatalog.  Exit code 1 if there is one.
    """
    from datalog_ir import querying

    with input_errors():
        text, name = read_text(file)
        answers = list(querying.query(text, question, settings, file=name, timeout=timeout))
        if style == "json":
            click.echo(json.dumps([answer.as_json() for answer in answers], indent=2))
        else:
            for answer in answers:
                click.echo(str(answer))
        if any(answer.rows for answer in answers):
            sys.exit(FOUND)
