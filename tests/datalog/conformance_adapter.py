"""Programs of the `datalog-conformance` package in our syntax, and its evaluator protocol for our engines.

The package has no declarations and writes `not` for `!`; types are inferred from the facts.
"""

from __future__ import annotations

import re
from collections import defaultdict

from datalog_conformance.schema import Model as ConformanceModel  # type: ignore[import-untyped]
from datalog_conformance.schema import Program as ConformanceProgram

from datalog_ir.datalog import RuleError, evaluate, load_program
from datalog_ir.datalog.check import body_atoms
from datalog_ir.datalog.parse import parse_file
from datalog_ir.datalog.syntax import Atom, String, Variable, Wildcard

_CODES = {
    "argument": "arity_mismatch",
    "cycle through negation": "cyclic_negation",
    "unsafe variable `_`": "safety_violations",
    "`!` needs its value": "SafetyViolationError",
    "unsafe variable": "unbound_variable",
}
"""What the package calls the errors that our messages speak of."""


class Refused(Exception):
    """Our error, with the code that the package knows it by."""

    def __init__(self, problem: RuleError) -> None:
        super().__init__(str(problem))
        self.code = next((code for word, code in _CODES.items() if word in problem.message), "")


class SemiNaive:
    """The evaluator that the package asks for."""

    engine = "seminaive"
    last: tuple[ConformanceProgram, ConformanceModel] | None = None
    """A program has several cases, one after the other."""

    def evaluate(self, program: ConformanceProgram) -> ConformanceModel:
        if self.last is None or self.last[0] != program:
            type(self).last = (program, self._evaluate(program))
        assert self.last is not None
        return self.last[1]

    def _evaluate(self, program: ConformanceProgram) -> ConformanceModel:
        text = translate(program)
        facts = {name: [tuple(row) for row in rows] for name, rows in program.facts.items()}
        try:
            loaded = load_program([("case.dl", text)])
        except RuleError as problem:
            raise Refused(problem) from problem
        for name, rows in facts.items():
            for row in rows:
                if len(row) != loaded.declarations[name].arity:
                    span = loaded.declarations[name].span
                    raise Refused(RuleError("wrong number of arguments in a fact", span))
        model = evaluate(loaded, facts, engine=self.engine)
        return ConformanceModel({name: set(map(tuple, model.rows(name))) for name in model.derivations})


class PyDatalog(SemiNaive):
    """The same for pyDatalog."""

    engine = "pydatalog"
    last = None


def translate(program: ConformanceProgram) -> str:
    """Our rule text for a case, declarations first."""
    lines = []
    for rule in program.rules:
        line = re.sub(r"\bnot\s+", "!", rule.strip())
        line = re.sub(r"\((\w+ <= \w+)\)", r"\1", line)
        lines.append(line if line.endswith(".") else line + ".")
    rules = "\n".join(lines)
    return "\n".join([*_declarations(program, rules), rules])


def _declarations(program: ConformanceProgram, text: str) -> list[str]:
    try:
        rules = parse_file("case.dl", text).rules
    except RuleError as problem:
        raise Refused(problem) from problem
    arities: dict[str, int] = {}
    types: dict[tuple[str, int], str] = {}
    for name, rows in program.facts.items():
        arities[name] = len(rows[0]) if rows else 0
        for row in rows[:1]:
            for column, value in enumerate(row):
                types[name, column] = "number" if isinstance(value, int) else "symbol"
    atoms: list[list[Atom]] = [[rule.head, *body_atoms(rule.body)] for rule in rules]
    for atom in [atom for group in atoms for atom in group]:
        arities.setdefault(atom.predicate, len(atom.arguments))
    changed = True
    while changed:
        before = len(types)
        for group in atoms:
            variables: dict[str, str] = {}
            places = defaultdict(list)
            for atom in group:
                for column, argument in enumerate(atom.arguments):
                    known = types.get((atom.predicate, column))
                    if isinstance(argument, Variable):
                        places[argument.name].append((atom.predicate, column))
                        if known is not None:
                            variables.setdefault(argument.name, known)
                    elif known is None and not isinstance(argument, Wildcard):
                        types[atom.predicate, column] = "symbol" if isinstance(argument, String) else "number"
            for name, kind in variables.items():
                for place in places[name]:
                    types.setdefault(place, kind)
        changed = len(types) != before
    result = []
    for name, arity in arities.items():
        columns = [f"c{column}: {types.get((name, column), 'number')}" for column in range(arity)]
        result.append(f".decl {name}({', '.join(columns)})")
    return result
