"""Commands that take MLIR text on standard input: compilers as rewriters and as judges of what is valid."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

TIME_LIMIT = 30.0
"""Seconds a command may take for one module."""


@dataclass(frozen=True)
class CommandFailed(Exception):
    """A command ended with an error (`status` is `None`: it took too long); `stderr` is what it said."""

    command: tuple[str, ...]
    status: int | None
    stderr: str

    def __str__(self) -> str:
        how = "took too long" if self.status is None else f"ended with status {self.status}"
        return f"'{' '.join(self.command)}' {how}\n{self.stderr.strip()}"


def run_filter(command: Sequence[str], text: str, time_limit: float = TIME_LIMIT) -> str:
    """What the command writes when it is given `text`.

    Raises:
        CommandFailed: it says that it failed, or takes longer than `time_limit` seconds.
    """
    try:
        done = subprocess.run(
            list(command), input=text, capture_output=True, text=True, timeout=time_limit, check=False
        )
    except subprocess.TimeoutExpired:
        raise CommandFailed(tuple(command), None, "") from None
    if done.returncode != 0:
        raise CommandFailed(tuple(command), done.returncode, done.stderr)
    return done.stdout
