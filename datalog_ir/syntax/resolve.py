"""Second pass: names to values and blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from datalog_ir.ir import Op, Region, Successor, Value
from datalog_ir.syntax.draft import Draft
from datalog_ir.syntax.errors import SyntaxProblem
from datalog_ir.syntax.form import fill
from datalog_ir.syntax.own_text import name_index, own_tokens
from datalog_ir.syntax.slots import Slot
from datalog_ir.syntax.structure import Structure
from datalog_ir.syntax.words import spell_symbol

Env = dict[str, Value]
"""What a name, without its sigil, means at a place."""


def resolve(reader: Structure, draft: Draft) -> None:
    """Fills in operands, successors and the arguments that own text defines.  Raises `SyntaxProblem`.

    A region sees what is defined anywhere in it and in the regions around it: whether a use may stand before
    the definition depends on the kind of region, which only its dialect knows.
    """
    _Resolver(reader, draft).run()


class _Resolver:
    """The state of one walk over all operations in textual order."""

    def __init__(self, reader: Structure, draft: Draft) -> None:
        self.reader = reader
        self.draft = draft
        self.env: Env = {}

    def run(self) -> None:
        draft = self.draft
        self.env.update(draft.top_defined)
        self.walk(draft.top)

    def walk(self, top: list[Op]) -> None:
        """Visits operations before what is in their regions, with a stack in place of recursion."""
        env = self.env
        uses_of = self.draft.uses
        labels_of = self.draft.labels
        # What is still to do, last first: operations to visit, regions to enter, and scopes to leave.
        stack: list[Iterator[Op] | Region | tuple[Env, Env]] = [iter(top)]
        while stack:
            task = stack.pop()
            if isinstance(task, Region):
                defined = self.draft.defined[task.id]
                shadowed = {name: env[name] for name in defined.keys() & env.keys()} if defined else {}
                env.update(defined)
                stack.append((defined, shadowed))
                stack.extend(iter(block.ops) for block in reversed(task.blocks))
                continue
            if isinstance(task, tuple):
                for name in task[0]:
                    del env[name]
                env.update(task[1])
                continue
            for op in task:
                uses = uses_of[op.id]
                if op.shape.result_types is not None:
                    self.typed(op, op.shape.result_types)
                if op.regions:
                    self.with_regions(op, uses)
                    stack.append(task)
                    stack.extend(reversed(op.regions))
                    break
                if uses:
                    try:
                        op.operands = [env[name] for name in uses]
                    except KeyError:
                        self.without_regions(op, uses)
                if op.id in labels_of:
                    self.successors(op, labels_of[op.id])

    def typed(self, op: Op, types: Sequence[str]) -> None:
        if op.results and len(op.results) != len(types):
            raise self.reader.problem(
                op.start,
                f"{op.name} has {len(types)} results, not {len(op.results)}",
                hint="count the names in front of '=' and the types behind '->'",
            )
        for value, of in zip(op.results, types, strict=False):
            value.type = of

    def without_regions(self, op: Op, uses: Sequence[str]) -> None:
        form = self.draft.forms[op.id]
        assert form is not None
        declared: set[str] = set()
        for number, name in enumerate(uses):
            value = self.lookup(name)
            if value is None:
                # A declaration may name its arguments, and say which of them a result is tied to:
                # `@f(%x: t) -> %x`.
                if form.slots[number].declared:
                    declared.add(name)
                if name in declared or form.slots[number].tied:
                    continue
                raise self.undefined(op, number, name)
            op.operands.append(value)

    def with_regions(self, op: Op, uses: Sequence[str]) -> None:
        form = self.draft.forms[op.id]
        assert form is not None
        slots = form.slots
        bound: set[tuple[int, str]] = set()
        numbers: list[int] = []
        for number, name in enumerate(uses):
            slot = slots[number]
            value = self.lookup(name)
            if not form.generic and "#" not in name and slot.region < len(op.regions):
                if slot.defines or value is None:
                    if (slot.region, name) in bound and not slot.defines:
                        # `@f(%x: t) -> (%x as t)` ties a result to an argument: no use of a value.
                        continue
                    bound.add((slot.region, name))
                    numbers.append(number)
                    self.argument(op, slot, name, number)
                    continue
                if self.is_later(op, value):
                    raise self.reader.problem(
                        self.offset(op, number),
                        f"%{name} could be an argument of the region or the value defined further down",
                        hint="give one of the two another name",
                    )
            if value is None:
                raise self.undefined(op, number, name)
            op.operands.append(value)
        if numbers:
            self.draft.bound[op.id] = tuple(numbers)
        if op.id in self.draft.labels:
            self.successors(op, self.draft.labels[op.id])

    def is_later(self, op: Op, value: Value) -> bool:
        owner = value.owner
        return isinstance(owner, Op) and owner.block is op.block and owner.id >= op.id

    def argument(self, op: Op, slot: Slot, name: str, number: int) -> None:
        """The own text names an argument of the region that comes next."""
        region = op.regions[slot.region]
        defined = self.draft.defined[region.id]
        if name in defined:
            raise self.reader.redefinition(name, self.offset(op, number))
        if not region.blocks:
            raise self.undefined(op, number, name)
        entry = region.blocks[0]
        of = slot.type
        if of is not None:
            of = fill(of, [spell_symbol(part) for path in op.shape.symbols for part in path])
        value = Value(len(self.draft.values), "%" + name, entry, len(entry.args), of)
        self.draft.values.append(value)
        entry.args.append(value)
        defined[name] = value

    def lookup(self, name: str) -> Value | None:
        value = self.env.get(name)
        if value is None and name.endswith("#0"):
            # `%a#0` is the only result of `%a`.
            value = self.env.get(name[:-2])
        return value

    def successors(self, op: Op, labels: Sequence[str]) -> None:
        form = self.draft.forms[op.id]
        assert form is not None
        for label, successor in zip(labels, form.successors, strict=True):
            blocks = self.draft.labelled[op.block.region.id] if op.block else {}
            block = blocks.get(label)
            if block is None:
                raise self.reader.problem(
                    self.label_offset(op, label),
                    f"undefined block {label}",
                    hint="successors are blocks of the region the operation stands in",
                )
            arguments = None
            # Names that are no operands would shift the numbers of those that are.
            if successor.arguments is not None and len(op.operands) == len(form.slots):
                arguments = [op.operands[number] for number in successor.arguments]
                if len(arguments) != len(block.args):
                    arguments = None
            op.successors.append(Successor(block, arguments))

    # -- errors ---------------------------------------------------------------------------------------

    def undefined(self, op: Op, number: int, name: str) -> SyntaxProblem:
        base, pack, index = name.partition("#")
        known = self.env.get(base) if pack else None
        if known is not None and isinstance(known.owner, Op):
            return self.reader.problem(
                self.offset(op, number),
                f"%{base} has no result number {index}",
                expected=f"a number below {len(known.owner.results)}",
            )
        return self.reader.problem(
            self.offset(op, number),
            f"undefined value %{name}",
            hint="values are visible in the region they are defined in and in the regions inside it",
        )

    def offset(self, op: Op, number: int) -> int:
        """Where the own text of an operation has its value number so-and-so, results left out."""
        tokens = own_tokens(self.reader.text, op)
        values = [token.start for token in tokens[name_index(tokens) :] if token.kind == "value"]
        return values[number] if number < len(values) else op.start

    def label_offset(self, op: Op, label: str) -> int:
        text = self.reader.text
        at = text.find(label, op.start, op.end)
        return at if at >= 0 else op.start
