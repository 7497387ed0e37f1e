"""Facts that an evaluation starts from: those from outside and those of the rule text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .errors import FactError
from .model import GIVEN, text_fact
from .program import Program
from .syntax import Declaration
from .terms import Row, TermTable, Value

_TYPES: dict[str, type] = {"number": int, "symbol": str}


def given_facts(
    program: Program, facts: Mapping[str, Iterable[Row]], predicates: Iterable[str], terms: TermTable
) -> dict[str, dict[Row, int]]:
    """The given rows of each of the predicates, with their derivations.

    Raises `FactError` for a relation that is not declared, or rows that do not fit its declaration (all
    are checked for their length, the first one for types).
    """
    for name in facts:
        if name not in program.declarations:
            raise FactError(f"facts of `{name}`, which the rules do not declare")
    result: dict[str, dict[Row, int]] = {}
    for predicate in predicates:
        rows = facts.get(predicate, ())
        declaration = program.declarations[predicate]
        if "term" in declaration.types:
            rows = [tuple([terms.constant(value) for value in row]) for row in rows]
        result[predicate] = _checked(declaration, rows)
    for number, fact in enumerate(program.facts):
        relation = result.get(fact.predicate)
        if relation is not None:
            row = tuple([terms.constant(value) for value in fact.values])
            relation.setdefault(row, text_fact(number))
    return result


def _checked(declaration: Declaration, rows: Iterable[Row]) -> dict[Row, int]:
    try:
        relation = dict.fromkeys(rows, GIVEN)
        lengths = set(map(len, relation))
    except TypeError:
        raise FactError(f"facts of `{declaration.name}` must be tuples of int, str and terms") from None
    if not lengths <= {declaration.arity}:
        wrong = next(row for row in relation if len(row) != declaration.arity)
        raise FactError(f"fact of {len(wrong)} values for `{declaration}`: {wrong!r}")
    for row in relation:
        for column, value in zip(declaration.columns, row, strict=True):
            wanted = _TYPES.get(column.type)
            if not (isinstance(value, wanted) if wanted else _is_term(value)):
                raise FactError(f"column `{column.name}` of `{declaration}` cannot hold {value!r}")
        break
    return relation


def _is_term(value: Value) -> bool:
    return isinstance(value, tuple)
