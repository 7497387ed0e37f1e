"""Programs on disk."""

from __future__ import annotations

import os
import pickle
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from datalog_ir.datalog import Program, RuleError, evaluate, load_cached, load_program
from datalog_ir.datalog import cache as module

from .support import everything

FILES = [
    ("a.dl", '/// Doc.\n.decl p(x: number) .decl t(x: term) .output p\np(1). t(["a", [1]]).'),
    ("b.dl", "p(X + 1) :- p(X), X < 5, !t([X]).\np(N) :- N = count : { t(_) }."),
]


def _file(folder: Path) -> Path:
    (path,) = folder.glob("rules-*.bin")
    return path


def test_what_comes_from_the_cache_is_what_was_loaded(tmp_path: Path) -> None:
    fresh = load_program(FILES)
    assert load_cached(FILES, tmp_path) == fresh
    changed = _file(tmp_path).stat().st_mtime_ns
    again = load_cached(FILES, tmp_path)
    assert again == fresh
    assert _file(tmp_path).stat().st_mtime_ns == changed
    assert everything(evaluate(again, {})) == everything(evaluate(fresh, {}))


def test_other_text_is_another_program(tmp_path: Path) -> None:
    load_cached(FILES, tmp_path)
    other = load_cached([(FILES[0][0], FILES[0][1] + " p(7)."), FILES[1]], tmp_path)
    assert (7,) in evaluate(other, {}).rows("p")
    assert len(list(tmp_path.glob("rules-*.bin"))) == 2


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "foreign", "code"])
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: str) -> None:
    fresh = load_cached(FILES, tmp_path)
    path = _file(tmp_path)
    data = path.read_bytes()
    if damage == "cut":
        path.write_bytes(data[:-10])
    elif damage == "flip":
        path.write_bytes(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:])
    elif damage == "empty":
        path.write_bytes(b"")
    else:
        payload = pickle.dumps([1, 2]) if damage == "foreign" else b"cos\nsystem\n(S'echo broken in'\ntR."
        path.write_bytes(module._MAGIC + sha256(payload).digest() + payload)
    assert load_cached(FILES, tmp_path) == fresh
    assert path.read_bytes() == data


def test_a_file_that_others_may_write_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_cached(FILES, tmp_path)
    _file(tmp_path).chmod(0o666)
    built: list[object] = []

    def build(files: list[tuple[str, str]]) -> Program:
        built.append(files)
        return load_program(files)

    monkeypatch.setattr(module, "load_program", build)
    load_cached(FILES, tmp_path)
    assert built
    assert stat.S_IMODE(_file(tmp_path).stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert load_cached(FILES, tmp_path / "file" / "below") == load_program(FILES)


def test_errors_are_not_kept(tmp_path: Path) -> None:
    with pytest.raises(RuleError):
        load_cached([("a.dl", "p(1).")], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_old_files_are_removed(tmp_path: Path) -> None:
    for number in range(module._KEPT + 5):
        load_cached([("a.dl", f".decl p(x: number) p({number}).")], tmp_path)
    assert len(list(tmp_path.iterdir())) == module._KEPT


def test_the_folder_is_the_one_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", f"{os.sep}x")
    assert module.cache_folder() == Path(os.sep) / "x" / "datalog-ir"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert module.cache_folder() == Path.home() / ".cache" / "datalog-ir"
