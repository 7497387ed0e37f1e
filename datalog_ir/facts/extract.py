"""From a module to relations: the rows of `schema.dl`, which says what each means."""

from __future__ import annotations

from datalog_ir.facts.control_flow import control_flow
from datalog_ir.facts.rows import Facts
from datalog_ir.facts.shadows import shadowed
from datalog_ir.facts.signatures import signatures
from datalog_ir.facts.symbols import symbols
from datalog_ir.ir import Module


def extract(module: Module) -> Facts:
    """The facts of `module`.

    Ops keep their numbers (`Op.id`, in textual order).  Values are numbered anew in the order of their
    definition (see `value_numbers`), since the reader may meet a use before the definition.
    """
    facts = Facts()
    reachable = control_flow(module, facts)
    numbers = value_numbers(module)
    _ops(module, facts, reachable, numbers)
    shadowed(module, facts, numbers)
    signatures(module, facts)
    symbols(module, facts, reachable)
    return facts


def positions(module: Module, facts: Facts) -> None:
    """Adds where each op begins, which only those need who look at facts themselves."""
    reached = {row[0] for row in facts.relation("op")}
    rows = facts.relation("position")
    rows.extend([(op.id, *module.position(op.start)) for op in module.ops if op.id in reached])


def value_numbers(module: Module) -> list[int]:
    """For each `Value.id` the number of the value in the facts: counted in the order of definition.

    Within a block arguments come before results, and results in the order of their ops, so that the
    smaller of two numbers in a block is defined first.
    """
    numbers = [0] * len(module.values)
    count = 0
    for op in module.ops:
        block = op.block
        if block is not None and block.ops[0] is op:
            for value in block.args:
                numbers[value.id] = count
                count += 1
        for value in op.results:
            numbers[value.id] = count
            count += 1
    for block in module.blocks:
        if not block.ops:
            for value in block.args:
                numbers[value.id] = count
                count += 1
    return numbers


def _ops(module: Module, facts: Facts, reachable: list[bool], numbers: list[int]) -> None:
    ops, inputs, counts = facts.relation("op"), facts.relation("input"), facts.relation("inputs")
    operands, unreached = facts.relation("operand"), facts.relation("used_unreached")
    results, defined = facts.relation("result"), facts.relation("defined_in")
    following, regions, bodies = facts.relation("next"), facts.relation("regions"), facts.relation("body")
    for op in module.ops:
        if op.block is None:
            block = -1
        else:
            block = op.block.id
            if not reachable[block]:
                unreached.extend((numbers[value.id],) for value in op.operands)
                continue
        number = op.id
        ops.append((number, op.signature, block))
        for i, value in enumerate(op.operands):
            row = (number, i, numbers[value.id])
            operands.append(row)
            inputs.append(row)
        for i, value in enumerate(op.captured, len(op.operands)):
            inputs.append((number, i, numbers[value.id]))
        counts.append((number, len(op.operands) + len(op.captured)))
        for i, value in enumerate(op.results):
            results.append((numbers[value.id], number, i))
            defined.append((numbers[value.id], block))
        if op.regions:
            regions.append((number, len(op.regions)))
            if any(region.blocks for region in op.regions):
                bodies.append((number,))
    arguments, first, last = facts.relation("argument"), facts.relation("first"), facts.relation("last")
    for block_ in module.blocks:
        if not reachable[block_.id]:
            continue
        for i, value in enumerate(block_.args):
            arguments.append((numbers[value.id], block_.id, i))
            defined.append((numbers[value.id], block_.id))
        if block_.ops:
            first.append((block_.id, block_.ops[0].id))
            last.append((block_.id, block_.ops[-1].id))
            following.extend((a.id, b.id) for a, b in zip(block_.ops, block_.ops[1:], strict=False))
    facts.rows["passes"] = [(b, k, i, numbers[int(v)]) for b, k, i, v in facts.relation("passes")]
