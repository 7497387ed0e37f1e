"""The ids of the reasons why two things are not equal: few, stable, to be named in `because`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "not-pure": "nothing says that the op has no effect",
        "fresh": "the op gives something new each time it runs",
        "has-effect": "the op is known to have an effect, or to depend on more than its operands",
        "different-op": "two different operations",
        "text-differs": "one operation, but an attribute, a type, a flag or a region is another one",
        "operands-differ": "one operation on different operands; the message says where the operands part",
        "operand-order": "the same operands in another order, of an op that is not declared commutative",
        "different-result": "two results of one operation, or results of different number",
        "argument": "an argument of a block or a function: what is passed is not known",
        "paths-differ": "control flow gives different values, or not the same ones on every way",
        "write-between": "what is read may be written in between",
        "entered": "the memory that is read may have been changed before the function was entered",
        "circular": "a value rests on itself, or on what never runs",
        "different-global": "contents of two globals of which nothing says that they are equal",
        "escapes": "a reference that is no direct load or store keeps the global from being tracked",
        "not-private": "the global can be seen from outside the module",
        "mutable": "the global does not keep one value, or is stored in a way that is not followed",
        "looked-at": "something may look at the globals while they differ",
        "contents-differ": "the two globals are given different values",
        "not-a-global": "no global of this module, or several symbols of one name",
        "no-dominance": "equal, but neither is defined wherever the other one is used",
        "tied": "equal, but an op would name one value twice, which means something else there",
        "written-in-place": "a merged value is named twice by an op later on",
        "allocated": "a merged value is fresh each time by what is known without the assumption",
        "freed": "a merged value is released later on",
    }
)
"""From id to what it says.  The last three are told of merges that rest on an assumption."""


def is_reason(text: str) -> bool:
    """Is this the id of a reason?"""
    return text in REASONS
