"""What an SSA value holds while a module runs: an integer, a symbolic term, or an address.

Integers are kept as bit patterns beside their type, so that an operation needs to look at its own text
only where it changes the type.  Everything that is not an integer is a symbolic term: all that is known
of it is which operation made it, and from what.  Two terms are the same value exactly if they were made
the same way (the free term algebra), which is the least any effect-free operation guarantees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b

INDEX_WIDTH = 64
"""Bits of `index`, as the IREE VM has it by default."""

_INTEGER_TYPE = re.compile(r"(?:s|u)?i([1-9][0-9]{0,5})\Z")


@dataclass(frozen=True, slots=True)
class Int:
    """An integer of `type` (`i32`, `index`); `bits` is its pattern, `0 <= bits < 2**width`."""

    type: str
    bits: int

    def __str__(self) -> str:
        return f"{'false' if self.bits == 0 else 'true'}" if self.type == "i1" else str(signed(self))


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A value of which only the making is known: `text` applied to `operands`.

    Terms are compared by `digest`, which covers the whole tree below, in constant time.
    """

    text: str
    operands: tuple[RuntimeValue, ...]
    digest: bytes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __str__(self) -> str:
        return _outline(self, 3)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a global, named by its symbol."""

    symbol: str

    def __str__(self) -> str:
        return f"&@{self.symbol}"


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer in memory; `number` counts allocations, and is not itself visible from outside."""

    type: str
    number: int

    def __str__(self) -> str:
        return f"buffer : {self.type}"


RuntimeValue = Int | Term | Address | Buffer


def width_of(type_text: str) -> int | None:
    """Bits of an integer type or of `index`; `None` for every other type."""
    if type_text == "index":
        return INDEX_WIDTH
    match = _INTEGER_TYPE.match(type_text)
    return int(match.group(1)) if match else None


def integer(type_text: str, number: int) -> Int:
    """`number` wrapped to the width of `type_text`.

    Raises:
        ValueError: `type_text` is no integer type.
    """
    width = width_of(type_text)
    if width is None:
        raise ValueError(f"not an integer type: {type_text}")
    return Int(type_text, number & ((1 << width) - 1))


def width(value: Int) -> int:
    """Bits of the value's type."""
    found = width_of(value.type)
    assert found is not None, value.type
    return found


def signed(value: Int) -> int:
    """The value read as two's complement."""
    bits = width(value)
    return value.bits - (1 << bits) if value.bits >> (bits - 1) else value.bits


def term(text: str, operands: tuple[RuntimeValue, ...] = ()) -> Term:
    """The symbolic term `text(operands...)`."""
    state = blake2b(text.encode(), digest_size=16)
    for operand in operands:
        state.update(fingerprint(operand))
    return Term(text, operands, state.digest())


def fingerprint(value: RuntimeValue) -> bytes:
    """Bytes that are equal for equal values (and, up to hash collisions, only for those); the same in
    every run of Python, since traces of two runs are compared."""
    if isinstance(value, Term):
        return b"t" + value.digest
    if isinstance(value, Int):
        return f"i{value.type}:{value.bits};".encode()
    if isinstance(value, Address):
        return f"a{value.symbol};".encode()
    return f"b{value.type}:{value.number};".encode()


def zero(type_text: str) -> RuntimeValue:
    """What an uninitialised variable of this type reads as."""
    return Int(type_text, 0) if width_of(type_text) is not None else term(f"zero : {type_text}")


def _outline(value: RuntimeValue, depth: int) -> str:
    """The term as text, its innermost parts left out."""
    if not isinstance(value, Term) or not value.operands:
        return value.text if isinstance(value, Term) else str(value)
    if depth == 0:
        return f"{value.text}(...)"
    return f"{value.text}({', '.join(_outline(operand, depth - 1) for operand in value.operands)})"
