"""What the numbers in a column stand for: ops, values, blocks, regions, signatures.

Declarations say it in their text ("Op `o` has signature `s`"), and rules carry it on: columns that share
a variable hold the same kind of thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeAlias

from datalog_ir.datalog import Program
from datalog_ir.datalog.syntax import (
    Aggregate,
    Atom,
    BodyLiteral,
    Negation,
    Variable,
)

Kind: TypeAlias = Literal["op", "value", "block", "region", "signature"]

Column: TypeAlias = tuple[str, int]

_SAID = re.compile(
    r"\b([Oo]p|[Vv]alue|[Bb]lock|[Rr]egion|[Ss]ignature|[Ss]tore|[Ll]oad|[Ll]eader|[Oo]bserver|[Ll]oop"
    r"|[Ii]nitializer|[Ff]unction|[Dd]efinition|[Ss]tep|Argument)s?"
    r" `(\w+)`(?:(?:,| and| or) `(\w+)`)?(?! of op)"
)
_MEANT: Mapping[str, Kind] = {
    "op": "op",
    "value": "value",
    "block": "block",
    "region": "region",
    "signature": "signature",
    "store": "op",
    "load": "op",
    "leader": "value",
    "observer": "op",
    "loop": "op",
    "initializer": "op",
    "function": "op",
    "definition": "op",
    "step": "op",
    "argument": "value",
}
_COUNTS = frozenset({"i", "j", "k", "n", "t"})
"""Columns that are called so hold plain numbers, unless their declaration says more."""


def column_kinds(program: Program) -> dict[Column, Kind]:
    """The kind of each column of type `number` that stands for something in the module.

    What the text of a declaration says of its own columns goes before what rules carry over.
    """
    said: dict[Column, Kind] = {}
    for name, declaration in program.declarations.items():
        places = {c.name: i for i, c in enumerate(declaration.columns) if c.type == "number"}
        for match in _SAID.finditer(declaration.doc):
            for column in match.groups()[1:]:
                if column in places:
                    said.setdefault((name, places[column]), _MEANT[match[1].lower()])
    linked = _linked(program)
    groups: dict[Column, list[Column]] = {}
    for column in {*said, *linked}:
        groups.setdefault(_root(linked, column), []).append(column)
    kinds: dict[Column, Kind] = {}
    for members in groups.values():
        votes = Counter(said[column] for column in sorted(members) if column in said)
        if votes:
            common = votes.most_common(1)[0][0]
            kinds.update({column: said.get(column, common) for column in members})
    return kinds


def _linked(program: Program) -> dict[Column, Column]:
    """Columns of numbers joined by variables of rules, as a forest."""
    parents: dict[Column, Column] = {}
    for rule in program.rules:
        seen: dict[str, Column] = {}
        for atom in _atoms((rule.head, *rule.body)):
            columns = program.declarations[atom.predicate].columns
            for place, argument in enumerate(atom.arguments):
                counts = columns[place].type != "number" or columns[place].name in _COUNTS
                if not counts and isinstance(argument, Variable):
                    column = (atom.predicate, place)
                    first = seen.setdefault(argument.name, column)
                    a, b = _root(parents, first), _root(parents, column)
                    if a != b:
                        parents[max(a, b)] = min(a, b)
    return parents


def _atoms(literals: tuple[BodyLiteral, ...]) -> list[Atom]:
    found: list[Atom] = []
    for literal in literals:
        if isinstance(literal, Atom):
            found.append(literal)
        elif isinstance(literal, Negation):
            found.append(literal.atom)
        elif isinstance(literal, Aggregate):
            found.extend(_atoms(literal.body))
    return found


def _root(parents: dict[Column, Column], column: Column) -> Column:
    while column in parents:
        column = parents[column]
    return column


