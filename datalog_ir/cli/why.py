"""`datalog-ir why`: why two are the same, or not."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from datalog_ir.cli.common import FOUND, input_errors, read_text, rule_options

if TYPE_CHECKING:
    from datalog_ir.api import Settings


@click.command("why")
@click.argument("file")
@click.argument("a")
@click.argument("b")
@click.option("--json", "as_data", is_flag=True, help="Write JSON (see `datalog_ir.explain.explanation`).")
@click.option(
    "--module",
    "module_at",
    type=click.IntRange(min=1),
    metavar="LINE",
    help="Of several modules in FILE, the one in which this line stands.",
)
@click.option("--depth", type=click.IntRange(min=0), help="Cut the proof off below so many steps.")
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Largest set of changes to look for where they are not equal.",
)
@rule_options
def command(
    file: str,
    a: str,
    b: str,
    as_data: bool,
    module_at: int | None,
    depth: int | None,
    max_size: int,
    settings: Settings,
) -> None:
    """Say why values (or globals) A and B of FILE are the same, or what is missing for it.

    A and B are written %4, @use0::%r, initializer#0::%5 or L23 (what line 23 defines); @g for globals.  With
    --assume or --without the answer also says what they do to the whole module.

    Exit code 0 if the two are equal, 1 if they are not known to be.
    """
    from datalog_ir.explain import NameProblem
    from datalog_ir.explain.answer import why as answer
    from datalog_ir.explain.explanation import as_json
    from datalog_ir.explain.render import as_text, terminal_style
    from datalog_ir.explain.repairs import Search

    with input_errors():
        if settings.engine != "seminaive":
            raise click.UsageError("only the seminaive engine knows how it derived what it did")
        text, name = read_text(file)
        try:
            search = Search(max_size=max_size)
            found = answer(text, a, b, settings, file=name, search=search, module_at=module_at)
        except NameProblem as problem:
            raise click.ClickException(f"{name}: {problem}") from problem
        if as_data:
            click.echo(json.dumps(as_json(found), indent=2))
        else:
            click.echo(as_text(found, depth=depth, style=terminal_style), nl=False)
        if found.verdict in ("distinct", "kept"):
            sys.exit(FOUND)
