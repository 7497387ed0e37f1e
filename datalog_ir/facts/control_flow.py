"""Blocks, regions, and how control passes between blocks."""

from __future__ import annotations

from datalog_ir.facts.dominance import immediate_dominators, reverse_postorder
from datalog_ir.facts.rows import Facts
from datalog_ir.ir import Block, Module, Region


def control_flow(module: Module, facts: Facts) -> list[bool]:
    """Writes blocks, regions and the edges between blocks; returns for each block whether it can be reached.

    The values that edges pass are written by their `Value.id`; the caller numbers them.
    """
    reachable = [False] * len(module.blocks)
    block_rows = facts.relation("block")
    entry_rows = facts.relation("entry")
    for region in module.regions:
        if not region.blocks:
            continue
        entry_rows.append((region.blocks[0].id, region.id))
        if len(region.blocks) == 1 and not _branches(region.blocks[0]):
            reachable[region.blocks[0].id] = True
        else:
            _edges(region, facts, reachable)
    # A region whose op stands in a block that cannot be reached is not reached either.
    for op in module.ops:
        unreached = op.block is not None and not reachable[op.block.id]
        for k, region in enumerate(op.regions):
            for block in region.blocks:
                if unreached:
                    reachable[block.id] = False
                elif reachable[block.id]:
                    block_rows.append((block.id, region.id, op.id, k))
    return reachable


def _branches(block: Block) -> bool:
    return bool(block.ops) and bool(block.ops[-1].successors)


def _edges(region: Region, facts: Facts, reachable: list[bool]) -> None:
    successors = {
        block.id: [edge.block.id for edge in block.ops[-1].successors] if block.ops else []
        for block in region.blocks
    }
    order = reverse_postorder(region.blocks[0].id, successors)
    rank = {block: i for i, block in enumerate(order)}
    for block, dominator in immediate_dominators(order, successors).items():
        facts.relation("dominator").append((block, dominator))
    by_id = {block.id: block for block in region.blocks}
    incoming: dict[int, list[tuple[int, int]]] = {block: [] for block in order}
    for source in order:
        reachable[source] = True
        for number, target in enumerate(successors[source]):
            incoming[target].append((source, number))
    passed = facts.relation("passes")
    for target, edges in incoming.items():
        forward = [edge for edge in edges if rank[edge[0]] < rank[target]]
        backward = [edge for edge in edges if rank[edge[0]] >= rank[target]]
        facts.relation("arrivals").append((target, len(forward)))
        for k, (source, number) in enumerate(forward + backward):
            facts.relation("arrival").append((target, k, source))
            if k >= len(forward):
                facts.relation("retreating").append((target, k))
            arguments = by_id[source].ops[-1].successors[number].arguments
            if arguments is not None and len(arguments) == len(by_id[target].args):
                passed.extend((target, k, i, value.id) for i, value in enumerate(arguments))
