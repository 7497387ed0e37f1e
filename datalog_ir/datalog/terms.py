"""Constructed terms, hash-consed: two terms of one table are equal exactly if they are one object.

A term compares and hashes by identity, so that a chain of 100,000 nested terms costs as much in a join as
a number does (hash consing: Ershov 1958, Goto 1974).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeAlias

from .syntax import Constant, quote


class Term(tuple["Value", ...]):
    """A constructor's value; its items are numbers, symbols and terms of the same table.

    Only a `TermTable` makes terms.
    """

    __slots__ = ()
    # All six, so that CPython uses the C functions of `object` directly.
    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __lt__ = object.__lt__  # type: ignore[assignment,operator,unused-ignore]
    __le__ = object.__le__  # type: ignore[assignment,operator,unused-ignore]
    __gt__ = object.__gt__  # type: ignore[assignment,operator,unused-ignore]
    __ge__ = object.__ge__  # type: ignore[assignment,operator,unused-ignore]

    def __repr__(self) -> str:
        return render(self, limit=200)

    __str__ = __repr__

    def __reduce__(self) -> str | tuple[object, ...]:
        # A copy would be another term, and a deep one would exhaust the stack.
        raise TypeError("terms belong to their table; render them, or take their items")

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __copy__(self) -> Term:
        return self


Value: TypeAlias = "int | str | Term"
"""What a column holds."""

Row: TypeAlias = tuple[Value, ...]


class TermTable:
    """The terms of one evaluation."""

    __slots__ = ("_digests", "table")

    def __init__(self) -> None:
        self.table: dict[tuple[Value, ...], Term] = {}
        """From items to term.  Generated code reads and writes it directly."""
        self._digests: dict[Term, bytes] = {}

    def __len__(self) -> int:
        return len(self.table)

    def make(self, items: tuple[Value, ...]) -> Term:
        """The term with these items, which are of this table."""
        term = self.table.get(items)
        if term is None:
            term = self.table[items] = Term(items)
        return term

    def constant(self, value: Constant | Value) -> Value:
        """A constant of rule text, or a term of any table, as a value of this table."""
        if not isinstance(value, tuple):
            return value
        done: dict[int, Term] = {}
        stack: list[tuple[Constant | Value, ...]] = [value]
        while stack:
            node = stack[-1]
            missing = [item for item in node if isinstance(item, tuple) and id(item) not in done]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            done[id(node)] = self.make(
                tuple([done[id(item)] if isinstance(item, tuple) else item for item in node])
            )
        return done[id(value)]

    def order(self, value: Value) -> int | str | bytes:
        """A sort key for values of one type.

        Terms are ordered by a digest of their structure: an order that means nothing, but is the same in
        every run, in every engine, whatever was derived first.
        """
        if not isinstance(value, Term):
            return value
        digests = self._digests
        if value in digests:
            return digests[value]
        stack: list[Term] = [value]
        while stack:
            node = stack[-1]
            missing = [item for item in node if isinstance(item, Term) and item not in digests]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            parts = [digests[i] if isinstance(i, Term) else repr(i).encode() for i in node]
            digests[node] = blake2b(
                b"".join(b"%d:%b" % (len(part), part) for part in parts), digest_size=16
            ).digest()
        return digests[value]


def render(value: Value, limit: int | None = None) -> str:
    """A value as rule text writes it.

    Text longer than `limit` characters is cut off with `…`: written out, a term may be exponentially
    larger than it is in memory.
    """
    if not isinstance(value, Term):
        return quote(value) if isinstance(value, str) else str(value)
    parts: list[str] = []
    length = 0
    todo: list[Value | object] = [value]
    punctuation = _Punctuation
    while todo:
        node = todo.pop()
        if isinstance(node, punctuation):
            text = node.text
        elif isinstance(node, Term):
            text = "["
            todo.append(punctuation("]"))
            for index in range(len(node) - 1, -1, -1):
                todo.append(node[index])
                if index:
                    todo.append(punctuation(", "))
        else:
            text = quote(node) if isinstance(node, str) else str(node)
        parts.append(text)
        length += len(text)
        if limit is not None and length > limit:
            return "".join(parts)[:limit] + "…"
    return "".join(parts)


class _Punctuation:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text
