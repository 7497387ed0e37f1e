"""First pass: text to a tree of operations, regions and blocks, names still unresolved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from datalog_ir.ir import Block, Op, Region, Value
from datalog_ir.syntax.errors import SyntaxProblem, problem_at
from datalog_ir.syntax.form import BadForm, Form
from datalog_ir.syntax.names import Scope, scopes
from datalog_ir.syntax.normal import REGION, Normal, UnknownAlias, normalise
from datalog_ir.syntax.prelude import Prelude
from datalog_ir.syntax.shapes import Line, LineKind, ShapeTable
from datalog_ir.syntax.tokens import END, Token, Tokens

_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
_OPENS = {")": "(", "]": "[", "}": "{", ">": "<"}
_FINAL = frozenset({END, "}", "meta"})
"""Tokens that nothing in brackets and no operation goes beyond."""
_UNFINISHED = frozenset({",", "=", "->", "=>", "::"})
"""Tokens an operation can't end with."""


@dataclass(slots=True)
class Draft:
    """A tree of operations whose operands and successors are still names."""

    ops: list[Op] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    top: list[Op] = field(default_factory=list)
    uses: list[Sequence[str]] = field(default_factory=list)
    """By operation: the names in its own text, results left out, without sigil."""
    forms: list[Form | None] = field(default_factory=list)
    """By operation."""
    labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By operation: the labels of its successors."""
    defined: list[dict[str, Value]] = field(default_factory=list)
    """By region: results of its operations and arguments of its labelled blocks."""
    top_defined: dict[str, Value] = field(default_factory=dict)
    labelled: list[dict[str, Block]] = field(default_factory=list)
    """By region: its labelled blocks."""


@dataclass(slots=True)
class Open:
    """An operation being read, and the region of it that is open."""

    op: Op
    generic: bool
    name: str
    tokens: list[Token] | None
    """Own tokens so far, results left out; `None` if the head was taken over from a similar line."""
    brackets: list[Token] = field(default_factory=list)
    names: list[tuple[Token, int]] = field(default_factory=list)
    """The names of its results, and how many each stands for."""
    line: Line | None = None
    """The head, if it was a known line."""
    key: str | None = None
    """The head's line without names, if it is worth remembering; with it, ..."""
    column: int = 0
    tail: int = 0
    same: Callable[[list[int], list[int]], bool] | None = None
    """... a check that the names taken out of the line are just these values and symbols, by offset."""
    region: Region | None = None
    block: Block | None = None
    defined: dict[str, Value] = field(default_factory=dict)
    scope: Scope | None = None
    lines: dict[str, Line] = field(default_factory=dict)
    symbols: tuple[str, ...] = ()
    uses: Sequence[str] = ()
    after_region: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """An operation just read by scanning its tokens."""

    op: Op
    names: Sequence[tuple[Token, int]]
    normal: Normal
    form: Form


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
        self.lines = self.line_cache("*")
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

    def line_cache(self, context: str) -> dict[str, Line]:
        return self.table.lines((self.prelude.key, context))

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
                raise self.problem(tokens.peek().start, "expected the operands of an operation in generic form", "'('")
        elif name.kind == "word" and ("." in name.text or name.text in self.scope.short or names):
            full = self.scope.full(name.text)
        else:
            self.bad_start(name)
        op = self.new_op(start)
        self.results(op, [(token.text[1:], count, token.start) for token, count in names])
        self.go_on(Open(op, generic, full, [name], names=names))

    def bad_start(self, token: Token) -> None:
        if token.kind == END:
            raise self.problem(token.start, "unexpected end of text", "an operation")
        if token.kind == "bad":
            raise self.bad_token(token)
        hint = "operations carry their dialect's name, as in `arith.addi`" if token.kind == "word" else ""
        raise self.problem(token.start, f"expected an operation, found {_shown(token)}", "an operation", hint)

    def bad_token(self, token: Token) -> SyntaxProblem:
        if token.text == '"':
            return self.problem(token.start, "string without an end", "'\"' on the same line")
        return self.problem(token.start, f"unexpected character {token.text!r}")

    def new_op(self, start: int) -> Op:
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
        return self.problem(
            offset,
            f"redefinition of value %{name}",
            hint="every value of a region has a name of its own",
        )

    def new_block(self, label: str | None) -> Block:
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
        from datalog_ir.syntax.words import tight

        symbols = iter(normal.symbols)
        return tight("@" + next(symbols) if kind == "symbol" else text for kind, text in normal.words) or None

    def labelled(
        self,
        label: str,
        offset: int,
        arguments: Sequence[tuple[str, int]],
        types: Sequence[str | None],
    ) -> None:
        frame = self.stack[-1]
        assert frame.region is not None
        labels = self.draft.labelled[frame.region.id]
        if label in labels:
            raise self.problem(offset, f"redefinition of block {label}", hint="every block of a region has its own label")
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
            if kind == "{" and not (brackets and brackets[-1].kind == "<") and self.is_region(own):
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
        if kind in _CLOSES:
            brackets.append(token)
        elif kind in _OPENS:
            if not brackets or brackets[-1].kind != _OPENS[kind]:
                expected = f"'{_CLOSES[brackets[-1].kind]}'" if brackets else ""
                raise self.problem(token.start, f"unbalanced '{kind}'", expected)
            brackets.pop()
        elif kind == END:
            opened = brackets[-1] if brackets else token
            raise self.problem(opened.start, f"'{opened.text}' is never closed", f"'{_CLOSES.get(opened.kind, '')}'")
        elif kind == "bad":
            raise self.bad_token(token)

    def ends(self, own: Open) -> bool:
        """Does the operation, all its brackets closed, end before the next token?"""
        token = self.tokens.peek()
        kind = token.kind
        if token.fresh or kind in _FINAL:
            return self.begins(own.tokens[-1] if own.tokens else None)
        previous = own.tokens[-1] if own.tokens else None
        if kind == "value":
            # Nothing begins behind a comma; asking would also make long lists slow.
            return previous is not None and previous.kind != "," and self.is_assignment(0) and self.is_name()
        if kind == "word" and "." in token.text:
            if own.after_region:
                return True
            if previous is not None and previous.kind == "word" and len(own.tokens or ()) > 1:
                return False
            raise self.problem(
                token.start,
                f"is {token.text} an operation of its own?",
                hint="start every operation on a line of its own",
            )
        return own.after_region and kind == "string" and self.tokens.peek(1).kind == "("

    def begins(self, previous: Token | None) -> bool:
        """Does the next token, first on its line, begin something new?  `previous` is the one before it."""
        token = self.tokens.peek()
        kind = token.kind
        if kind in _FINAL:
            return True
        if kind == "word":
            if "." in token.text:
                return self.tokens.peek(1).kind != "="
            return token.text in self.scope.short
        if kind == "value":
            return (previous is None or previous.kind != ",") and self.is_assignment(0)
        if kind == "string":
            return self.tokens.peek(1).kind == "("
        if kind == "label":
            return self.is_label(previous)
        return kind in ("hash", "bang") and token.start in self.prelude.ends

    def is_assignment(self, ahead: int) -> bool:
        """`%a =`, `%a:2 =`, `%a, %b =`."""
        peek = self.tokens.peek
        while peek(ahead).kind == "value" and "#" not in peek(ahead).text:
            ahead += 1
            if peek(ahead).kind == ":" and peek(ahead + 1).kind == "int":
                ahead += 2
            if peek(ahead).kind == "=":
                return True
            if peek(ahead).kind != ",":
                return False
            ahead += 1
        return False

    def is_name(self) -> bool:
        """Is there an operation's name behind the next `=`?"""
        peek = self.tokens.peek
        ahead = 0
        while peek(ahead).kind != "=":
            ahead += 1
        name = peek(ahead + 1)
        if name.kind == "string":
            return peek(ahead + 2).kind == "("
        return name.kind == "word" and ("." in name.text or name.text in self.scope.short)

    def is_label(self, previous: Token | None) -> bool:
        """`^bb:` or `^bb(...):`, not the successor of an operation that goes on."""
        if previous is not None and previous.kind in (",", "[", "("):
            return False
        peek = self.tokens.peek
        ahead = 1
        if peek(ahead).kind == "(":
            depth = 0
            while True:
                kind = peek(ahead).kind
                if kind == END:
                    return False
                if kind in _CLOSES:
                    depth += 1
                elif kind in _OPENS:
                    depth -= 1
                ahead += 1
                if depth == 0:
                    break
        return peek(ahead).kind == ":"

    def is_region(self, own: Open) -> bool:
        """Does the next `{` open a region, rather than attributes, sizes or a list of clauses?"""
        tokens = own.tokens or []
        previous = tokens[-1]
        brackets = own.brackets
        peek = self.tokens.peek
        if own.generic:
            # Only a list of regions has braces right inside parentheses that hold no operands.
            if len(brackets) != 1 or brackets[0].kind != "(":
                return False
            return previous is brackets[0] or (previous.kind == "," and tokens[-2].kind == REGION)
        if previous.text in ("attributes", "=") and previous.kind in ("word", "="):
            first, second = peek(1), peek(2)
            return previous.kind == "=" and (first.kind == "label" or (first.kind == "word" and second.kind == "value"))
        first, second = peek(1), peek(2)
        kind = first.kind
        if kind == "}":
            # Empty: a region if nothing could belong to attributes before or after it.
            if brackets:
                return False
            return second.fresh or second.kind in (END, "{", "}", "word", "->", "=>", "=")
        if kind == "label":
            return True
        if kind == "value":
            return self.is_assignment(1)
        if kind == "string":
            return second.kind == "("
        if kind == "word":
            short = first.text in self.region_scope(own).short
            if "." not in first.text and not short:
                return False
            if second.kind in ("=", ",", ":"):
                return second.kind == ":" and not brackets
            if second.kind == "}":
                return self.is_lone_operation(own, first)
            return True
        return False

    def is_lone_operation(self, own: Open, name: Token) -> bool:
        """`{ util.return }` is a region, `{nvvm.kernel}` a unit attribute, `{ arith.addf }` in front of
        `ins(...)` the name of an operation.  Blanks inside the braces, or a line of
        its own, are what tells them apart."""
        opening = self.tokens.peek()
        if own.brackets or name.start == opening.end:
            return False
        if name.fresh:
            return True
        after = self.tokens.peek(3)
        return not (after.kind == "word" and not after.fresh and self.tokens.peek(4).kind == "(")

    def region_scope(self, own: Open) -> Scope:
        return self.scopes.get(own.name) or self.scopes["*"]

    def open_region(self, own: Open, offset: int) -> None:
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
        self.enter_scope(own.name)

    def enter_scope(self, name: str) -> None:
        if name not in self.scopes:
            name = "*"
        self.scope = self.scopes[name]
        self.lines = self.line_cache(name)

    def close_region(self, offset: int) -> None:
        """The innermost region ends at the `}` there; its operation stays on the stack."""
        own = self.stack[-1]
        assert own.region is not None
        if not own.region.blocks and not own.generic:
            self.new_block(None)
        own.after_region = True
        own.op.end = own.region.end = offset + 1
        outer = self.stack[-2].name if len(self.stack) > 1 else "*"
        self.enter_scope(outer)

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
