"""The rule language and its engines.

    program = load_program([("rules.dl", text)])
    model = evaluate(program, {"edge": [(1, 2), (2, 3)]})
    for row in model.rows("path"): ...

Importing this costs little: Lark and pyDatalog are only imported when they are needed.
"""

from __future__ import annotations

from .cache import load_cached
from .engines import Engine, evaluate
from .errors import EvaluationLimit, FactError, RuleError
from .limits import Limits
from .model import Model, Origin
from .program import Program, load_program
from .pydatalog.query import Answers, query, query_needs
from .terms import Row, Term, Value, render

__all__ = [
    "Answers",
    "Engine",
    "EvaluationLimit",
    "FactError",
    "Limits",
    "Model",
    "Origin",
    "Program",
    "Row",
    "RuleError",
    "Term",
    "Value",
    "evaluate",
    "load_cached",
    "load_program",
    "query",
    "query_needs",
    "render",
]
