"""The own text of an operation that has been read: its tokens, scanned again on demand."""

from __future__ import annotations

from datalog_ir.ir import Op
from datalog_ir.syntax.normal import REGION
from datalog_ir.syntax.tokens import END, Token, Tokens


def own_tokens(text: str, op: Op) -> list[Token]:
    """The tokens of an operation, results included, each region as one token of kind `region`."""
    tokens = Tokens(text, op.start)
    out: list[Token] = []
    for region in op.regions:
        while (token := tokens.peek()).start < region.start and token.kind != END:
            out.append(tokens.take())
        out.append(Token(REGION, "{...}", region.start, token.fresh))
        if region.end < 0:
            return out
        tokens.skip_to(region.end)
    while (token := tokens.peek()).kind != END and token.start < op.end:
        out.append(tokens.take())
    return out


def name_index(tokens: list[Token]) -> int:
    """Where the name of the operation stands, behind its results."""
    if not tokens or tokens[0].kind != "value":
        return 0
    for i, token in enumerate(tokens):
        if token.kind == "=":
            return i + 1
    return 0
