"""Does a module read from custom assembly agree with what the compiler understood?

Same operations in the same nesting, same named results and block arguments, same successors, and for each
operation the same set of values used.  Three things the compiler adds are no disagreement, since no text
stands for them:

- a terminator at the end of a block, which custom assembly may leave out (it yields nothing, and uses nothing
  but results of the operation before it);
- regions of an operation written without any (the hidden bodies of named structured operations), and regions
  without blocks (bodies of declarations, absent `else` branches);
- the module around operations at the top of a file.

And one thing it moves: the `default` region of a switch is written last and kept first.
"""

from __future__ import annotations

from datalog_ir.ir import Block, Module, Op, Value
from tests.syntax.generic import PrintedBlock, PrintedOp


class Disagreement(Exception):
    pass


def check_agreement(module: Module, printed: list[PrintedOp]) -> None:
    """Raises `Disagreement` with the first difference."""
    ours = module.top
    if (
        len(printed) == 1
        and printed[0].name == "builtin.module"
        and [op.name for op in ours] != ["builtin.module"]
    ):
        blocks = printed[0].regions[0]
        printed = blocks[0].ops if blocks else []
    names: dict[Value, str] = {}
    pairs: list[tuple[Op, PrintedOp]] = []
    labels: dict[Block, PrintedBlock] = {}
    work: list[tuple[list[Op], list[PrintedOp], str]] = [(ours, printed, "the top")]
    while work:
        left, right, place = work.pop()
        align(left, right, place)
        for a, b in zip(left, right, strict=False):
            pairs.append((a, b))
            names.update(zip(a.results, b.results, strict=False))
            if not a.regions:
                continue
            theirs = [region for region in b.regions if region]
            mine = [region for region in a.regions if region.blocks and (region.blocks[0].ops or theirs)]
            if len(mine) != len(theirs):
                raise Disagreement(f"{a.name}: {len(mine)} regions, not {len(theirs)}")
            if a.shape.keywords[-1:] == ("default",):
                mine = [mine[-1], *mine[:-1]]
            for mine_blocks, their_blocks in zip(mine, theirs, strict=True):
                if len(mine_blocks.blocks) != len(their_blocks):
                    raise Disagreement(f"{a.name}: {len(mine_blocks.blocks)} blocks, not {len(their_blocks)}")
                for x, y in zip(mine_blocks.blocks, their_blocks, strict=True):
                    if len(x.args) != len(y.args):
                        raise Disagreement(f"{a.name}: {len(x.args)} block arguments, not {len(y.args)}")
                    names.update(zip(x.args, y.args, strict=True))
                    labels[x] = y
                    work.append((x.ops, y.ops, a.name))
    for a, b in pairs:
        used, printed_used = {names[value] for value in a.operands}, set(b.operands)
        if used != printed_used:
            raise Disagreement(
                f"{a.name}: uses {sorted(used - printed_used)} not {sorted(printed_used - used)}"
            )
        if len(a.successors) != len(b.successors):
            raise Disagreement(f"{a.name}: {len(a.successors)} successors, not {len(b.successors)}")


def align(left: list[Op], right: list[PrintedOp], place: str) -> None:
    for a, b in zip(left, right, strict=False):
        if a.name != b.name:
            raise Disagreement(f"in {place}: {a.name}, not {b.name}")
        if len(a.results) != len(b.results) and a.results:
            raise Disagreement(f"{a.name}: {len(a.results)} results, not {len(b.results)}")
    if len(left) > len(right):
        raise Disagreement(f"in {place}: {left[len(right)].name} is not there")
    extra = right[len(left) :]
    forwarded = set(right[len(left) - 1].results) if left else set()
    if len(extra) > 1 or any(op.results or not forwarded.issuperset(op.operands) for op in extra):
        raise Disagreement(f"in {place}: {extra[0].name} was not read")
