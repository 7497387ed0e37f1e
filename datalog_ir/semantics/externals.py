"""Functions defined outside the module: deterministic, with hidden state, and as nosy as allowed.

What they give depends on their name, their arguments, how often anything external was called before, and
on the public globals if they may see them.  They may also store to public mutable globals and call public
functions back: what rules must expect of "anything".
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

from datalog_ir.semantics.values import Int, RuntimeValue, Term, fingerprint, integer, term, width_of

_SMALL = 16
"""Integers come from this many values around zero, so that branches go both ways and values meet."""
_NUMBERS = 1 << 16
"""A number for a symbolic term is below: small enough to count to."""


@dataclass(frozen=True, slots=True)
class ExternalPolicy:
    """What external functions do besides computing results and showing up in the trace.

    `calls_back` is how many calls of external functions may be open at once if they call public functions
    back; 0 is none.  Initializers are never called into: the module is not there yet.
    """

    sees_globals: bool = True
    writes_globals: bool = True
    calls_back: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What an external function decided to do."""

    results: tuple[RuntimeValue, ...]
    writes: tuple[tuple[str, RuntimeValue], ...]
    calls_back: tuple[str, tuple[RuntimeValue, ...]] | None


def answer(
    name: str,
    arguments: tuple[RuntimeValue, ...],
    count: int,
    results: list[str],
    seen: tuple[tuple[str, RuntimeValue], ...],
    writable: list[tuple[str, str]],
    callable_functions: list[tuple[str, list[str]]],
) -> Answer:
    """The decision of the function `name`, called as external call number `count`.

    `results` are the types asked for, `seen` the public globals with their values, `writable` those that
    may be stored with their types, `callable_functions` what may be called with the types of parameters.
    """
    state = blake2b(f"{name}:{count}".encode(), digest_size=16)
    for argument in arguments:
        state.update(fingerprint(argument))
    for symbol, value in seen:
        state.update(symbol.encode() + b"=" + fingerprint(value))
    seed = state.digest()
    given = tuple(draw(seed, f"result {index}", kind) for index, kind in enumerate(results))
    writes: tuple[tuple[str, RuntimeValue], ...] = ()
    if writable and choose(seed, "write?", 2):
        symbol, kind = writable[choose(seed, "which", len(writable))]
        writes = ((symbol, draw(seed, "stored", kind)),)
    back: tuple[str, tuple[RuntimeValue, ...]] | None = None
    if callable_functions and choose(seed, "call?", 2):
        function, parameters = callable_functions[choose(seed, "whom", len(callable_functions))]
        back = function, tuple(draw(seed, f"argument {i}", kind) for i, kind in enumerate(parameters))
    return Answer(given, writes, back)


def choose(seed: bytes, purpose: str, count: int) -> int:
    """A number below `count` that depends on nothing but the arguments."""
    return int.from_bytes(blake2b(seed + purpose.encode(), digest_size=8).digest(), "big") % count


def number_for(found: Term, kind: str) -> Int:
    """The integer of type `kind` that stands for a symbolic term: different terms rarely have the same."""
    return integer(kind, choose(found.digest, kind, _NUMBERS))


def draw(seed: bytes, purpose: str, kind: str) -> RuntimeValue:
    """A value of type `kind` that depends on nothing but the arguments."""
    if width_of(kind) is None:
        return term(f"made outside ({seed.hex()[:8]}, {purpose}) : {kind}")
    return integer(kind, choose(seed, purpose, _SMALL) - _SMALL // 2)
