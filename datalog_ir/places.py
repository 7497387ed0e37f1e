"""Where values are defined in the text."""

from __future__ import annotations

import re

from datalog_ir.ir import Block, Module, Op, Value


def position_of_value(module: Module, value: Value) -> tuple[int, int]:
    """Line and column, counted from 1, of the op or the block that defines the value."""
    owner = value.owner
    return module.position(owner.start if isinstance(owner, Op) else _start_of_block(module, owner))


def line_of_value(module: Module, value: Value) -> int:
    """The line on which the value is defined."""
    return position_of_value(module, value)[0]


def line_of_block(module: Module, block: Block) -> int:
    """The line of the block's label, or of the op whose entry it is."""
    return module.position(_start_of_block(module, block))[0]


def _start_of_block(module: Module, block: Block) -> int:
    op = block.region.op
    if block.label is None:
        return op.start
    label = re.compile(re.escape(block.label) + r"(?![\w$.-])\s*[(:]")
    blocks = block.region.blocks
    number = blocks.index(block)
    before = blocks[number - 1].ops if number else []
    found = label.search(module.text, before[-1].end if before else op.start)
    return found.start() if found else op.start
