"""`datalog-ir demo`: the main job on a worked example."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import input_errors, rule_options

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("demo")
@rule_options
def command(settings: Settings) -> None:
    """Show the main job on a weight that is encoded twice (IREE pull request 21921)."""
    from datalog_ir.demo import show

    with input_errors():
        show(settings)
