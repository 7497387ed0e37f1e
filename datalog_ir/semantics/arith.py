"""Integer arithmetic with wrap-around at the width of the type.

The meaning is that of MLIR's `arith` dialect.  What is undefined or poison there (division by zero, a
quotient that does not fit, a shift by the width or more) is undefined behaviour here, at once: the
weakest promise a rewriter could rely on is that such an operation is not executed at all.  Flags
(`overflow<nsw>`, `exact`) are not looked at; results without them are one of the allowed ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from datalog_ir.semantics.values import Int, signed, width


class Undefined(Exception):
    """The operation has no defined result on these operands; the argument says why."""


Binary = Callable[[Int, Int], int]
"""The exact result of two operands of one type; the caller wraps it."""


def _quotient(a: int, b: int) -> int:
    """Division that rounds towards zero, as hardware does."""
    found = abs(a) // abs(b)
    return found if (a < 0) == (b < 0) else -found


def _signed_division(divide: Callable[[int, int], int]) -> Binary:
    """`divide` on two's complement, undefined where the quotient is."""

    def apply(a: Int, b: Int) -> int:
        left, right = signed(a), signed(b)
        if right == 0:
            raise Undefined("division by zero")
        if right == -1 and left == -(1 << (width(a) - 1)):
            raise Undefined("signed division overflows")
        return divide(left, right)

    return apply


def _unsigned_division(divide: Callable[[int, int], int]) -> Binary:
    """`divide` on bit patterns, undefined for a zero divisor."""

    def apply(a: Int, b: Int) -> int:
        if b.bits == 0:
            raise Undefined("division by zero")
        return divide(a.bits, b.bits)

    return apply


def _shift(shift: Callable[[Int, int], int]) -> Binary:
    """`shift` by an unsigned amount smaller than the width."""

    def apply(a: Int, b: Int) -> int:
        if b.bits >= width(a):
            raise Undefined("shift by the width or more")
        return shift(a, b.bits)

    return apply


BINARY: Mapping[str, Binary] = MappingProxyType(
    {
        "arith.addi": lambda a, b: a.bits + b.bits,
        "arith.subi": lambda a, b: a.bits - b.bits,
        "arith.muli": lambda a, b: a.bits * b.bits,
        "arith.divsi": _signed_division(_quotient),
        "arith.remsi": _signed_division(lambda a, b: a - b * _quotient(a, b)),
        "arith.ceildivsi": _signed_division(lambda a, b: -(-a // b)),
        "arith.floordivsi": _signed_division(lambda a, b: a // b),
        "arith.divui": _unsigned_division(lambda a, b: a // b),
        "arith.remui": _unsigned_division(lambda a, b: a % b),
        "arith.ceildivui": _unsigned_division(lambda a, b: -(-a // b)),
        "arith.andi": lambda a, b: a.bits & b.bits,
        "arith.ori": lambda a, b: a.bits | b.bits,
        "arith.xori": lambda a, b: a.bits ^ b.bits,
        "arith.shli": _shift(lambda a, by: a.bits << by),
        "arith.shrui": _shift(lambda a, by: a.bits >> by),
        "arith.shrsi": _shift(lambda a, by: signed(a) >> by),
        "arith.maxsi": lambda a, b: max(signed(a), signed(b)),
        "arith.minsi": lambda a, b: min(signed(a), signed(b)),
        "arith.maxui": lambda a, b: max(a.bits, b.bits),
        "arith.minui": lambda a, b: min(a.bits, b.bits),
    }
)
"""Operations on two operands of one type that give a third of that type."""

CASTS: Mapping[str, Callable[[Int], int]] = MappingProxyType(
    {
        "arith.extsi": signed,
        "arith.extui": lambda a: a.bits,
        "arith.trunci": lambda a: a.bits,
        "arith.index_cast": signed,
        "arith.index_castui": lambda a: a.bits,
    }
)
"""Operations that change the type; the exact number, which the caller wraps to the new width."""

COMPARISONS: Mapping[str, Callable[[Int, Int], bool]] = MappingProxyType(
    {
        "eq": lambda a, b: a.bits == b.bits,
        "ne": lambda a, b: a.bits != b.bits,
        "slt": lambda a, b: signed(a) < signed(b),
        "sle": lambda a, b: signed(a) <= signed(b),
        "sgt": lambda a, b: signed(a) > signed(b),
        "sge": lambda a, b: signed(a) >= signed(b),
        "ult": lambda a, b: a.bits < b.bits,
        "ule": lambda a, b: a.bits <= b.bits,
        "ugt": lambda a, b: a.bits > b.bits,
        "uge": lambda a, b: a.bits >= b.bits,
    }
)
"""Predicates of `arith.cmpi` by keyword, in the order of their numbers in generic form."""
