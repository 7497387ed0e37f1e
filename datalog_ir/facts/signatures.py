"""What is the same for all ops of one signature."""

from __future__ import annotations

from datalog_ir.facts.rows import Facts
from datalog_ir.facts.sizes import last_type_bytes
from datalog_ir.ir import Module


def signatures(module: Module, facts: Facts) -> None:
    """Writes names, words, attributes, types and constants, once for each signature."""
    kinds, shells = facts.relation("kind"), facts.relation("shell")
    keywords, attributes = facts.relation("keyword"), facts.relation("attribute")
    types, constants = facts.relation("mentions_type"), facts.relation("constant")
    sizes, assigning = facts.relation("text_bytes"), facts.relation("assigns")
    seen: set[int] = set()
    for op in module.ops:
        signature = op.signature
        if signature in seen:
            continue
        seen.add(signature)
        shape = op.shape
        kinds.append((signature, shape.name))
        if op.regions:
            shells.append((signature, shape.id))
        if not op.operands and not op.results and " = " in shape.text:
            assigning.append((signature,))
        if shape.keywords:
            keywords.extend([(signature, word) for word in dict.fromkeys(shape.keywords)])
        if shape.attributes:
            attributes.extend([(signature, *entry) for entry in dict.fromkeys(shape.attributes)])
        if shape.type_heads:
            types.extend([(signature, head) for head in shape.type_heads])
            size = last_type_bytes(shape.text)
            if size is not None:
                sizes.append((signature, size))
        if shape.literal is not None:
            constants.append((signature, shape.literal.rpartition(" : ")[0] or shape.literal))
