"""From derived facts to edits of the text.  Which op goes and which value stands for which other one is
said by the rules (`replace`, `drop`, `rename`); here it is only carried out."""

from __future__ import annotations

from dataclasses import dataclass

from datalog_ir.derive import Derivation, as_number
from datalog_ir.ir import Op
from datalog_ir.syntax import Edit, occurrences, operand_spans, removal

DECISIONS = (
    "replace",
    "replaceable",
    "drop",
    "rename",
    "global_op",
    "same_global",
    "never_loaded",
    "global_bytes",
)
"""The derived relations that are carried out or counted."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What one round changed."""

    replaced: int
    """Values whose uses were given to an equal value."""
    renamed: int
    """Accesses that were given to an equal global."""
    dropped: dict[str, int]
    """Ops left out, counted by the rule's reason."""
    globals: int
    """Definitions of globals among them."""
    duplicate_bytes: int
    """Size of the globals that always held what another one holds."""
    unused_bytes: int
    """Size of the globals that nothing loads."""

    def __bool__(self) -> bool:
        return bool(self.replaced or self.renamed or self.dropped)


def plan(derivation: Derivation) -> tuple[list[Edit], Applied]:
    """The edits that carry out what was derived, in the order of the text."""
    module, model = derivation.module, derivation.model
    stand_in = {derivation.value(v).id: derivation.value(r) for v, r in model.rows("replace")}
    dropped = {as_number(o): str(why) for o, why in model.rows("drop")}
    renamed = {as_number(o): str(h) for o, _, h in model.rows("rename")}
    spelling = _spellings(derivation, set(renamed.values()))
    edits: list[Edit] = []
    gone_until = -1
    for op in module.ops:
        if op.start < gone_until:  # goes with the op that holds it
            continue
        if op.id in dropped:
            edits.append(removal(module, op))
            gone_until = op.end
            continue
        if op.id in renamed:
            start, end = occurrences(module, op).symbols[0][0]
            edits.append(Edit(start, end, spelling[renamed[op.id]]))
        if stand_in and any(value.id in stand_in for value in op.operands):
            places = operand_spans(module, op)
            for value, (start, end) in zip(op.operands, places, strict=True):
                other = stand_in.get(value.id)
                if other is not None:
                    edits.append(Edit(start, end, other.name))
    edits += _fused_locations(derivation, dropped)
    edits.sort(key=lambda edit: (edit.start, -edit.end))
    counts: dict[str, int] = {}
    for why in dropped.values():
        counts[why] = counts.get(why, 0) + 1
    same = {g for g, _ in model.rows("same_global")}
    definitions = {g: d for g, d in model.rows("global_op") if d in dropped}
    sizes = {d: as_number(n) for d, n in model.rows("global_bytes")}
    duplicate = sum(sizes.get(d, 0) for g, d in definitions.items() if g in same)
    unused = sum(sizes.get(d, 0) for g, d in definitions.items() if g not in same)
    return edits, Applied(len(stand_in), len(renamed), counts, len(definitions), duplicate, unused)


def _spellings(derivation: Derivation, symbols: set[str]) -> dict[str, str]:
    """The symbols as their definitions write them, quotes included."""
    module = derivation.module
    found = {}
    for g, d in derivation.model.rows("global_op"):
        if g in symbols:
            start, end = occurrences(module, derivation.op(d)).symbols[0][0]
            found[str(g)] = module.text[start:end]
    return found


def _fused_locations(derivation: Derivation, dropped: dict[int, str]) -> list[Edit]:
    """An op that stands for others from now on keeps their locations, too."""
    module = derivation.module
    if "loc(" not in module.text:
        return []
    absorbed: dict[int, list[Op]] = {}
    for v, r in derivation.model.rows("replaceable"):
        gone, kept = derivation.value(v), derivation.value(r)
        if not isinstance(gone.owner, Op) or not isinstance(kept.owner, Op):
            continue
        if gone.owner.id in dropped and kept.owner.id not in dropped:
            others = absorbed.setdefault(kept.owner.id, [])
            if gone.owner not in others:
                others.append(gone.owner)
    edits = []
    for number, others in sorted(absorbed.items()):
        own = occurrences(module, module.ops[number]).location
        if own is None:
            continue
        parts = {_inside(module.text[own[0] : own[1]]): None}
        for op in others:
            place = occurrences(module, op).location
            if place is not None:
                parts[_inside(module.text[place[0] : place[1]])] = None
        if len(parts) > 1:
            edits.append(Edit(*own, f"loc(fused[{', '.join(parts)}])"))
    return edits


def _inside(location: str) -> str:
    """`loc(X)` without the brackets."""
    return location[location.index("(") + 1 : location.rindex(")")].strip()
