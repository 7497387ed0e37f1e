"""Runs a whole process and says what it took."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from time import perf_counter

_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took, its own children included."""

    wall: float
    """Seconds from the start to the end."""
    cpu: float
    """Seconds of all its threads, in user and system mode."""
    peak: int
    """Bytes of memory at most.  Never less than the harness has itself, since that is what it starts from."""
    code: int
    stopped: bool
    """It was ended because it took longer than allowed."""
    complaint: str
    """The last line of its standard error, if it failed."""


def run(command: Sequence[str], output: Path, *, seconds: float, folder: Path) -> Run:
    """Runs `command` in `folder` with standard output to a file, for at most so many seconds.

    Raises `OSError` if the program cannot be started.
    """
    errors = output.with_suffix(".err")
    stopped: list[bool] = []
    with output.open("wb") as out, errors.open("wb") as err:
        start = perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=folder, start_new_session=True
        )

        def stop() -> None:
            stopped.append(True)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = Timer(seconds, stop)
        timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            wall = perf_counter() - start
        except BaseException:
            stop()
            raise
        finally:
            timer.cancel()
        code = process.returncode = os.waitstatus_to_exitcode(status)
    return Run(
        wall,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * _RSS_UNIT,
        code,
        bool(stopped),
        _last_line(errors) if code else "",
    )


def _last_line(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1].strip() if lines else ""
