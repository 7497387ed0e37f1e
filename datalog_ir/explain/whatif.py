"""What assumptions do to a module: what is gained with them, and what is then at risk.

A merge that rests on an assumption is at risk where its value is written in place later on (an op names
it twice, which is how tied operands are spelt; or it is an operand of an op that writes), is fresh by what
is known without the assumption, or is released.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from datalog_ir.api import Settings, read
from datalog_ir.datalog import Program
from datalog_ir.derive import Derivation, as_number
from datalog_ir.explain.explanation import Effects, Reason, Verdict
from datalog_ir.explain.wording import Wording
from datalog_ir.ir import Module
from datalog_ir.rewrite import Saving, rewrite, saving

_NEEDED = ("replaceable", "same_global", "effect", "names_twice", "number")
_SHOWN = 12
"""Merges that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A module under two sets of assumptions."""

    gained: tuple[str, ...]
    """What the second one saves more, or less."""
    at_risk: tuple[Reason, ...]


def compare(module: Module, before: Program, after: Program) -> Comparison:
    """What changes in a module if `after` is assumed in place of `before`."""
    fixed = [rewrite(module, program, wanted=_NEEDED) for program in (before, after)]
    first, second = fixed[0].first, fixed[1].first
    words = Wording(second)
    gained = [*_counted(saving(fixed[0]), saving(fixed[1])), *_merges(first, second, words)]
    return Comparison(tuple(gained), tuple(_at_risk(first, second, words)))


def what_if(text: str, settings: Settings, *, file: str = "<string>") -> Iterator[str]:
    """The two-sided answer for each module of `text`, in lines: gained, and at risk, with the assumptions of
    `settings` as compared with the rules alone."""
    base = replace(settings, assume=(), without=()).program()
    program = settings.program()
    for module in read(text, file=file):
        found = compare(module, base, program)
        yield f"{file}:{module.first_line}: with these assumptions: {'; '.join(found.gained) or 'nothing'}"
        for reason in found.at_risk:
            yield f"{file}: at risk [{reason.id}]: {reason.message}"
            for line in reason.lines:
                yield f"    {file}:{line.line}: {line.text.strip()}"


def effects(
    module: Module, before: Program, after: Program, options: Sequence[str], answer: Verdict
) -> Effects:
    """The comparison as a part of an explanation; `answer` is the verdict under `before`."""
    found = compare(module, before, after)
    return Effects(tuple(options), answer, found.gained, found.at_risk)


def _counted(a: Saving, b: Saving) -> list[str]:
    counts = (
        ("ops", b.ops - a.ops),
        ("globals", b.globals - a.globals),
        ("bytes held twice", b.duplicate_bytes - a.duplicate_bytes),
        ("bytes never loaded", b.unused_bytes - a.unused_bytes),
    )
    return [f"{abs(n):,} {what} {'more' if n > 0 else 'fewer'} are removed" for what, n in counts if n]


def _merged(derivation: Derivation) -> dict[int, int]:
    rows = derivation.model.rows("replaceable")
    return {as_number(v): as_number(r) for v, r in sorted(rows, key=lambda row: as_number(row[0]))}


def _merges(first: Derivation, second: Derivation, words: Wording) -> list[str]:
    """Values and globals that one of the two merges and the other does not."""
    old, new = _merged(first), _merged(second)
    told = [f"{words.value(v)} is {words.value(r)}" for v, r in new.items() if v not in old]
    told += [f"no more: {words.value(v)} is {words.value(r)}" for v, r in old.items() if v not in new]
    same = [{(str(g), str(h)) for g, h in d.model.rows("same_global")} for d in (first, second)]
    told += [f"@{g} is @{h}" for g, h in sorted(same[1] - same[0])]
    told += [f"no more: @{g} is @{h}" for g, h in sorted(same[0] - same[1])]
    if len(told) > _SHOWN:
        told[_SHOWN:] = [f"{len(told) - _SHOWN} more merges"]
    return told


def _at_risk(first: Derivation, second: Derivation, words: Wording) -> list[Reason]:
    old, new = _merged(first), _merged(second)
    gained = {v: r for v, r in new.items() if v not in old}
    users: dict[int, list[int]] = {}
    for o, _, v in second.facts.rows.get("operand", ()):
        users.setdefault(as_number(v), []).append(as_number(o))
    effects: dict[int, set[str]] = {}
    for row in first.model.rows("effect"):
        effects.setdefault(as_number(row[0]), set()).add(str(row[1]))
    twice: dict[int, list[int]] = {}
    for row in second.model.rows("names_twice"):
        twice.setdefault(as_number(row[1]), []).append(as_number(row[0]))
    owner = {as_number(v): as_number(o) for v, o, _ in second.facts.rows.get("result", ())}
    found: list[Reason] = []
    for v, r in gained.items():
        merge = f"{words.value(v)} is put together with {words.value(r)}"
        lines = words.value_lines((v, r))
        if "allocate" in effects.get(owner.get(v, -1), ()):
            text = f"{merge}, but without the assumption each is fresh"
            found.append(Reason("allocated", text, lines))
        for value in (v, r):
            tied = twice.get(value, [])
            writing = [o for o in users.get(value, ()) if "write" in effects.get(o, ())]
            freeing = [o for o in users.get(value, ()) if "free" in effects.get(o, ())]
            for name, ops, what in (
                ("written-in-place", tied, "names it twice: it may be written in place"),
                ("written-in-place", writing, "may write it"),
                ("freed", freeing, "releases it"),
            ):
                for op in dict.fromkeys(ops):
                    text = f"{merge}, and {words.op(op)} {what} ({words.value(value)})"
                    found.append(Reason(name, text, tuple(dict.fromkeys((*lines, *words.op_lines([op]))))))
    return found
