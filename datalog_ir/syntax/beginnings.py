"""Where things begin, by looking ahead: operations, blocks and regions.

No dialect is known here, so these are rules about what text looks like.  They are the weakest part of the
reader; a test compares what it makes of a few thousand modules with what the compiler does.
"""

from __future__ import annotations

from collections.abc import Container

from datalog_ir.syntax.draft import Open
from datalog_ir.syntax.names import Scope
from datalog_ir.syntax.normal import REGION
from datalog_ir.syntax.tokens import END, Token, Tokens

OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
"""Brackets, and what closes them."""
CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}
"""Brackets, and what opens them."""
FINAL = frozenset({END, "}", "meta"})
"""Tokens that no operation goes beyond."""


def begins(tokens: Tokens, previous: Token | None, scope: Scope, aliases: Container[int]) -> bool:
    """Does the next token, first on its line, begin something new?  `previous` is the one before
    it, `aliases` where definitions of aliases start."""
    token = tokens.peek()
    kind = token.kind
    if kind in FINAL:
        return True
    if kind == "word":
        if "." in token.text:
            return tokens.peek(1).kind != "="
        return token.text in scope.short
    if kind == "value":
        if previous is not None and previous.kind == ",":
            # Long lists would be slow if every name in them were looked at together with all that follow.
            return tokens.peek(1).kind == "=" and is_name(tokens, scope)
        return is_assignment(tokens, 0)
    if kind == "string":
        return tokens.peek(1).kind == "("
    if kind == "label":
        return is_label(tokens, previous)
    return kind in ("hash", "bang") and token.start in aliases


def is_assignment(tokens: Tokens, ahead: int) -> bool:
    """`%a =`, `%a:2 =`, `%a, %b =`, on one line."""
    peek = tokens.peek
    first = ahead
    while peek(ahead).kind == "value" and "#" not in peek(ahead).text:
        if ahead > first and peek(ahead).fresh:
            return False
        ahead += 1
        if peek(ahead).kind == ":" and peek(ahead + 1).kind == "int":
            ahead += 2
        if peek(ahead).kind == "=":
            return True
        if peek(ahead).kind != ",":
            return False
        ahead += 1
    return False


def is_name(tokens: Tokens, scope: Scope) -> bool:
    """Is there an operation's name behind the next `=`?"""
    peek = tokens.peek
    ahead = 0
    while peek(ahead).kind != "=":
        ahead += 1
    name = peek(ahead + 1)
    if name.kind == "string":
        return peek(ahead + 2).kind == "("
    return name.kind == "word" and ("." in name.text or name.text in scope.short)


def is_label(tokens: Tokens, previous: Token | None) -> bool:
    """`^bb:` or `^bb(...):`, not the successor of an operation that goes on."""
    if previous is not None and previous.kind in (",", "[", "("):
        return False
    peek = tokens.peek
    ahead = 1
    if peek(ahead).kind == "(":
        depth = 0
        while True:
            kind = peek(ahead).kind
            if kind == END:
                return False
            if kind in OPENING:
                depth += 1
            elif kind in CLOSING:
                depth -= 1
            ahead += 1
            if depth == 0:
                break
    return peek(ahead).kind == ":"


def is_region(tokens: Tokens, own: Open, scope: Scope) -> bool:
    """Does the next `{` open a region, rather than attributes, sizes or a list of clauses?

    `scope` is what short names would mean in it.
    """
    taken = own.tokens or []
    previous = taken[-1]
    brackets = own.brackets
    peek = tokens.peek
    if own.generic:
        # Only a list of regions has braces right inside parentheses that hold no operands.
        if len(brackets) != 1 or brackets[0].kind != "(":
            return False
        return previous is brackets[0] or (previous.kind == "," and taken[-2].kind == REGION)
    if previous.text in ("attributes", "=") and previous.kind in ("word", "="):
        first, second = peek(1), peek(2)
        return previous.kind == "=" and (
            first.kind == "label" or (first.kind == "word" and second.kind == "value")
        )
    first, second = peek(1), peek(2)
    kind = first.kind
    if kind == "}":
        # Empty: a region if nothing could belong to attributes before or after it.
        if brackets:
            return False
        return second.fresh or second.kind in (END, "{", "}", "word", "->", "=>", "=")
    if kind == "label":
        return True
    if kind == "value":
        return is_assignment(tokens, 1)
    if kind == "string":
        return second.kind == "("
    if kind == "word":
        short = first.text in scope.short
        if "." not in first.text and not short:
            return False
        if second.kind in ("=", ",", ":"):
            return second.kind == ":" and not brackets
        if second.kind == "}":
            return _is_lone_operation(tokens, own, first)
        return True
    return False


def _is_lone_operation(tokens: Tokens, own: Open, name: Token) -> bool:
    """`{ util.return }` is a region, `{nvvm.kernel}` a unit attribute, `{ arith.addf }` in front of
    `ins(...)` the name of an operation.  Blanks inside the braces, or a line of
    its own, are what tells them apart."""
    opening = tokens.peek()
    if own.brackets or name.start == opening.end:
        return False
    if name.fresh:
        return True
    after = tokens.peek(3)
    return not (after.kind == "word" and not after.fresh and tokens.peek(4).kind == "(")
