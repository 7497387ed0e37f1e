"""The order of evaluation: components of mutually recursive predicates, dependencies first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .errors import RuleError
from .syntax import Aggregate, Atom, Negation, Rule, Span


@dataclass(frozen=True, slots=True)
class Component:
    """A strongly connected component of the predicates."""

    predicates: tuple[str, ...]
    rules: tuple[int, ...]
    """Numbers of the rules with such a head, in textual order."""
    recursive: bool


@dataclass(frozen=True, slots=True)
class _Edge:
    """`head` depends on `body`."""

    body: str
    how: str
    """Empty, or what makes it need the finished relation: `!` or an aggregate."""
    span: Span


def components(
    predicates: Sequence[str], rules: Sequence[Rule], sources: Mapping[str, str]
) -> tuple[Component, ...]:
    """Components in an order of evaluation.  Raises `RuleError` for a cycle through `!` or an aggregate."""
    edges: dict[str, list[_Edge]] = {predicate: [] for predicate in predicates}
    for rule in rules:
        edges[rule.head.predicate].extend(_edges(rule))
    groups = _strongly_connected(predicates, edges)
    group_of = {predicate: number for number, group in enumerate(groups) for predicate in group}
    rules_of: list[list[int]] = [[] for _ in groups]
    for number, rule in enumerate(rules):
        rules_of[group_of[rule.head.predicate]].append(number)
    result: list[Component] = []
    for number, group in enumerate(groups):
        recursive = False
        for head in group:
            for edge in edges[head]:
                if group_of[edge.body] == number:
                    recursive = True
                    if edge.how:
                        raise _cycle_error(head, edge, set(group), edges, sources)
        order = sorted(group, key=list(predicates).index) if len(group) > 1 else group
        result.append(Component(tuple(order), tuple(rules_of[number]), recursive))
    return tuple(result)


def _edges(rule: Rule) -> Iterator[_Edge]:
    for literal in rule.body:
        if isinstance(literal, Atom):
            yield _Edge(literal.predicate, "", literal.span)
        elif isinstance(literal, Negation):
            yield _Edge(literal.atom.predicate, "!", literal.span)
        elif isinstance(literal, Aggregate):
            for inner in literal.body:
                if isinstance(inner, Atom):
                    yield _Edge(inner.predicate, f"{literal.kind} ", inner.span)
                elif isinstance(inner, Negation):
                    yield _Edge(inner.atom.predicate, f"{literal.kind} ", inner.span)


def _strongly_connected(predicates: Sequence[str], edges: Mapping[str, Sequence[_Edge]]) -> list[list[str]]:
    """Tarjan's algorithm, without recursion; a component comes after those it depends on."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    groups: list[list[str]] = []
    for root in predicates:
        if root in number:
            continue
        work: list[tuple[str, Iterator[_Edge]]] = []
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        work.append((root, iter(edges[root])))
        while work:
            node, successors = work[-1]
            for edge in successors:
                target = edge.body
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(edges[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    group: list[str] = []
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    groups.append(group)
    return groups


def _cycle_error(
    head: str,
    edge: _Edge,
    group: set[str],
    edges: Mapping[str, Sequence[_Edge]],
    sources: Mapping[str, str],
) -> RuleError:
    """The shortest way back from the negated predicate to the head."""
    came: dict[str, tuple[str, _Edge]] = {}
    todo = [edge.body]
    for node in todo:
        if node == head:
            break
        for step in edges[node]:
            if step.body in group and step.body not in came and step.body != edge.body:
                came[step.body] = (node, step)
                todo.append(step.body)
    path: list[tuple[str, _Edge]] = []
    node = head
    while node != edge.body:
        parent, step = came[node]
        path.append((parent, step))
        node = parent
    path.append((head, edge))
    path.reverse()
    cycle = "; ".join(f"{name} needs {step.how}{step.body} ({step.span})" for name, step in path)
    what = "negation" if edge.how == "!" else f"the aggregate {edge.how.strip()}"
    return RuleError(
        f"cycle through {what}: {cycle}",
        edge.span,
        sources.get(edge.span.file, ""),
        help="a predicate must be finished before `!` or an aggregate looks at it: break the cycle",
    )
