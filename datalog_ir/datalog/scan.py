"""Splits rule text into statements, and reads the simple ones.

Most of a rule set is plain facts, a line each (`pure("arith.addi").`); a regular expression reads them
fifty times faster than the grammar does.  Whatever is not exactly such a fact is left to the grammar.
A fact is only looked for where a statement begins, so the last line of a rule is never taken for one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .syntax import Fact, Span

_CONSTANT = r'(?:"[^"\\\n]*"|-?[0-9]{1,18})'
_NEXT = re.compile(
    rf"""
    (?P<space> [ \t\r\n]+ )
  | ///(?!/) (?P<doc> [^\n]* )
  | (?P<comment> //[^\n]* | /\*[\s\S]*?\*/ )
  | (?P<fact> (?P<name> [A-Za-z_?][A-Za-z0-9_?]* ) \( \s*
      (?P<values> {_CONSTANT} (?: \s*,\s* {_CONSTANT} )* )? \s* \) \s* \. )
  | (?P<declaration> \.decl\b [^(]* \( [^)]* \) | \.(?:input|output)\s+[A-Za-z0-9_?]+
      | \.type\s+[A-Za-z0-9_?]+\s*<:\s*[A-Za-z0-9_?]+ )
  | (?P<clause> (?: [^."/]+ | "(?:[^"\\\n]|\\.)*" | //[^\n]* | /\*[\s\S]*?\*/ | ["/] )* (?: \. | \Z ) )
    """,
    re.VERBOSE,
)
_VALUE = re.compile(r'"([^"]*)"|(-?[0-9]+)')
_INK = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True)
class Scan:
    """What `scan` found."""

    facts: tuple[Fact, ...]
    rest: str
    """The text with facts and comments blanked out: every other character keeps its place."""
    docs: dict[int, str]
    """`///` text by the offset at which its statement begins."""


def scan(file: str, text: str) -> Scan:
    """Reads the plain facts of `text`; never fails."""
    facts: list[Fact] = []
    docs: dict[int, str] = {}
    rest: list[str] = []
    doc: list[str] = []
    line, line_start = 1, 0
    at, end = 0, len(text)
    while at < end:
        match = _NEXT.match(text, at)
        assert match is not None, "the last alternative matches anything"
        kind, stop = match.lastgroup, match.end()
        piece = match.group()
        if kind == "fact" or kind == "values":
            values = tuple([int(n) if n else s for s, n in _VALUE.findall(match["values"] or "")])
            span = Span(file, line, at - line_start + 1, stop - at if "\n" not in piece else 1)
            facts.append(Fact(match["name"], values, span, "\n".join(doc)))
            doc = []
        elif kind == "doc":
            doc.append(piece[3:].strip())
        elif kind == "declaration" or kind == "clause":
            if doc:
                docs[at] = "\n".join(doc)
                doc = []
            rest.append(piece)
        if kind != "declaration" and kind != "clause":
            rest.append(_INK.sub(_blank, piece))
        newlines = piece.count("\n")
        if newlines:
            line += newlines
            line_start = at + piece.rindex("\n") + 1
        at = stop
    return Scan(tuple(facts), "".join(rest), docs)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())
