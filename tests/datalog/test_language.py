"""What each construct of the language means, on both engines."""

from __future__ import annotations

import pytest

from datalog_ir.datalog import FactError, Term, evaluate, load_program

from .support import ENGINES, program, rows, shown

EDGES = {"e": [(1, 2), (2, 3), (3, 1), (3, 4)]}
E = ".decl e(x: number, y: number)\n"

MEANINGS = [
    # What is said, rule text that derives `out`, its rows.
    ("facts", '.decl out(x: number, y: symbol) out(-1, "a\\"\\n\\t\\\\b"). out(2, "").', {'-1, "a\\"\\n\\t\\\\b"', '2, ""'}),
    ("a predicate without columns", ".decl out() .decl no() out() :- e(1, _), !no().", {""}),
    ("join", ".decl out(x: number) out(Z) :- e(1, Y), e(Y, Z).", {"3"}),
    ("a variable that stands twice in an atom", ".decl out(x: number) out(X) :- e(Y, X), e(X, X).", set()),
    ("recursion", ".decl out(x: number) out(2). out(Y) :- out(X), e(X, Y).", {"1", "2", "3", "4"}),
    (
        "mutual recursion",
        ".decl odd(x: number) .decl out(x: number) out(0). odd(X+1) :- out(X), X < 6. out(X+1) :- odd(X).",
        {"0", "2", "4", "6"},
    ),
    ("negation", ".decl out(x: number) out(X) :- e(X, Y), !e(Y, X), Y != 4.", {"1", "2", "3"}),
    ("`_` under negation", ".decl out(x: number) out(Y) :- e(_, Y), !e(Y, _).", {"4"}),
    ("comparisons", ".decl out(x: number) out(X) :- e(X, Y), X >= 2, Y > 1, X <= 3, Y < 4, X = X, Y != 1.", {"2"}),
    ("symbols are ordered", '.decl s(x: symbol) .decl out(x: symbol) s("b"). s("a"). out(X) :- s(X), X < "b".', {'"a"'}),
    (
        "arithmetic truncates towards zero",
        ".decl out(x: number, y: number) out(A / B, A % B) :- A = -7, B = 2. out(-A / 2, A % -B) :- A = 7, B = 2.",
        {"-3, -1", "-3, 1"},
    ),
    ("division by zero has no value", ".decl out(x: number) out(X / (X - 1)) :- e(X, _).", {"2", "1"}),
    ("numbers do not overflow", ".decl out(x: number) out(X * X) :- X = 99999999999999999999.", {str((10**20 - 1) ** 2)}),
    ("arithmetic in a body atom", ".decl out(x: number) out(X) :- e(X, X + 1).", {"1", "2", "3"}),
    ("assignment", ".decl out(x: number) out(Z) :- e(X, Y), Z = 2 * Y, Y > X, Z != 6.", {"4", "8"}),
    ("assignment in any order", ".decl out(x: number) out(B) :- B = A + 1, A = X - 1, e(X, 4).", {"3"}),
    ("a constructor in a head", ".decl out(t: term) out([X, [Y, \"a\"], []]) :- e(X, Y), X > Y.", {'[3, [1, "a"], []]'}),
    ("nil", ".decl out(t: term) out(nil).", {"[]"}),
    (
        "a constructor in a body takes terms apart",
        '.decl t(x: term) .decl out(x: number) t(["a", [X, Y]]) :- e(X, Y). out(X) :- t(["a", [X, 4]]).',
        {"3"},
    ),
    (
        "a pattern only takes values of the type of its variable",
        '.decl t(x: term) .decl out(x: number) t(["a"]). t([1]). t([[2]]). t([3, 3]). out(X) :- t([X]).',
        {"1"},
    ),
    (
        "a variable of unknown type goes from term to term",
        '.decl t(x: term) .decl out(x: term) t(["a"]). t([1]). t([[2]]). out(["b", X]) :- t([X]).',
        {'["b", "a"]', '["b", 1]', '["b", [2]]'},
    ),
    ("an equation takes a term apart", '.decl t(x: term) .decl out(x: number) t([5, 6]). out(X) :- t(T), [X, _] = T.', {"5"}),
    ("a bound constructor is looked up", ".decl t(x: term) .decl out(x: number) t([1]). out(X) :- e(X, _), t([X]).", {"1"}),
    ("... also under negation", ".decl t(x: term) .decl out(x: number) t([1]). out(X) :- e(X, _), !t([X]).", {"2", "3"}),
    ("terms that exist nowhere else can be compared", ".decl out(x: number) out(X) :- e(X, Y), [X, 1] != [Y, 1], [X] = [3].", {"3"}),
    ("count", ".decl out(x: number, n: number) out(X, N) :- e(X, _), N = count : { e(X, _) }.", {"1, 1", "2, 1", "3, 2"}),
    ("count of nothing is 0", ".decl out(x: number, n: number) out(X, N) :- e(_, X), N = count : { e(X, _) }, N < 1.", {"4, 0"}),
    ("count without a group", ".decl out(n: number) out(N) :- N = count : { e(_, _) }.", {"4"}),
    ("`_` counts as a variable", ".decl out(n: number) out(N) :- N = count : { e(X, _), e(_, X) }.", {"4"}),
    ("min and max", ".decl out(x: number, a: number, b: number) out(X, A, B) :- e(X, _), A = min Y : { e(X, Y) }, B = max Y : { e(X, Y) }.", {"1, 2, 2", "2, 3, 3", "3, 1, 4"}),
    ("min of nothing is nothing", ".decl out(x: number, m: number) out(X, M) :- e(_, X), M = min Y : { e(X, Y), Y > 3 }.", {"3, 4"}),
    ("min of an expression", ".decl out(m: number) out(M) :- M = min X - Y : { e(X, Y) }.", {"-1"}),
    ("min of symbols", '.decl s(x: symbol) .decl out(x: symbol) s("b"). s("a"). out(M) :- M = min X : { s(X) }.', {'"a"'}),
    ("an aggregate that tests", ".decl out(x: number) out(X) :- e(X, _), 2 = count : { e(X, _) }.", {"3"}),
    ("the group may be bounded inside", ".decl out(x: number, n: number) out(X, N) :- e(X, _), N = count : { e(Y, _), Y < X }.", {"1, 0", "2, 1", "3, 2"}),
    ("negation inside an aggregate", ".decl out(n: number) out(N) :- N = count : { e(X, Y), !e(Y, X) }.", {"4"}),
    ("local variables of two aggregates are different", ".decl out(a: number, b: number) out(A, B) :- A = min Y : { e(_, Y) }, B = max Y : { e(Y, _) }.", {"1, 3"}),
    ("facts and rules of one predicate", ".decl out(x: number) out(7). out(X) :- e(X, 4).", {"7", "3"}),
    ("a constant head", ".decl out(x: symbol) out(\"yes\") :- e(_, _).", {'"yes"'}),
    ("a rule without atoms", ".decl out(x: number) out(X) :- X = 3.", {"3"}),
    ("a subtype is its base", ".type op <: number .decl o(x: op) .decl out(x: number) o(1). out(X + 1) :- o(X), e(X, _).", {"2"}),
    ("comments", "// .decl x\n/* out(9). */ .decl out(x: number) // y\nout(1). // out(2).\n/// doc\nout(/* 3 */ 4).", {"1", "4"}),
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("text", "expected"), [m[1:] for m in MEANINGS], ids=[m[0] for m in MEANINGS])
def test_meaning(text: str, expected: set[str], engine: str) -> None:
    assert rows(E + text, "out", EDGES, engine) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_terms_have_an_order_that_is_the_same_for_both_engines(engine: str) -> None:
    text = E + ".decl out(a: term, b: term) out([X], [Y]) :- e(X, _), e(Y, _), [X] < [Y]."
    found = rows(text, "out", EDGES, engine)
    assert found == rows(text, "out", EDGES, "seminaive")
    assert len(found) == 3


@pytest.mark.parametrize("engine", ENGINES)
def test_text_of_the_program_is_data(engine: str) -> None:
    nasty = '__import__("os").system("touch /tmp/x")\n\'); import os #'
    text = '.decl s(x: symbol) .decl out(t: term)\nout([X, "%s {0} \\" + 1"]) :- s(X), X != "exec(\'\')".'
    assert rows(text, "out", {"s": [(nasty,), ("exec('')",)]}, engine) == {
        '["__import__(\\"os\\").system(\\"touch /tmp/x\\")\\n\'); import os #", "%s {0} \\" + 1"]'
    }


@pytest.mark.parametrize("engine", ENGINES)
def test_names_that_mean_something_in_python_or_pydatalog_are_names(engine: str) -> None:
    text = ".decl class(x: number) .decl _pyD_in(x: number) .decl lambda(x: number)\nclass(1). lambda(None) :- class(None). _pyD_in(def) :- lambda(def), !class(9)."
    assert rows(text, "_pyD_in", engine=engine) == {"1"}


def test_a_body_may_be_long() -> None:
    atoms = ", ".join(f"e(X{i}, X{i + 1})" for i in range(40))
    assert rows(E + f".decl out(x: number, y: number) out(X0, X40) :- {atoms}.", "out", {"e": [(1, 1)]}) == {
        "1, 1"
    }
    recursive = f".decl out(x: number) out(1). out(X40) :- out(X0), {atoms}."
    assert rows(E + recursive, "out", {"e": [(1, 1), (1, 2)]}) == {"1", "2"}


@pytest.mark.parametrize("engine", ENGINES)
def test_facts_from_outside_may_hold_terms(engine: str) -> None:
    first = evaluate(program(".decl t(x: term) t([1, [2]])."), {})
    loaded = program(".decl t(x: term) .decl out(x: number) out(X) :- t([_, [X]]).")
    assert shown(evaluate(loaded, {"t": list(first.rows("t"))}, engine=engine), "out") == {"2"}


class TestFacts:
    loaded = program('.decl e(x: number, y: symbol) .decl out(x: number) out(X) :- e(X, "a").')

    @pytest.mark.parametrize(
        "facts",
        [
            {"zz": [(1,)]},
            {"e": [(1,)]},
            {"e": [(1, "a"), (1, "a", 2)]},
            {"e": [("a", 1)]},
            {"e": [3]},
            {"e": [([], "a")]},
        ],
    )
    def test_must_fit_the_declarations(self, facts: dict[str, list[tuple[int | str, ...]]]) -> None:
        with pytest.raises(FactError):
            evaluate(self.loaded, facts)

    def test_may_be_repeated(self) -> None:
        assert shown(evaluate(self.loaded, {"e": [(1, "a"), (1, "a")]}), "out") == {"1"}

    def test_may_be_given_for_derived_predicates(self) -> None:
        assert shown(evaluate(self.loaded, {"e": [(1, "a")], "out": [(5,)]}), "out") == {"1", "5"}


class TestModel:
    loaded = program(
        ".decl e(x: number, y: number) .decl p(x: number, y: number) .decl other(x: number)\n"
        "e(9, 8).\n"
        "p(X, Y) :- e(X, Y).\n"
        "p(X, Z) :- p(X, Y), e(Y, Z).\n"
        "other(X) :- p(X, X)."
    )

    def test_knows_where_each_row_is_from(self) -> None:
        model = evaluate(self.loaded, {"e": [(1, 2), (2, 3), (3, 4)]})
        assert str(model.origin("e", (9, 8)).fact) == "e(9, 8)"
        assert (model.origin("e", (1, 2)).fact, model.origin("e", (1, 2)).rule) == (None, None)
        assert model.origin("p", (1, 2)).rule == 0
        assert model.origin("p", (1, 4)).rule == 1
        assert model.origin("p", (1, 3)).sequence < model.origin("p", (1, 4)).sequence
        assert self.loaded.rules[1].id == "test.dl:4"

    def test_holds_what_was_wanted_and_what_that_needs(self) -> None:
        model = evaluate(self.loaded, {}, wanted=["p"])
        assert set(model.derivations) == {"e", "p"}
        with pytest.raises(KeyError, match="missing in `wanted`"):
            model.rows("other")
        with pytest.raises(KeyError, match="not declared"):
            evaluate(self.loaded, {}, wanted=["nope"])

    def test_renders_a_term_that_is_exponentially_large_when_written_out(self) -> None:
        text = ".decl t(n: number, x: term) t(0, []). t(N + 1, [X, X]) :- t(N, X), N < 60."
        model = evaluate(program(text), {})
        term = next(row[1] for row in model.rows("t") if row[0] == 60)
        assert isinstance(term, Term)
        assert model.render(term, 50).endswith("…")
        assert len(repr(term)) < 300


def test_programs_are_merged_from_files() -> None:
    loaded = load_program(
        [("a.dl", ".decl p(x: number)\np(1)."), ("b.dl", ".decl p(y: number) .output p\np(2).")]
    )
    assert shown(evaluate(loaded, {}), "p") == {"1", "2"}
    assert loaded.outputs == {"p"}


def test_assumptions_are_facts() -> None:
    loaded = (
        program(".decl p(x: number) .decl t(x: term)\np(1).")
        .assume("p(2)")
        .assume("t([p_, 1]).".replace("p_", '"p"'))
    )
    assert shown(evaluate(loaded, {}), "p") == {"1", "2"}
    assert shown(evaluate(loaded.without("p(1)"), {}), "p") == {"2"}
    assert shown(evaluate(loaded, {}), "t") == {'["p", 1]'}


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="there are seminaive and pydatalog"):
        evaluate(program(".decl p(x: number)"), {}, engine="souffle")
