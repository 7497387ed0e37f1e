"""Integer arithmetic as rules have it, shared by everything that computes.

Numbers are unbounded (Soufflé wraps at 32 or 64 bits).  Division truncates towards zero and the
remainder has the sign of the dividend, as in Soufflé; division by zero has no value, so that a rule
instance that would need it does not exist.
"""

from __future__ import annotations

from .syntax import ArithmeticOperator


def quotient(left: int, right: int) -> int:
    """`left / right`, truncated towards zero; `right` is not zero."""
    result = left // right
    return result + 1 if result < 0 and result * right != left else result


def remainder(left: int, right: int) -> int:
    """What `quotient` leaves; `right` is not zero."""
    return left - quotient(left, right) * right


def apply(operator: ArithmeticOperator, left: int, right: int) -> int | None:
    """The value of an operation; `None` for a division by zero."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if right == 0:
        return None
    return quotient(left, right) if operator == "/" else remainder(left, right)
