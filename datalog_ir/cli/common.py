"""What the commands share: reading input, the options that choose rules, exit codes, errors as messages."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

if TYPE_CHECKING:
    from datalog_ir.api import Settings

Command: TypeAlias = Callable[..., None]

FOUND, BAD_INPUT = 1, 2


def rule_options(command: Command) -> Command:
    """The options that choose rules and engine; the command gets them as one argument, `settings`."""

    @wraps(command)
    def with_settings(
        *arguments: object,
        assume: tuple[str, ...],
        without: tuple[str, ...],
        rules: Path | None,
        engine: str,
        cross_check: bool,
        **options: object,
    ) -> None:
        from datalog_ir.api import Settings

        engine = "both" if cross_check else engine
        settings = Settings(rules=rules, assume=assume, without=without, engine=engine)
        command(*arguments, settings=settings, **options)

    result: Command = with_settings
    for option in (
        click.option(
            "--engine",
            type=click.Choice(["seminaive", "pydatalog"]),
            default="seminaive",
            show_default=True,
            help="What evaluates the rules.",
        ),
        click.option(
            "--cross-check",
            is_flag=True,
            help="Evaluate with both engines and fail if they differ.",
        ),
        click.option(
            "--rules",
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            help="Folder of rule files to use instead of the shipped ones.",
        ),
        click.option(
            "--without", multiple=True, metavar="ATOM", help="Take a fact of the rules away; repeatable."
        ),
        click.option(
            "--assume",
            multiple=True,
            metavar="ATOM",
            help="Add a fact, such as 'pure(\"x.y\")', to the rules; repeatable.",
        ),
    ):
        result = option(result)
    return result


def read_text(file: str) -> tuple[str, str]:
    """The text of a file argument and its name for messages."""
    if file == "-":
        if sys.stdin is None:
            raise click.ClickException("standard input is closed")
        return _decode(sys.stdin.buffer.read(), "<stdin>"), "<stdin>"
    try:
        return _decode(Path(file).read_bytes(), file), file
    except OSError as problem:
        raise click.ClickException(f"{file}: {problem.strerror or problem}") from problem


def _decode(data: bytes, name: str) -> str:
    if b"__elided__" in data:
        note = f"note: {name}: constants are elided (`__elided__`); those of one type are taken to be equal"
        click.echo(note, err=True)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise click.ClickException(f"{name}:{line}: not UTF-8 text (MLIR bytecode is not read)") from problem


@contextmanager
def input_errors() -> Iterator[None]:
    """Turns what is wrong with the input into a message and exit code 2."""
    from datalog_ir.datalog import EvaluationLimit, RuleError
    from datalog_ir.derive import EngineDisagreement
    from datalog_ir.syntax import SyntaxProblem

    try:
        yield
    except (SyntaxProblem, RuleError, EvaluationLimit, EngineDisagreement) as problem:
        click.echo(str(problem), err=True)
        sys.exit(BAD_INPUT)
    except click.ClickException as problem:
        click.echo(f"error: {problem.format_message()}", err=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # Whoever reads has seen enough; what is left in the buffer is not wanted.
        os._exit(128 + signal.SIGPIPE)
    except OSError as problem:
        click.echo(f"error: {problem.filename or 'output'}: {problem.strerror or problem}", err=True)
        sys.exit(BAD_INPUT)


def tell_what_if(text: str, name: str, settings: Settings) -> None:
    """With --assume or --without: what is gained by it, and what is then at risk, on standard error."""
    if not settings.assume and not settings.without:
        return
    from datalog_ir.explain.whatif import what_if

    for line in what_if(text, settings, file=name):
        click.echo(line, err=True)
