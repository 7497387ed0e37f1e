"""First pass: text to a tree of operations, regions and blocks, names still unresolved."""

from __future__ import annotations

from collections.abc import Sequence

from datalog_ir.ir import Block, Op, Region, Value
from datalog_ir.syntax.beginnings import (
    CLOSING,
    FINAL,
    OPENING,
    begins,
    is_assignment,
    is_name,
    is_region,
)
from datalog_ir.syntax.draft import Draft, Finished, Open
from datalog_ir.syntax.errors import SyntaxProblem, problem_at
from datalog_ir.syntax.grammar import BadForm
from datalog_ir.syntax.names import NO_SHORT_NAMES, Scope, scopes
from datalog_ir.syntax.normal import REGION, UnknownAlias, normalise
from datalog_ir.syntax.prelude import Prelude
from datalog_ir.syntax.shapes import Line, LineKind, ShapeTable
from datalog_ir.syntax.tokens import END, Token, Tokens
from datalog_ir.syntax.words import spell_symbol, symbol_name, tight

_NAMING = frozenset({"applies"})
"""Words behind which the name of an operation is an attribute."""
_UNFINISHED = frozenset({",", "=", "->", "=>", "::"})
"""Tokens an operation can't end with."""


class Structure:
    """Reads a whole text; `lines.py` takes over where lines repeat."""

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

    # -- items of a region's body ---------------------------------------------------------------------

    def item(self) -> None:
        """Reads one thing where an operation may start."""
        tokens = self.tokens
        token = tokens.peek()
        kind = token.kind
        if kind == "}":
            if not self.stack:
                raise self.problem(token.start, "unbalanced '}'", "an operation or the end of the file")
            tokens.take()
            self.close_region(token.start)
            self.go_on(self.stack.pop())
        elif kind == "label":
            self.label()
        elif kind in ("hash", "bang") and token.start in self.prelude.ends and not self.stack:
            tokens.skip_to(self.prelude.ends[token.start])
        elif kind == "meta" and not self.stack:
            stop = self.text.find("#-}", token.start)
            if stop < 0:
                raise self.problem(token.start, "resource section without an end", "'#-}'")
            tokens.skip_to(stop + 3)
        else:
            self.operation()

    def operation(self) -> None:
        """Reads an operation, its own text up to its first region."""
        tokens = self.tokens
        start = tokens.peek().start
        names: list[tuple[Token, int]] = []
        if tokens.peek().kind == "value":
            while True:
                token = tokens.take()
                if token.kind != "value" or "#" in token.text:
                    raise self.problem(token.start, "expected the name of a result", "%name")
                count = 1
                if tokens.peek().kind == ":":
                    tokens.take()
                    number = tokens.take()
                    if number.kind != "int" or not 0 < int(number.text) < 1 << 20:
                        raise self.problem(number.start, "expected a number of results", "a positive number")
                    count = int(number.text)
                names.append((token, count))
                token = tokens.take()
                if token.kind == "=":
                    break
                if token.kind != ",":
                    raise self.problem(token.start, "expected '=' behind the names of results", "'=' or ','")
        name = tokens.take()
        generic = name.kind == "string"
        if generic:
            full = name.text[1:-1]
            if tokens.peek().kind != "(":
                raise self.problem(
                    tokens.peek().start, "expected the operands of an operation in generic form", "'('"
                )
        elif name.kind == "word" and ("." in name.text or name.text in self.scope.short or names):
            full = self.scope.full(name.text)
            if "." not in full:
                raise self.problem(
                    name.start,
                    f"operation {full} has no dialect",
                    hint="write the name in full, as in `arith.addi`",
                )
        else:
            self.bad_start(name)
        if tokens.peek().kind == "=":
            raise self.problem(start, f"expected an operation, found {name.text} =", "an operation")
        op = self.new_op(start)
        self.results(op, [(token.text[1:], count, token.start) for token, count in names])
        self.go_on(Open(op, generic, full, [name], names=names))

    def bad_start(self, token: Token) -> None:
        """Raises the error that no operation starts at a token."""
        if token.kind == END:
            raise self.problem(token.start, "unexpected end of text", "an operation")
        if token.kind == "bad":
            raise self.bad_token(token)
        hint = "operations carry their dialect's name, as in `arith.addi`" if token.kind == "word" else ""
        raise self.problem(token.start, f"expected an operation, found {_shown(token)}", "an operation", hint)

    def bad_token(self, token: Token) -> SyntaxProblem:
        """The error about a token that is none."""
        if token.text == '"':
            return self.problem(token.start, "string without an end", "'\"' on the same line")
        return self.problem(token.start, f"unexpected character {token.text!r}")

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

    def redefinition(self, name: str, offset: int) -> SyntaxProblem:
        """The error about a second definition of a value."""
        return self.problem(
            offset,
            f"redefinition of value %{name}",
            hint="every value of a region has a name of its own",
        )

    def new_block(self, label: str | None) -> Block:
        """Adds a block to the innermost open region."""
        frame = self.stack[-1]
        assert frame.region is not None
        block = Block(len(self.draft.blocks), frame.region, label)
        self.draft.blocks.append(block)
        frame.region.blocks.append(block)
        frame.block = block
        return block

    def label(self) -> None:
        """Reads `^bb(%a: t):`."""
        tokens = self.tokens
        token = tokens.take()
        if not self.stack:
            raise self.problem(token.start, "a block outside of any region", "an operation")
        arguments: list[tuple[str, int]] = []
        types: list[str | None] = []
        if tokens.peek().kind == "(":
            tokens.take()
            if tokens.peek().kind == ")":
                tokens.take()
            else:
                while True:
                    name = tokens.take()
                    if name.kind != "value" or "#" in name.text:
                        raise self.problem(name.start, "expected the name of a block argument", "%name: type")
                    colon = tokens.take()
                    if colon.kind != ":":
                        raise self.problem(colon.start, "expected the type of a block argument", "':'")
                    arguments.append((name.text[1:], name.start))
                    types.append(self.label_type())
                    token2 = tokens.take()
                    if token2.kind == ")":
                        break
        colon = tokens.take()
        if colon.kind != ":":
            raise self.problem(colon.start, f"expected ':' behind block label {token.text}", "':'")
        self.labelled(token.text, token.start, arguments, types)

    def label_type(self) -> str | None:
        """Takes the tokens of a type, up to `,` or `)`."""
        tokens = self.tokens
        taken: list[Token] = []
        brackets: list[Token] = []
        while brackets or tokens.peek().kind not in (",", ")"):
            token = tokens.take()
            if token.kind in (END, "bad", "value"):
                raise self.problem(token.start, "expected a type", "a type, then ',' or ')'")
            self.bracket(token, brackets)
            taken.append(token)
        try:
            normal = normalise(taken, self.prelude.environment)
        except UnknownAlias as error:
            raise self.unknown_alias(error) from None
        symbols = iter(normal.symbols)
        return tight(
            "@" + spell_symbol(symbol_name(next(symbols))) if kind == "symbol" else text
            for kind, text in normal.words
        )

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

    # -- own text of operations -----------------------------------------------------------------------

    def go_on(self, own: Open) -> None:
        """Reads own text until the operation ends or one of its regions opens."""
        tokens = self.tokens
        if own.tokens is None:
            self.recall(own)
        taken = own.tokens
        assert taken is not None
        brackets = own.brackets
        while True:
            token = tokens.peek()
            kind = token.kind
            if not brackets:
                if self.ends(own):
                    self.finish(own)
                    return
                own.after_region = False
            if (
                kind == "{"
                and not (brackets and brackets[-1].kind == "<")
                and is_region(tokens, own, self.region_scope(own.name, own.generic))
            ):
                tokens.take()
                taken.append(Token(REGION, "{...}", token.start, token.fresh))
                self.open_region(own, token.start)
                return
            if kind == ">=" and brackets and brackets[-1].kind == "<":
                # `...>= x`: a bracket and an equals sign, but for the comparison in integer sets.
                tokens.take()
                brackets.pop()
                taken.append(Token(">", ">", token.start, token.fresh))
                taken.append(Token("=", "=", token.start + 1, False))
                continue
            self.bracket(token, brackets)
            taken.append(tokens.take())

    def bracket(self, token: Token, brackets: list[Token]) -> None:
        """Keeps track of brackets; refuses what can't stand in own text."""
        kind = token.kind
        if kind in OPENING:
            brackets.append(token)
        elif kind in CLOSING:
            if not brackets or brackets[-1].kind != CLOSING[kind]:
                expected = f"'{OPENING[brackets[-1].kind]}'" if brackets else ""
                raise self.problem(token.start, f"unbalanced '{kind}'", expected)
            brackets.pop()
        elif kind == END:
            opened = brackets[-1] if brackets else token
            raise self.problem(
                opened.start, f"'{opened.text}' is never closed", f"'{OPENING.get(opened.kind, '')}'"
            )
        elif kind == "bad":
            raise self.bad_token(token)

    def ends(self, own: Open) -> bool:
        """Does the operation, all its brackets closed, end before the next token?"""
        tokens = self.tokens
        token = tokens.peek()
        kind = token.kind
        if token.fresh or kind in FINAL:
            return self.begins(own.tokens[-1] if own.tokens else None)
        previous = own.tokens[-1] if own.tokens else None
        if kind == "value":
            # Nothing begins behind a comma; asking would also make long lists slow.
            return (
                previous is not None
                and previous.kind != ","
                and is_assignment(tokens, 0)
                and is_name(tokens, self.scope)
            )
        if kind == "word" and "." in token.text:
            if own.after_region:
                return True
            if previous is not None and previous.text in _NAMING:
                return False
            raise self.problem(
                token.start,
                f"is {token.text} an operation of its own?",
                hint="start every operation on a line of its own",
            )
        return own.after_region and kind == "string" and tokens.peek(1).kind == "("

    def begins(self, previous: Token | None) -> bool:
        """Does the next token, first on its line, begin something new?  `previous` is the one before it."""
        return begins(self.tokens, previous, self.scope, self.prelude.ends)

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

    def recall(self, own: Open) -> None:
        """Scans the head of an operation again that was taken over from a similar line."""
        assert own.region is not None
        tokens = Tokens(self.text, own.op.start)
        while tokens.peek().kind == "value":
            while tokens.take().kind != "=":
                pass
        taken: list[Token] = []
        while tokens.peek().start < own.region.start:
            taken.append(tokens.take())
        brace = tokens.take()
        taken.append(Token(REGION, "{...}", brace.start, brace.fresh))
        own.tokens = taken
        own.brackets = []

    def finish_like(self, own: Open) -> None:
        """Ends an operation whose only region is closed and whose head was taken over from a similar line."""
        line = own.line
        assert line is not None and line.form is not None
        op = own.op
        op.shape = line.shape or self.table.shape(line.form, own.symbols)
        self.draft.uses[op.id] = own.uses
        self.draft.forms[op.id] = line.form

    def finish(self, own: Open) -> None:
        """Ends an operation: its own text gets its shape."""
        tokens = own.tokens
        assert tokens is not None
        op = own.op
        last = tokens[-1]
        if last.kind != REGION:
            op.end = last.end
        if last.kind in _UNFINISHED:
            raise self.problem(last.start, f"{own.name} ends with '{last.text}'", "more of the operation")
        try:
            normal = normalise(tokens[1:], self.prelude.environment)
        except UnknownAlias as error:
            raise self.unknown_alias(error) from None
        words = [("string" if own.generic else "word", own.name), *normal.words]
        if len(op.results) > 1:
            words[0] = (words[0][0], f"{len(op.results)} = {own.name}")
        try:
            form = self.table.form(words, own.name, own.generic)
        except BadForm as error:
            raise self.problem(op.start, f"cannot make sense of {own.name}", error.expected) from None
        op.shape = self.table.shape(form, tuple(normal.symbols))
        self.finished = Finished(op, own.names, normal, form)
        if own.key is not None and last.kind == REGION and len(op.regions) == 1:
            self.remember_head(own, self.finished)
        self.draft.forms[op.id] = form
        self.draft.uses[op.id] = [token.text[1:] for token in normal.values]
        if normal.labels:
            self.draft.labels[op.id] = tuple(token.text for token in normal.labels)

    def remember_head(self, own: Open, done: Finished) -> None:
        """Notes the line that is the head of an operation with one region and nothing behind it."""
        values = [token.start for token, _ in own.names] + [token.start for token in done.normal.values]
        symbols = [token.start for token in done.normal.symbol_tokens]
        assert own.key is not None and own.same is not None
        if not own.same(values, symbols) or done.normal.labels:
            return
        counts = tuple(count for _, count in own.names)
        self.lines[own.key] = Line(
            LineKind.OPEN,
            True,
            len(values),
            len(symbols),
            column=own.column,
            tail=own.tail,
            results=len(counts),
            counts=None if all(count == 1 for count in counts) else counts,
            form=done.form,
            shape=None if symbols else done.op.shape,
        )

    def unknown_alias(self, error: UnknownAlias) -> SyntaxProblem:
        """The error about an alias without a definition."""
        name = error.token.text
        return self.problem(
            error.token.start,
            f"undefined alias {name}",
            hint=f"define it at the top of the file: {name} = ...",
        )

    def read(self) -> Draft:
        """Reads everything, token by token."""
        while self.tokens.peek().kind != END:
            self.item()
        self.all_closed()
        return self.draft

    def all_closed(self) -> None:
        """Raises the error that a region is still open, if so."""
        if self.stack:
            own = self.stack[-1]
            assert own.region is not None
            raise self.problem(own.region.start, f"region of {own.name} is never closed", "'}'")


def _shown(token: Token) -> str:
    return f"'{token.text}'" if len(token.text) < 40 else f"'{token.text[:37]}...'"
