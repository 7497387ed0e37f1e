"""The choice of an engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from .limits import Limits
from .model import Model
from .program import Program
from .terms import Row

Engine: TypeAlias = Literal["seminaive", "pydatalog"]


def evaluate(
    program: Program,
    facts: Mapping[str, Iterable[Row]],
    engine: str = "seminaive",
    wanted: Iterable[str] | None = None,
    limits: Limits | None = None,
) -> Model:
    """Everything that follows from the facts and the rules.

    `facts` holds rows by predicate: tuples of int and str (and terms), as declared.  With `wanted`, only
    those predicates and what they depend on are evaluated.  `engine` is `seminaive` or `pydatalog`; both
    give the same model, the latter in a small multiple of the time, and without derivations.

    Raises `FactError` for facts that the program does not declare so, `EvaluationLimit` if there is no end
    within the limits, `KeyError` for a wanted predicate that is not declared and `ValueError` for an
    unknown engine.
    """
    goals = None if wanted is None else tuple(wanted)
    for predicate in goals or ():
        if predicate not in program.declarations:
            raise KeyError(f"`{predicate}` is not declared")
    if engine == "seminaive":
        from .seminaive.evaluate import evaluate as run
    elif engine == "pydatalog":
        from .pydatalog.engine import evaluate as run
    else:
        raise ValueError(f"no engine is called {engine!r}; there are seminaive and pydatalog")
    return run(program, facts, goals, limits or Limits())
