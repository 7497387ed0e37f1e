"""What a proof is made of.

A proof gives each fact in it one justification: it is given by the module's text, it stands in rule text
(an assumption), or it is the head of an instance of a rule whose premises are in the proof, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from datalog_ir.datalog import Row, Value

Fact: TypeAlias = tuple[str, Row]
"""A predicate and a row of it."""


@dataclass(frozen=True, slots=True)
class Given:
    """A fact of the module's text."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """A fact of the rule text, or one that the user assumed."""

    number: int
    """Its place in `Program.facts`."""


@dataclass(frozen=True, slots=True)
class Step:
    """An instance of a rule."""

    rule: int
    """Its place in `Program.rules`."""
    binding: Mapping[str, Value]
    """The values of the rule's variables; those local to an aggregate are left out."""
    rows: tuple[Row | None, ...]
    """For each literal of the body that is a positive atom, the row that it stands for; `None` for others."""


Justification: TypeAlias = Given | Assumed | Step


@dataclass(frozen=True, slots=True)
class Proof:
    """Conclusions and what they rest on."""

    conclusions: tuple[Fact, ...]
    justifications: Mapping[Fact, Justification]
    """For every fact in the proof, premises before what rests on them."""
    height: int
    """Steps on the longest way from a conclusion down to a given fact.  Negated premises, comparisons and
    aggregates are checked against the model and have no height."""

    def assumptions(self) -> Iterator[int]:
        """The facts of the rule text that positive premises rest on, as places in `Program.facts`."""
        for justification in self.justifications.values():
            if isinstance(justification, Assumed):
                yield justification.number
