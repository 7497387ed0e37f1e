"""The command line of the benchmarks."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import click
from rich.console import Console
from rich.status import Status

from tests.bench.compare import compare
from tests.bench.contenders import ROOT, Contender, contenders
from tests.bench.goals import Clock, goals
from tests.bench.inputs import Kind, arith, layers, write
from tests.bench.process import run
from tests.bench.report import as_json, print_goals, print_measurements, print_phases


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Benchmarks of datalog-ir beside the programs one would use instead."""


def _sizes(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, ...]:
    """`1000,4000` as numbers; `0` is none."""
    try:
        return tuple(size for size in map(int, value.split(",")) if size > 0)
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is not a list of numbers such as 1000,4000", ctx, param
        ) from None


@main.command("compare")
@click.option(
    "--layers", "layer_sizes", callback=_sizes, default="1000,4000", show_default=True, metavar="N,..."
)
@click.option(
    "--arith", "arith_sizes", callback=_sizes, default="20000,200000", show_default=True, metavar="N,..."
)
@click.option("--start/--no-start", default=True, help="Measure the start on the worked example.")
@click.option("--only", multiple=True, metavar="TEXT", help="Contenders with TEXT in their name; repeatable.")
@click.option("-n", "--repetitions", type=click.IntRange(min=1), default=5, show_default=True)
@click.option(
    "--clock",
    type=click.Choice(["wall", "cpu"]),
    default="wall",
    show_default=True,
    help="What ratios and goals go by; cpu is the better one on a busy machine.",
)
@click.option("--seconds", type=click.FloatRange(min=1), default=300.0, show_default=True, help="For a run.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Keep the inputs here.")
def compare_command(
    layer_sizes: tuple[int, ...],
    arith_sizes: tuple[int, ...],
    start: bool,
    only: tuple[str, ...],
    repetitions: int,
    clock: str,
    seconds: float,
    json_file: Path | None,
    folder: Path | None,
) -> None:
    """Run every contender as a whole process, several times, alternating.

    Prints medians, ratios, peak memory and the goals.  JSON (`--json FILE`, `-` for standard output in place
    of the tables) has every single run.
    """
    sizes: list[tuple[Kind, int]] = [("start", 0)] if start else []
    sizes += [("layers", size) for size in layer_sizes] + [("arith", size) for size in arith_sizes]
    chosen = [c for c in contenders() if not only or any(text in c.name for text in only)]
    if not chosen:
        raise click.UsageError(f"no contender has {' or '.join(only)} in its name: {_names(contenders())}")
    messages = Console(stderr=True)
    by = cast(Clock, clock)
    with tempfile.TemporaryDirectory(prefix="datalog-ir-bench-") as scratch:
        place = folder or Path(scratch)
        place.mkdir(parents=True, exist_ok=True)
        with messages.status("writing inputs") as status:
            entries = compare(
                sizes,
                chosen,
                repetitions=repetitions,
                seconds=seconds,
                folder=place.resolve(),
                progress=_progress(status),
            )
    reached = goals(entries, by)
    if json_file is not None:
        text = json.dumps(as_json(entries, reached, by), indent=2)
        if json_file == Path("-"):
            click.echo(text)
            return
        json_file.write_text(text + "\n", encoding="utf-8")
    console = _console()
    print_measurements(console, entries, by)
    print_goals(console, reached, by)


def _progress(status: Status) -> Callable[[str], None]:
    return status.update


def _names(found: tuple[Contender, ...]) -> str:
    return ", ".join(contender.name for contender in found)


def _console() -> Console:
    # Wide enough for the tables where there is no terminal that says how wide it is.
    return Console() if sys.stdout.isatty() else Console(width=150)


@main.command()
@click.argument("kind", type=click.Choice(["layers", "arith"]), default="layers")
@click.argument("size", type=click.IntRange(min=1), default=1000)
@click.option("--json", "as_text", is_flag=True, help="Print JSON.")
def profile(kind: str, size: int, as_text: bool) -> None:
    """Print where the processor time of `datalog-ir opt` goes, phase by phase."""
    with tempfile.TemporaryDirectory(prefix="datalog-ir-bench-") as scratch:
        folder = Path(scratch)
        item = write(cast(Kind, kind), size, folder)
        output = folder / "phases.json"
        command = [sys.executable, "-m", "tests.bench.phases", str(item.path), "-o", str(folder / "out.mlir")]
        took = run(command, output, seconds=600, folder=ROOT)
        if took.code:
            raise click.ClickException(f"exit code {took.code}: {took.complaint}")
        phases: dict[str, float] = json.loads(output.read_text(encoding="utf-8"))
    phases["ending Python"] = max(0.0, took.cpu - sum(phases.values()))
    if as_text:
        click.echo(json.dumps({"input": kind, "size": size, "phases": phases}, indent=2))
    else:
        print_phases(_console(), f"{item.title}: {item.lines:,} lines", phases)


@main.command("input")
@click.argument("kind", type=click.Choice(["layers", "arith"]))
@click.argument("size", type=click.IntRange(min=1))
def input_command(kind: str, size: int) -> None:
    """Write an input to standard output."""
    for piece in layers(size) if kind == "layers" else arith(size):
        sys.stdout.write(piece)


if __name__ == "__main__":
    main(prog_name="python -m tests.bench")
