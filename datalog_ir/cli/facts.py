"""`datalog-ir facts`: the facts as files."""

from __future__ import annotations

from pathlib import Path

import click

from datalog_ir.cli.common import input_errors, read_text


@click.command("facts")
@click.argument("file")
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR"
)
def command(file: str, output: Path) -> None:
    """Write the facts of FILE as Soufflé .facts files (tab-separated) to DIR.

    With several modules in FILE there is a folder for each: DIR/0, DIR/1, ...
    """
    from datalog_ir import api, souffle

    with input_errors():
        text, name = read_text(file)
        modules = api.facts_of(text, file=name)
        for number, module in enumerate(modules):
            folder = output if len(modules) == 1 else output / str(number)
            souffle.write_facts(module, folder)
        click.echo(f"wrote the facts of {len(modules)} module(s) to {output}", err=True)
