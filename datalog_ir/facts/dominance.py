"""Order and immediate dominators of the blocks of one region.

Source: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def reverse_postorder(entry: int, successors: Mapping[int, Sequence[int]]) -> list[int]:
    """The nodes reachable from `entry`, each before its successors except along loops."""
    order: list[int] = []
    seen = {entry}
    stack = [(entry, iter(successors.get(entry, ())))]
    while stack:
        node, pending = stack[-1]
        for successor in pending:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successors.get(successor, ()))))
                break
        else:
            order.append(node)
            stack.pop()
    order.reverse()
    return order


def immediate_dominators(order: Sequence[int], successors: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """For each node but the first the node that dominates it most closely.

    `order` is the reverse post-order of the reachable nodes, entry first.
    """
    rank = {node: i for i, node in enumerate(order)}
    predecessors: dict[int, list[int]] = {node: [] for node in order}
    for node in order:
        for successor in successors.get(node, ()):
            predecessors[successor].append(node)
    idom = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            best = -1
            for other in predecessors[node]:
                if other not in idom:
                    continue
                if best < 0:
                    best = other
                    continue
                a, b = best, other
                while a != b:
                    while rank[a] > rank[b]:
                        a = idom[a]
                    while rank[b] > rank[a]:
                        b = idom[b]
                best = a
            if idom.get(node) != best:
                idom[node] = best
                changed = True
    del idom[order[0]]
    return idom
