"""An operation's own tokens in normal form: aliases by definition, numbers and constants in one spelling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from datalog_ir.syntax.constants import dense_bytes
from datalog_ir.syntax.tokens import Token
from datalog_ir.syntax.words import float_word, spell_symbol, symbol_name, tight

REGION = "region"
"""Kind of the token that stands for a region."""

_OPENING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSING = frozenset(")]}>")
# A location may be the value of an attribute; after anything else `loc(...)` only says where something is.
_BEFORE_ATTRIBUTE = frozenset({"=", ",", "[", "(", "<"})

_LONGEST = 512
"""Definitions of more words than this get a number."""

# What a canonical constant can hold.
_IN_DENSE = frozenset({"int", "float", "hex", "string", "word", "[", "]", ",", "-"})

Word = tuple[str, str]
"""Kind and normal spelling of a token."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What an operation's text may refer to outside of operations."""

    aliases: Mapping[str, tuple[Word, ...]] = field(default_factory=dict)
    """By `#name` or `!name`: the definition in normal form."""
    blobs: Mapping[str, str] = field(default_factory=dict)
    """By resource key: the blob, in hexadecimal."""


@dataclass(slots=True)
class Normal:
    """Normal form of an operation's own text."""

    words: list[Word] = field(default_factory=list)
    values: list[Token] = field(default_factory=list)
    """The value tokens, in order, behind the results."""
    symbols: list[str] = field(default_factory=list)
    """The spelling of each symbol component behind its `@`."""
    symbol_tokens: list[Token] = field(default_factory=list)
    labels: list[Token] = field(default_factory=list)
    location: tuple[int, int] | None = None
    """Span of the trailing `loc(...)`."""


class UnknownAlias(Exception):
    """An alias without a definition, at a token."""

    def __init__(self, token: Token) -> None:
        super().__init__(token.text)
        self.token = token


def normalise(tokens: Sequence[Token], environment: Environment, aliases_known: bool = True) -> Normal:
    """The normal form of tokens; regions are single tokens of kind `region`, brackets are balanced.

    Raises `UnknownAlias`, unless told that not all aliases are known: those stay as they are then.
    """
    out = Normal()
    words = out.words
    aliases = environment.aliases
    i, n = 0, len(tokens)
    depth = 0
    while i < n:
        kind, text, start, _ = tokens[i]
        if kind == "word":
            if text == "loc" and i + 1 < n and tokens[i + 1].kind == "(":
                if not (words and words[-1][0] in _BEFORE_ATTRIBUTE):
                    close = _matching(tokens, i + 1)
                    if aliases_known:
                        _check_locations(tokens[i:close], aliases)
                    if depth == 0 and close == n - 1:
                        out.location = (start, tokens[close].end)
                    i = close + 1
                    continue
            elif text == "dense" and i + 1 < n and tokens[i + 1].kind == "<":
                constant, close = _dense(tokens, i + 1, environment)
                if constant is not None:
                    words += (("word", text), ("<", "<"), ("number", constant), (">", ">"))
                    i = close + 1
                    continue
            elif (
                text == "dense_resource"
                and i + 3 < n
                and tokens[i + 1].kind == "<"
                and tokens[i + 3].kind == ">"
            ):
                key = tokens[i + 2].text
                blob = environment.blobs.get(key.strip('"'))
                words += (("word", text), ("<", "<"))
                words.append(("string", f'"0x{blob}"') if blob is not None else ("word", key))
                words.append((">", ">"))
                i += 4
                continue
            words.append(("word", text))
        elif kind == "value":
            out.values.append(tokens[i])
            words.append(("value", "%"))
        elif kind == "symbol":
            out.symbols.append(text[1:])
            out.symbol_tokens.append(tokens[i])
            words.append(("symbol", "@"))
        elif kind == "label":
            out.labels.append(tokens[i])
            words.append(("label", "^"))
        elif kind == "float":
            words.append(("number", float_word(text)))
        elif kind == "hash" or kind == "bang":
            if aliases_known:
                _alias(tokens, i, words, aliases)
            else:
                words.append((kind, text))
        elif kind in ("int", "hex", "dims"):
            words.append(("number", text))
        else:
            if kind in _OPENING:
                depth += 1
            elif kind in _CLOSING:
                depth -= 1
            words.append((kind, text))
        i += 1
    return out


def define(
    tokens: Sequence[Token], environment: Environment, intern: Callable[[tuple[Word, ...]], int]
) -> tuple[Word, ...]:
    """The normal form of an alias's definition, whose own aliases are defined already.

    Long definitions become one word with a number from `intern`, so that aliases of aliases of aliases do not
    grow exponentially.  Raises `UnknownAlias`.
    """
    normal = normalise(tokens, environment)
    symbols = iter(normal.symbols)
    words = tuple(
        ("fixed", "@" + spell_symbol(symbol_name(next(symbols)))) if kind == "symbol" else (kind, text)
        for kind, text in normal.words
    )
    if len(words) > _LONGEST:
        return (("hash", f"#alias{intern(words)}"),)
    return words


def _alias(
    tokens: Sequence[Token], i: int, words: list[Word], aliases: Mapping[str, tuple[Word, ...]]
) -> None:
    token = tokens[i]
    text = token.text
    if "." not in text:
        definition = aliases.get(text)
        if definition is not None:
            words.extend(definition)
            return
        # `#dialect<...>` is the long form of a dialect's attribute, no alias.
        if not (i + 1 < len(tokens) and tokens[i + 1].kind == "<"):
            raise UnknownAlias(token)
    words.append((token.kind, text))


def _check_locations(tokens: Sequence[Token], aliases: Mapping[str, tuple[Word, ...]]) -> None:
    for token in tokens:
        if token.kind == "hash" and "." not in token.text and token.text not in aliases:
            raise UnknownAlias(token)


def _matching(tokens: Sequence[Token], i: int) -> int:
    """Index of the bracket that closes the one at `i`."""
    depth = 0
    for j in range(i, len(tokens)):
        kind = tokens[j].kind
        if kind in _OPENING:
            depth += 1
        elif kind in _CLOSING:
            depth -= 1
            if depth == 0:
                return j
    return len(tokens) - 1


def _dense(tokens: Sequence[Token], opening: int, environment: Environment) -> tuple[str | None, int]:
    """The canonical bytes of a dense constant of known type, and where its bracket closes."""
    close = opening + 1
    while close < len(tokens) and tokens[close].kind in _IN_DENSE:
        close += 1
    if close + 3 >= len(tokens) or tokens[close].kind != ">" or tokens[close + 1].kind != ":":
        return None, close
    head = tokens[close + 2]
    if head.kind == "bang" and head.text in environment.aliases:
        of = tight(text for _, text in environment.aliases[head.text])
    elif head.text in ("tensor", "vector") and tokens[close + 3].kind == "<":
        of = tight(token.text for token in tokens[close + 2 : _matching(tokens, close + 3) + 1])
    else:
        return None, close
    return dense_bytes([token.text for token in tokens[opening + 1 : close]], of), close
