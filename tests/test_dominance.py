"""Dominators against their definition: every path from the entry goes through them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from datalog_ir.facts.dominance import immediate_dominators, reverse_postorder


@st.composite
def graphs(draw: st.DrawFn) -> dict[int, list[int]]:
    size = draw(st.integers(1, 9))
    nodes = st.integers(0, size - 1)
    return {node: draw(st.lists(nodes, max_size=3)) for node in range(size)}


def reached(graph: dict[int, list[int]], without: int | None) -> set[int]:
    found: set[int] = set()
    todo = [0] if without != 0 else []
    while todo:
        node = todo.pop()
        if node not in found:
            found.add(node)
            todo += [other for other in graph[node] if other != without]
    return found


@given(graphs())
def test_immediate_dominators_are_the_closest_ones(graph: dict[int, list[int]]) -> None:
    order = reverse_postorder(0, graph)
    assert set(order) == reached(graph, None)
    strict = {node: {d for d in order if d != node and node not in reached(graph, d)} for node in order}
    for node, closest in immediate_dominators(order, graph).items():
        assert closest in strict[node]
        assert strict[closest] == strict[node] - {closest}


@given(graphs())
def test_in_reverse_postorder_every_cycle_has_an_edge_back(graph: dict[int, list[int]]) -> None:
    order = reverse_postorder(0, graph)
    rank = {node: place for place, node in enumerate(order)}
    forward = {node: [other for other in graph[node] if rank[other] > rank[node]] for node in order}
    for node in order:
        assert all(rank[other] > rank[node] for other in forward[node])
    assert all(any(rank[p] < rank[node] and node in graph[p] for p in order) for node in order[1:])
