"""An explanation as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import click

from datalog_ir.explain.explanation import Explanation, Line, Node, Reason

Style: TypeAlias = Callable[[str, str], str]
"""From a text and the name of a style to the text in that style: `claim`, `rule`, `source`, `assumption`,
`bad`, `good`."""

_MARKS = {
    "equal": "=",
    "same": "=",
    "fact": "·",
    "given": "·",
    "absent": "✗",
    "assumption": "!",
    "holds": "·",
}

_SHOWN = 40
"""Children of one statement that are shown as text."""

_COLOURS = {"rule": "cyan", "assumption": "yellow", "bad": "red", "good": "green"}


def plain(text: str, style: str) -> str:
    """No style."""
    return text


def terminal_style(text: str, style: str) -> str:
    """The style with the colours of a terminal; click takes them out where the output is none."""
    strong, faint = style in ("claim", "bad"), style == "source"
    return click.style(text, fg=_COLOURS.get(style), bold=strong or None, dim=faint or None)


def as_text(explanation: Explanation, *, depth: int | None = None, style: Style = plain) -> str:
    """The explanation for people; below `depth` steps the tree is cut off."""
    lines = [style(explanation.headline, "claim")]
    if explanation.tree is not None:
        lines += _summary(explanation, style)
        lines.append("")
        lines += _tree(explanation, depth, style)
    if explanation.assumptions:
        lines += ["", "holds as long as:"]
        for assumption in explanation.assumptions:
            note = f"  // {assumption.note}" if assumption.note else ""
            lines.append(f"  {style(assumption.claim, 'assumption')} ({assumption.place}){note}")
    for number, reason in enumerate(explanation.reasons):
        if number == 0:
            lines.append("")
        lines += _reason(reason, style)
    if explanation.repairs:
        lines += ["", "what would make it so, smallest first:"]
        for repair in explanation.repairs:
            state = style("verified", "good") if repair.verified else style("not verified", "bad")
            count = len(repair.changes)
            lines.append(f"  {count} change{'s' if count > 1 else ''} away ({state}):")
            for change in repair.changes:
                option = f"   {change.option}" if change.option else ""
                lines.append(f"    {style(change.text, 'assumption')}{option}")
    elif explanation.verdict in ("distinct", "kept"):
        lines += ["", "no small set of changes makes it so"]
    if explanation.effects is not None:
        effects = explanation.effects
        lines += ["", f"what {' '.join(effects.options)} does to the module (before: {effects.before}):"]
        lines += [f"  gained: {text}" for text in effects.gained] or ["  gained: nothing"]
        lines += ["  at risk:"] if effects.at_risk else ["  at risk: nothing"]
        for reason in effects.at_risk:
            lines += ["  " + line for line in _reason(reason, style)]
    return "\n".join(lines) + "\n"


def _summary(explanation: Explanation, style: Style) -> list[str]:
    """The equalities of the proof, each after those that it rests on."""
    nodes = explanation.nodes
    order: list[int] = []
    seen: set[int] = set()
    stack: list[tuple[int, bool]] = [(explanation.tree or 0, False)]
    while stack:
        number, done = stack.pop()
        if done:
            order.append(number)
        elif number not in seen:
            seen.add(number)
            stack.append((number, True))
            stack.extend((child, False) for child in reversed(nodes[number].children))
    equal = [nodes[number] for number in order if nodes[number].kind == "equal"]
    if len(equal) < 2:
        return []
    lines = ["", "step by step:"]
    for place, node in enumerate(equal, 1):
        where = " and ".join(str(line.line) for line in node.lines)
        lines.append(f"  {place}. {style(node.claim, 'claim')}  (line {where}; {node.rule})")
    return lines


def _reason(reason: Reason, style: Style) -> list[str]:
    lines = [f"{style(reason.id, 'bad')}: {reason.message}"]
    lines += [_source(line, style, "    ") for line in reason.lines]
    lines += [f"    {detail}" for detail in reason.details]
    return lines


def _source(line: Line, style: Style, indent: str) -> str:
    return f"{indent}{style(f'{line.line:>5} | {line.text}', 'source')}"


def _tree(explanation: Explanation, depth: int | None, style: Style) -> list[str]:
    nodes = explanation.nodes
    users = [0] * len(nodes)
    for node in nodes:
        for child in node.children:
            users[child] += 1
    shared = [count > 1 and bool(node.children) for count, node in zip(users, nodes, strict=True)]
    names: dict[int, int] = {}
    lines: list[str] = []
    assert explanation.tree is not None
    stack: list[tuple[int, int]] = [(explanation.tree, 0)]
    while stack:
        number, level = stack.pop()
        indent = "  " * min(level, 40)
        if number < 0:
            lines.append(f"{indent}… {-number} more like these (all of them with --json)")
            continue
        node = nodes[number]
        if number in names:
            lines.append(f"{indent}{_MARKS[node.kind]} {node.claim}  (see [{names[number]}])")
            continue
        label = ""
        if shared[number]:
            names[number] = len(names) + 1
            label = f"[{names[number]}] "
        lines.append(f"{indent}{_MARKS[node.kind]} {label}{_claim(node, style)}")
        if node.rule and node.kind != "assumption":
            doc = f": {node.doc}" if node.doc else ""
            lines.append(f"{indent}    by {style(node.rule, 'rule')}{doc}")
        if node.kind in ("equal", "same") or (node.children and node.kind == "fact"):
            lines += [_source(line, style, indent + "  ") for line in node.lines]
        if depth is not None and level >= depth:
            if node.children:
                lines.append(f"{indent}    … {len(node.children)} more below (--depth {level + 1})")
            continue
        shown = node.children[:_SHOWN] if len(node.children) > _SHOWN + 1 else node.children
        if shown is not node.children:
            stack.append((-(len(node.children) - _SHOWN), level + 1))
        stack.extend((child, level + 1) for child in reversed(shown))
    return lines


def _claim(node: Node, style: Style) -> str:
    if node.kind == "assumption":
        return f"{style(node.claim, 'assumption')} (assumed, {node.rule})"
    return style(node.claim, "claim") if node.kind == "equal" else node.claim
