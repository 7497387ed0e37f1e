"""First pass: text to a tree of operations, regions and blocks, names still unresolved."""

from __future__ import annotations

from datalog_ir.syntax.beginnings import (
    CLOSING,
    FINAL,
    OPENING,
    begins,
    is_assignment,
    is_name,
    is_region,
)
from datalog_ir.syntax.builder import Builder
from datalog_ir.syntax.draft import Draft, Finished, Open
from datalog_ir.syntax.grammar import BadForm
from datalog_ir.syntax.normal import REGION, UnknownAlias, normalise
from datalog_ir.syntax.shapes import Line, LineKind
from datalog_ir.syntax.tokens import END, Token, Tokens
from datalog_ir.syntax.words import spell_symbol, symbol_name, tight

_NAMING = frozenset({"applies"})
"""Words behind which the name of an operation is an attribute."""
_UNFINISHED = frozenset({",", "=", "->", "=>", "::"})
"""Tokens an operation can't end with."""


class Structure(Builder):
    """Reads a whole text; `lines.py` takes over where lines repeat."""

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

    def read(self) -> Draft:
        """Reads everything, token by token."""
        while self.tokens.peek().kind != END:
            self.item()
        self.all_closed()
        return self.draft


def _shown(token: Token) -> str:
    return f"'{token.text}'" if len(token.text) < 40 else f"'{token.text[:37]}...'"
