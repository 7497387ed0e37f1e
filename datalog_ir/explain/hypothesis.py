"""What if: a derivation made again after a change of the assumptions, or of one op of the module.

Changes of the module are made to its facts, which is enough to derive anew and needs no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from datalog_ir.datalog import Program
from datalog_ir.datalog.syntax import Atom, String, Variable, quote
from datalog_ir.derive import LEARNT, Derivation, conclude
from datalog_ir.facts import Facts

WANTED = (
    "number",
    "equivalent",
    "redundant",
    "same_global",
    "replaceable",
    "must_split_value",
    "must_split_state",
)
"""The relations that answers are read from."""


_PURE = "pure"


@dataclass(frozen=True, slots=True, order=True)
class Declare:
    """All ops of a name are of a kind that rule text has a word for, such as `pure`."""

    predicate: str
    name: str


@dataclass(frozen=True, slots=True, order=True)
class Quiet:
    """One op, without regions, does nothing but compute its results."""

    op: int


@dataclass(frozen=True, slots=True, order=True)
class Operand:
    """One op uses another value as one of its inputs."""

    op: int
    place: int
    value: int
    """Its number in the facts."""


@dataclass(frozen=True, slots=True, order=True)
class SameText:
    """One op has the text of another one."""

    op: int
    as_op: int


Change: TypeAlias = Declare | Quiet | Operand | SameText


def replaced_facts(program: Program, change: Declare) -> list[str]:
    """Atoms of rule text that say otherwise of an op that is declared pure.

    These are its effects: facts from which a rule for `own_effect` takes one that is not a mere question
    of coming to an end (`ends_or_not`).
    """
    if change.predicate != _PURE:
        return []
    harmless = {fact.values[0] for fact in program.facts if fact.predicate == "ends_or_not"}
    effects: set[str] = set()
    for rule in program.rules:
        if rule.head.predicate != "own_effect":
            continue
        effect = rule.head.arguments[1]
        if isinstance(effect, String) and effect.value in harmless:
            continue
        for literal in rule.body:
            if isinstance(literal, Atom) and [type(a) for a in literal.arguments] == [Variable]:
                effects.add(literal.predicate)
    return [
        str(fact) for fact in program.facts if fact.predicate in effects and fact.values == (change.name,)
    ]


def options(program: Program, change: Change) -> str:
    """The command line options that make a change; empty for a change of the module."""
    if not isinstance(change, Declare):
        return ""
    shown = [f"--assume '{change.predicate}({quote(change.name)})'"]
    shown += [f"--without '{atom}'" for atom in replaced_facts(program, change)]
    return " ".join(shown)


def derived_with(derivation: Derivation, changes: Iterable[Change]) -> Derivation:
    """The derivation made again with some changes."""
    program = derivation.model.program
    rows = {name: list(rows) for name, rows in derivation.facts.rows.items() if name not in LEARNT.values()}
    for change in changes:
        if isinstance(change, Declare):
            for atom in replaced_facts(program, change):
                program = program.without(atom)
            program = program.assume(f"{change.predicate}({quote(change.name)})")
        elif isinstance(change, Operand):
            for relation in ("input", "operand"):
                rows[relation] = _with_operand(rows.get(relation, []), change)
        elif isinstance(change, SameText):
            signature = next(row[1] for row in rows["op"] if row[0] == change.as_op)
            rows["op"] = [(o, signature if o == change.op else s, b) for o, s, b in rows["op"]]
        else:
            name = f"<op {change.op} without effects>"
            signature = 1 + max(int(row[1]) for row in rows["op"])
            rows["op"] = [(o, signature if o == change.op else s, b) for o, s, b in rows["op"]]
            rows["kind"] = [*rows["kind"], (signature, name)]
            program = program.assume(f"{_PURE}({quote(name)})")
    facts = Facts(rows)
    wanted = [name for name in WANTED if name in program.declarations]
    return Derivation(derivation.module, facts, conclude(program, facts, wanted=wanted), derivation.values)


def _with_operand(rows: Sequence[tuple[int | str, ...]], change: Operand) -> list[tuple[int | str, ...]]:
    return [(o, i, change.value if (o, i) == (change.op, change.place) else v) for o, i, v in rows]
