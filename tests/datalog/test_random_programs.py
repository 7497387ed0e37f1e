"""On random stratified programs the engines agree with clingo."""

from __future__ import annotations

from hypothesis import HealthCheck, given, note, settings

from datalog_ir.datalog import Limits, evaluate

from .clingo_judge import judge
from .random_programs import Case, cases
from .support import everything, program

_CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much]


@settings(max_examples=300, deadline=None, suppress_health_check=_CHECKS)
@given(cases())
def test_semi_naive_gives_the_model_that_clingo_gives(case: Case) -> None:
    loaded = program(case.text)
    note(case.text)
    assert everything(evaluate(loaded, case.facts)) == judge(loaded, case.facts)


@settings(max_examples=60, deadline=None, suppress_health_check=_CHECKS)
@given(cases())
def test_pydatalog_ends_and_gives_the_model_that_clingo_gives(case: Case) -> None:
    # In a process that would be killed after ten seconds: it never is.
    loaded = program(case.text)
    model = evaluate(loaded, case.facts, engine="pydatalog", limits=Limits(seconds=10))
    assert everything(model) == judge(loaded, case.facts)


@settings(max_examples=60, deadline=None, suppress_health_check=_CHECKS)
@given(cases())
def test_a_derivation_in_a_recursion_rests_on_earlier_ones_and_its_rule_derives_the_row(case: Case) -> None:
    loaded = program(case.text)
    model = evaluate(loaded, case.facts)
    for component in loaded.components:
        last = 0
        for predicate in component.predicates:
            for row in model.rows(predicate):
                origin = model.origin(predicate, row)
                if origin.rule is None:
                    assert row in {tuple(fact) for fact in case.facts.get(predicate, [])}
                else:
                    assert loaded.rules[origin.rule].head.predicate == predicate
                last = max(last, origin.sequence)
        assert last == 0 or component.recursive


@settings(max_examples=60, deadline=None, suppress_health_check=_CHECKS)
@given(cases())
def test_wanted_relations_are_the_same_when_the_rest_is_left_out(case: Case) -> None:
    loaded = program(case.text)
    whole = evaluate(loaded, case.facts)
    part = evaluate(loaded, case.facts, wanted=["p0"])
    assert everything(part).items() <= everything(whole).items()
    assert "p0" in part.derivations
