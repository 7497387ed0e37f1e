"""Wrong rewrites of a compiler in use (iree-opt 3.13) show in the interpreter."""

from __future__ import annotations

import pytest

from datalog_ir.semantics import Call
from fuzz import laws
from fuzz.command import CommandFailed, run_filter

LOOP = """
util.global private mutable @total = 1 : i32
util.func public @grow(%n: index, %start: i32) -> i32 {
  %first = arith.constant 0 : index
  %step = arith.constant 1 : index
  util.global.store %start, @total : i32
  scf.for %i = %first to %n step %step {
    %old = util.global.load @total : i32
    %new = arith.muli %old, %start : i32
    util.global.store %new, @total : i32
  }
  %end = util.global.load @total : i32
  util.return %end : i32
}
"""

SNAPSHOT = """
util.global private mutable @now = 5 : i32
util.global private mutable @before = 6 : i32
util.func public @set(%v: i32) {
  %old = util.global.load @now : i32
  util.global.store %old, @before : i32
  util.global.store %v, @now : i32
  util.return
}
util.func public @undo() -> i32 {
  %old = util.global.load @before : i32
  util.return %old : i32
}
"""

OPPOSITE = """
util.global private mutable @low : i32
util.global private mutable @high : i32
util.func private @gap() -> i32 attributes {inlining_policy = #util.inline.never} {
  %l = util.global.load @low : i32
  %h = util.global.load @high : i32
  %d = arith.subi %h, %l : i32
  util.return %d : i32
}
util.func public @turn(%a: i32, %b: i32) -> i32 {
  util.global.store %a, @low : i32
  util.global.store %b, @high : i32
  %d = util.call @gap() : () -> i32
  util.global.store %b, @low : i32
  util.global.store %a, @high : i32
  util.return %d : i32
}
"""

BUFFERS = """
util.global private mutable @ping = 3 : i32
util.global private mutable @pong = 4 : i32
util.func public @next() -> i32 {
  %a = util.global.load @ping : i32
  %b = util.global.load @pong : i32
  util.global.store %a, @pong : i32
  util.global.store %b, @ping : i32
  util.return %a : i32
}
"""


@pytest.mark.parametrize(
    ("text", "pass_name", "calls"),
    [
        (
            LOOP,
            "--pass-pipeline=builtin.module(util.func(iree-util-simplify-global-accesses))",
            [Call("grow", (2, 3))],
        ),
        (SNAPSHOT, "--iree-util-fold-globals", [Call("undo"), Call("set", (7,)), Call("undo")]),
        (OPPOSITE, "--iree-util-fuse-globals", [Call("turn", (1, 9))]),
    ],
    ids=["store moved across a loop", "snapshot taken for a copy", "order of stores ignored"],
)
def test_the_trace_law_sees(iree_opt: str, text: str, pass_name: str, calls: list[Call]) -> None:
    laws.same_trace(text, lambda module: module, [calls])
    with pytest.raises(laws.LawBroken):
        laws.same_trace(text, lambda module: run_filter([iree_opt, pass_name], module), [calls])


def test_buffers_that_change_places_break_the_compiler_or_the_trace(iree_opt: str) -> None:
    """The compiler deletes both globals and finds that loads of them are left; with its verifier off, what
    it made has no meaning."""
    command = [iree_opt, "--iree-util-fold-globals"]
    calls = [Call("next"), Call("next")]
    with pytest.raises(CommandFailed, match="undefined global"):
        laws.same_trace(BUFFERS, lambda module: run_filter(command, module), [calls])
