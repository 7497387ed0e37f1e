"""Laws that hold for every module there is."""

from __future__ import annotations

import lzma
from pathlib import Path
from random import Random

import pytest

from datalog_ir.ir import Module
from datalog_ir.syntax import ShapeTable, SyntaxProblem, apply_edits, occurrences, read_module, split_modules
from datalog_ir.syntax import reader as reader_module
from datalog_ir.syntax.structure import Structure
from tests.syntax.corpus import dump_path, group, samples

GROUPS = 8


def content(module: Module) -> list[object]:
    """Everything in a module, without object identities."""
    return [
        (
            op.shape.text,
            op.start,
            op.end,
            op.signature,
            op.block.id if op.block else None,
            [value.id for value in op.operands],
            [(value.id, value.name, value.type) for value in op.results],
            [value.id for value in op.captured],
            [
                (s.block.id, None if s.arguments is None else [v.id for v in s.arguments])
                for s in op.successors
            ],
            [
                (
                    region.start,
                    region.end,
                    [
                        (
                            block.label,
                            [(v.id, v.name, v.type) for v in block.args],
                            [op.id for op in block.ops],
                        )
                        for block in region.blocks
                    ],
                )
                for region in op.regions
            ],
        )
        for op in module.ops
    ]


@pytest.mark.parametrize("number", range(GROUPS))
def test_known_lines_read_as_new_lines_do(number: int, shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ShapeTable()
    for sample in group(number, GROUPS):
        with monkeypatch.context() as patch:
            patch.setattr(reader_module, "read_lines", Structure.read)
            by_token = content(read_module(sample.text, sample.file, sample.first_line, table))
        first = content(read_module(sample.text, sample.file, sample.first_line, table))
        again = content(read_module(sample.text, sample.file, sample.first_line, table))
        assert by_token == first == again, f"{sample.file}:{sample.first_line}"


@pytest.mark.parametrize("seed", range(4))
def test_known_lines_in_strange_places_read_as_new_lines_do(
    seed: int, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    table = ShapeTable()

    def outcome(text: str) -> list[object] | None:
        try:
            return content(read_module(text, shapes=table))
        except SyntaxProblem:
            return None

    short = [sample.text for sample in samples() if len(sample.text) < 3000]
    for text in rng.sample(short, 200):
        outcome(text)
        lines = text.split("\n")
        for _ in range(rng.choice([1, 1, 3])):
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            end = rng.choice([",", " :", " {", "}", " attributes {", "  // %x", ' loc("x":1:2)', "\t", "\r"])
            lines[i] = rng.choice(["a.b", lines[j], lines[i] + end, f"{lines[i]}\n{lines[j]}"])
        changed = "\n".join(lines)
        by_line = outcome(changed)
        with monkeypatch.context() as patch:
            patch.setattr(reader_module, "read_lines", Structure.read)
            assert outcome(changed) == by_line, changed


@pytest.mark.parametrize("number", range(GROUPS))
def test_every_name_is_found_where_it_is_written(number: int, shared: Path) -> None:
    table = ShapeTable()
    for sample in group(number, GROUPS):
        module = read_module(sample.text, sample.file, sample.first_line, table)
        assert apply_edits(module.text, []) == sample.text
        assert [op.id for op in module.ops] == list(range(len(module.ops)))
        assert [value.id for value in module.values] == list(range(len(module.values)))
        for op in module.ops:
            found = occurrences(module, op)
            written = [module.text[start:end].removesuffix("#0") for start, end in found.operands]
            assert written == [value.name.removesuffix("#0") for value in op.operands]
            assert [len(path) for path in found.symbols] == [len(path) for path in op.shape.symbols]


def test_a_dump_of_all_passes_is_many_modules(shared: Path) -> None:
    with lzma.open(dump_path(), "rt", encoding="utf-8") as dump:
        text = dump.read()
    parts = split_modules(text)
    assert len(parts) == 963  # 962 headers; nothing stands before the first
    table = ShapeTable()
    for part in parts[::10]:
        assert text[part.offset : part.offset + len(part.text)] == part.text
        read_module(part.text, "dump", part.first_line, table)
