"""What the README shows is what is printed."""

from __future__ import annotations

import shlex
import textwrap

import pytest
from click.testing import CliRunner

from datalog_ir.cli import COMMANDS, main
from tests.conftest import ROOT


def test_the_output_of_the_demo_is_the_real_one() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.partition("    $ datalog-ir demo\n")[2].partition("\n## ")[0]
    printed = CliRunner().invoke(main, ["demo"]).stdout
    assert textwrap.dedent(shown).strip() == "\n".join(line.rstrip() for line in printed.splitlines()).strip()


def test_the_output_of_why_is_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command, shown = readme.partition("    $ datalog-ir why ")[2].split("\n", 1)
    shown = shown.partition("\nReasons have ids")[0]
    printed = CliRunner().invoke(main, ["why", *shlex.split(command)]).stdout
    assert textwrap.dedent(shown).strip() == "\n".join(line.rstrip() for line in printed.splitlines()).strip()


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"    datalog-ir {name} " not in readme] == []
