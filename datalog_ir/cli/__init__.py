"""The command line: a file for each command, loaded when it is used.

Exit codes: 0 nothing found, or done; 1 findings; 2 bad input or usage.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

COMMANDS = {
    "demo": "Show the main job on a weight that is encoded twice.",
    "opt": "Rewrite FILE until no new facts appear.",
    "check": "List what is redundant, one finding a line.",
    "why": "Say why two values or globals are the same, or what is missing for it.",
    "query": "Ask a question in Datalog.",
    "facts": "Write the facts of FILE as Soufflé .facts files.",
    "test": "Check what the comments of FILE say about it.",
    "rules": "The rules of this installation.",
}
"""Name and summary, in the order of `--help`; the command is `command` of the module of that name."""

EXAMPLES = """\b
Examples:
  datalog-ir demo
  datalog-ir check module.mlir
  iree-opt --cse module.mlir | datalog-ir opt - --diff
  datalog-ir check module.mlir --without 'pure("stream.async.transfer")'
  datalog-ir query module.mlir 'equivalent(X, "%4")'
"""


class _Commands(click.Group):
    """Knows its commands by name, and loads the one that runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"{__name__}.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="datalog-ir")
@click.pass_context
def main(context: click.Context) -> None:
    """Which values and globals of an MLIR module are the same, and what follows.

    FILE is MLIR text of any dialect; `-` is standard input.  Several modules in one file, separated by
    `// -----`, are handled one by one; so are the modules of a dump (`// -----// IR Dump After ...`).
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


def entry() -> NoReturn:
    """Runs the command and ends the process.

    It ends at once: taking the millions of objects of a large module apart, one by one, helps nobody.
    """
    import gc

    gc.disable()
    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    with suppress(OSError, ValueError, AttributeError):  # closed, or never open
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)
