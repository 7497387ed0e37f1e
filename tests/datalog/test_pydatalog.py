"""What is particular to the pyDatalog engine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from pyDatalog import pyDatalog

from datalog_ir.datalog import evaluate

from .support import everything, program, rows, shown

PATHS = program(
    ".decl e(x: number, y: number) .decl p(x: number, y: number)\n"
    "p(X, Y) :- e(X, Y).\n"
    "p(X, Z) :- p(X, Y), p(Y, Z).\n"
)

LOOPS = [
    # pyDatalog's own recursion does not end on these.
    ".decl q(a: number, b: number) .decl out(a: number, b: number)\n"
    "out(Y, Z) :- q(Z, Z), out(Z, Y). q(Z, Z) :- out(Z, Y). q(Z, Z) :- q(Y, Z). q(1, 1).",
    ".decl e(a: number, b: number) .decl f(a: number) .decl out(a: number, b: number) .decl q(a: number)\n"
    "out(Z, Z) :- q(Z), f(X), !e(Z, Z). out(X, X) :- e(X, Z), q(Y), !f(Z).\n"
    "q(X) :- f(X), q(X), !e(X, X). q(Y) :- out(Z, Y). q(1). e(2, 3). e(3, 1). f(1).",
]


def test_programs_on_which_its_own_recursion_loops_end() -> None:
    for text in LOOPS:
        assert rows(text, "out", engine="pydatalog") == rows(text, "out")


def test_terms_that_look_like_its_variables_are_terms() -> None:
    # pyDatalog tells a variable by an id such as `("f", 7)`, and takes tuples apart.
    text = '.decl n(x: number) .decl out(t: term) .decl t(x: term)\nt(["f", X]) :- n(X). out(T) :- t(T), t(["f", 3]), T != ["v", 0].'
    facts = {"n": [(i,) for i in range(40)]}
    assert rows(text, "out", facts, "pydatalog") == {f'["f", {i}]' for i in range(40)}


def test_evaluations_do_not_see_each_other() -> None:
    first = evaluate(PATHS, {"e": [(1, 2)]}, engine="pydatalog")
    second = evaluate(PATHS, {"e": [(3, 4)]}, engine="pydatalog")
    assert (shown(first, "p"), shown(second, "p")) == ({"1, 2"}, {"3, 4"})


def test_the_caller_keeps_the_facts_he_gave_to_pydatalog() -> None:
    pyDatalog.assert_fact("p0", "mine", "yours")
    evaluate(PATHS, {"e": [(1, 2)]}, engine="pydatalog")
    assert pyDatalog.ask("p0(X, Y)").answers == [("mine", "yours")]
    pyDatalog.clear()


def test_threads_evaluate_side_by_side() -> None:
    def work(start: int) -> dict[str, set[str]]:
        facts = {"e": [(start + i, start + i + 1) for i in range(12)]}
        return everything(evaluate(PATHS, facts, engine="pydatalog"))

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(0, 800, 100)))
    for start, result in zip(range(0, 800, 100), results, strict=True):
        assert result == everything(evaluate(PATHS, {"e": [(start + i, start + i + 1) for i in range(12)]}))
