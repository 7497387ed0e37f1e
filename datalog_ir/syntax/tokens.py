"""The words of MLIR text: one compiled expression, the same for every dialect.

It follows `mlir/lib/AsmParser/Lexer.cpp`, with two changes.  A run of dimensions (`4x?x`) is one token,
since only a type knows how to take `4xf32` apart; and operators of two characters (`->`, `::`, `=>`, `>=`,
`==`) are tokens of their own, so that a lone `<` or `>` is always a bracket.
"""

from __future__ import annotations

import re
from typing import NamedTuple

NAME = r"(?:[0-9]+|[A-Za-z_$.\-][\w$.\-]*)"
"""What may follow the sigil of a value, a block, an alias."""

VALUE_PATTERN = rf"%{NAME}(?:\#[0-9]+)?"
STRING_PATTERN = r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"'
SYMBOL_PATTERN = rf"@(?:[A-Za-z_][\w$.]*|{STRING_PATTERN})"

# The names of the groups are the kinds of tokens.  `punct` has its own text as kind.
SCANNER = re.compile(
    rf"""
    (?P<blank>[ \t\r\n]+|//[^\n]*)
  | (?P<value>{VALUE_PATTERN})
  | (?P<word>[A-Za-z_][\w$.]*)
  | (?P<punct>->|::|==|>=|<=|=>|\.\.\.|[()\[\]<>,:=}}*+\-?|/])
  | (?P<symbol>{SYMBOL_PATTERN})
  | (?P<hash>\#{NAME})
  | (?P<bang>!{NAME})
  | (?P<string>{STRING_PATTERN})
  | (?P<hex>0x[0-9a-fA-F]+)
  | (?P<float>[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?)
  | (?P<dims>(?:[0-9]+|\?)x(?:(?:[0-9]+|\?|\[[0-9]+\])x)*(?=[A-Za-z_!\#\[*?0-9]))
  | (?P<int>[0-9]+)
  | (?P<label>\^{NAME})
  | (?P<meta>\{{-\#)
  | (?P<brace>\{{)
  | (?P<bad>.)
    """,
    re.VERBOSE | re.ASCII | re.DOTALL,
)


class Token(NamedTuple):
    """One token: its kind, its text, where it starts, and whether a new line begins before it."""

    kind: str
    text: str
    start: int
    fresh: bool

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)


END = "end"
"""Kind of the token behind the last one."""


class Tokens:
    """The tokens of a text from an offset on, scanned as far as somebody looks ahead."""

    __slots__ = ("_at", "_buffer", "_fresh", "_matches", "_text")

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._matches = SCANNER.finditer(text, start)
        self._buffer: list[Token] = []
        self._at = 0
        self._fresh = True

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` tokens from here, not consumed."""
        index = self._at + ahead
        while index >= len(self._buffer):
            self._more()
        return self._buffer[index]

    def take(self) -> Token:
        """The next token."""
        if self._at >= len(self._buffer):
            self._more()
        token = self._buffer[self._at]
        if token.kind != END:
            self._at += 1
        if self._at > 4096:
            del self._buffer[: self._at]
            self._at = 0
        return token

    def skip_to(self, offset: int) -> None:
        """Goes on at an offset behind everything looked at so far."""
        self._matches = SCANNER.finditer(self._text, offset)
        self._buffer = []
        self._at = 0

    def _more(self) -> None:
        """Scans on to the first token of the next line, as whoever reads will look at that one too."""
        buffer = self._buffer
        fresh = self._fresh
        wanted = len(buffer) + 256
        for match in self._matches:
            kind = match.lastgroup
            text = match.group()
            if kind == "blank":
                if "\n" in text:
                    fresh = True
                continue
            if kind == "punct" or kind == "brace" or kind is None:
                kind = text
            buffer.append(Token(kind, text, match.start(), fresh))
            if fresh or len(buffer) >= wanted:
                self._fresh = False
                return
        buffer.append(Token(END, "", len(self._text), True))
