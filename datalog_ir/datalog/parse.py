"""Rule text to syntax trees, through `rules.lark`.

Lark is imported at the first statement that is more than a plain fact: a program that comes from the
cache never needs it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .errors import RuleError
from .scan import scan
from .syntax import Atom, BodyLiteral, Constant, Declaration, Directive, Fact, ParsedFile, Rule, Span, Subtype

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

    from .tree import Clause

_READABLE = {
    "IF": "`:-`",
    "DOT": "`.`",
    "NOT": "`!`",
    "CLOSE": "`)`",
    "RPAR": "`)`",
    "LPAR": "`(`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "COMPARE": "a comparison (`!=` `<` `<=` `>` `>=`)",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a symbol ("...")',
    "UNDERSCORE": "`_`",
    "DECL": "`.decl`",
    "INPUT": "`.input`",
    "OUTPUT": "`.output`",
    "TYPE": "`.type`",
    "SUBTYPE": "`<:`",
    "$END": "the end",
}
_OPERATORS = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "PERCENT"})
_AGGREGATES = frozenset({"COUNT", "MIN", "MAX", "NIL"})


def parse_file(file: str, text: str) -> ParsedFile:
    """Parses one file of rules; `file` is its name in messages.  Raises `RuleError`."""
    scanned = scan(file, text)
    facts = list(scanned.facts)
    subtypes: list[Subtype] = []
    declarations: list[Declaration] = []
    directives: list[Directive] = []
    rules: list[Rule] = []
    if scanned.rest.strip():
        from .tree import build

        tree = _lark_parse(file, text, scanned.rest, "start")
        previous: Clause | None = None
        for statement in build(file, text, tree, scanned.docs):
            if isinstance(statement, Declaration):
                declarations.append(statement)
            elif isinstance(statement, Subtype):
                subtypes.append(statement)
            elif isinstance(statement, Directive):
                directives.append(statement)
            elif (body := statement.body) is None:
                facts.append(_fact(statement.head, statement.doc, text))
            else:
                if not statement.doc and previous is not None and statement.follows(previous):
                    statement = statement.with_doc(previous.doc)
                rules.append(Rule(statement.head, body, statement.span, statement.doc, statement.text))
                previous = statement
        facts.sort(key=lambda fact: fact.span[1:3])
    return ParsedFile(
        file, tuple(subtypes), tuple(declarations), tuple(directives), tuple(facts), tuple(rules)
    )


def parse_query(origin: str, text: str) -> tuple[BodyLiteral, ...]:
    """Parses one conjunction, `a(X), !b(X), X != "c"`; a final dot is allowed.  Raises `RuleError`."""
    from .tree import build_query

    body = text.rstrip()
    body = body[:-1] if body.endswith(".") else body
    if not body.strip():
        raise RuleError(
            "nothing is asked", Span(origin, 1, 1), text, help='write an atom, as in `pure("a.b")`'
        )
    return build_query(origin, text, _lark_parse(origin, text, body, "query"))


def parse_atom(origin: str, text: str) -> Atom:
    """Parses one atom, such as an assumption; a final dot is allowed.  Raises `RuleError`."""
    literals = parse_query(origin, text)
    if len(literals) != 1 or not isinstance(literals[0], Atom):
        span = literals[-1].span
        raise RuleError("this is not a single atom", span, text, help='write one, as in `pure("arith.addi")`')
    return literals[0]


def ground_values(atom: Atom, text: str) -> tuple[Constant, ...]:
    """The values of an atom without variables.  Raises `RuleError` where there are any."""
    from .tree import constant

    return tuple([constant(argument, text) for argument in atom.arguments])


def _fact(head: Atom, doc: str, text: str) -> Fact:
    return Fact(head.predicate, ground_values(head, text), head.span, doc)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name("rules.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=["start", "query"],
        maybe_placeholders=False,
        propagate_positions=False,
    )


def _lark_parse(file: str, text: str, rest: str, start: str) -> object:
    from lark import UnexpectedInput

    try:
        return cast(object, _parser().parse(rest, start=start))
    except UnexpectedInput as error:
        raise _syntax_error(file, text, rest, start, error) from None


def _syntax_error(file: str, text: str, rest: str, start: str, error: UnexpectedInput) -> RuleError:
    from lark import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedCharacters):
        found = rest[error.pos_in_stream or 0]
        wanted = _wanted(set(error.allowed or ()))
        span = Span(file, error.line, error.column)
        if found == '"':
            return RuleError(
                "this string does not end on its line", span, text, help='end it with `"`; a newline is `\\n`'
            )
        if found == "'":
            return RuleError(
                "a single quote means nothing here", span, text, help="write symbols in double quotes"
            )
        if found == ";":
            return RuleError(
                f"`;` is not part of this language; expected {wanted}",
                span,
                text,
                help="write one rule for each alternative",
            )
        if rest.startswith("/*", error.pos_in_stream):
            return RuleError("this comment does not end", span, text, help="end it with `*/`")
        return RuleError(f"unexpected character `{found}`; expected {wanted}", span, text)
    assert isinstance(error, UnexpectedToken)
    token = error.token
    wanted = _wanted(set(error.accepts or error.expected))
    if token.type == "SLASH" and rest.startswith("/*", token.start_pos):
        span = Span(file, token.line or 1, token.column or 1, 2)
        return RuleError("this comment does not end", span, text, help="end it with `*/`")
    if token.type == "$END":
        stripped = text.rstrip()
        line = stripped.count("\n") + 1
        span = Span(file, line, len(stripped) - stripped.rfind("\n"))
        return RuleError(
            f"the text ends inside a statement; expected {wanted}",
            span,
            text,
            help="facts and rules end with `.`" if start == "start" else "",
        )
    span = Span(file, token.line or 1, token.column or 1, len(token))
    if error.token_history and error.token_history[-1] == "not":
        advice = "negation is written `!p(X)`"
    elif token.type == "NAME" and "DOT" in error.expected:
        advice = "is a `,` or the final `.` missing in front of it?"
    elif token.type in ("DECL", "INPUT", "OUTPUT", "TYPE") or token.type == "IF":
        advice = "is the statement before it complete?  Facts and rules end with `.`"
    else:
        advice = ""
    return RuleError(f"unexpected `{token}`; expected {wanted}", span, text, help=advice)


def _wanted(terminals: set[str]) -> str:
    """Names of terminals as a reader of rule text knows them, the obvious ones summed up."""
    parts = {_READABLE.get(name, name) for name in terminals - _OPERATORS - _AGGREGATES}
    if {"NAME", "NUMBER", "STRING"} <= terminals:
        parts -= {"a name", "a number", _READABLE["STRING"], "`_`", "`[`", "`(`"}
        parts.add("a value (a variable, a number, a symbol, `[...]`)")
    if terminals & _OPERATORS - {"MINUS"}:
        parts.add("an operator")
    return " or ".join(sorted(parts)) if parts else "nothing more"
