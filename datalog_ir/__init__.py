"""datalog-ir: a Datalog-driven semantic checker for compiler IR.

    import datalog_ir
    result = datalog_ir.optimize(text)            # result.text, result.modules[0].rounds, ...
    for finding in datalog_ir.check(text): print(finding)

Settings choose the rules: `datalog_ir.Settings(assume=('pure("my.op")',))`.
"""

from datalog_ir.api import (
    ModuleResult,
    Result,
    Settings,
    check,
    derivations,
    facts,
    optimize,
    read,
)
from datalog_ir.datalog import RuleError
from datalog_ir.derive import Derivation
from datalog_ir.findings import Finding
from datalog_ir.querying import Answer, query
from datalog_ir.syntax import SyntaxProblem

__all__ = [
    "Answer",
    "Derivation",
    "Finding",
    "ModuleResult",
    "Result",
    "RuleError",
    "Settings",
    "SyntaxProblem",
    "check",
    "derivations",
    "facts",
    "optimize",
    "query",
    "read",
]
