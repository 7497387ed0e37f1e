"""What the commands do, as functions from text to results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from datalog_ir import knowledge
from datalog_ir.datalog import Program
from datalog_ir.derive import Derivation, derive
from datalog_ir.facts import Facts, extract, positions
from datalog_ir.findings import FINDING_RELATIONS, Finding, findings
from datalog_ir.ir import Module
from datalog_ir.rewrite import Applied, FixedPoint, Saving, rewrite, saving
from datalog_ir.syntax import ShapeTable, read_module, split_modules


@dataclass(frozen=True, slots=True)
class Settings:
    """What the rules are and how they are evaluated."""

    rules: Path | None = None
    """Folder with the rule files; the shipped ones by default."""
    assume: tuple[str, ...] = ()
    """Atoms to add to the facts of the rules, such as `pure("x.y")`."""
    without: tuple[str, ...] = ()
    """Atoms to take out of the facts of the rules."""
    engine: str = "seminaive"
    """`seminaive`, `pydatalog`, or `both`: evaluate with each and fail if they differ."""

    def program(self) -> Program:
        """The rules with the assumptions applied; raises `RuleError` where they are faulty."""
        return knowledge.load(self.rules, assume=self.assume, without=self.without)


@dataclass(frozen=True, slots=True)
class ModuleResult:
    """What became of one module."""

    module: Module
    """The module as it was read."""
    fixed_point: FixedPoint
    """How it was rewritten."""

    @property
    def text(self) -> str:
        """The rewritten module."""
        return self.fixed_point.text

    @property
    def rounds(self) -> tuple[Applied, ...]:
        """What each round changed."""
        return self.fixed_point.rounds

    @property
    def reached(self) -> bool:
        """False if facts were still appearing when `max_rounds` was reached."""
        return self.fixed_point.reached

    @property
    def saving(self) -> Saving:
        """What is no longer there."""
        return saving(self.fixed_point)

    @property
    def findings(self) -> list[Finding]:
        """What was found redundant in the module as it was read."""
        return findings(self.fixed_point.first)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a text of one or several modules."""

    text: str
    modules: tuple[ModuleResult, ...] = field(default=())

    @property
    def changed(self) -> bool:
        """Some module is not as it was."""
        return any(module.rounds for module in self.modules)

    @property
    def reached(self) -> bool:
        """Every module is at its fixed point."""
        return all(module.reached for module in self.modules)


def read(text: str, *, file: str = "<string>", shapes: ShapeTable | None = None) -> Iterator[Module]:
    """The modules of `text`, which `// -----` lines separate.

    Raises `SyntaxProblem` with the place of what cannot be read.
    """
    shapes = shapes or ShapeTable()
    for part in split_modules(text):
        yield read_module(part.text, file=file, first_line=part.first_line, shapes=shapes)


def optimize(
    text: str, settings: Settings | None = None, *, file: str = "<string>", max_rounds: int | None = None
) -> Result:
    """Rewrites each module of `text` to its fixed point, or for at most `max_rounds` rounds.

    Raises `SyntaxProblem` for text that cannot be read and `RuleError` for faulty rules or assumptions.
    """
    settings = settings or Settings()
    program = settings.program()
    shapes = ShapeTable()
    pieces: list[str] = []
    results: list[ModuleResult] = []
    at = 0
    for part in split_modules(text):
        module = read_module(part.text, file=file, first_line=part.first_line, shapes=shapes)
        fixed = rewrite(
            module,
            program,
            engine=settings.engine,
            shapes=shapes,
            max_rounds=max_rounds,
            wanted=FINDING_RELATIONS,
        )
        pieces += [text[at : part.offset], fixed.text]
        at = part.offset + len(part.text)
        results.append(ModuleResult(module, fixed))
    pieces.append(text[at:])
    return Result("".join(pieces), tuple(results))


def check(text: str, settings: Settings | None = None, *, file: str = "<string>") -> list[Finding]:
    """What is redundant in the modules of `text`, in the order of the text."""
    settings = settings or Settings()
    program = settings.program()
    found: list[Finding] = []
    for module in read(text, file=file):
        found += findings(derive(module, program, engine=settings.engine, wanted=FINDING_RELATIONS))
    return found


def facts_of(text: str, *, file: str = "<string>") -> list[Facts]:
    """The facts of each module of `text`."""
    found = []
    for module in read(text, file=file):
        facts = extract(module)
        positions(module, facts)
        found.append(facts)
    return found


def derivations(
    text: str, settings: Settings | None = None, *, file: str = "<string>"
) -> Iterator[Derivation]:
    """Everything the rules derive for each module of `text`."""
    settings = settings or Settings()
    program = settings.program()
    for module in read(text, file=file):
        yield derive(module, program, engine=settings.engine)
