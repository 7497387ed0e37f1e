"""Lark at work: the words of a form to nodes.  The grammar is `mlir.lark`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.lexer import Lexer

from datalog_ir.syntax.normal import Word

_TERMINALS = {
    "value": "VALUE",
    "label": "LABEL",
    "region": "REGION",
    "string": "STRING",
    "number": "NUMBER",
    "word": "WORD",
    "hash": "HASH",
    "bang": "BANG",
    "symbol": "SYMBOL",
    "fixed": "SYMBOL",
    "::": "SCOPE",
    ",": "COMMA",
    ":": "COLON",
    "->": "ARROW",
    "=": "EQUAL",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    "{": "LBRACE",
    "}": "RBRACE",
    "<": "LANGLE",
    ">": "RANGLE",
}

_SYMBOLS = ("symbol", "fixed")


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a parsed form: `kind` is a terminal or a rule of the grammar, `first` and `last` are the
    indices of its first and last word."""

    kind: str
    first: int
    last: int
    children: tuple[Node, ...] = ()


class _Given(Lexer):
    """Hands the tokens it is given to the parser."""

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: list[Token], parser_state: object = None) -> Iterator[Token]:  # type: ignore[override]
        return iter(lexer_state)


def _node(kind: str) -> Callable[[object, list[Node | Token]], Node]:
    def build(_: object, children: list[Node | Token]) -> Node:
        nodes = tuple([child if isinstance(child, Node) else _leaf(child) for child in children])
        return Node(kind, nodes[0].first, nodes[-1].last, nodes) if nodes else Node(kind, 0, -1)

    return build


class _Nodes(Transformer[Token, Node]):
    """Builds nodes while Lark reduces, so that no tree is ever walked recursively."""

    start = _node("start")
    head = _node("head")
    applied = _node("applied")
    path = _node("path")
    named = _node("named")
    paren = _node("paren")
    square = _node("square")
    brace = _node("brace")
    angle = _node("angle")
    entry = _node("entry")


def _leaf(token: Token) -> Node:
    at = token.start_pos or 0
    return Node(token.type, at, at)


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("mlir.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=_Given, transformer=_Nodes())


class BadForm(Exception):
    """The own text has no form: an unexpected word, by index, and what could stand there."""

    def __init__(self, index: int, expected: str) -> None:
        super().__init__(expected)
        self.index = index
        self.expected = expected


def parse_words(words: Sequence[Word]) -> Node:
    """The parse of an operation's own text in normal form, its name first.  Raises `BadForm`."""
    tokens = [Token("NAME", "", 0)]
    last = len(words) - 1
    for i in range(1, len(words)):
        kind = words[i][0]
        if (kind == "word" or kind == "string") and i < last and words[i + 1][0] == "=":
            terminal = "KEY"
        elif kind == "::" and not (words[i - 1][0] in _SYMBOLS and i < last and words[i + 1][0] in _SYMBOLS):
            terminal = "OTHER"
        else:
            terminal = _TERMINALS.get(kind, "OTHER")
        tokens.append(Token(terminal, "", i))
    try:
        # The stock lexers read text; ours passes tokens through, which the stub types do not foresee.
        root = _parser().parse(tokens)
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = token.start_pos if token is not None and token.type != "$END" else last
        raise BadForm(at or 0, ", ".join(sorted(getattr(error, "accepts", None) or []))) from None
    assert isinstance(root, Node)
    return root
