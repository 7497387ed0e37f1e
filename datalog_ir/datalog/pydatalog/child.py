"""Runs pyDatalog in a child process that is killed when its time is over.

pyDatalog works in native code that no signal interrupts, so that only a process can be ended.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection
from typing import TypeAlias, TypeVar

from ..terms import Row, Term, TermTable, Value

A = TypeVar("A")
B = TypeVar("B")

Plain: TypeAlias = "int | str | tuple[int]"
"""A value without terms: `(n,)` is the n-th term of a list."""

Packed: TypeAlias = tuple[list[tuple[Plain, ...]], dict[str, list[tuple[Plain, ...]]]]
"""Terms, each after those it holds, and rows by relation; no deeper nested than that."""


class TimeOver(Exception):
    """The child was killed."""


def run_in_child(work: Callable[[A], B], argument: A, seconds: float) -> B:
    """`work(argument)`, computed by a child process.

    `work` is a function of a module; what goes in and out can be pickled.  Raises `TimeOver` when the
    time is over, and what `work` raises.
    """
    methods = multiprocessing.get_all_start_methods()
    fork = "fork" in methods
    context = multiprocessing.get_context("fork") if fork else multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(work, argument, sender), daemon=True)
    process.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            raise TimeOver
        succeeded, result = receiver.recv()
    except EOFError:
        raise RuntimeError("the process that ran pyDatalog ended without an answer") from None
    finally:
        receiver.close()
        process.kill()
        process.join()
    if succeeded:
        return result  # type: ignore[no-any-return]
    raise result


def _child(work: Callable[[A], B], argument: A, sender: Connection) -> None:
    try:
        answer: tuple[bool, object] = (True, work(argument))
    except Exception as error:
        answer = (False, error)
    sender.send(answer)
    sender.close()


def pack(relations: Mapping[str, Iterable[Row]]) -> Packed:
    """Rows without terms, for the way between processes."""
    numbers: dict[Term, int] = {}
    terms: list[tuple[Plain, ...]] = []

    def plain(value: Value) -> Plain:
        return (numbers[value],) if isinstance(value, Term) else value

    def add(root: Term) -> None:
        stack = [root]
        while stack:
            node = stack[-1]
            missing = [item for item in node if isinstance(item, Term) and item not in numbers]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            if node not in numbers:
                numbers[node] = len(terms)
                terms.append(tuple([plain(item) for item in node]))

    packed: dict[str, list[tuple[Plain, ...]]] = {}
    for name, rows in relations.items():
        result = packed[name] = []
        for row in rows:
            for value in row:
                if isinstance(value, Term) and value not in numbers:
                    add(value)
            result.append(tuple([plain(value) for value in row]))
    return terms, packed


def unpack(packed: Packed, table: TermTable) -> dict[str, list[Row]]:
    """The rows that were packed, with terms of `table`."""
    made: list[Term] = []

    def value(plain: Plain) -> Value:
        return made[plain[0]] if isinstance(plain, tuple) else plain

    def row(plain: Sequence[Plain]) -> Row:
        return tuple([value(item) for item in plain])

    terms, relations = packed
    for items in terms:
        made.append(table.make(row(items)))
    return {name: [row(plain) for plain in rows] for name, rows in relations.items()}
