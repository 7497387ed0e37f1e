"""What a module says about itself in comments, and whether it is so.

    // expect-merge: %a %b                        the two values are equal
    // expect-distinct: %a %b [because REASON]    they are not known to be
    // expect-redundant: @g [=> @h]               the symbol is not needed [as @h always holds the same]
    // expect-kept: @g                            it is needed
    // todo-merge: %a %b                          a known miss: reported when it starts to hold
    // expect-read: ok | error                    the module can be read, or is rejected with a message
    // policy: ...                                a remark

Inside a function or an initializer bare names are those of its body; elsewhere names are qualified
(`@f::%a`, `initializer#0::%a`) or the only ones in the module.  Which of two duplicates survives is free:
`@g => @h` says the same as `@h => @g`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from datalog_ir.api import Settings
from datalog_ir.datalog import Program
from datalog_ir.explain.names import NAMING_RELATIONS, NameProblem, Names, names_of
from datalog_ir.explain.reasons import REASONS, is_reason
from datalog_ir.explain.rounds import Findings, find
from datalog_ir.explain.why import REASON_RELATIONS, first_reason
from datalog_ir.syntax import Part, ShapeTable, SyntaxProblem, read_module, split_modules

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//([^\n]*)')
_DIRECTIVE = re.compile(r"\s*((?:expect|todo)-[\w-]*|policy(?=\s*:))\s*(:?)\s*(.*?)\s*$")
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')

_USAGE = {
    "expect-merge": "%a %b",
    "expect-distinct": "%a %b [because REASON]",
    "expect-redundant": "@g [=> @h]",
    "expect-kept": "@g",
    "expect-read": "ok | error",
    "todo-merge": "%a %b",
    "policy": "...",
}


class ExpectationProblem(SyntaxProblem):
    """An expectation that says nothing: an unknown directive, a missing argument, an unknown name."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One expectation, as it is written."""

    kind: str
    """`expect-merge` and so on."""
    names: tuple[str, ...]
    """The values or symbols it is about; for `expect-read` the one word `ok` or `error`."""
    because: str | None
    """The reason that `expect-distinct` asks for."""
    line: int
    """Line of the file, counted from 1."""
    column: int
    offset: int
    """Offset of the directive into the module's text."""

    def __str__(self) -> str:
        names = " => ".join(self.names) if self.kind == "expect-redundant" else " ".join(self.names)
        return f"{self.kind}: {names}" + (f" because {self.because}" if self.because else "")


class Status(Enum):
    """How an expectation came out."""

    HELD = "held"
    FAILED = "failed"
    MISSED = "known miss"
    """A `todo-merge` that does not hold, as expected."""
    STARTED = "holds now"
    """A `todo-merge` that holds: it can become an `expect-merge`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An expectation and how it came out."""

    file: str
    expectation: Expectation
    status: Status
    reason: str
    """Why it failed; empty where it held."""

    @property
    def failed(self) -> bool:
        """An expectation that does not hold; a known miss that starts to hold is not among them."""
        return self.status is Status.FAILED

    @property
    def line(self) -> int:
        """Line of the file on which the expectation stands."""
        return self.expectation.line

    def as_json(self) -> dict[str, str | int]:
        """The outcome as a JSON object."""
        return {
            "file": self.file,
            "line": self.line,
            "expectation": str(self.expectation),
            "status": self.status.value,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}: {self.status.value}: {self.expectation}"
        return f"{text}: {self.reason}" if self.reason else text


def check_expectations(
    text: str, settings: Settings | None = None, *, file: str = "<string>"
) -> list[Outcome]:
    """Checks every expectation in the modules of `text`, in the order of the text.

    A module without expectations is read and not analysed.

    Raises `ExpectationProblem` for an expectation that cannot be understood, `SyntaxProblem` for a module
    that cannot be read and does not say so (`expect-read`), and `RuleError` for faulty rules.
    """
    settings = settings or Settings()
    program = settings.program()
    shapes = ShapeTable()
    outcomes: list[Outcome] = []
    for part in split_modules(text):
        outcomes += _check_part(part, program, settings.engine, shapes, file)
    return outcomes


def read_expectations(part: Part, *, file: str = "<string>") -> list[Expectation]:
    """The expectations in the comments of one module.

    Raises `ExpectationProblem` for one that is not written as it should be.
    """
    found = []
    line, counted = part.first_line, 0
    for match in _COMMENT.finditer(part.text):
        directive = _DIRECTIVE.match(match[1]) if match[1] is not None else None
        if directive is None:
            continue
        offset = match.start(1) + directive.start(1)
        line += part.text.count("\n", counted, offset)
        counted = offset
        column = offset - part.text.rfind("\n", 0, offset)
        kind, colon, rest = directive[1], directive[2], directive[3]
        place = Expectation(kind, (), None, line, column, offset)
        if kind == "policy":
            continue
        usage = _USAGE.get(kind)
        if usage is None:
            known = ", ".join(_USAGE)
            raise _problem(part, file, place, f"unknown expectation `{kind}`", f"one of {known}")
        names, because = _arguments(kind, _WORD.findall(rest))
        if because is not None and not is_reason(because):
            raise _problem(part, file, place, f"unknown reason `{because}`", f"one of {', '.join(REASONS)}")
        if not colon or names is None:
            raise _problem(part, file, place, f"`{kind}` is not complete", f"`// {kind}: {usage}`")
        found.append(Expectation(kind, names, because, line, column, offset))
    return found


def _arguments(kind: str, words: list[str]) -> tuple[tuple[str, ...] | None, str | None]:
    """What an expectation is about and its reason; `None` where the words do not fit."""
    because = None
    if kind == "expect-distinct" and len(words) == 4 and words[2] == "because":
        because = words[3]
        words = words[:2]
    if kind in ("expect-merge", "expect-distinct", "todo-merge"):
        return (tuple(words) if len(words) == 2 else None), because
    if kind == "expect-redundant" and len(words) == 3 and words[1] == "=>":
        return (words[0], words[2]), None
    if kind == "expect-read":
        return (tuple(words) if words in (["ok"], ["error"]) else None), None
    return (tuple(words) if len(words) == 1 else None), None


def _problem(part: Part, file: str, at: Expectation, message: str, expected: str) -> ExpectationProblem:
    source = part.text.split("\n")[at.line - part.first_line].rstrip("\r")
    return ExpectationProblem(
        message, file=file, line=at.line, column=at.column, source=source, expected=expected
    )


def _check_part(
    part: Part, program: Program, engine: str, shapes: ShapeTable, file: str
) -> Iterator[Outcome]:
    expectations = read_expectations(part, file=file)
    readings = [each for each in expectations if each.kind == "expect-read"]
    try:
        module = read_module(part.text, file=file, first_line=part.first_line, shapes=shapes)
    except SyntaxProblem as problem:
        if not readings:
            raise
        place = f"line {problem.line}, column {problem.column}"
        for each in expectations:
            if each.names == ("error",):
                yield Outcome(file, each, Status.HELD, "")
            else:
                reason = f"the module is rejected ({place}): {problem.message}"
                yield Outcome(file, each, Status.FAILED, reason)
        return
    if not expectations:
        return
    wanted: tuple[str, ...] = NAMING_RELATIONS
    if any(each.because for each in expectations):
        wanted += REASON_RELATIONS
    found = find(module, program, engine=engine, shapes=shapes, wanted=wanted)
    checker = _Checker(found, names_of(found.first))
    for each in expectations:
        try:
            status, reason = checker.check(each)
        except NameProblem as unknown:
            candidates = ", ".join(unknown.candidates)
            raise _problem(part, file, each, unknown.message, candidates) from unknown
        yield Outcome(file, each, status, reason)


class _Checker:
    """Checks expectations on what was found in one module."""

    def __init__(self, found: Findings, names: Names) -> None:
        self._found = found
        self._names = names

    def check(self, expectation: Expectation) -> tuple[Status, str]:
        """How an expectation comes out, and why it fails.  Raises `NameProblem`."""
        kind, names = expectation.kind, expectation.names
        if kind == "expect-read":
            ok = names == ("ok",)
            return (Status.HELD, "") if ok else (Status.FAILED, "the module can be read")
        if kind == "expect-kept":
            return self._kept(names[0])
        if kind == "expect-redundant":
            return self._not_needed(names)
        within = self._names.function_at(expectation.offset)
        a, b = (self._names.value(name, within) for name in names)
        equal = self._found.classes[a.id] == self._found.classes[b.id]
        if kind == "todo-merge":
            return (Status.STARTED, "") if equal else (Status.MISSED, "")
        if equal == (kind == "expect-merge"):
            reason = None if equal or expectation.because is None else first_reason(self._found.first, a, b)
            if reason is None or reason.id == expectation.because:
                return Status.HELD, ""
            return Status.FAILED, f"they are, but because {reason.id}: {reason.message}"
        return Status.FAILED, "they are equal" if equal else "they are not known to be equal"

    def _kept(self, name: str) -> tuple[Status, str]:
        symbol = self._names.symbol(name)
        if symbol not in self._found.redundant:
            return Status.HELD, ""
        return Status.FAILED, f"it is redundant{self._instead(symbol)}"

    def _not_needed(self, names: tuple[str, ...]) -> tuple[Status, str]:
        symbols = [self._names.symbol(name) for name in names]
        g = symbols[0]
        if len(symbols) == 1:
            return (Status.HELD, "") if g in self._found.redundant else (Status.FAILED, "it is kept")
        if g != symbols[1] and self._found.survivor(g) == self._found.survivor(symbols[1]):
            return Status.HELD, ""
        state = "redundant" if g in self._found.redundant else "kept"
        return Status.FAILED, f"{names[0]} is {state}{self._instead(g)}"

    def _instead(self, symbol: str) -> str:
        """Which global stands for a redundant one."""
        survivor = self._found.survivor(symbol)
        return f": @{survivor} holds the same" if survivor != symbol else ""
