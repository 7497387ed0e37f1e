"""The reference interpreter: what a module does, as far as it can be seen from outside."""

from datalog_ir.semantics.calls import Signature, public_functions
from datalog_ir.semantics.errors import NoMeaningError
from datalog_ir.semantics.externals import ExternalPolicy
from datalog_ir.semantics.impure import TEST_OPS, OpState, StepFunction
from datalog_ir.semantics.run import Call, Settings, run
from datalog_ir.semantics.trace import Event, Outcome, Trace, same_meaning
from datalog_ir.semantics.values import Address, Buffer, Int, RuntimeValue, Term

__all__ = [
    "TEST_OPS",
    "Address",
    "Buffer",
    "Call",
    "Event",
    "ExternalPolicy",
    "Int",
    "NoMeaningError",
    "OpState",
    "Outcome",
    "RuntimeValue",
    "Settings",
    "Signature",
    "StepFunction",
    "Term",
    "Trace",
    "public_functions",
    "run",
    "same_meaning",
]
