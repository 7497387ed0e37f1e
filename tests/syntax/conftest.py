"""Prints how many modules of the corpus are read as the compiler reads them."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    compared = 0
    disagreements: list[str] = []
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            properties = dict(getattr(report, "user_properties", []))
            if report.when == "call" and "compared_modules" in properties:
                compared += properties["compared_modules"]
                disagreements += properties["disagreements"]
    if compared:
        agreed = compared - len(disagreements)
        terminalreporter.write_line(
            f"reader and compiler agree on {agreed} of {compared} modules ({100 * agreed / compared:.2f} %)"
        )
        for each in disagreements:
            terminalreporter.write_line(f"  {each}")
