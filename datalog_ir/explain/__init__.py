"""Why two things are or are not the same, and what a module expects to be the same."""

from datalog_ir.explain.expectations import (
    Expectation,
    ExpectationProblem,
    Outcome,
    Status,
    check_expectations,
    read_expectations,
)
from datalog_ir.explain.names import NameProblem, Names, names_of

__all__ = [
    "Expectation",
    "ExpectationProblem",
    "NameProblem",
    "Names",
    "Outcome",
    "Status",
    "check_expectations",
    "names_of",
    "read_expectations",
]
