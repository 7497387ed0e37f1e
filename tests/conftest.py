"""What tests share: where real IR and the compiler are, if they are there."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"


def tool(name: str) -> str:
    """The path of a program of this environment; skips the test where it is missing."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}") or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real IR beside the checkout; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"{SHARED} is not there")
    return SHARED


@pytest.fixture(scope="session")
def iree_opt() -> str:
    return tool("iree-opt")


@pytest.fixture(scope="session")
def iree_compile() -> str:
    return tool("iree-compile")
