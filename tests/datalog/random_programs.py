"""Random stratified programs with finite models.

Numbers only grow under a guard, and terms hold numbers and symbols, never terms, so that recursion through
`[...]` and arithmetic ends.  Inside a term a tag says what is in it, as clingo knows no types.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

EDB = {"e": ("number", "number"), "f": ("number",), "g": ("symbol", "number")}
_LETTER = {"number": "N", "symbol": "S", "term": "T"}


@dataclass(frozen=True)
class Case:
    """Rule text and facts for it."""

    text: str
    facts: dict[str, list[tuple[int | str, ...]]]

    def __repr__(self) -> str:
        return f"Case(text='''\n{self.text}''', facts={self.facts!r})"


@dataclass
class _Rule:
    draw: st.DrawFn
    bound: dict[str, set[str]]

    def pick(self, options: list[str]) -> str:
        return self.draw(st.sampled_from(options))

    def chance(self, percent: int) -> bool:
        return self.draw(st.integers(0, 99)) >= 100 - percent

    def constant(self, kind: str) -> str:
        if kind == "number":
            return str(self.draw(st.integers(0, 3)))
        if kind == "symbol":
            return self.pick(['"a"', '"b"'])
        return self.pick(["[]", '["n", 1]', '["s", "a"]'])

    def variable(self, kind: str) -> str:
        name = _LETTER[kind] + str(self.draw(st.integers(0, 2)))
        self.bound[kind].add(name)
        return name

    def pattern(self, kind: str) -> str:
        """An argument of a positive atom."""
        choice = self.draw(st.integers(0, 19))
        if choice >= 18:
            return "_"
        if choice == 17:
            return self.constant(kind)
        if kind == "term" and choice > 10:
            inner = self.pick(["number", "symbol"])
            return f'["{inner[0]}", {self.pattern(inner)}]'
        return self.variable(kind)

    def value(self, kind: str) -> str:
        """An argument whose value is known."""
        if kind == "term" and self.chance(60):
            inner = self.pick(["number", "symbol"])
            return f'["{inner[0]}", {self.value(inner)}]'
        names = sorted(self.bound[kind])
        return self.pick(names) if names and self.chance(85) else self.constant(kind)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A program with facts for `e`, `f` and `g`."""
    plain = draw(st.booleans())  # more recursion, nothing but numbers
    kinds = st.just("number") if plain else st.sampled_from(["number", "number", "symbol", "term"])
    columns = st.lists(kinds, min_size=int(plain), max_size=2 if plain else 3).map(tuple)
    level = st.integers(0, 1 if plain else 2)
    defined = {f"p{i}": (draw(columns), draw(level)) for i in range(draw(st.integers(2, 5)))}
    levels: dict[str, tuple[tuple[str, ...], int]] = {
        **{name: (types, -1) for name, types in EDB.items()},
        **defined,
    }
    lines = [
        f".decl {name}({', '.join(f'c{i}: {kind}' for i, kind in enumerate(types))})"
        for name, (types, _) in levels.items()
    ]
    lines += [_rule(draw, head, levels, list(EDB), 1) for head in defined]
    for _ in range(draw(st.integers(2, 8))):
        head = draw(st.sampled_from(sorted(defined)))
        usable = [name for name, (_, other) in levels.items() if other <= defined[head][1]]
        lines.append(_rule(draw, head, levels, usable, 3))
    number, symbol = st.integers(0, 3), st.sampled_from(["a", "b", "c"])
    facts: dict[str, list[tuple[int | str, ...]]] = {
        "e": list(draw(st.lists(st.tuples(number, number), min_size=2, max_size=7))),
        "f": list(draw(st.lists(st.tuples(number), min_size=1, max_size=3))),
        "g": list(draw(st.lists(st.tuples(symbol, number), min_size=1, max_size=4))),
    }
    return Case("\n".join(lines) + "\n", facts)


def _rule(
    draw: st.DrawFn,
    head: str,
    levels: dict[str, tuple[tuple[str, ...], int]],
    usable: list[str],
    atoms: int,
) -> str:
    types, level = levels[head]
    rule = _Rule(draw, {"number": set(), "symbol": set(), "term": set()})
    finished = [name for name, (_, other) in levels.items() if other < level]
    body: list[str] = []
    for _ in range(draw(st.integers(1, atoms))):
        name = rule.pick(usable)
        body.append(f"{name}({', '.join(rule.pattern(kind) for kind in levels[name][0])})")
    numbers = sorted(rule.bound["number"])
    if numbers and rule.chance(30):
        name = rule.pick(numbers)
        operation = rule.pick(["{} + 1", "{} * 2", "{} - 3", "{} / 2", "{} % 2", "2 * {} - {}"])
        comparison = rule.pick(["<", "<=", "!=", "="])
        body.append(f"{rule.value('number')} {comparison} {operation.replace('{}', name)}")
    if rule.bound["symbol"] and rule.chance(30):
        body.append(f"{rule.value('symbol')} != {rule.value('symbol')}")
    if rule.bound["term"] and rule.chance(20):
        body.append(f"{rule.value('term')} {rule.pick(['!=', '='])} {rule.value('term')}")
    if rule.chance(15):
        body.append(f"T9 = {rule.value('term')}")
        rule.bound["term"].add("T9")
    if rule.chance(25):
        name = rule.pick(finished)
        arguments = ["_" if rule.chance(25) else rule.value(kind) for kind in levels[name][0]]
        body.append(f"!{name}({', '.join(arguments)})")
    if rule.chance(20):
        body.append(_aggregate(rule, finished, levels))
    arguments = [_head_argument(rule, kind, body) for kind in types]
    draw(st.randoms(use_true_random=False)).shuffle(body)
    return f"{head}({', '.join(arguments)}) :- {', '.join(body)}."


def _head_argument(rule: _Rule, kind: str, body: list[str]) -> str:
    if kind == "number" and rule.bound["number"] and rule.chance(30):
        name = rule.pick(sorted(rule.bound["number"]))
        body.append(f"{name} < 5")
        return f"{name} + 1"
    return rule.value(kind)


def _aggregate(rule: _Rule, finished: list[str], levels: dict[str, tuple[tuple[str, ...], int]]) -> str:
    name = rule.pick(finished)
    arguments: list[str] = []
    local: list[str] = []
    for place, kind in enumerate(levels[name][0]):
        names = sorted(rule.bound[kind])
        if names and rule.chance(50):
            arguments.append(rule.pick(names))
        elif rule.chance(30):
            arguments.append("_")
        else:
            arguments.append(f"L{place}")
            if kind == "number":
                local.append(f"L{place}")
    body = f"{{ {name}({', '.join(arguments)}) }}"
    result = "N8" if rule.chance(70) else rule.value("number")
    if local and rule.chance(60):
        text = f"{result} = {rule.pick(['min', 'max'])} {rule.pick(local)} : {body}"
    else:
        text = f"{result} = count : {body}"
    if result == "N8":
        rule.bound["number"].add("N8")
    return text
