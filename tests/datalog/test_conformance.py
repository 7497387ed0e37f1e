"""The cases of the `datalog-conformance` package, through its pytest plugin."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from datalog_conformance.plugin import get_tests_dir  # type: ignore[import-untyped]
from datalog_conformance.runner import YamlTestRunner  # type: ignore[import-untyped]
from datalog_conformance.schema import TestCase as Case  # type: ignore[import-untyped]

from .conformance_adapter import PyDatalog, SemiNaive
from .conftest import core_cases

_LISTS = tomllib.loads(Path(__file__).with_name("conformance.toml").read_text(encoding="utf-8"))
LEFT_OUT: dict[str, str] = _LISTS["left_out"]
NOT_FINISHED: dict[str, str] = _LISTS["pydatalog"]["not_finished"]


@pytest.fixture(params=[SemiNaive, PyDatalog], ids=["seminaive", "pydatalog"])
def runner(request: pytest.FixtureRequest) -> YamlTestRunner:
    """Our engines in place of the one that the plugin takes from the command line."""
    return YamlTestRunner(request.param())


def test_case(yaml_test_case: tuple[Path, Case], runner: YamlTestRunner) -> None:
    path, case = yaml_test_case
    name = path.relative_to(get_tests_dir()).with_suffix("").as_posix()
    reasons = LEFT_OUT | (NOT_FINISHED if isinstance(runner.evaluator, PyDatalog) else {})
    reason = next((why for start, why in reasons.items() if name.startswith(start)), None)
    if reason is not None:
        pytest.skip(" ".join(reason.split()))
    runner.run_test_case(case)


def test_every_entry_of_the_list_of_cases_left_out_is_a_case() -> None:
    names = [path.relative_to(get_tests_dir()).as_posix() for path, _ in core_cases()]
    assert len(names) > 80
    assert all(any(name.startswith(start) for name in names) for start in LEFT_OUT | NOT_FINISHED)
