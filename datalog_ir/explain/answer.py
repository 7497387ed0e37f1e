"""`why` from text to answer: reads the module, derives, explains, and compares assumptions if asked to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from datalog_ir import knowledge
from datalog_ir.api import Settings
from datalog_ir.datalog import Program
from datalog_ir.derive import derive
from datalog_ir.explain.explanation import Explanation
from datalog_ir.explain.names import NameProblem
from datalog_ir.explain.repairs import Search
from datalog_ir.explain.whatif import effects
from datalog_ir.explain.why import Explainer, Sources
from datalog_ir.ir import Module
from datalog_ir.syntax import ShapeTable, read_module, split_modules


def why(
    text: str,
    a: str,
    b: str,
    settings: Settings | None = None,
    *,
    file: str = "<string>",
    search: Search | None = None,
    module_at: int | None = None,
) -> Explanation:
    """Why two values or two globals of a text are, or are not, the same.

    Of several modules in the text the one that has both names is meant, or the one in which line `module_at`
    stands.  With assumptions in `settings` the
    answer says what they do to the whole module.  `search` bounds the search for repairs.

    Raises `NameProblem` for names that are unknown, ambiguous or of two kinds, `SyntaxProblem` for text that
    cannot be read and `RuleError` for faulty rules or assumptions.
    """
    settings = settings or Settings()
    program = settings.program()
    sources = _sources(program, settings.rules)
    found: list[tuple[Module, Explainer]] = []
    problems: list[NameProblem] = []
    shapes = ShapeTable()
    parts = list(split_modules(text))
    if module_at is not None:
        parts = [part for part in parts if part.first_line <= module_at][-1:]
    for part in parts:
        module = read_module(part.text, file=file, first_line=part.first_line, shapes=shapes)
        explainer = Explainer(derive(module, program), sources)
        try:
            explainer.find(a, b)
        except NameProblem as problem:
            problems.append(problem)
        else:
            found.append((module, explainer))
    if len(found) != 1:
        raise _which(a, b, [module for module, _ in found], problems)
    module, explainer = found[0]
    explanation = explainer.explain(a, b, search or Search())
    if not settings.assume and not settings.without:
        return explanation
    base = knowledge.load(settings.rules)
    before = Explainer(derive(module, base)).explain(a, b).verdict
    options = [f"--assume '{atom}'" for atom in settings.assume]
    options += [f"--without '{atom}'" for atom in settings.without]
    return replace(explanation, effects=effects(module, base, program, options, before))


def _which(a: str, b: str, modules: list[Module], problems: list[NameProblem]) -> NameProblem:
    """Why not exactly one module has both names."""
    if modules:
        places = [f"the module at line {module.first_line}" for module in modules]
        text = f"several modules of the file have `{a}` and `{b}`; say which with --module"
        return NameProblem(text, places)
    with_candidates = [problem for problem in problems if problem.candidates]
    return (with_candidates or problems or [NameProblem("there is no module")])[0]


def _sources(program: Program, rules: Path | None) -> Sources:
    """The lines of the files that assumptions stand in."""
    folder = rules or knowledge.shipped_rules()
    lines: dict[str, list[str]] = {}
    for name in {fact.span.file for fact in program.facts}:
        path = Path(name) if rules else folder / name.removeprefix("rules/")
        if path.is_file():
            lines[name] = path.read_text(encoding="utf-8").split("\n")
    return lines
