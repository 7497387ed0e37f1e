"""Files are written whole or not at all, and only where they are meant to be."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from datalog_ir.output import write_atomically


def test_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "text")
    reader.join()
    assert got == ["text"]
    assert pipe.is_fifo()


def test_the_mode_of_the_old_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    write_atomically(file, "new")
    assert file.stat().st_mode & 0o777 == 0o640
