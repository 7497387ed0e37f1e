"""Forms: the own text of operations with values and symbols taken out, each parsed once by Lark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from datalog_ir.ir import Shape
from datalog_ir.syntax.grammar import Node, parse_words
from datalog_ir.syntax.normal import Word
from datalog_ir.syntax.slots import DEEPER, SHALLOWER, Slot, value_slots
from datalog_ir.syntax.words import is_type_word, tight, unescape

# Words before `<` that make an attribute, not a keyword with parameters.
_ATTRIBUTE_WORDS = frozenset(
    {
        "dense",
        "dense_resource",
        "array",
        "sparse",
        "affine_map",
        "affine_set",
        "strided",
        "distinct",
        "opaque",
    }
)


@dataclass(frozen=True, slots=True)
class SuccessorForm:
    """A successor in a form: which slots, by number, it passes on; `None` if the text doesn't say."""

    arguments: tuple[int, ...] | None


@dataclass(slots=True)
class Form:
    """A form and everything that is read off it, common to all operations that differ only in names."""

    words: tuple[Word, ...]
    name: str
    generic: bool
    paths: tuple[int, ...]
    """Number of components of each symbol path."""
    slots: tuple[Slot, ...]
    successors: tuple[SuccessorForm, ...]
    attributes: tuple[tuple[str, str], ...]
    keywords: tuple[str, ...]
    literal: str | None
    result_types: tuple[str, ...] | None
    trailing_type: str | None
    type_heads: frozenset[str]
    declared: str | None
    """The `sym_name` of a generic operation."""
    shapes: dict[tuple[str, ...], Shape] = field(default_factory=dict)
    """By symbols as spelled."""


def parse_form(words: Sequence[Word], name: str, generic: bool) -> Form:
    """Parses own text with Lark and reads off what does not depend on names.  Raises `BadForm`."""
    return _Analysis(words, parse_words(words), name, generic).form()


_HOLE = re.compile("\x02([0-9]+)\x02")


def fill(text: str, symbols: Sequence[str]) -> str:
    """Puts symbols, as spelled behind their `@`, into a text with holes."""
    return _HOLE.sub(lambda m: symbols[int(m[1])], text) if "\x02" in text else text


class _Analysis:
    """Reads the fields of a form off its parse."""

    def __init__(self, words: Sequence[Word], root: Node, name: str, generic: bool) -> None:
        self.root = root
        self.name = name
        self.generic = generic
        self.words = words
        self.spelled: list[str] = []
        count = 0
        for kind, text in words:
            if kind == "symbol":
                # A hole with the number of the symbol: texts of attributes and types are cut out around it.
                self.spelled.append(f"@\x02{count}\x02")
                count += 1
            else:
                self.spelled.append(text)

    def text(self, first: int, last: int) -> str:
        return tight(self.spelled[first : last + 1])

    def form(self) -> Form:
        top = list(self.root.children[1:])
        attributes = self.attributes()
        colon = max((i for i, node in enumerate(top) if node.kind == "COLON"), default=None)
        trailing = None
        if colon is not None and colon + 1 < len(top):
            trailing = self.text(top[colon + 1].first, top[-1].last)
        named = dict(attributes)
        declared = named.get("sym_name") if self.generic else None
        slots = value_slots(self.words, self.spelled, self.generic)
        return Form(
            words=tuple(self.words),
            name=self.name,
            generic=self.generic,
            paths=self.paths(),
            slots=slots,
            successors=self.successors(slots, named),
            attributes=attributes,
            keywords=() if self.generic else self.keywords(top),
            literal=self.literal(top, attributes),
            result_types=self.results(top) if self.generic else None,
            trailing_type=trailing,
            type_heads=self.type_heads(),
            declared=unescape(declared[1:-1]) if declared and declared.startswith('"') else None,
        )

    def nodes(self) -> Iterator[Node]:
        """All nodes, in textual order."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def paths(self) -> tuple[int, ...]:
        found = []
        for node in self.nodes():
            if node.kind == "path":
                size = sum(self.words[n.first][0] == "symbol" for n in node.children)
                if size:
                    found.append(size)
        return tuple(found)

    def attributes(self) -> tuple[tuple[str, str], ...]:
        """Entries of the dictionaries of the operation itself, not of those inside attributes."""
        entries: list[tuple[str, str]] = []
        for node in self.root.children:
            braces: tuple[Node, ...] = ()
            if node.kind == "brace":
                braces = (node,)
            elif node.kind == "angle":
                braces = tuple(b for e in node.children for b in e.children if b.kind == "brace")
            for brace in braces:
                read = self.dictionary(brace)
                if read is None:
                    continue
                entries += read
        return tuple(entries)

    def dictionary(self, brace: Node) -> list[tuple[str, str]] | None:
        entries: list[tuple[str, str]] = []
        for entry in brace.children[1:-1]:
            if entry.kind != "entry" or not entry.children:
                continue
            first = entry.children[0]
            if first.kind == "named":
                key = self.words[first.first][1]
                if len(entry.children) < 2:
                    return None
                entries.append((_key(key), self.text(entry.children[1].first, entry.last)))
            elif (
                len(entry.children) == 1
                and first.kind in ("head", "STRING")
                and self.words[first.first][0]
                in (
                    "word",
                    "string",
                )
            ):
                entries.append((_key(self.words[first.first][1]), "unit"))
            else:
                return None
        return entries

    def keywords(self, top: Sequence[Node]) -> tuple[str, ...]:
        found = []
        for node in top:
            if node.kind in ("head", "applied", "named"):
                kind, word = self.words[node.first]
                if kind != "word" or (node.kind != "named" and is_type_word(word)):
                    continue
                if node.kind == "applied" and word in _ATTRIBUTE_WORDS:
                    continue
                found.append(word)
        return tuple(found)

    def type_heads(self) -> frozenset[str]:
        return frozenset(
            text for kind, text in self.words[1:] if kind == "bang" or (kind == "word" and is_type_word(text))
        )

    def literal(self, top: Sequence[Node], attributes: Sequence[tuple[str, str]]) -> str | None:
        if self.generic:
            if (
                len(attributes) == 1
                and attributes[0][0] == "value"
                and not any(w[0] == "value" for w in self.words)
            ):
                return self.constant(attributes[0][1])
            return None
        parts = [node for node in top if node.kind != "brace" or self.dictionary(node) is None]
        equal = max((i for i, node in enumerate(parts) if node.kind == "EQUAL"), default=-1)
        if equal > 0:
            # `@name = attribute : type` spells out the initial content of what it names.
            if parts[equal - 1].kind != "path":
                return None
            parts = parts[equal + 1 :]
        if not parts:
            return None
        size = 2 if self.words[parts[0].first][1] == "-" else 1
        head = parts[0]
        if size == 2 and not (len(parts) > 1 and parts[1].kind == "NUMBER"):
            return None
        attribute = self.text(parts[0].first, parts[size - 1].last) if len(parts) >= size else None
        if attribute is None or not self.is_attribute(head, size):
            return None
        rest = parts[size:]
        if not rest:
            return self.constant(attribute)
        if (
            rest[0].kind != "COLON"
            or len(rest) < 2
            or any(n.kind in ("COLON", "COMMA", "EQUAL") for n in rest[1:])
        ):
            return None
        if any(w[0] in ("value", "region", "label") for w in self.words[rest[1].first :]):
            return None
        return self.constant(f"{attribute} : {self.text(rest[1].first, rest[-1].last)}")

    def is_attribute(self, head: Node, size: int) -> bool:
        if size == 2 or head.kind in ("NUMBER", "STRING", "square"):
            return not any(w[0] in ("value", "label") for w in self.words[head.first : head.last + 1])
        kind, word = self.words[head.first]
        if head.kind == "head":
            return kind == "hash" or word in ("true", "false", "unit")
        if head.kind == "applied":
            return kind == "hash" or word in _ATTRIBUTE_WORDS
        return False

    def constant(self, text: str) -> str:
        attribute, colon, of = text.rpartition(" : ")
        if not colon or of.endswith('"'):
            attribute, of = text, ""
        if attribute in ("true", "false"):
            return f"{int(attribute == 'true')} : i1"
        if attribute.startswith("0x") and is_type_word(of) and of[0] in "isu":
            attribute = str(int(attribute, 16))
        if of:
            return f"{attribute} : {of}"
        if re.fullmatch(r"-?[0-9]+", attribute):
            return f"{attribute} : i64"
        if re.fullmatch(r"-?[0-9]+\.[0-9]*(e[-+]?[0-9]+)?|-?[0-9]e[-+]?[0-9]+", attribute):
            return f"{attribute} : f64"
        return attribute

    def results(self, top: Sequence[Node]) -> tuple[str, ...] | None:
        """Result types of the generic form: what stands behind its last arrow at the top."""
        arrow = max((i for i, node in enumerate(top) if node.kind == "COLON"), default=None)
        if arrow is None:
            return None
        arrow = next((i for i in range(arrow, len(top)) if top[i].kind == "ARROW"), None)
        if arrow is None or arrow + 1 >= len(top):
            return None
        rest = top[arrow + 1 :]
        if len(rest) == 1 and rest[0].kind == "paren":
            entries = [node for node in rest[0].children if node.kind == "entry"]
            if len(entries) == 1 and not entries[0].children:
                return ()
            return tuple(self.text(node.first, node.last) for node in entries)
        return (self.text(rest[0].first, rest[-1].last),)

    def successors(self, slots: Sequence[Slot], named: dict[str, str]) -> tuple[SuccessorForm, ...]:
        """Labels in order.  What they pass stands in parentheses behind them, or, in the generic form, among
        the operands, where `operandSegmentSizes` says how many belong to each."""
        out: list[SuccessorForm] = []
        number = 0
        numbers = {}
        for i, (kind, _) in enumerate(self.words):
            if kind == "value":
                numbers[i] = number
                number += 1
        for i, (kind, _) in enumerate(self.words):
            if kind != "label":
                continue
            arguments: list[int] = []
            if i + 1 < len(self.words) and self.words[i + 1][0] == "(":
                j, depth = i + 1, 0
                while j < len(self.words):
                    word = self.words[j][0]
                    depth += (word in DEEPER) - (word in SHALLOWER)
                    if depth == 0 or (depth == 1 and word == ":"):
                        break
                    if word == "value":
                        arguments.append(numbers[j])
                    j += 1
            out.append(SuccessorForm(tuple(arguments)))
        if self.generic and out:
            return _segments(len(out), number, named)
        return tuple(out)


def _key(word: str) -> str:
    return unescape(word[1:-1]) if word.startswith('"') else word


def _segments(successors: int, values: int, named: dict[str, str]) -> tuple[SuccessorForm, ...]:
    sizes = named.get("operandSegmentSizes") or named.get("operand_segment_sizes")
    if sizes and (match := re.fullmatch(r"array<i32 ?: ?(.*)>|dense<\[?(.*)\]?> ?:.*", sizes)):
        counts = [int(n) for n in re.findall(r"[0-9]+", match[1] or match[2] or "")]
        # One segment for the condition and one for each successor: a conditional branch.  With any other
        # number of segments it is not certain which of them belong to successors.
        if sum(counts) == values and len(counts) == successors + 1:
            at = values - sum(counts[-successors:])
            out = []
            for count in counts[-successors:]:
                out.append(SuccessorForm(tuple(range(at, at + count))))
                at += count
            return tuple(out)
    if values == 0:
        return (SuccessorForm(()),) * successors
    if successors == 1:
        return (SuccessorForm(tuple(range(values))),)
    return (SuccessorForm(None),) * successors
