"""What to generate, as numbers: the part of the generator that Hypothesis draws and shrinks.

A plan does not say which value an operation uses but which of those visible at that place, counted from
the latest.  So a plan makes sense in every context, an element of a list can be dropped without breaking
the others, and smaller numbers give simpler modules; `realise.py` makes the module.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

_CHOICE = st.integers(0, 15)

# Made once: Hypothesis looks at every new strategy anew.
_NUMBERS: tuple[st.SearchStrategy[tuple[int, ...]], ...] = tuple(st.tuples(*[_CHOICE] * n) for n in range(8))

# Kinds of statements: how many numbers and how many bodies each takes.
STATEMENTS: dict[str, tuple[int, int]] = {
    "constant": (2, 0),
    "arith": (4, 0),
    "divide": (4, 0),
    "compare": (4, 0),
    "select": (4, 0),
    "cast": (2, 0),
    "barrier": (2, 0),
    "load": (1, 0),
    "store": (2, 0),
    "copy": (2, 0),
    "swap": (2, 0),
    "opposite": (5, 0),
    "observed": (4, 0),
    "watched": (4, 0),
    "across": (5, 0),
    "indirect": (3, 0),
    "resource": (3, 0),
    "unregistered": (4, 0),
    "buffer": (4, 0),
    "external": (3, 0),
    "call": (4, 0),
    "assert": (3, 0),
    "repeat": (5, 0),
    "if": (4, 2),
    "for": (5, 1),
    "while": (4, 1),
    "region": (3, 1),
    "diamond": (4, 2),
    "cfloop": (4, 1),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its kind, the numbers it is made from, and the bodies nested in it."""

    kind: str
    numbers: tuple[int, ...]
    bodies: tuple[tuple[Statement, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalPlan:
    """A variable."""

    type: int
    initial: int
    visibility: int
    """0 to 4 are private and mutable, which is what the rules about globals are for."""


@dataclass(frozen=True, slots=True)
class FunctionPlan:
    """A function or an initializer (`role`), or a copy of an earlier initializer."""

    role: str
    params: tuple[int, ...]
    results: tuple[int, ...]
    body: tuple[Statement, ...]
    choice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairPlan:
    """A second variable that is stored wherever the first one is, but for one deviation."""

    variable: int
    deviation: str
    where: int
    choice: int
    loads: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ModulePlan:
    """A whole module."""

    globals: tuple[GlobalPlan, ...]
    functions: tuple[FunctionPlan, ...]
    pairs: tuple[PairPlan, ...]
    observed: tuple[bool, ...]
    tidy: bool
    """Leave out what is used nowhere."""


@dataclass(frozen=True, slots=True)
class Features:
    """What modules may contain, and how large they get."""

    loops: bool = True
    blocks: bool = True
    opaque: bool = True
    unregistered: bool = True
    buffers: bool = True
    indirect: bool = True
    externals: bool = True
    asserts: bool = True
    all_public: bool = False
    initializers: bool = True
    recursion: bool = True
    statements: int = 6
    depth: int = 2

    def kinds(self) -> list[str]:
        """The kinds of statements in use."""
        left_out: set[str] = set()
        for wanted, names in (
            (self.loops, {"for", "while"}),
            (self.blocks, {"diamond", "cfloop"}),
            (self.opaque, {"resource"}),
            (self.unregistered, {"unregistered"}),
            (self.buffers, {"buffer"}),
            (self.indirect, {"indirect"}),
            (self.externals, {"external"}),
            (self.asserts, {"assert"}),
        ):
            if not wanted:
                left_out |= names
        return [kind for kind in STATEMENTS if kind not in left_out]


DEVIATIONS = ("none", "none", "skip", "other value", "later", "initial", "swapped", "before")
"""How a paired variable may differ from the first: not at all (twice, so that true pairs are common), one
store left out, one store of another value, one store further down, another initial value, two stores in
the opposite order, one store put before what comes before the first."""

ROLES = ("public", "initializer", "private", "public", "recursive", "copy", "public", "copy")
"""What a function may be; in this order, so that what is simplest comes first when an example shrinks."""


def statements(features: Features, depth: int) -> st.SearchStrategy[tuple[Statement, ...]]:
    """Plans of a body whose statements nest at most `depth` deep."""
    kinds = [kind for kind in features.kinds() if depth > 0 or not STATEMENTS[kind][1]]
    # Stores, loads and calls are what the rules are about: they come up more often than others.
    often = ("store", "store", "repeat", "watched", "across", "copy", "call")
    weighted = (*kinds, *(kind for kind in often if kind in kinds))
    inner = statements(features, depth - 1) if depth > 0 else st.just(())
    size = features.statements if depth == features.depth else max(1, features.statements // 2)
    return st.lists(_statement(weighted, inner), max_size=size).map(tuple)


@st.composite
def _statement(
    draw: st.DrawFn, kinds: tuple[str, ...], inner: st.SearchStrategy[tuple[Statement, ...]]
) -> Statement:
    kind = draw(st.sampled_from(kinds))
    count, bodies = STATEMENTS[kind]
    numbers = draw(_NUMBERS[count])
    return Statement(kind, numbers, tuple([draw(inner) for _ in range(bodies)]))


def modules(features: Features) -> st.SearchStrategy[ModulePlan]:
    """Plans of modules."""
    variable = st.builds(GlobalPlan, _CHOICE, _CHOICE, st.integers(0, 9))
    unwanted: list[str] = [] if features.initializers else ["initializer", "copy"]
    if not features.recursion:
        unwanted.append("recursive")
    roles = [role for role in ROLES if role not in unwanted]
    few = st.lists(_CHOICE, max_size=2).map(tuple)
    function = st.builds(
        FunctionPlan,
        st.sampled_from(roles),
        few,
        few,
        statements(features, features.depth),
        st.tuples(_CHOICE, _CHOICE, _CHOICE),
    )
    pair = st.builds(
        PairPlan,
        _CHOICE,
        st.sampled_from(DEVIATIONS),
        _CHOICE,
        _CHOICE,
        st.lists(st.booleans(), max_size=4).map(tuple),
    )
    return st.builds(
        ModulePlan,
        st.lists(variable, min_size=1, max_size=3).map(tuple),
        st.lists(function, min_size=1, max_size=4).map(tuple),
        st.lists(pair, max_size=2).map(tuple),
        st.tuples(*[st.sampled_from((False, True, True, True))] * 5),
        # What is tidy is simpler, so examples shrink to that.
        st.sampled_from((True, False)),
    )
