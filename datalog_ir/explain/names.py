"""What users call values and symbols: `%4`, `@use0::%r`, `initializer#0::%5`, `L23`, `@g`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from datalog_ir.derive import Derivation, as_number
from datalog_ir.ir import Module, Op, Value
from datalog_ir.places import line_of_block, line_of_value
from datalog_ir.syntax.words import spell_symbol, symbol_name

NAMING_RELATIONS = ("defines", "root", "initializer")
"""The derived relations that names are resolved by."""

_SHOWN = 12
"""Candidates listed in a message."""

_SYMBOL = r'@(?:[A-Za-z_$][\w$.-]*|"(?:[^"\\]|\\.)*")'
_VALUE = r"%[\w$.-]+(?:#[0-9]+)?"
_QUALIFIED = re.compile(rf"((?:{_SYMBOL}::)+|initializer\#[0-9]+::)({_VALUE})")
_PATH = re.compile(rf"{_SYMBOL}(?:::{_SYMBOL})*")
_ONE_SYMBOL = re.compile(_SYMBOL)
_INITIALIZER = re.compile(r"initializer#([0-9]+)::")
_LINE = re.compile(r"L([0-9]+)(?:#([0-9]+))?")

FORMS = (
    "%value, @function::%value, initializer#N::%value (counted from 0) or L<line> (L<line>#N for result N)"
)
"""How values may be named, for messages."""


class NameProblem(Exception):
    """A name that nothing in the module bears, that several things bear, or that is no name at all.

    `candidates` are what may have been meant, each with its line.
    """

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.candidates = tuple(candidates)

    def __str__(self) -> str:
        if not self.candidates:
            return self.message
        return f"{self.message}; candidates: {', '.join(self.candidates)}"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one module.  Made by `names_of`."""

    module: Module
    initializers: tuple[Op, ...]
    """In the order of the text."""
    roots: tuple[Op, ...]
    """Functions and initializers, in the order of the text."""
    definitions: dict[str, list[Op]]
    """By symbol, the ops that define it."""
    values: dict[str, list[Value]] = field(default_factory=dict)
    """By name as a use spells it."""

    def value(self, name: str, within: Op | None = None) -> Value:
        """The value that `name` means; inside the function `within`, bare names are that function's.

        Raises `NameProblem`.
        """
        if line := _LINE.fullmatch(name):
            return self._on_line(name, int(line[1]), None if line[2] is None else int(line[2]))
        if qualified := _QUALIFIED.fullmatch(name):
            holders, bare = self._holders(qualified[1]), qualified[2]
        elif re.fullmatch(_VALUE, name):
            holders, bare = ([] if within is None else [within]), name
        else:
            raise NameProblem(f"`{name}` is not the name of a value; write {FORMS}")
        found = [value for value in self._called(bare) if not holders or _stands_in(value, holders)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NameProblem(f"`{name}` is ambiguous", self._listed(found))
        place = f" in {self.title(holders[0])}" if len(holders) == 1 else ""
        raise NameProblem(f"there is no value `{bare}`{place}", self._similar(bare, holders))

    def symbol(self, name: str) -> str:
        """The plain name of the symbol `@name` (quoted or not) that some op of the module defines.

        Raises `NameProblem`.
        """
        if not _ONE_SYMBOL.fullmatch(name):
            raise NameProblem(f'`{name}` is not a symbol; write @name or @"odd name"')
        plain = symbol_name(name[1:])
        if plain not in self.definitions:
            near = get_close_matches(plain, self.definitions, _SHOWN, 0.5)
            candidates = [self._with_line(f"@{spell_symbol(s)}", self.definitions[s][0]) for s in near]
            raise NameProblem(f"there is no symbol `{name}`", candidates)
        return plain

    def function_at(self, offset: int) -> Op | None:
        """The innermost function or initializer whose text holds this offset into the module's text."""
        holding = [op for op in self.roots if op.start < offset < op.end]
        return holding[-1] if holding else None

    def op_on_line(self, line: int) -> Op:
        """The one op that begins on this line of the file.

        Raises `NameProblem`.
        """
        found = [op for op in self.module.ops if self.module.position(op.start)[0] == line]
        if len(found) != 1:
            what = "no op begins" if not found else f"{len(found)} ops begin"
            raise NameProblem(f"{what} on line {line}", [op.name for op in found])
        return found[0]

    def title(self, op: Op) -> str:
        """How a message calls a function or an initializer."""
        for number, initializer in enumerate(self.initializers):
            if initializer is op:
                return f"initializer#{number}"
        return "::".join(f"@{spell_symbol(part)}" for part in self._path(op)) or op.name

    def qualified(self, value: Value) -> str:
        """The full name of a value, such as `@use0::%r`."""
        holding = [op for op in self.roots if _stands_in(value, [op])]
        return f"{self.title(holding[-1])}::{value.name}" if holding else value.name

    def _called(self, name: str) -> list[Value]:
        """All values of this name; `%r` also stands for the results `%r#0`, `%r#1`, ... of a pack."""
        found = self.values.get(name)
        if found is None and name.endswith("#0"):
            found = self.values.get(name[:-2])
        if found is None:
            found = [v for other, group in self.values.items() if other.startswith(f"{name}#") for v in group]
        return found

    def _holders(self, prefix: str) -> list[Op]:
        """The ops that `@a::@b::` or `initializer#0::` may mean."""
        if match := _INITIALIZER.fullmatch(prefix):
            number = int(match[1])
            if number < len(self.initializers):
                return [self.initializers[number]]
            candidates = [
                self._with_line(f"initializer#{i}", op) for i, op in enumerate(self.initializers[:_SHOWN])
            ]
            raise NameProblem(f"there is no initializer#{number}", candidates)
        path = [symbol_name(part[1:]) for part in _ONE_SYMBOL.findall(prefix)]
        found = [op for op in self.definitions.get(path[-1], ()) if self._answers_to(op, path)]
        if not found:
            near = get_close_matches(path[-1], self.definitions, _SHOWN, 0.5)
            candidates = [self._with_line(self.title(op), op) for s in near for op in self.definitions[s]]
            raise NameProblem(f"there is no symbol `{prefix.removesuffix('::')}`", candidates)
        return found

    def _answers_to(self, op: Op, path: Sequence[str]) -> bool:
        """Is `path` the end of the op's path, ops between them left out at will?"""
        rest = iter(reversed(self._path(op)))
        return all(part in rest for part in reversed(path))

    def _path(self, op: Op) -> list[str]:
        """The symbols that the op and those around it define, outermost first."""
        path: list[str] = []
        at: Op | None = op
        while at is not None:
            if at.shape.symbols:
                symbol = at.shape.symbols[0][0]
                if any(other is at for other in self.definitions.get(symbol, ())):
                    path.append(symbol)
            at = at.block.region.op if at.block is not None else None
        return path[::-1]

    def _on_line(self, name: str, line: int, index: int | None) -> Value:
        """What a line of the file defines: results first, block arguments where there are none."""
        ops = [op for op in self.module.ops if op.results and self.module.position(op.start)[0] == line]
        if len(ops) > 1 and index is None:
            raise NameProblem(f"`{name}` is ambiguous", self._listed(op.results[0] for op in ops))
        values = [value for op in ops for value in op.results]
        if not values:
            values = [
                value
                for block in self.module.blocks
                if block.args and line_of_block(self.module, block) == line
                for value in block.args
            ]
        if not values:
            raise NameProblem(f"line {line} defines no value", self._near_line(line))
        if index is not None and index >= len(values):
            raise NameProblem(f"line {line} defines only {len(values)} value(s)", self._listed(values))
        return values[index or 0]

    def _near_line(self, line: int) -> list[str]:
        ops = [op for op in self.module.ops if op.results]
        ops.sort(key=lambda op: abs(self.module.position(op.start)[0] - line))
        return self._listed(op.results[0] for op in ops[:3])

    def _similar(self, name: str, holders: Sequence[Op]) -> list[str]:
        """Values that may have been meant: of that name elsewhere, or of a name like it here."""
        if holders and (elsewhere := self._called(name)):
            return self._listed(elsewhere)
        here = {
            value.name: value
            for group in self.values.values()
            for value in group
            if not holders or _stands_in(value, holders)
        }
        return self._listed(here[other] for other in get_close_matches(name, here, 5, 0.5))

    def _listed(self, values: Iterable[Value]) -> list[str]:
        texts = [f"{self.qualified(value)} (line {line_of_value(self.module, value)})" for value in values]
        if len(texts) > _SHOWN:
            texts[_SHOWN:] = [f"{len(texts) - _SHOWN} more"]
        return texts

    def _with_line(self, text: str, op: Op) -> str:
        return f"{text} (line {self.module.position(op.start)[0]})"


def names_of(derivation: Derivation) -> Names:
    """The names of the module that was derived from; needs the relations `NAMING_RELATIONS`."""
    module, model = derivation.module, derivation.model
    kinds = {str(name) for (name,) in model.rows("initializer")}
    definitions: dict[str, list[Op]] = {}
    for number, symbol in sorted(model.rows("defines"), key=lambda row: as_number(row[0])):
        definitions.setdefault(str(symbol), []).append(module.ops[as_number(number)])
    values: dict[str, list[Value]] = {}
    for value in module.values:
        values.setdefault(value.name, []).append(value)
    roots = sorted(as_number(number) for (number,) in model.rows("root"))
    return Names(
        module,
        tuple(op for op in module.ops if op.name in kinds),
        tuple(module.ops[number] for number in roots),
        definitions,
        values,
    )


def _stands_in(value: Value, holders: Sequence[Op]) -> bool:
    """Is the value defined in the regions of one of these ops?"""
    if isinstance(value.owner, Op):
        block = value.owner.block
        if block is None:
            return False
    else:
        block = value.owner
    around = block.region.op
    return any(op.start <= around.start and around.end <= op.end for op in holders)
