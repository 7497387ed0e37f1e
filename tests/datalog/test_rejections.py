"""What is wrong with a rule text is said once, at its place, with what to do."""

from __future__ import annotations

import pickle

import pytest

from datalog_ir.datalog import Program, RuleError, load_program

from .support import error, program

DECLARATIONS = ".decl p(x: number, y: number) .decl q(x: number) .decl s(x: symbol) .decl t(x: term) .decl r(x: number)\n"

FAULTS = [
    # Text of line 2, column, part of the message, part of the help.
    # ---- Syntax ----
    ("p(X :- q(X).", 5, "unexpected `:`; expected `)`", ""),
    ("q(X) :- q(X)", 13, "the text ends inside a statement", "end with `.`"),
    ("q(X) :- q(X), not r(X).", 19, "unexpected `r`", "negation is written `!p(X)`"),
    ("q(1)  r(2).", 7, "unexpected `r`", "missing"),
    ("q(X) :- q(X); r(X).", 13, "`;` is not part of this language", "one rule for each alternative"),
    ('s("a', 3, "does not end on its line", 'end it with `"`'),
    ("s('a').", 3, "single quote", "double quotes"),
    ('s("a\\qb").', 5, "unknown escape `\\q`", "backslash"),
    ("q(1). /* no end", 7, "this comment does not end", "`*/`"),
    ("q(1.5).", 4, "unexpected `.`", ""),
    ("q(X) :- X = count : q(X).", 21, "unexpected `q`; expected `{`", ""),
    ("q(#).", 3, "unexpected character `#`; expected", ""),
    (".decl u(x: float)", 9, "unknown type `float`", "types are number, symbol, term"),
    (".type op <: term", 13, "`term` has no subtypes", "<: symbol"),
    (".type number <: symbol", 7, "`number` is a type already", "choose a name"),
    (".decl u(x: number, x: symbol)", 20, "two columns are called `x`", "rename"),
    ("t(" + "[" * 200 + "]" * 200 + ").", 102, "nested more than 100 deep", "a rule of its own"),
    ("q(" + "1+" * 200 + "1).", 3, "nested more than 100 deep", "a rule of its own"),
    ("q(" + "9" * 5000 + ").", 3, "more than 4000 digits", ""),
    # ---- Names, arities, types ----
    ("u(1).", 1, "`u` is not declared", ".decl u(column: type, ...)"),
    ("q(X) :- qq(X).", 9, "`qq` is not declared", "did you mean `q`?"),
    (".input qq", 8, "`qq` is not declared", "did you mean `q`?"),
    ("p(1).", 1, "`p` has 2 columns, but here is 1 argument", "at test.dl:1:7"),
    ("q(X) :- q(X), !p(X).", 16, "`p` has 2 columns, but here is 1 argument", "at test.dl:1:7"),
    ('q("a").', 1, "column `x` of `q` is a number, but this is a symbol", "q(x: number)"),
    ("s(1).", 1, "column `x` of `s` is a symbol, but this is a number", "s(x: symbol)"),
    ("t(1).", 1, "column `x` of `t` is a term, but this is a number", "t(x: term)"),
    ("q(X) :- s(X).", 11, "`X` is a number in column `x` of `q`", "change the declaration"),
    ("q(X) :- q(X), s(Y), X = Y.", 25, "`Y` is a symbol in column `x` of `s`", ""),
    ("q(X) :- q(X), X != [X].", 20, "the left side of `!=` is a number, but this is a term", ""),
    ('q(X) :- q(X), X < "a".', 19, "the left side of `<` is a number, but this is a symbol", ""),
    ("q(X + 1) :- s(X).", 15, "`X` is a number in an operand of `+`", ""),
    ('t([X + "a"]) :- q(X).', 8, "an operand of `+` is a number, but this is a symbol", ""),
    ("s(N) :- N = count : { q(_) }.", 9, "`N` is a symbol in column `x` of `s`", ""),
    ("q(X) :- q(X), t([Y]), t([Z]), Y < Z.", 31, "the type of `Y` is not known", "typed column"),
    (".decl q(x: symbol)", 7, "`q` is declared twice", "`q(x: number)` at test.dl:1:37"),
    # ---- Variables ----
    ("q(X).", 3, "unsafe variable `X`: a fact has no variables", 'write a symbol as "X"'),
    ("s(pure).", 3, "unsafe variable `pure`", 'write a symbol as "pure"'),
    ("q(_).", 3, "unsafe variable `_`", "write a value"),
    ("q(1/0).", 3, "division by zero", ""),
    ("p(X, Y) :- q(X).", 6, "unsafe variable `Y`: it stands in the head", "positive atom that holds `Y`"),
    ("q(_) :- q(_).", 3, "unsafe variable `_`: it has no value in a head", "name it"),
    ("q(X) :- q(X), !p(X, Y).", 21, "unsafe variable `Y`: `!` needs its value", "`_` under `!` means"),
    ("q(X) :- q(X), X < Y.", 19, "unsafe variable `Y`: `<` needs its value", "positive atom"),
    ("q(X) :- q(X), Y = Z + 1, Z = Y - 1.", 15, "unsafe variable `Y`: `=` needs its value", ""),
    ("q(X) :- p(X + 1, _).", 11, "unsafe variable `X`", ""),
    ("q(X) :- q(X), X < _.", 19, "unsafe variable `_`: it has no value in a comparison", ""),
    ("q(X) :- q(X), !t([_]).", 19, "unsafe variable `_`: it has no value inside a negated value", ""),
    (
        "q(N) :- N = count : { p(X, _) }, X < 3.",
        25,
        "unsafe variable `X`: nothing outside",
        "outside of the braces",
    ),
    ("q(N) :- N = count : { q(X), X < Y }.", 33, "unsafe variable `Y`: `<` needs its value", ""),
    ("q(N) :- N = min Y : { q(X) }, X = 1.", 17, "unsafe variable `Y`: the value to aggregate", ""),
    # ---- Strata ----
    ("q(X) :- p(X, _), !q(X).", 18, "cycle through negation: q needs !q (test.dl:2:18)", "break the cycle"),
    ("q(X) :- r(X), X = count : { q(_) }.", 29, "cycle through the aggregate count: q needs count q", ""),
]


@pytest.mark.parametrize(("text", "column", "message", "advice"), FAULTS)
def test_fault(text: str, column: int, message: str, advice: str) -> None:
    problem = error(DECLARATIONS + text)
    assert (problem.span.file, problem.span.line) == ("test.dl", 2)
    assert message in problem.message
    assert problem.span.column == column
    assert advice in problem.help


def test_a_cycle_is_shown_from_end_to_end() -> None:
    problem = error(
        ".decl a(x: number) .decl b(x: number) .decl c(x: number) .decl e(x: number)\n"
        "a(X) :- e(X), !b(X).\n"
        "b(X) :- c(X).\n"
        "c(X) :- e(X), a(X).\n"
    )
    assert problem.message == (
        "cycle through negation: a needs !b (test.dl:2:15); b needs c (test.dl:3:9); c needs a (test.dl:4:15)"
    )


def test_a_message_shows_the_line_and_points_at_the_place() -> None:
    assert str(error(".decl q(x: number)\n\n  q(X) :- q(X),\tqqq(X).\n")) == (
        "test.dl:3:17: error: `qqq` is not declared\n"
        " 3 |   q(X) :- q(X),\tqqq(X).\n"
        "   |                \t^^^\n"
        " help: `.decl qqq(column: type, ...)`"
    )


def test_of_a_very_long_line_only_the_part_around_the_place_is_shown() -> None:
    text = str(error(f".decl q(x: number) {' ' * 5000} z(1). {' ' * 5000}"))
    assert "z(1)" in text
    assert len(text) < 600


def test_the_place_is_in_the_file_that_is_wrong() -> None:
    with pytest.raises(RuleError) as caught:
        load_program([("a.dl", ".decl q(x: number)"), ("b.dl", "\nq(1).\nq(1, 2).")])
    assert str(caught.value).startswith(
        "b.dl:3:1: error: `q` has 1 column, but here are 2 arguments\n 3 | q(1, 2)."
    )


def test_errors_survive_the_way_to_another_process() -> None:
    problem = error("q(1).")
    assert str(pickle.loads(pickle.dumps(problem))) == str(problem)


def test_a_variable_that_stands_once_is_worth_a_remark() -> None:
    loaded = program(".decl e(x: number, y: number) .decl q(x: number)\nq(X) :- e(X, Y), e(X, _), e(_Z, X).")
    assert [str(remark) for remark in loaded.warnings] == [
        "test.dl:2:14: warning: `Y` stands only once in this rule; write `_` if that is meant"
    ]


ATOMS = [
    ('s("a"), s("b")', "not a single atom"),
    ("!q(1)", "not a single atom"),
    ("q(1", "the text ends"),
    ("", "nothing is asked"),
    ("s(1)", "is a symbol, but this is a number"),
    ("q(X)", "unsafe variable `X`"),
    ("zz(1)", "`zz` is not declared"),
    ("q(1, 2)", "`q` has 1 column"),
    ("q(1) :- q(2)", "unexpected `:-`"),
]


@pytest.mark.parametrize(("text", "message"), ATOMS)
def test_an_assumption_must_be_one_ground_atom(text: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        program(DECLARATIONS).assume(text)
    assert message in str(caught.value)


class TestWithout:
    loaded: Program = program(
        DECLARATIONS + 's("arith.addi"). s("arith.muli"). q(1). q(2). t(["a", [1]]). r(7).'
    )

    def test_takes_facts_away(self) -> None:
        assert 's("arith.addi")' not in map(str, self.loaded.without('s("arith.addi")').facts)
        assert [str(f) for f in self.loaded.without("q(_)").without("s(_)").facts] == [
            't(["a", [1]])',
            "r(7)",
        ]
        assert len(self.loaded.without('t(["a", _])').facts) == 5

    def test_names_facts_that_look_alike(self) -> None:
        with pytest.raises(RuleError) as caught:
            self.loaded.without('s("arith.subi")')
        assert 's("arith.muli")' in caught.value.help

    def test_names_the_same_values_of_another_predicate(self) -> None:
        with pytest.raises(RuleError) as caught:
            self.loaded.without("q(7)")
        assert "`r(7)`" in caught.value.help

    def test_refuses_variables(self) -> None:
        with pytest.raises(RuleError, match="`X` is a variable"):
            self.loaded.without("q(X)")
