"""The fast way through text that repeats itself, a line at a time.

Almost all MLIR that compilers print has one operation a line, and most lines differ from an earlier one
only in names.  So all names are taken out of the whole text at once, by two expressions, and so are
locations; what is left of a line is looked up, and if it is known the operation is made from its names
without scanning a single token.  Lines that are new, or that are not one operation, head, label or brace, are
read by `Structure`, and then noted here.  The result is the same as that of `Structure` alone; a test
compares them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from datalog_ir.ir import Op, Value
from datalog_ir.syntax.draft import Draft, Open
from datalog_ir.syntax.shapes import Line, LineKind
from datalog_ir.syntax.structure import Structure
from datalog_ir.syntax.tokens import END, NAME, STRING_PATTERN, Tokens

_VALUE = re.compile(rf"%({NAME}(?:\#[0-9]+)?)", re.ASCII)
_SYMBOL = re.compile(rf"@([A-Za-z_][\w$.]*|{STRING_PATTERN})", re.ASCII)
# What ends almost every line of a module printed with debug information.
_LOCATION = re.compile(r'(?<= )loc\((?:(\#loc[0-9]*)|"[^"\\\n]*":[0-9]+:[0-9]+)\)$', re.ASCII | re.MULTILINE)
# Marks for names taken out; the control characters they are have no place in MLIR text.
_VALUE_MARK = "\x01"
_SYMBOL_MARK = "\x02"
_LOCATION_MARK = "\x03"
_MARKS = frozenset({_VALUE_MARK, _SYMBOL_MARK, _LOCATION_MARK})
_INSIDE = frozenset({LineKind.OPERATION, LineKind.SEVERAL, LineKind.OPEN, LineKind.LABEL})
_LONGEST = 4096
"""Longer text is not remembered: it holds constants, which do not repeat."""


def read_lines(reader: Structure) -> Draft:
    """Reads the reader's whole text.  Raises `SyntaxProblem`."""
    if any(mark in reader.text for mark in _MARKS):
        return reader.read()
    return _Lines(reader).run()


class _Lines:
    """The state of one walk over all lines."""

    def __init__(self, reader: Structure) -> None:
        text = reader.text
        self.reader = reader
        self.values = _VALUE.findall(text)
        self.symbols = _SYMBOL.findall(text)
        bare = text
        if "loc(" in text and reader.prelude.environment.aliases.keys() >= set(_LOCATION.findall(text)) - {
            ""
        }:
            bare = _LOCATION.sub(_LOCATION_MARK, text)
        self.keys = _SYMBOL.sub(_SYMBOL_MARK, _VALUE.sub(_VALUE_MARK, bare)).split("\n")
        lengths = [len(line) + 1 for line in text.split("\n")]
        self.starts = [0, *accumulate(lengths)]
        # A line of its own behind the last one, so that every line has one behind it.
        self.keys.append("")

    def run(self) -> Draft:
        reader = self.reader
        draft = reader.draft
        keys, starts, names, symbols = self.keys, self.starts, self.values, self.symbols
        ops, all_values, uses, forms = draft.ops, draft.values, draft.uses, draft.forms
        shape_of = reader.table.shape
        blank, operation, close = LineKind.BLANK, LineKind.OPERATION, LineKind.CLOSE
        opening, label, several = LineKind.OPEN, LineKind.LABEL, LineKind.SEVERAL
        count = len(keys) - 1
        i = at = sat = 0
        lines = reader.lines
        block = None
        defined = draft.top_defined
        line: Line | None = None
        while i < count:
            line = lines.get(keys[i])
            kind = line.kind if line is not None else None
            if kind is several and line is not None:
                line = lines.get("\n".join(keys[i : i + line.height]))
                kind = operation if line is not None else None
            if kind is operation and line is not None:
                # The operation ends with its line only if the next one starts something else.
                stop = k = i + line.height
                following = lines.get(keys[k])
                while following is not None and following.kind is blank and k < count:
                    k += 1
                    following = lines.get(keys[k])
                if k < count and (not following.starts if following is not None else not self.starts_at(k)):
                    kind = None
                else:
                    start = starts[i]
                    shape = line.shape
                    if shape is None:
                        assert line.form is not None
                        shape = shape_of(line.form, tuple(symbols[sat : sat + line.symbols]))
                    op = Op(
                        len(ops),
                        shape,
                        block,
                        start + line.column,
                        starts[stop] - 1 - line.tail,
                        [],
                        [],
                        [],
                        [],
                        -1,
                        [],
                    )
                    ops.append(op)
                    forms.append(line.form)
                    first = at
                    if line.results:
                        first += line.results
                        if line.counts is None:
                            for name in names[at:first]:
                                if name in defined:
                                    raise reader.redefinition(name, start)
                                value = Value(len(all_values), "%" + name, op, len(op.results), None)
                                all_values.append(value)
                                op.results.append(value)
                                defined[name] = value
                        else:
                            named = zip(names[at:first], line.counts, strict=True)
                            reader.results(op, [(name, n, start) for name, n in named])
                    at += line.values
                    uses.append(names[first:at])
                    if line.labels:
                        draft.labels[op.id] = line.labels
                    if block is not None:
                        block.ops.append(op)
                    elif reader.stack:
                        op.block = block = reader.new_block(None)
                        block.ops.append(op)
                    else:
                        draft.top.append(op)
                    sat += line.symbols
                    i = stop
                    continue
            if line is None or kind is None:
                stop = self.slowly(i)
            elif (
                kind is blank
                or (kind is opening and self.open(i, line, at, sat))
                or (kind is close and self.closes(i))
            ):
                stop = i + 1
            elif kind is label and reader.stack:
                arguments = [(name, starts[i]) for name in names[at : at + line.values]]
                reader.labelled(line.labels[0], starts[i] + line.column, arguments, line.types)
                stop = i + 1
            else:
                stop = self.slowly(i)
            for key in keys[i:stop]:
                at += key.count(_VALUE_MARK)
                sat += key.count(_SYMBOL_MARK)
            i = stop
            lines = reader.lines
            if reader.stack:
                block = reader.stack[-1].block
                defined = reader.stack[-1].defined
            else:
                block = None
                defined = draft.top_defined
        reader.all_closed()
        return draft

    def starts_at(self, i: int) -> bool:
        """Does a line that was never met begin something new?"""
        self.reader.tokens = Tokens(self.reader.text, self.starts[i])
        return self.reader.begins(None)

    def next_starts(self, i: int) -> bool:
        """Does what follows behind line `i` begin something new?"""
        k = i + 1
        lines = self.reader.lines
        while k < len(self.keys) - 1:
            line = lines.get(self.keys[k])
            if line is None:
                return self.starts_at(k)
            if line.kind is not LineKind.BLANK:
                return line.starts
            k += 1
        return True

    def closes(self, i: int) -> bool:
        """Ends an operation at a lone `}`, if its head is a known line and nothing follows."""
        reader = self.reader
        if not reader.stack or reader.stack[-1].line is None or reader.stack[-1].tokens is not None:
            return False
        own = reader.stack[-1]
        lines, scope = reader.lines, reader.scope
        reader.close_region(self.starts[i] + self.keys[i].index("}"))
        if not self.next_starts(i):
            own.after_region = False
            reader.lines, reader.scope = lines, scope
            return False
        reader.stack.pop()
        reader.finish_like(own)
        return True

    def open(self, i: int, line: Line, at: int, sat: int) -> bool:
        """Begins an operation whose head is a known line, if its brace opens a region this time as well: that
        depends on the next line, which has to be known there as part of a region."""
        reader = self.reader
        form = line.form
        assert form is not None
        inside = reader.known_lines(reader.region_scope(form.name, form.generic))
        following = inside.get(self.keys[i + 1])
        if following is None or following.kind not in _INSIDE:
            return False
        start = self.starts[i] + line.column
        op = reader.new_op(start)
        names = self.values[at : at + line.results]
        counts = line.counts or (1,) * line.results
        reader.results(op, [(name, n, start) for name, n in zip(names, counts, strict=True)])
        own = Open(op, form.generic, form.name, None, line=line)
        own.uses = self.values[at + line.results : at + line.values]
        own.symbols = tuple(self.symbols[sat : sat + line.symbols])
        reader.open_region(own, self.starts[i + 1] - 2 - line.tail)
        return True

    def slowly(self, i: int) -> int:
        """Reads from line `i` on with the general reader; gives the line that comes next."""
        reader = self.reader
        key = self.keys[i]
        bare = key.strip()
        remember = len(key) <= _LONGEST
        if not bare or bare.startswith("//"):
            if remember:
                reader.lines[key] = self.note(i, LineKind.BLANK, False)
            return i + 1
        if bare == "}":
            reader.lines[key] = self.note(i, LineKind.CLOSE, True)
        lines = reader.lines
        depth = len(reader.stack)
        first_op = len(reader.draft.ops)
        tokens = reader.tokens = Tokens(reader.text, self.starts[i])
        first = tokens.peek()
        reader.finished = None
        reader.item()
        following = reader.tokens.peek()
        if remember and following.fresh and following.start >= self.starts[i + 1]:
            if first.kind == "label":
                self.note_label(i, lines)
            elif len(reader.draft.ops) == first_op + 1:
                op = reader.draft.ops[first_op]
                if len(reader.stack) == depth and not op.regions:
                    self.note_operation(i, op, lines)
                elif len(reader.stack) == depth + 1 and len(op.regions) == 1:
                    self.await_head(i, op)
        while not (following.fresh or following.kind == END):
            reader.item()
            following = reader.tokens.peek()
        if following.kind == END:
            return len(self.keys) - 1
        return bisect_right(self.starts, following.start) - 1

    def note(self, i: int, kind: LineKind, starts: bool) -> Line:
        key = self.keys[i]
        return Line(kind, starts, key.count(_VALUE_MARK), key.count(_SYMBOL_MARK))

    def same(self, i: int, height: int, values: list[int], symbols: list[int]) -> bool:
        """Are the names taken out of lines exactly the tokens at these offsets?  Not so if a string or a
        comment holds something that looks like a name."""
        start, stop = self.starts[i], self.starts[i + height] - 1
        text = self.reader.text
        return [m.start() for m in _VALUE.finditer(text, start, stop)] == values and [
            m.start() for m in _SYMBOL.finditer(text, start, stop)
        ] == symbols

    def note_label(self, i: int, lines: dict[str, Line]) -> None:
        block = self.reader.stack[-1].block
        if block is None or block.label is None:
            return
        text = self.reader.text
        start, stop = self.starts[i], self.starts[i + 1] - 1
        key = self.keys[i]
        if key.count(_VALUE_MARK) != len(block.args) or key.count(_SYMBOL_MARK) or "//" in text[start:stop]:
            return
        lines[key] = Line(
            LineKind.LABEL,
            True,
            len(block.args),
            0,
            column=text.index("^", start) - start,
            labels=(block.label,),
            types=tuple(value.type for value in block.args),
        )

    def note_operation(self, i: int, op: Op, lines: dict[str, Line]) -> None:
        done = self.reader.finished
        if done is None or done.op is not op:
            return
        values = [token.start for token, _ in done.names] + [token.start for token in done.normal.values]
        symbols = [token.start for token in done.normal.symbol_tokens]
        height = bisect_right(self.starts, op.end - 1) - i
        key = "\n".join(self.keys[i : i + height])
        if len(key) > _LONGEST or not self.same(i, height, values, symbols):
            return
        if height > 1:
            lines[self.keys[i]] = Line(LineKind.SEVERAL, True, 0, 0, height=height)
        counts = tuple(count for _, count in done.names)
        lines[key] = Line(
            LineKind.OPERATION,
            True,
            len(values),
            len(symbols),
            column=op.start - self.starts[i],
            tail=self.starts[i + height] - 1 - op.end,
            results=len(counts),
            counts=None if all(count == 1 for count in counts) else counts,
            form=done.form,
            shape=None if symbols else op.shape,
            labels=self.reader.draft.labels.get(op.id, ()),
            height=height,
        )

    def await_head(self, i: int, op: Op) -> None:
        """Once the operation is complete and nothing but `}` followed its region, its head is remembered."""
        own = self.reader.stack[-1]
        stop = self.starts[i + 1] - 1
        if own.op is not op or own.brackets or op.regions[0].start >= stop:
            return
        own.key = self.keys[i]
        own.column = op.start - self.starts[i]
        own.tail = stop - 1 - op.regions[0].start
        own.same = lambda values, symbols: self.same(i, 1, values, symbols)
