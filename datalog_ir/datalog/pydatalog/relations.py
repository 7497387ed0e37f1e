"""Finished or growing relations that pyDatalog asks for rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..terms import Row, Value


class Relation:
    """Rows, with an index for every pattern of bound columns that has been asked for."""

    __slots__ = ("_indexes", "rows")

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows: dict[Row, None] = dict.fromkeys(rows)
        self._indexes: dict[tuple[int, ...], dict[Row, list[Row]]] = {}

    def add(self, row: Row) -> bool:
        """Whether the row is new."""
        if row in self.rows:
            return False
        self.rows[row] = None
        for columns, index in self._indexes.items():
            index.setdefault(tuple([row[column] for column in columns]), []).append(row)
        return True

    def replace(self, rows: Iterable[Row]) -> None:
        """Other rows in place of the present ones."""
        self.rows = dict.fromkeys(rows)
        self._indexes.clear()

    def matching(self, values: Sequence[Value | None]) -> Iterable[Row]:
        """The rows with these values; `None` is any value."""
        columns = tuple([column for column, value in enumerate(values) if value is not None])
        if not columns:
            return list(self.rows)
        key = tuple([value for value in values if value is not None])
        if len(columns) == len(values):
            return [key] if key in self.rows else []
        index = self._indexes.get(columns)
        if index is None:
            index = self._indexes[columns] = {}
            for row in self.rows:
                index.setdefault(tuple([row[column] for column in columns]), []).append(row)
        return list(index.get(key, ()))
