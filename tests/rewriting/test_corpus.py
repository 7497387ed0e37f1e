"""Real IR: what the compiler accepts is rewritten without an error, and it accepts the result."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from pathlib import Path

from datalog_ir import optimize
from datalog_ir.syntax import split_modules

_SEPARATOR = "// -----\n"
_BATCH = 150
_ERROR = re.compile(
    r"^(?:<stdin>|within split at <stdin>:(\d+) offset ):?(\d+):\d+: error: (.*)", re.MULTILINE
)


def modules(folder: Path) -> list[tuple[str, str]]:
    """The modules of all files: where each is from, and its text."""
    return [
        (f"{path.name}:{part.first_line}", part.text.rstrip("\n") + "\n")
        for path in sorted(folder.glob("*.mlir"))
        for part in split_modules(path.read_text(encoding="utf-8"))
        if part.text.strip()
    ]


def rejected(iree_opt: str, texts: list[str]) -> dict[int, str]:
    """The numbers of the modules that the compiler rejects, each with its first message."""
    messages: dict[int, str] = {}
    for first in range(0, len(texts), _BATCH):
        batch = texts[first : first + _BATCH]
        starts, line = [], 1
        for text in batch:
            starts.append(line)
            line += text.count("\n") + 1
        run = subprocess.run(
            [iree_opt, "--split-input-file", "--allow-unregistered-dialect", "-"],
            input="".join(text + _SEPARATOR for text in batch),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert run.returncode in (0, 1), f"the compiler crashed: {run.stderr[-2000:]}"
        if run.returncode == 0:
            continue
        for error in _ERROR.finditer(run.stderr):
            split, offset, message = error.groups()
            at = int(offset) + (int(split) - 1 if split else 0)
            messages.setdefault(first + bisect_right(starts, at) - 1, message)
    return messages


def test_real_modules_are_rewritten_and_accepted(shared: Path, iree_opt: str) -> None:
    found = modules(shared / "corpus" / "iree")
    bad = rejected(iree_opt, [text for _, text in found])
    accepted = [each for number, each in enumerate(found) if number not in bad]
    assert len(accepted) > 1_800, "of 2,093 modules"
    # One text, so that the rules are loaded once.
    result = optimize(_SEPARATOR.join(text for _, text in accepted))
    assert len(result.modules) == len(accepted)
    changed = [
        (where, module.text)
        for (where, _), module in zip(accepted, result.modules, strict=True)
        if module.rounds
    ]
    print(f"{len(accepted)} modules, {len(changed)} of them rewritten")
    assert len(changed) > 100
    wrong = rejected(iree_opt, [text for _, text in changed])
    assert {changed[number][0]: message for number, message in wrong.items()} == {}
    unchanged = [module for module in result.modules if not module.rounds]
    assert all(module.text == module.module.text for module in unchanged)


def test_rewriting_real_modules_again_changes_nothing(shared: Path) -> None:
    texts = [text for _, text in modules(shared / "cases")]
    once = optimize(_SEPARATOR.join(texts))
    again = optimize(once.text)
    assert again.text == once.text
