"""Types as they stand in the text of an operation: lists of them, function types, results of casts.

Nothing is parsed that is not needed: a type is a string, brackets are balanced, and white space does not
count.
"""

from __future__ import annotations

from datalog_ir.ir import Shape

_OPEN = "([{<"
_CLOSE = ")]}>"


def canonical(type_text: str) -> str:
    """The type without white space, so that equal types are equal strings."""
    return "".join(type_text.split())


def split_top(text: str, separator: str = ",") -> list[str]:
    """Parts of `text` between separators outside all brackets and strings, stripped; `[]` for blank text."""
    parts: list[str] = []
    depth = 0
    start = 0
    at = 0
    while at < len(text):
        char = text[at]
        if char == '"':
            at = _string_end(text, at)
            continue
        if text.startswith("->", at):
            if depth == 0 and separator == "->":
                parts.append(text[start:at].strip())
                start = at + 2
            at += 2
            continue
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif depth == 0 and text.startswith(separator, at):
            parts.append(text[start:at].strip())
            start = at + len(separator)
            at = start
            continue
        at += 1
    last = text[start:].strip()
    if last or parts:
        parts.append(last)
    return parts


def type_list(text: str) -> list[str]:
    """`i32`, `(i32, index)` or `i32, index` as a list; a name before a type (`%x: i32`), attributes
    behind it and the mark of a tied operand (`%x as i32`) are left out."""
    text = text.strip()
    if text.startswith("(") and closing(text, 0) == len(text) - 1:
        text = text[1:-1]
    found: list[str] = []
    for part in split_top(text):
        pieces = split_top(part, ":")
        bare = pieces[-1] if pieces else ""
        if bare.startswith("%"):
            bare = bare.partition(" as ")[2]
        found.append(canonical(bare.partition("{")[0] if not bare.startswith(("!", "#", "(")) else bare))
    return found


def closing(text: str, at: int) -> int:
    """Position of the bracket that closes the one at `at`, or `-1`."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char == '"':
            at = _string_end(text, at)
            continue
        if text.startswith("->", at):
            at += 2
            continue
        if char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
            if depth == 0:
                return at
        at += 1
    return -1


def result_types(shape: Shape) -> list[str]:
    """Result types of an operation whose text names them last: behind `->`, behind `to`, or as the type
    all operands share."""
    if shape.result_types is not None:
        return [canonical(part) for part in shape.result_types]
    text = shape.trailing_type
    if text is None:
        return []
    arrow = split_top(text, "->")
    if len(arrow) > 1:
        return type_list(arrow[-1])
    cast = split_top(text, " to ")
    return type_list(cast[-1])


def _string_end(text: str, at: int) -> int:
    """Position behind the string literal that starts at `at`."""
    at += 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1
