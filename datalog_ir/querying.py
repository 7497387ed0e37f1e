"""Ad-hoc questions about a module, in Datalog, answered in the module's own terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from datalog_ir import datalog
from datalog_ir.api import Settings, read
from datalog_ir.derive import Derivation, derive
from datalog_ir.explain.names import NAMING_RELATIONS, NameProblem, Names, names_of
from datalog_ir.places import line_of_value

_LINE = re.compile(r"L([0-9]+)")


@dataclass(frozen=True, slots=True)
class Answer:
    """All answers for one module."""

    file: str
    first_line: int
    """Where the module begins in the file."""
    variables: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """For each answer the values of the variables: `%4 (line 12)` for values, `util.return (line 9)` for ops.
    A query without variables has one empty row if it holds."""

    def __str__(self) -> str:
        if not self.variables:
            return "yes" if self.rows else "no"
        return "\n".join(
            ", ".join(f"{name} = {value}" for name, value in zip(self.variables, row, strict=True))
            for row in self.rows
        )

    def as_json(self) -> dict[str, object]:
        """The answers as a JSON object."""
        rows = [dict(zip(self.variables, row, strict=True)) for row in self.rows]
        return {"file": self.file, "first_line": self.first_line, "holds": bool(self.rows), "answers": rows}


def query(
    text: str,
    question: str,
    settings: Settings | None = None,
    *,
    file: str = "<string>",
    timeout: float | None = 30.0,
) -> Iterator[Answer]:
    """Answers `question`, a conjunction such as `equivalent(X, "%4"), !pure(X)`, for each module of `text`.

    The facts and all that the rules derive from them are there to be asked for.  Values are written as
    `explain/names.py` says, ops as `L12`.  pyDatalog answers, for at most `timeout` seconds.

    Raises `SyntaxProblem`, `RuleError` (also for a faulty question) and `EvaluationLimit`.
    """
    settings = settings or Settings()
    program = settings.program()
    # Only what is asked for: the relations that nothing else builds on may be large (`equivalent`).
    wanted = [*datalog.query_needs(program, question), *NAMING_RELATIONS]
    for module in read(text, file=file):
        derivation = derive(module, program, engine=settings.engine, wanted=wanted)
        names = names_of(derivation)
        number = {value.id: place for place, value in enumerate(derivation.values)}

        def resolve(sort: str, written: str, names: Names = names, number: dict[int, int] = number) -> int:
            try:
                if sort == "value":
                    return number[names.value(written).id]
                if sort == "op" and (line := _LINE.fullmatch(written)):
                    return names.op_on_line(int(line[1])).id
            except NameProblem as problem:
                raise ValueError(str(problem)) from None
            raise ValueError(f"this column holds numbers of the sort `{sort}`; write a number or a variable")

        found = datalog.query(derivation.model, None, question, timeout, resolve)
        rows = sorted({tuple(_shown(derivation, found.sorts, row)) for row in found.rows})
        yield Answer(module.file, module.first_line, found.variables, tuple(rows))


def _shown(derivation: Derivation, sorts: tuple[str, ...], row: datalog.Row) -> Iterator[str]:
    module = derivation.module
    for sort, item in zip(sorts, row, strict=True):
        if sort == "value" and isinstance(item, int):
            value = derivation.values[item]
            yield f"{value.name} (line {line_of_value(module, value)})"
        elif sort == "op" and isinstance(item, int):
            op = module.ops[item]
            yield f"{op.name} (line {module.position(op.start)[0]})"
        elif isinstance(item, str):
            yield item
        else:
            yield derivation.model.render(item)
