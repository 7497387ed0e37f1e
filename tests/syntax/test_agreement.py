"""The comparison with the compiler notices what it is there to notice."""

from __future__ import annotations

import pytest

from datalog_ir.syntax import read_module
from tests.syntax.agreement import Disagreement, check_agreement
from tests.syntax.generic import read_printed

PRINTED = """"builtin.module"() ({
  %0:2 = "a.make"() : () -> (i32, i32)
  %1 = "a.use"(%0#1, %0#0) ({
  ^bb0(%arg0: i32):
    "a.yield"(%arg0)[^bb1] : (i32) -> ()
  ^bb1:
    "a.end"() : () -> ()
  }) : (i32, i32) -> i32
}) : () -> ()
"""
TEXT = """%p:2 = a.make
%q = a.use %p#1, %p#0 {
^a(%i: i32):
  a.yield %i, ^b
^b:
  a.end
}
"""


def test_the_same() -> None:
    check_agreement(read_module(TEXT), read_printed(PRINTED))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("a.end", "a.stop", "a.stop, not a.end"),
        ("a.yield %i", "a.yield %p", "uses"),
        ("a.use %p#1, %p#0", "a.use %p#1", "uses"),
        ("%q = a.use", "%q, %r = a.use", "2 results, not 1"),
        ("(%i: i32)", "(%i: i32, %j: i32)", "2 block arguments, not 1"),
        (", ^b\n", "\n", "0 successors, not 1"),
        ("  a.end\n", "  a.end\n  a.end\n", "a.end is not there"),
        ("%p:2 = a.make\n", "%p:2 = a.make\na.more\n", "a.more, not a.use"),
        ("^b:\n  a.end\n}", "^b:\n  a.end\n} {\n  a.x\n}", "2 regions, not 1"),
    ],
)
def test_a_difference(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(Disagreement, match=message):
        check_agreement(read_module(TEXT.replace(old, new)), read_printed(PRINTED))


def test_a_lost_operation() -> None:
    text = TEXT + "a.last\n"
    printed = PRINTED.replace(
        "}) : () -> ()\n", '  "a.mid"(%1) : (i32) -> ()\n  "a.last"() : () -> ()\n}) : () -> ()\n'
    )
    with pytest.raises(Disagreement):
        check_agreement(read_module(text), read_printed(printed))
