"""Bytes of types."""

from __future__ import annotations

import pytest

from datalog_ir.syntax import type_bytes


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("tensor<4096x4096xf8E4M3FNUZ>", 16_777_216),
        ("tensor<4096x4096xf8E4M3FNUZ, #enc<[a, b], c = tensor<?xf32>>>", 16_777_216),
        ("i32", 4),
        ("i1", 1),
        ("tensor<10xi1>", 10),
        ("tensor<3xi4>", 2),
        ("vector<2x3xi12>", 12),
        ("index", 8),
        ("memref<2xvector<4xf16>, 1>", 16),
        ("tensor<3xcomplex<f32>>", 24),
        ("tensor<f64>", 8),
        ("tensor<0xf32>", 0),
        ("bf16", 2),
        ("f4E2M1FN", 1),
        ("tensor<2x?xf32>", None),
        ("tensor<*xf32>", None),
        ("vector<[4]xf32>", None),
        ("!stream.resource<*>", None),
        ("tensor<4x!t.x>", None),
        ("", None),
    ],
)
def test_type_bytes(text: str, size: int | None) -> None:
    assert type_bytes(text) == size
