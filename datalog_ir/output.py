"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Writes `text` to a temporary file beside `path` and moves it into place.

    A link is followed; a device or a pipe is written to as it is.  An interrupted run leaves the old file or
    the new one.  Permissions are those of the old file, or the
    usual ones.
    """
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_text(text, encoding="utf-8", newline="")
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(0, "there is no such folder", str(path.parent))
    if path.is_dir():
        raise IsADirectoryError(0, "this is a folder", str(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~mask)
        os.replace(name, path)  # noqa: PTH105 - the atomic form, also over an existing file
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
