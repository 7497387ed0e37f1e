"""What stands outside of operations: alias definitions and resource sections."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from datalog_ir.syntax.errors import SyntaxProblem
from datalog_ir.syntax.normal import Environment, UnknownAlias, Word, define
from datalog_ir.syntax.tokens import END, NAME, SYMBOL_PATTERN, Token, Tokens
from datalog_ir.syntax.words import symbol_name

_DEFINITION = re.compile(rf"^[ \t]*(?=[#!]{NAME}[ \t]*=)", re.MULTILINE | re.ASCII)
_BLOB = re.compile(r'([\w$.\-]+|"[^"\n]*")\s*:\s*"0x([0-9a-fA-F]*)"', re.ASCII)
_SYMBOL = re.compile(SYMBOL_PATTERN, re.ASCII)
_OPENING = frozenset("([{<")
_NEXT = frozenset({"value", "word", "string", "symbol", "}", "label"})
"""Tokens that, first on their line, do not go on with a definition."""

Problem = Callable[[int, str, str, str], SyntaxProblem]
"""Makes the error at an offset: message, expected, hint."""


@dataclass(slots=True)
class Prelude:
    """Aliases and resources of a module."""

    environment: Environment
    ends: dict[int, int] = field(default_factory=dict)
    """Where the definition that starts at an offset ends."""
    symbols: frozenset[str] = frozenset()
    """All symbols named here."""
    key: object = ()
    """Equal for preludes in which every line means the same."""


def read_prelude(text: str, intern: Callable[[object], int], problem: Problem) -> Prelude:
    """Finds alias definitions and resource blobs wherever they stand.  Raises `SyntaxProblem`."""
    symbols: set[str] = set()
    blobs = _blobs(text, symbols, problem)
    starts = [match.end() for match in _DEFINITION.finditer(text)] if "#" in text or "!" in text else []
    bodies: dict[str, list[Token]] = {}
    ends: dict[int, int] = {}
    for start in starts:
        tokens = Tokens(text, start)
        name = tokens.take()
        tokens.take()
        body = _definition(tokens, problem)
        if not body:
            continue
        if "." in name.text:
            raise problem(
                start, f"alias {name.text} has a dot in its name", "", "names with dots are dialects' own"
            )
        if name.text in bodies:
            raise problem(start, f"redefinition of alias {name.text}", "", "give one of the two another name")
        bodies[name.text] = body
        ends[start] = body[-1].end
        symbols.update(symbol_name(token.text[1:]) for token in body if token.kind == "symbol")
    environment = Environment(_in_order(bodies, blobs, intern, problem), blobs)
    key = intern((tuple(sorted(environment.aliases.items())), tuple(sorted(blobs.items()))))
    return Prelude(environment, ends, frozenset(symbols), key)


def _definition(tokens: Tokens, problem: Problem) -> list[Token]:
    """The tokens up to a new line that begins something else."""
    body: list[Token] = []
    depth = 0
    while True:
        token = tokens.peek()
        if token.kind == END or token.kind == "meta":
            if depth:
                raise problem(body[0].start, "a bracket of this definition is never closed", "", "")
            return body
        if depth == 0 and token.fresh:
            if token.kind in ("hash", "bang") and tokens.peek(1).kind == "=":
                if not body:
                    raise problem(token.start, "an alias without a definition", "an attribute or a type", "")
                return body
            if body and body[-1].kind not in (":", "->") and token.kind in _NEXT:
                return body
        if depth == 0 and token.kind in (")", "]", "}", ">"):
            return body
        if token.kind in _OPENING:
            depth += 1
        elif token.kind in (")", "]", "}", ">"):
            depth -= 1
        body.append(tokens.take())


def _in_order(
    bodies: dict[str, list[Token]],
    blobs: dict[str, str],
    intern: Callable[[object], int],
    problem: Problem,
) -> dict[str, tuple[Word, ...]]:
    """Definitions in normal form, each after those it mentions."""
    done: dict[str, tuple[Word, ...]] = {}
    environment = Environment(done, blobs)
    for first in bodies:
        stack = [first]
        open_names: set[str] = set()
        while stack:
            name = stack[-1]
            if name in done:
                stack.pop()
                continue
            body = bodies[name]
            if body[0].text == "loc":
                done[name] = ()
                continue
            missing = [
                t for t in body if t.text in bodies and t.text not in done and t.kind in ("hash", "bang")
            ]
            if missing and name not in open_names:
                open_names.add(name)
                stack.extend(t.text for t in missing)
                continue
            if missing:
                raise problem(missing[0].start, f"alias {missing[0].text} is defined by itself", "", "")
            try:
                done[name] = define(body, environment, intern)
            except UnknownAlias as error:
                raise problem(
                    error.token.start,
                    f"undefined alias {error.token.text}",
                    "",
                    f"define it at the top of the file: {error.token.text} = ...",
                ) from None
    return done


def _blobs(text: str, symbols: set[str], problem: Problem) -> dict[str, str]:
    blobs: dict[str, str] = {}
    start = text.find("{-#")
    while start >= 0:
        stop = text.find("#-}", start)
        if stop < 0:
            break
        section = text[start:stop]
        for match in _BLOB.finditer(section):
            # The first four bytes of a blob are its alignment.
            blobs[match[1].strip('"')] = match[2][8:].upper()
        symbols.update(symbol_name(match.group()[1:]) for match in _SYMBOL.finditer(section))
        start = text.find("{-#", stop)
    return blobs
