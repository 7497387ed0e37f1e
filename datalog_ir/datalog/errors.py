"""The errors of the rule language, written for the person who wrote the rules."""

from __future__ import annotations

from .syntax import Span

_WIDTH = 160
"""Of a source line in a message."""


class RuleError(Exception):
    """Rule text, an assumption or a query that cannot be used.

    `str()` gives the whole message: place, what is wrong, the source line with a caret, what to do.
    """

    def __init__(self, message: str, span: Span, source: str = "", *, help: str = "") -> None:
        """`source` is the whole text that `span` points into; only the line in question is kept."""
        self.message = message
        self.span = span
        self.help = help
        lines = source.split("\n", span.line) if source else []
        self.line = lines[span.line - 1].rstrip("\r") if span.line <= len(lines) else ""
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        # The default would call the constructor with the message alone.
        return (_rebuild_rule_error, (self.message, self.span, self.line, self.help))

    def __str__(self) -> str:
        place = f"{self.span}: error: {self.message}"
        if self.line:
            number = str(self.span.line)
            # Of a very long line only the part around the place is shown.
            first = max(0, self.span.column - 1 - _WIDTH // 2) if len(self.line) > _WIDTH else 0
            line = self.line[first : first + _WIDTH]
            column = self.span.column - 1 - first
            # Tabs stay tabs, so that the caret stands under its column at any tab width.
            before = "".join("\t" if c == "\t" else " " for c in line[:column])
            room = max(1, min(self.span.length, len(line) - column))
            place += f"\n {number} | {line}\n {' ' * len(number)} | {before}{'^' * room}"
        return f"{place}\n help: {self.help}" if self.help else place


def _rebuild_rule_error(message: str, span: Span, line: str, help: str) -> RuleError:
    error = RuleError(message, span, help=help)
    error.line = line
    return error


class FactError(ValueError):
    """Facts given from outside do not fit the declarations."""


class EvaluationLimit(Exception):
    """An evaluation went past its limits.

    `predicate` is the one that was growing, `facts` the number of facts derived so far.
    """

    def __init__(self, message: str, predicate: str, facts: int) -> None:
        self.predicate = predicate
        self.facts = facts
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (EvaluationLimit, (self.args[0], self.predicate, self.facts))
