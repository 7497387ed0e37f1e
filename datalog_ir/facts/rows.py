"""What facts are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

Row = tuple[int | str, ...]


@dataclass(slots=True)
class Facts:
    """The relations of one module: for each name of `schema.dl` its rows."""

    rows: dict[str, list[Row]] = field(default_factory=dict)

    def relation(self, name: str) -> list[Row]:
        """The rows of one relation, to be extended by the caller."""
        return self.rows.setdefault(name, [])
