"""Checked programs on disk, so that a start does not parse rules that have not changed.

A file is named after everything the program depends on: the texts, this package's own files, the version of
Python.  It is read only if it belongs to the user and nobody else may write it, and only if its digest
fits; its reader makes nothing but the plain data classes of a program.  Whatever is wrong with a file, the
program is built again and the file replaced.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from . import check, program, strata, syntax
from .program import Program, load_program

_MAGIC = b"datalog-ir program\n"
_DIGEST = 32
_KEPT = 20
"""Files in the folder; older ones are removed."""


def load_cached(files: Sequence[tuple[str, str]], folder: Path | None = None) -> Program:
    """`load_program`, by way of a cache in `folder` (`datalog-ir` in the user's cache folder).

    Raises `RuleError` as `load_program` does.  A folder that cannot be read or written is no error.
    """
    folder = folder or cache_folder()
    path = folder / f"rules-{_key(files)}.bin"
    found = _read(path)
    if found is None:
        found = load_program(files)
        with suppress(OSError):
            _write(path, found)
    return found


def cache_folder() -> Path:
    """Where the cache is: `$XDG_CACHE_HOME/datalog-ir`, by default `~/.cache/datalog-ir`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "datalog-ir"


def _key(files: Sequence[tuple[str, str]]) -> str:
    digest = sha256(sys.version.encode())
    # A changed parser may read the same text differently.
    for source in sorted(Path(__file__).parent.glob("*.*")):
        status = source.stat()
        digest.update(f"{source.name} {status.st_size} {status.st_mtime_ns}\n".encode())
    for name, text in files:
        for part in (name, text):
            data = part.encode("utf-8", "surrogatepass")
            digest.update(b"%d " % len(data))
            digest.update(data)
    return digest.hexdigest()[:40]


def _read(path: Path) -> Program | None:
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022):
                return None
            data = file.read()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    payload = data[start:]
    if data[: len(_MAGIC)] != _MAGIC or sha256(payload).digest() != data[len(_MAGIC) : start]:
        return None
    try:
        found = _Reader(io.BytesIO(payload)).load()
    except Exception:  # whatever a strange file makes of the reader: build the program again
        return None
    return found if isinstance(found, Program) else None


def _write(path: Path, value: Program) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    import tempfile

    payload = pickle.dumps(value, protocol=5)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + sha256(payload).digest() + payload)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    _prune(path.parent)


def _prune(folder: Path) -> None:
    files = [(path.stat().st_mtime, path) for path in folder.glob("rules-*.bin")]
    for _, path in sorted(files, reverse=True)[_KEPT:]:
        with suppress(OSError):
            path.unlink()


class _Reader(pickle.Unpickler):
    """Makes the data classes of a program and nothing else."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) == ("builtins", "frozenset"):
            return frozenset
        for source in (syntax, strata, check, program):
            found = getattr(source, name, None)
            if module == source.__name__ and isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a program")
