"""`datalog-ir rules`: the rules as files."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from datalog_ir.cli.common import input_errors


@click.group("rules")
def command() -> None:
    """The rules of this installation."""


@command.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def copy(folder: Path) -> None:
    """Copy the rule files to the new folder DIR, to be changed there and used with --rules DIR."""
    from datalog_ir.knowledge import shipped_rules

    with input_errors():
        shutil.copytree(shipped_rules(), folder)
        click.echo(f"copied the rules to {folder}", err=True)
