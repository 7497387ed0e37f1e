"""`python -m datalog_ir.cli` is `datalog-ir`."""

from datalog_ir.cli import entry

entry()
