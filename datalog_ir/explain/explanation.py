"""An answer to "why", as data: what is printed, and what `--json` writes.

JSON, version 1.  One object an answer:

    version      1
    file         name of the file
    question     [a, b], as asked
    verdict      "equal" | "distinct" | "redundant" | "kept"
    headline     the answer in one sentence
    tree         number of the root among `nodes`, or null
    nodes        [{kind, claim, atom, rule, doc, lines: [{line, text}], children: [number]}], see `Node`
    assumptions  [{atom, claim, place, note}]      what an equality rests on
    reasons      [{id, message, lines, details: [text]}]   first what is closest to the question
    repairs      [{changes: [{text, option}], verified}]   smallest first
    effects      {options, before, gained, at_risk} or null  what `--assume` and `--without` do

All keys are always there.  `from_json(as_json(e)) == e`, so the text can be made from the JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias, cast

VERSION = 1

NodeKind: TypeAlias = Literal["equal", "same", "fact", "given", "absent", "assumption", "holds"]
Verdict: TypeAlias = Literal["equal", "distinct", "redundant", "kept"]
Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"


class FormatError(ValueError):
    """JSON that is not an explanation of this version."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the module."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """One statement of a proof."""

    kind: NodeKind
    """`equal`: two things are equal; `same`: both are one thing; `fact`: derived by a rule; `given`: stands
    in the module; `absent`: holds for nothing; `assumption`: stands in the rules; `holds`: a comparison or
    an aggregate."""
    claim: str
    """The statement in the words of the module."""
    atom: str
    """The same as rule text."""
    rule: str
    """`file:line` of the rule or the assumption; empty where there is none."""
    doc: str
    """What the rule says of itself."""
    lines: tuple[Line, ...]
    children: tuple[int, ...]
    """What it rests on: numbers of other nodes.  A node may be the child of several."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """A fact of the rule text that an equality rests on."""

    atom: str
    claim: str
    place: str
    """`file:line`, or `--assume`."""
    note: str
    """The comment behind it: where it is from."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why two things are not equal."""

    id: str
    """One of `reasons.REASONS`."""
    message: str
    lines: tuple[Line, ...] = ()
    details: tuple[str, ...] = ()
    """More about it, a line each: a small diff, the ops between."""


@dataclass(frozen=True, slots=True)
class ChangeText:
    """One change that would help."""

    text: str
    option: str
    """The command line option that makes it; empty for a change of the module."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that together make the two equal."""

    changes: tuple[ChangeText, ...]
    verified: bool
    """Everything was derived again with the changes, and they are equal then."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What the options change in the whole module."""

    options: tuple[str, ...]
    before: Verdict
    """The answer without the options."""
    gained: tuple[str, ...]
    at_risk: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One answer."""

    file: str
    question: tuple[str, str]
    verdict: Verdict
    headline: str
    tree: int | None
    nodes: tuple[Node, ...]
    assumptions: tuple[Assumption, ...]
    reasons: tuple[Reason, ...]
    repairs: tuple[Repair, ...]
    effects: Effects | None = None


def as_json(explanation: Explanation) -> Mapping[str, Json]:
    """The explanation as a JSON object."""
    return {"version": VERSION, **cast("Mapping[str, Json]", asdict(explanation))}


def from_json(data: Mapping[str, Json]) -> Explanation:
    """The explanation that `as_json` made this of.  Raises `FormatError`."""
    if data.get("version") != VERSION:
        raise FormatError(f"version {data.get('version')!r} of the format is not known; this is {VERSION}")
    try:
        effects = data["effects"]
        a, b = _texts(data["question"])
        return Explanation(
            file=str(data["file"]),
            question=(a, b),
            verdict=cast("Verdict", data["verdict"]),
            headline=str(data["headline"]),
            tree=None if data["tree"] is None else _int(data["tree"]),
            nodes=tuple([_node(each) for each in _list(data["nodes"])]),
            assumptions=tuple(
                [
                    Assumption(str(e["atom"]), str(e["claim"]), str(e["place"]), str(e["note"]))
                    for e in map(_object, _list(data["assumptions"]))
                ]
            ),
            reasons=_reasons(data["reasons"]),
            repairs=tuple([_repair(each) for each in _list(data["repairs"])]),
            effects=None if effects is None else _effects(_object(effects)),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise FormatError(f"not an explanation: {problem}") from problem


def _list(data: Json) -> Sequence[Json]:
    if isinstance(data, str) or not isinstance(data, Sequence):
        raise TypeError(f"{data!r} is no list")
    return data


def _object(data: Json) -> Mapping[str, Json]:
    if not isinstance(data, Mapping):
        raise TypeError(f"{data!r} is no object")
    return data


def _int(data: Json) -> int:
    if not isinstance(data, int):
        raise TypeError(f"{data!r} is no number")
    return data


def _texts(data: Json) -> tuple[str, ...]:
    return tuple([str(each) for each in _list(data)])


def _lines(data: Json) -> tuple[Line, ...]:
    return tuple([Line(_int(each["line"]), str(each["text"])) for each in map(_object, _list(data))])


def _node(data: Json) -> Node:
    each = _object(data)
    return Node(
        cast("NodeKind", each["kind"]),
        str(each["claim"]),
        str(each["atom"]),
        str(each["rule"]),
        str(each["doc"]),
        _lines(each["lines"]),
        tuple([_int(child) for child in _list(each["children"])]),
    )


def _reasons(data: Json) -> tuple[Reason, ...]:
    return tuple(
        [
            Reason(str(e["id"]), str(e["message"]), _lines(e["lines"]), _texts(e["details"]))
            for e in map(_object, _list(data))
        ]
    )


def _repair(data: Json) -> Repair:
    each = _object(data)
    changes = [ChangeText(str(c["text"]), str(c["option"])) for c in map(_object, _list(each["changes"]))]
    return Repair(tuple(changes), bool(each["verified"]))


def _effects(data: Mapping[str, Json]) -> Effects:
    return Effects(
        _texts(data["options"]),
        cast("Verdict", data["before"]),
        _texts(data["gained"]),
        _reasons(data["at_risk"]),
    )
