"""The command line: reads files, calls `datalog_ir.api`, prints.

Exit codes: 0 nothing found, or done; 1 findings; 2 bad input or usage.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

import click

from datalog_ir.output import write_atomically

if TYPE_CHECKING:
    from datalog_ir.api import Settings

Command: TypeAlias = Callable[..., None]

FOUND, BAD_INPUT = 1, 2

EXAMPLES = """\b
Examples:
  datalog-ir demo
  datalog-ir check module.mlir
  iree-opt --cse module.mlir | datalog-ir opt - --diff
  datalog-ir check module.mlir --without 'pure("stream.async.transfer")'
  datalog-ir query module.mlir 'equivalent(X, "%4")'
"""


@click.group(epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="datalog-ir")
@click.pass_context
def main(context: click.Context) -> None:
    """Which values and globals of an MLIR module are the same, and what follows.

    FILE is MLIR text of any dialect; `-` is standard input.  Several modules in one file, separated by
    `// -----`, are handled one by one; so are the modules of a dump (`// -----// IR Dump After ...`).
    """
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


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


def _text(file: str) -> tuple[str, str]:
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
def _input_errors() -> Iterator[None]:
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


def _tell_what_if(text: str, name: str, settings: Settings) -> None:
    """With --assume or --without: what is gained by it, and what is then at risk, on standard error."""
    if not settings.assume and not settings.without:
        return
    from datalog_ir.explain.whatif import what_if

    for line in what_if(text, settings, file=name):
        click.echo(line, err=True)


@main.command()
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
def opt(
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

    with _input_errors():
        text, name = _text(file)
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
            _tell_what_if(text, name, settings)
        if not result.reached:
            click.echo(report.STILL_APPEARING.format(rounds=max_rounds), err=True)
            sys.exit(FOUND)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@rule_options
def check(
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

    with _input_errors():
        settings.program()  # faulty rules are said once, not for each file
        found = []
        unread = 0
        for file in report.with_progress(files):
            try:
                with _input_errors():
                    text, name = _text(file)
                    found += api.check(text, settings, file=name)
                    if style == "text":
                        _tell_what_if(text, name, settings)
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


@main.command()
@click.argument("file")
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR"
)
def facts(file: str, output: Path) -> None:
    """Write the facts of FILE as Soufflé .facts files (tab-separated) to DIR.

    With several modules in FILE there is a folder for each: DIR/0, DIR/1, ...
    """
    from datalog_ir import api, souffle

    with _input_errors():
        text, name = _text(file)
        modules = api.facts_of(text, file=name)
        for number, module in enumerate(modules):
            folder = output if len(modules) == 1 else output / str(number)
            souffle.write_facts(module, folder)
        click.echo(f"wrote the facts of {len(modules)} module(s) to {output}", err=True)


@main.command()
@click.argument("file")
@click.argument("question", metavar="QUERY")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1, max=86_400), default=30.0, show_default=True, help="Seconds."
)
@rule_options
def query(
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

    with _input_errors():
        text, name = _text(file)
        answers = list(querying.query(text, question, settings, file=name, timeout=timeout))
        if style == "json":
            click.echo(json.dumps([answer.as_json() for answer in answers], indent=2))
        else:
            for answer in answers:
                click.echo(str(answer))
        if any(answer.rows for answer in answers):
            sys.exit(FOUND)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
@rule_options
def test(
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

    with _input_errors():
        outcomes = []
        for file in report.with_progress(files):
            text, name = _text(file)
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


@main.group()
def rules() -> None:
    """The rules of this installation."""


@rules.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def copy(folder: Path) -> None:
    """Copy the rule files to the new folder DIR, to be changed there and used with --rules DIR."""
    from datalog_ir.knowledge import shipped_rules

    with _input_errors():
        shutil.copytree(shipped_rules(), folder)
        click.echo(f"copied the rules to {folder}", err=True)


@main.command()
@rule_options
def demo(settings: Settings) -> None:
    """Show the main job on a weight that is encoded twice (IREE pull request 21921)."""
    from datalog_ir.demo import show

    with _input_errors():
        show(settings)


@main.command()
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
def why(
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

    with _input_errors():
        if settings.engine != "seminaive":
            raise click.UsageError("only the seminaive engine knows how it derived what it did")
        text, name = _text(file)
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


if __name__ == "__main__":
    entry()
