"""A pyDatalog of our own, for the time of one evaluation.

pyDatalog keeps its state in thread-local and module-level variables.  A session puts the thread's state
aside and starts from an empty one, so that evaluations do not see each other, nor what the program around
them does with pyDatalog; threads may evaluate side by side.

pyDatalog offers two ways in: program text, and the objects that its parser makes of it.  Only the second
one is used here, with generated predicate names; symbols are passed as constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias, cast

from pyDatalog import Logic, pyEngine

from ..terms import Row, Term, Value


class EngineTerm(Protocol):
    """A constant or variable of pyDatalog."""

    id: object

    def is_const(self) -> bool:
        """Is it a constant?"""
        ...


class EngineLiteral(Protocol):
    """A literal of pyDatalog."""

    terms: list[EngineTerm]
    pred: object

    def ask(self) -> object:
        """The answers."""
        ...


class EngineSubgoal(Protocol):
    """A goal that pyDatalog is solving."""

    def fact(self, literal: EngineLiteral) -> None:
        """Adds an answer."""
        ...


class _Handle:
    """Stands for a term.

    pyDatalog takes tuples apart, and tells variables from constants by tuples it makes itself: a term of
    the program must not be one.
    """

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term


Resolver: TypeAlias = "Callable[[Sequence[Value | None]], Iterable[Row]]"
"""Given the values of the arguments (`None` where open), the rows that match."""


class Session:
    """What a translation needs of pyDatalog.  Made by `session`."""

    def __init__(self) -> None:
        self._handles: dict[Term, _Handle] = {}

    def variable(self, name: str) -> EngineTerm:
        """A variable of this name."""
        return cast(EngineTerm, pyEngine.Var(name))

    def constant(self, value: Value) -> EngineTerm:
        """A constant; terms are wrapped, so that pyDatalog does not look inside."""
        if isinstance(value, Term):
            handle = self._handles.get(value)
            if handle is None:
                handle = self._handles[value] = _Handle(value)
            return cast(EngineTerm, pyEngine.Const(handle))
        return cast(EngineTerm, pyEngine.Const(value))

    def literal(self, predicate: str, terms: Sequence[EngineTerm]) -> EngineLiteral:
        """A predicate with its arguments."""
        return cast(EngineLiteral, pyEngine.Literal(predicate, list(terms)))

    def clause(self, head: EngineLiteral, body: Sequence[EngineLiteral]) -> object:
        """Adds a rule; the result is for `retract`."""
        return pyEngine.assert_(pyEngine.Clause(head, list(body)))

    def retract(self, clause: object) -> None:
        """Takes back what `assert_` of this clause did."""
        pyEngine.retract(clause)

    def resolver(self, predicate: str, arity: int, resolve: Resolver) -> None:
        """Defines a predicate by a Python function, as pyDatalog's own comparisons are."""

        def primitive(literal: EngineLiteral, subgoal: EngineSubgoal) -> None:
            terms = literal.terms
            values = [_value(term) if term.is_const() else None for term in terms]
            # An open variable that stands twice must have one value.
            first = {term.id: place for place, term in reversed(list(enumerate(terms)))}
            twice = [
                (place, first[term.id])
                for place, term in enumerate(terms)
                if values[place] is None and first[term.id] != place
            ]
            for row in resolve(values):
                if twice and any(row[a] != row[b] for a, b in twice):
                    continue
                subgoal.fact(self.literal(predicate, [self.constant(value) for value in row]))

        predicate_object = pyEngine.insert(pyEngine.Pred(predicate, arity))
        predicate_object.prim = primitive

    def ask(self, literal: EngineLiteral) -> list[Row]:
        """All rows of a goal."""
        answer = literal.ask()
        if answer is True:
            return [tuple([_value(term) for term in literal.terms])]
        rows = cast("list[tuple[object, ...]]", answer)
        return [tuple([_plain(value) for value in row]) for row in rows]


@contextmanager
def session() -> Iterator[Session]:
    """An empty pyDatalog for this thread; what was there before comes back at the end."""
    logic = Logic
    saved = getattr(logic.tl, "logic", None)
    counter = getattr(pyEngine.Fresh_var.tl, "counter", 0)
    logic()
    try:
        yield Session()
    finally:
        if saved is None:
            logic()
        else:
            logic.tl.logic = saved
            pyEngine.Fresh_var.tl.counter = counter


def _plain(value: object) -> Value:
    return value.term if isinstance(value, _Handle) else cast(Value, value)


def _value(term: EngineTerm) -> Value:
    return _plain(term.id)
