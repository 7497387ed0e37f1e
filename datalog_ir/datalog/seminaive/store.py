"""Relations and their indexes during an evaluation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from operator import itemgetter
from typing import TypeAlias

from ..terms import Row, Value

Relation: TypeAlias = dict[Row, int]
"""From row to derivation, in the order of derivation."""

Index: TypeAlias = "defaultdict[Value | Row, list[Value | Row]]"
"""From key to what stands there.

A key of one column is its value, one of several is a tuple.  Where only one column is left, its values are
listed, else the rows: both without building new tuples.
"""


class Store:
    """All relations of an evaluation, and the indexes built so far."""

    __slots__ = ("_indexes", "_sets", "arities", "relations")

    def __init__(self, arities: Mapping[str, int]) -> None:
        self.arities = arities
        self.relations: dict[str, Relation] = {}
        self._indexes: dict[tuple[str, tuple[int, ...]], Index] = {}
        self._sets: dict[tuple[str, tuple[int, ...]], frozenset[Value | Row]] = {}

    def index(self, predicate: str, columns: tuple[int, ...]) -> Index:
        """The index of a finished relation."""
        key = (predicate, columns)
        found = self._indexes.get(key)
        if found is None:
            rows = self.relations[predicate]
            found = self._indexes[key] = _build(rows, columns, self.arities[predicate])
        return found

    def growing_index(self, predicate: str, columns: tuple[int, ...]) -> Index:
        """An empty index that the recursion fills."""
        index: Index = defaultdict(list)
        self._indexes[predicate, columns] = index
        return index

    def membership(self, predicate: str, columns: tuple[int, ...]) -> Container[object]:
        """Says which values of the columns occur in a finished relation."""
        rows = self.relations[predicate]
        if len(columns) == self.arities[predicate]:
            return rows
        key = (predicate, columns)
        index = self._indexes.get(key)
        if index is not None:
            return index
        found = self._sets.get(key)
        if found is None:
            found = self._sets[key] = frozenset(map(itemgetter(*columns), rows))
        return found


def _build(rows: Iterable[Row], columns: tuple[int, ...], arity: int) -> Index:
    index: Index = defaultdict(list)
    if arity == 2:
        if columns == (0,):
            for first, second in rows:
                index[first].append(second)
        else:
            for first, second in rows:
                index[second].append(first)
        return index
    rest = [column for column in range(arity) if column not in columns]
    key = itemgetter(*columns)
    if len(rest) == 1:
        value = itemgetter(rest[0])
        for row in rows:
            index[key(row)].append(value(row))
    elif len(columns) == 1:
        place = columns[0]
        for row in rows:
            index[row[place]].append(row)
    else:
        for row in rows:
            index[key(row)].append(row)
    return index
