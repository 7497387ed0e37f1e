"""Making operations, blocks and regions, in the order in which they stand in the text."""

from __future__ import annotations

from collections.abc import Sequence

from datalog_ir.ir import Block, Op, Region, Value
from datalog_ir.syntax.draft import Draft, Finished, Open
from datalog_ir.syntax.errors import SyntaxProblem, problem_at
from datalog_ir.syntax.names import NO_SHORT_NAMES, Scope, scopes
from datalog_ir.syntax.normal import UnknownAlias
from datalog_ir.syntax.prelude import Prelude
from datalog_ir.syntax.shapes import Line, ShapeTable
from datalog_ir.syntax.tokens import Token, Tokens


class Builder:
    """A draft in the making, and what is known at the place that has been reached."""

    def __init__(self, text: str, file: str, first_line: int, table: ShapeTable, prelude: Prelude) -> None:
        self.text = text
        self.file = file
        self.first_line = first_line
        self.table = table
        self.prelude = prelude
        self.draft = Draft()
        self.stack: list[Open] = []
        self.scopes = scopes()
        self.scope = self.scopes["*"]
        self.lines = self.known_lines(self.scope)
        self.tokens = Tokens(text, 0)
        self.finished: Finished | None = None

    def problem(self, offset: int, message: str, expected: str = "", hint: str = "") -> SyntaxProblem:
        """The error at an offset into the text."""
        return problem_at(
            self.text,
            offset,
            message,
            file=self.file,
            first_line=self.first_line,
            expected=expected,
            hint=hint,
        )

    def known_lines(self, scope: Scope) -> dict[str, Line]:
        """The lines met before where short names and aliases mean the same."""
        return self.table.lines((self.prelude.key, scope))

    def new_op(self, start: int) -> Op:
        """Makes an operation whose text starts at an offset."""
        draft = self.draft
        block: Block | None = None
        if self.stack:
            block = self.stack[-1].block or self.new_block(None)
        op = Op(len(draft.ops), self.table.unread, block, start, start)
        draft.ops.append(op)
        draft.uses.append(())
        draft.forms.append(None)
        if block is None:
            draft.top.append(op)
        else:
            block.ops.append(op)
        return op

    def results(self, op: Op, names: Sequence[tuple[str, int, int]]) -> None:
        """Makes the results: name without sigil, how many it stands for, where it is written."""
        values = self.draft.values
        defined = self.stack[-1].defined if self.stack else self.draft.top_defined
        for name, count, offset in names:
            if name in defined:
                raise self.redefinition(name, offset)
            for k in range(count):
                value = Value(len(values), f"%{name}#{k}" if count > 1 else f"%{name}", op, len(op.results))
                values.append(value)
                op.results.append(value)
                if count > 1:
                    defined[f"{name}#{k}"] = value
                if k == 0:
                    defined[name] = value

    def new_block(self, label: str | None) -> Block:
        """Adds a block to the innermost open region."""
        frame = self.stack[-1]
        assert frame.region is not None
        block = Block(len(self.draft.blocks), frame.region, label)
        self.draft.blocks.append(block)
        frame.region.blocks.append(block)
        frame.block = block
        return block

    def labelled(
        self,
        label: str,
        offset: int,
        arguments: Sequence[tuple[str, int]],
        types: Sequence[str | None],
    ) -> None:
        """Adds a labelled block; arguments are given by name without sigil and by offset."""
        frame = self.stack[-1]
        assert frame.region is not None
        labels = self.draft.labelled[frame.region.id]
        if label in labels:
            raise self.problem(
                offset, f"redefinition of block {label}", hint="every block of a region has its own label"
            )
        block = self.new_block(label)
        labels[label] = block
        values = self.draft.values
        for (name, at), of in zip(arguments, types, strict=True):
            if name in frame.defined:
                raise self.redefinition(name, at)
            value = Value(len(values), "%" + name, block, len(block.args), of)
            values.append(value)
            block.args.append(value)
            frame.defined[name] = value

    def region_scope(self, name: str, generic: bool) -> Scope:
        """What short names mean in the regions of an operation that stands here."""
        return self.scope if generic else self.scopes.get(name, NO_SHORT_NAMES)

    def open_region(self, own: Open, offset: int) -> None:
        """Begins a region whose `{` is at an offset."""
        draft = self.draft
        region = Region(len(draft.regions), own.op, start=offset)
        draft.regions.append(region)
        own.op.regions.append(region)
        own.defined = {}
        draft.defined.append(own.defined)
        draft.labelled.append({})
        own.region = region
        own.block = None
        self.stack.append(own)
        own.outside = (self.scope, self.lines)
        self.scope = self.region_scope(own.name, own.generic)
        self.lines = self.known_lines(self.scope)

    def close_region(self, offset: int) -> None:
        """The innermost region ends at the `}` there; its operation stays on the stack."""
        own = self.stack[-1]
        assert own.region is not None
        if not own.region.blocks and not own.generic:
            self.new_block(None)
        own.after_region = True
        own.op.end = own.region.end = offset + 1
        assert own.outside is not None
        self.scope, self.lines = own.outside

    def all_closed(self) -> None:
        """Raises the error that a region is still open, if so."""
        if self.stack:
            own = self.stack[-1]
            assert own.region is not None
            raise self.problem(own.region.start, f"region of {own.name} is never closed", "'}'")

    def bad_token(self, token: Token) -> SyntaxProblem:
        """The error about a token that is none."""
        if token.text == '"':
            return self.problem(token.start, "string without an end", "'\"' on the same line")
        return self.problem(token.start, f"unexpected character {token.text!r}")

    def redefinition(self, name: str, offset: int) -> SyntaxProblem:
        """The error about a second definition of a value."""
        return self.problem(
            offset,
            f"redefinition of value %{name}",
            hint="every value of a region has a name of its own",
        )

    def unknown_alias(self, error: UnknownAlias) -> SyntaxProblem:
        """The error about an alias without a definition."""
        name = error.token.text
        return self.problem(
            error.token.start,
            f"undefined alias {name}",
            hint=f"define it at the top of the file: {name} = ...",
        )
