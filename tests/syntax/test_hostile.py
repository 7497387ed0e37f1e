"""Deep, long and broken text."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datalog_ir.syntax import ShapeTable, SyntaxProblem, occurrences, read_module, removal
from datalog_ir.syntax.tokens import SCANNER
from tests.syntax.corpus import samples

SMALL = """#map = affine_map<(d0) -> (d0)>
module @m attributes {k = #map} {
  util.global private mutable @g = dense<[1, 2]> : tensor<2xi32>
  func.func @f(%a: i32, %c: i1) -> (i32, i32) {
    %p:2 = "z.pair"(%a) ({
    ^bb0(%i: i32):
      z.yield %i, %a : i32 loc("x":1:2)
    }) {n = 1.5e3} : (i32) -> (i32, i32)
    cf.cond_br %c, ^x(%p#1 : i32), ^y
  ^x(%q: i32):  // comment
    %r = scf.for %i = %a to %q step %a iter_args(%t = %a) -> (i32) {
      scf.yield %t : i32
    }
    return %r, %q : i32, i32
  ^y:
    return %a, %a : i32, i32
  }
}
{-# dialect_resources: { builtin: { b: "0x0100000002" } } #-}
"""
EXTRA = [
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    '"',
    "\\",
    "//",
    "\n",
    "^x",
    "%0",
    "%p#9",
    "#",
    "!",
    "@",
    "loc(",
    "{-#",
    "#-}",
]
EXTRA += [
    "\0",
    "\x01",
    "\x02",
    "é",
    "%a:2 =",
    "->",
    ">=",
    "dense<",
    "dense_resource<",
    ":",
    ",",
    "=",
    "a.b",
    "return",
]


def reads_or_says_why(text: str, table: ShapeTable | None = None) -> None:
    try:
        module = read_module(text, shapes=table)
    except SyntaxProblem as problem:
        assert str(problem)
        return
    for op in module.ops:
        occurrences(module, op)
        removal(module, op)


@st.composite
def broken(draw: Callable[..., int]) -> str:
    """The small module with a few tokens lost, doubled, exchanged, cut or put in."""
    tokens = [match.group() for match in SCANNER.finditer(SMALL)]
    place = st.integers(0, len(tokens) - 6)
    for _ in range(draw(st.integers(1, 4))):
        i, j = draw(place), draw(place)
        match draw(st.integers(0, 4)):
            case 0:
                del tokens[i]
            case 1:
                tokens.insert(i, EXTRA[draw(st.integers(0, len(EXTRA) - 1))])
            case 2:
                tokens[i], tokens[j] = tokens[j], tokens[i]
            case 3:
                tokens[i] = tokens[i][:-1]
            case _:
                tokens[i] = tokens[j]
    return "".join(tokens)


@given(broken())
def test_broken_text_is_read_or_refused(text: str) -> None:
    reads_or_says_why(text)


@given(st.text(alphabet=st.sampled_from('ab.%#^@!"(){}[]<>=:,-\n /0x'), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_says_why(text)


@pytest.mark.parametrize("seed", range(4))
def test_broken_corpus_is_read_or_refused(seed: int, shared: Path) -> None:
    rng = Random(seed)
    table = ShapeTable()
    short = [sample.text for sample in samples() if len(sample.text) < 5000]
    for text in rng.sample(short, 150):
        tokens = [match.group() for match in SCANNER.finditer(text)] or [""]
        for _ in range(rng.choice([1, 2, 4])):
            i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
            tokens[i] = rng.choice(["", tokens[j], rng.choice(EXTRA), tokens[i][: len(tokens[i]) // 2]])
        if rng.random() < 0.2:
            tokens = tokens[: rng.randrange(len(tokens))]
        reads_or_says_why("".join(tokens), table)


DEEP: dict[str, Callable[[int], str]] = {
    "regions": lambda n: "a.b {\n" * n + "a.c\n" + "}\n" * n,
    "generic regions": lambda n: '"a.b"() ({\n' * n + "a.c\n" + "}) : () -> ()\n" * n,
    "regions on a line": lambda n: "a.b { " * n + "a.c " + "} " * n,
    "brackets": lambda n: "a.b {x = " + "[" * n + "]" * n + "}",
    "type parameters": lambda n: "a.b : !a.t" + "<!a.t" * n + ">" * n,
    "dense": lambda n: "a.b " + "dense<" * n + ">" * n,
    "locations": lambda n: "a.b " + "loc(" * n + ")" * n,
    "aliases": lambda n: (
        "#a0 = 1\n" + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(n)) + f"a.b #a{n}"
    ),
    "empty aliases": lambda n: "".join(f"#a{i} =\n" for i in range(n)),
    "open brackets": lambda n: "a.b " + "([" * n,
    "open regions": lambda n: "a.b {\n" * n,
    "operands": lambda n: "%x = a.c\na.b " + "%x, " * n + "%x",
    "operands on lines": lambda n: "%x = a.c\na.b " + "%x,\n" * n + "%x",
    "captures": lambda n: "%x = a.c\n" + "a.b {\n" * n + "a.u %x\n" + "}\n" * n,
    "blocks": lambda n: "a.f {\n" + "".join(f"^b{i}:\n  a.br ^b{i * 7 % n}\n" for i in range(n)) + "}",
    "functions": lambda n: "".join(f"a.f @f{i} {{\n  a.u\n}}\n" for i in range(n)),
    "blanks": lambda n: "a.b\n" + "\n" * n,
}


@pytest.mark.parametrize("kind", DEEP)
def test_time_is_linear_in_depth_and_length(kind: str) -> None:
    reads_or_says_why_quickly(DEEP[kind](10_000), 6.0)


@pytest.mark.parametrize(
    "text",
    [
        'a.c dense<"0x' + "AB01" * 4_000_000 + '"> : tensor<8000000xi8>\n',
        'a.c dense_resource<k> : tensor<8xi8>\n{-# r: {b: {k: "0x04000000' + "AB" * 8_000_000 + '"}} #-}\n',
        'a.c "' + "x" * 16_000_000 + '"\n',
        "a.c //" + "x" * 16_000_000,
    ],
    ids=["hex", "resource", "string", "comment"],
)
def test_long_blobs_are_not_read_by_the_character(text: str) -> None:
    reads_or_says_why_quickly(text, 6.0)


def reads_or_says_why_quickly(text: str, seconds: float) -> None:
    """The limit is some twenty times what is needed, so that only the wrong order of growth fails."""
    start = time.perf_counter()
    try:
        read_module(text)
    except SyntaxProblem as problem:
        assert str(problem)
    assert time.perf_counter() - start < seconds
