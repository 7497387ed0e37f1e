"""`python -m datalog_ir` is `datalog-ir`."""

from datalog_ir.cli import entry

entry()
