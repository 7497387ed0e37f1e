"""Reading rule text: plain facts go another way than the grammar, to the same result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from datalog_ir.datalog.parse import _lark_parse, ground_values, parse_file
from datalog_ir.datalog.scan import scan
from datalog_ir.datalog.syntax import Fact, Span, constant_text
from datalog_ir.datalog.tree import Clause, build

from .support import program

_SPACE = st.sampled_from(["", " ", "\n", "\t ", " // a(1).\n", "/* b(2). */", " /* \n */ "])
_VALUE = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.text(st.characters(exclude_characters='"\\\n', exclude_categories=["Cs"]), max_size=5).map(
        lambda t: f'"{t}"'
    ),
)


@st.composite
def _statements(draw: st.DrawFn) -> list[tuple[str, list[str]]]:
    """Facts as (text, values)."""
    result = []
    for _ in range(draw(st.integers(1, 4))):
        values = draw(st.lists(_VALUE, max_size=3))
        pieces = [draw(_SPACE), draw(st.sampled_from(["p", "q_1", "?x"])), "("]
        for place, value in enumerate(values):
            pieces += [draw(_SPACE), value, draw(_SPACE), "," if place < len(values) - 1 else ""]
        pieces += [draw(_SPACE), ")", draw(_SPACE), ".", draw(_SPACE)]
        result.append(("".join(pieces), values))
    return result


@given(_statements())
def test_a_fact_has_the_values_that_are_written(statements: list[tuple[str, list[str]]]) -> None:
    parsed = parse_file("t.dl", "".join(text for text, _ in statements))
    assert [
        [constant_text(v) if isinstance(v, int) else f'"{v}"' for v in f.values] for f in parsed.facts
    ] == [[str(int(value)) if value[0] != '"' else value for value in values] for _, values in statements]


@given(_statements())
def test_the_scanner_and_the_grammar_read_the_same_facts_in_the_same_places(
    statements: list[tuple[str, list[str]]],
) -> None:
    text = "".join(text for text, _ in statements)
    quick = parse_file("t.dl", text)
    slow = build("t.dl", text, _lark_parse("t.dl", text, text, "start"), {})
    assert [(f.predicate, f.values, f.span[1:3]) for f in quick.facts] == [
        (s.head.predicate, ground_values(s.head, text), s.head.span[1:3])
        for s in slow
        if isinstance(s, Clause)
    ]


def test_a_fact_at_the_end_of_a_rule_is_a_part_of_the_rule() -> None:
    text = "p(X) :-\n  q(X),\n  r(1).\nr(2).\n"
    parsed = parse_file("t.dl", text)
    assert [str(fact) for fact in parsed.facts] == ["r(2)"]
    assert parsed.rules[0].text == "p(X) :- q(X), r(1)."


def test_nothing_in_comments_and_strings_is_a_statement() -> None:
    text = '// p(1).\n/* p(2).\np(3). */ p("/* // p(4). */"). // p(5).\n'
    assert parse_file("t.dl", text).facts == (Fact("p", ("/* // p(4). */",), Span("t.dl", 3, 10, 20)),)


def test_the_scanner_keeps_every_place() -> None:
    text = 'p(1).\n/* x\n */ p(X) :- q(X). p(2).\n  q("a.b"). r(X) :- q(X).'
    rest = scan("t.dl", text).rest
    assert len(rest) == len(text)
    assert rest.split() == ["p(X)", ":-", "q(X).", "r(X)", ":-", "q(X)."]
    assert [rest.index("p(X)"), rest.index("r(X)")] == [text.index("p(X)"), text.index("r(X)")]


def test_comments_with_three_slashes_belong_to_what_follows() -> None:
    parsed = parse_file(
        "t.dl",
        "// no\n/// What it is.\n/// More.\n.decl p(x: number)\n/// One.\np(1).\n\np(2).\n"
        "/// Why.\np(X) :- p(X).\np(X) :-\n  p(X).\n\np(X) :- p(X), p(X).\n//// no\np(3).\n",
    )
    assert parsed.declarations[0].doc == "What it is.\nMore."
    assert [fact.doc for fact in parsed.facts] == ["One.", "", ""]
    # A rule directly below another one for the same predicate shares its comment.
    assert [rule.doc for rule in parsed.rules] == ["Why.", "Why.", ""]
    assert [rule.id for rule in parsed.rules] == ["t.dl:10", "t.dl:11", "t.dl:14"]


def test_everything_has_its_place() -> None:
    loaded = program(".decl p(x: number)\n\n  p(X) :-\n\tp(X),  X <  12 + 3.")
    (rule,) = loaded.rules
    assert rule.span == Span("test.dl", 3, 3, 4)
    assert [literal.span for literal in rule.body] == [Span("test.dl", 4, 2, 4), Span("test.dl", 4, 9, 11)]


def test_windows_line_ends() -> None:
    parsed = parse_file("t.dl", "/// d\r\n.decl p(x: number)\r\np(1).\r\np(X) :- p(X),\r\n  p(X).\r\n")
    assert parsed.declarations[0].doc == "d"
    assert (parsed.facts[0].span.line, parsed.rules[0].span.line) == (3, 4)
