"""The relations of a model with indexes on demand, for questions that know some columns of a row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter

from datalog_ir.datalog import Model, Row, Value

Pattern = tuple["Value | None", ...]
"""A row of which some columns are open (`None`)."""


class Relations:
    """A model, read by key.  Indexes are made when they are first asked for and kept."""

    __slots__ = ("_indexes", "_unread", "model")

    def __init__(self, model: Model) -> None:
        self.model = model
        self._indexes: dict[tuple[str, tuple[int, ...]], dict[object, list[Row]]] = {}
        self._unread: dict[Row, int] = {}

    def rows(self, predicate: str) -> Collection[Row]:
        """All rows; none for a predicate that was not evaluated."""
        return self.model.derivations.get(predicate, self._unread).keys()

    def holds(self, predicate: str, row: Row) -> bool:
        """Is the row in the model?"""
        return row in self.model.derivations.get(predicate, self._unread)

    def lookup(self, predicate: str, columns: tuple[int, ...], key: object) -> Sequence[Row]:
        """The rows with `key` in these columns: a value for one column, a tuple for several."""
        index = self._indexes.get((predicate, columns))
        if index is None:
            index = self._build(predicate, columns)
        return index.get(key, ())

    def matching(self, predicate: str, pattern: Pattern) -> Collection[Row]:
        """The rows that agree with the pattern."""
        columns = tuple([c for c, value in enumerate(pattern) if value is not None])
        if not columns:
            return self.rows(predicate)
        if len(columns) == len(pattern):
            row = tuple([value for value in pattern if value is not None])
            return (row,) if self.holds(predicate, row) else ()
        key = pattern[columns[0]] if len(columns) == 1 else tuple([pattern[c] for c in columns])
        return self.lookup(predicate, columns, key)

    def _build(self, predicate: str, columns: tuple[int, ...]) -> dict[object, list[Row]]:
        index: dict[object, list[Row]] = {}
        key = itemgetter(*columns)
        for row in self.rows(predicate):
            index.setdefault(key(row), []).append(row)
        self._indexes[predicate, columns] = index
        return index
