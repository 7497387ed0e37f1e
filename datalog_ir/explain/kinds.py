"""What the numbers in a column stand for: ops, values, blocks, regions, signatures.

Declarations say it by a subtype (`o: op`).  Columns that may also hold a number of their own (-1 for none)
are declared as numbers; rules that share a variable with other columns say what else they hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from datalog_ir.datalog import Program
from datalog_ir.datalog.syntax import Aggregate, Atom, BodyLiteral, Negation, Variable

Kind: TypeAlias = Literal["op", "value", "block", "region", "signature"]

Column: TypeAlias = tuple[str, int]

_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}

_COUNTS = frozenset({"i", "j", "k", "n", "t", "d"})
"""Columns that are called so hold plain numbers, unless they are declared otherwise."""


def column_kinds(program: Program) -> dict[Column, Kind]:
    """The kind of each column of numbers that stands for something in the module."""
    kinds: dict[Column, Kind] = {}
    plain: set[Column] = set()
    for name, declaration in program.declarations.items():
        for place, column in enumerate(declaration.columns):
            if column.sort in _KINDS:
                kinds[name, place] = _KINDS[column.sort]
            elif column.type == "number" and column.name not in _COUNTS:
                plain.add((name, place))
    for rule in program.rules:
        seen: dict[str, Kind] = {}
        atoms = list(_atoms((rule.head, *rule.body)))
        for atom in atoms:
            for place, argument in enumerate(atom.arguments):
                kind = kinds.get((atom.predicate, place))
                if isinstance(argument, Variable) and kind is not None:
                    seen.setdefault(argument.name, kind)
        for atom in atoms:
            for place, argument in enumerate(atom.arguments):
                column_ = (atom.predicate, place)
                if isinstance(argument, Variable) and column_ in plain and argument.name in seen:
                    kinds.setdefault(column_, seen[argument.name])
    return kinds


def _atoms(literals: Iterable[BodyLiteral]) -> Iterable[Atom]:
    for literal in literals:
        if isinstance(literal, Atom):
            yield literal
        elif isinstance(literal, Negation):
            yield literal.atom
        elif isinstance(literal, Aggregate):
            yield from _atoms(literal.body)
