"""datalog-ir: a Datalog-driven semantic checker for compiler IR.

    import datalog_ir
    result = datalog_ir.optimize(text)            # result.text, result.modules[0].rounds, ...
    for finding in datalog_ir.check(text): print(finding)

Settings choose the rules: `datalog_ir.Settings(assume=('pure("my.op")',))`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datalog_ir.api import (
        ModuleResult,
        Result,
        Settings,
        check,
        derivations,
        facts_of,
        optimize,
        read,
    )
    from datalog_ir.datalog import RuleError
    from datalog_ir.derive import Derivation
    from datalog_ir.explain.answer import why
    from datalog_ir.explain.explanation import Explanation
    from datalog_ir.findings import Finding
    from datalog_ir.querying import Answer, query
    from datalog_ir.syntax import SyntaxProblem

__all__ = [
    "Answer",
    "Derivation",
    "Explanation",
    "Finding",
    "ModuleResult",
    "Result",
    "RuleError",
    "Settings",
    "SyntaxProblem",
    "check",
    "derivations",
    "facts_of",
    "optimize",
    "query",
    "read",
    "why",
]

_HOMES = {
    "Answer": "querying",
    "Derivation": "derive",
    "Explanation": "explain.explanation",
    "Finding": "findings",
    "RuleError": "datalog",
    "SyntaxProblem": "syntax",
    "query": "querying",
    "why": "explain.answer",
}
"""Where names are from that are not of `api`."""


def __getattr__(name: str) -> object:
    """Loads what is asked for, and not before: a command starts faster without the rest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'api')}"), name)
