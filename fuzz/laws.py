"""What must hold of a rewriter of modules, each law a function that takes the rewriter.

A rewriter is any function from the text of a module to the text of a module: our own, or a compiler's pass
(`command.py`).  A law raises `LawBroken`, which says what was done and shows both traces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from datalog_ir.ir import Module
from datalog_ir.semantics import Call, NoMeaningError, Settings, Trace, run, same_meaning
from datalog_ir.semantics.externals import ExternalPolicy
from datalog_ir.semantics.trace import Contents
from datalog_ir.syntax import ShapeTable, apply_edits, occurrences, read_module
from fuzz.command import CommandFailed
from fuzz.program import Program
from fuzz.report import calls_text, side_by_side
from fuzz.variants import publicised, renamed, reordered

Rewrite = Callable[[str], str]

ASSUMED_EFFECT_FREE = frozenset(
    {"stream.async.splat", "stream.async.transfer", "stream.resource.size", "stream.async.clone"}
)
"""The operations in generated modules that have no meaning but their name."""


FUEL = 2_000
"""Operations a generated module may execute: more than nearly all of them need."""


class LawBroken(AssertionError):
    """A law does not hold; `law` is its name, the message the evidence."""

    def __init__(self, law: str, evidence: str) -> None:
        super().__init__(f"{law}\n{evidence}")
        self.law = law


def default_settings() -> Settings:
    """The settings generated modules are run with."""
    return Settings(fuel=FUEL, effect_free=ASSUMED_EFFECT_FREE.__contains__)


def same_trace(
    text: str, rewrite: Rewrite, sequences: Iterable[Sequence[Call]], settings: Settings | None = None
) -> list[Trace]:
    """Every call sequence gives the same trace before and after; gives the traces before.

    Raises:
        LawBroken: a trace differs (`semantics.same_meaning`).
    """
    after = rewrite(text)
    return same_traces_of(text, after, sequences, settings)


def same_traces_of(
    before: str, after: str, sequences: Iterable[Sequence[Call]], settings: Settings | None = None
) -> list[Trace]:
    """The same for two modules that are both there."""
    settings = settings or default_settings()
    shapes = ShapeTable()
    one = _read(before, "before", shapes)
    other = _read(after, "after", shapes) if after != before else one
    found: list[Trace] = []
    for sequence in sequences:
        trace = run(one, sequence, settings)
        found.append(trace)
        if other is one:
            continue
        _compare("the rewritten module has the same trace", before, after, trace, other, sequence, settings)
    return found


def print_parse_identity(text: str) -> None:
    """What is not edited is printed as it was and reads as it did, and every operand of an operation is
    found in the text where the printer would replace it.

    Raises:
        LawBroken: it is not so.
    """
    law = "printing and reading are inverse"
    module = _read(text, "module")
    printed = apply_edits(text, [])
    if printed != text or structure(_read(printed, "printed")) != structure(module):
        raise LawBroken(law, text)
    for op in module.ops:
        spans = occurrences(module, op).operands
        spelled = [text[start:end] for start, end in spans]
        if spelled != [operand.name for operand in op.operands]:
            line, _ = module.position(op.start)
            raise LawBroken(law, f"line {line}: operands {spelled}\n{text}")


def idempotent(text: str, rewrite: Rewrite) -> None:
    """Rewriting what was rewritten changes nothing.

    Raises:
        LawBroken: it does.
    """
    once = rewrite(text)
    twice = rewrite(once)
    if once != twice:
        raise LawBroken("rewriting is idempotent", f"{text}\n--- once\n{once}\n--- twice\n{twice}")


def accepted(text: str, rewrite: Rewrite, judge: Rewrite) -> None:
    """What was rewritten is valid: `judge`, a compiler's front end, takes it.

    Raises:
        LawBroken: it does not.
    """
    after = rewrite(text)
    try:
        judge(after)
    except CommandFailed as failure:
        evidence = f"{text}\n--- rewritten\n{after}\n--- {failure}"
        raise LawBroken("the rewritten module is valid", evidence) from None


def renaming(program: Program, rewrite: Rewrite, seed: int) -> None:
    """Other names of values lose no merge and change nothing.

    Raises:
        LawBroken: the rewritten modules differ in more than names.
    """
    one, other = rewrite(program.text()), rewrite(renamed(program, seed))
    if structure(_read(one, "one")) != structure(_read(other, "other")):
        raise LawBroken("names of values do not matter", f"{one}\n--- with other names\n{other}")


def reordering(
    program: Program,
    rewrite: Rewrite,
    seed: int,
    sequences: Iterable[Sequence[Call]],
    settings: Settings | None = None,
) -> None:
    """Another order of independent operations loses no merge and does not change the meaning.

    Raises:
        LawBroken: it does.
    """
    shuffled = reordered(program, seed).text()
    one, other = rewrite(program.text()), rewrite(shuffled)
    if len(_read(one, "one").ops) != len(_read(other, "other").ops):
        evidence = f"{one}\n--- from another order\n{shuffled}\n--- rewritten\n{other}"
        raise LawBroken("the order of independent operations does not matter", evidence)
    same_traces_of(program.text(), other, sequences, settings)


def public_globals(
    program: Program, rewrite: Rewrite, sequences: Iterable[Sequence[Call]], settings: Settings | None = None
) -> None:
    """Making every global public before rewriting changes no value returned and no external call.

    Raises:
        LawBroken: it does.
    """
    settings = replace(
        settings or default_settings(), externals=ExternalPolicy(sees_globals=False, writes_globals=False)
    )
    before, after = program.text(), rewrite(publicised(program).text())
    one, other = _read(before, "before"), _read(after, "after")
    for sequence in sequences:
        law = "making globals public does not change the meaning"
        trace = run(one, sequence, settings)
        _compare(law, before, after, trace, other, sequence, settings, keep_globals=False)


def lowered(
    text: str,
    rewrite: Rewrite,
    lower: Rewrite,
    sequences: Iterable[Sequence[Call]],
    settings: Settings | None = None,
) -> None:
    """Lowering structured control flow to blocks before rewriting does not change the meaning.

    Raises:
        LawBroken: it does.
    """
    same_traces_of(text, rewrite(lower(text)), sequences, settings)


def structure(module: Module) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """The module without names of values: for each operation its text, what it uses and what it defines."""
    return [
        (op.shape.text, tuple(v.id for v in op.operands), tuple(v.id for v in op.results))
        for op in module.ops
    ]


def _compare(
    law: str,
    before: str,
    after: str,
    trace: Trace,
    other: Module,
    sequence: Sequence[Call],
    settings: Settings,
    keep_globals: bool = True,
) -> None:
    """Runs the rewritten module, with more fuel than the original had, and compares."""
    try:
        later = run(other, sequence, replace(settings, fuel=4 * settings.fuel + 1000))
    except NoMeaningError as error:
        raise LawBroken(law, f"{before}\n--- after\n{after}\n--- {error}") from None
    one, two = (trace, later) if keep_globals else (_without_globals(trace), _without_globals(later))
    if not same_meaning(one, two):
        calls = calls_text(sequence)
        evidence = f"{before}\n--- after\n{after}\n--- calls: {calls}\n{side_by_side(one, two)}"
        raise LawBroken(law, evidence)


def _without_globals(trace: Trace) -> Trace:
    """The trace without what it says of globals."""
    events = tuple(event for event in trace.events if not isinstance(event, Contents))
    return replace(trace, events=events)


def _read(text: str, what: str, shapes: ShapeTable | None = None) -> Module:
    return read_module(text, file=f"<{what}>", shapes=shapes)
