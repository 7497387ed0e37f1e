"""A program: checked rules, the facts that stand in rule text, and the order of evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import cast

from .check import Remark, check_atom, check_fact, check_rule, near, singletons
from .errors import RuleError
from .parse import ground_values, parse_atom, parse_file
from .strata import Component, components
from .syntax import (
    BASE_TYPES,
    Atom,
    Column,
    Constant,
    Constructor,
    Declaration,
    Expression,
    Fact,
    Number,
    ParsedFile,
    Rule,
    String,
    Subtype,
    Type,
    Variable,
    Wildcard,
    constant_text,
    variables,
)


@dataclass(frozen=True, slots=True)
class Program:
    """Rules and facts that have passed every check.  Immutable; made by `load_program`."""

    declarations: Mapping[str, Declaration]
    inputs: frozenset[str]
    """Predicates with an `.input` directive."""
    outputs: frozenset[str]
    """Predicates with an `.output` directive."""
    rules: tuple[Rule, ...]
    """In textual order; variables local to an aggregate are renamed apart."""
    types: tuple[Mapping[str, Type], ...]
    """For each rule the types of its variables; one that may have any type has no entry."""
    facts: tuple[Fact, ...]
    """The facts of the rule text and the assumptions, in order."""
    components: tuple[Component, ...]
    """Groups of mutually recursive predicates, those they depend on first."""
    warnings: tuple[Remark, ...]
    compiled: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    """What engines have made of the rules, by engine; shared by programs that differ in facts only."""

    def assume(self, text: str, origin: str = "<assumption>") -> Program:
        """The program with one more fact, such as `pure("x.y")`.

        Raises `RuleError` for text that is not one ground atom of a declared predicate.
        """
        atom = parse_atom(origin, text)
        check_atom(atom, self.declarations, text)
        fact = Fact(atom.predicate, ground_values(atom, text), atom.span)
        check_fact(fact, self.declarations, text)
        return replace(self, facts=(*self.facts, fact))

    def without(self, text: str, origin: str = "<assumption>") -> Program:
        """The program without the facts that an atom such as `pure("x.y")` or `pure(_)` describes.

        Only facts of rule text and assumptions can be taken away.  Raises `RuleError` if there is
        none, naming those that look alike.
        """
        atom = parse_atom(origin, text)
        check_atom(atom, self.declarations, text)
        for variable in [v for argument in atom.arguments for v in variables(argument)]:
            raise RuleError(
                f"`{variable.name}` is a variable", variable.span, text, help="write a value, or `_` for any"
            )
        kept = tuple([f for f in self.facts if not (f.predicate == atom.predicate and _matches(atom, f))])
        if len(kept) == len(self.facts):
            raise RuleError(
                f"no fact of the rule text is `{text.strip().removesuffix('.')}`",
                atom.span,
                text,
                help=self._alike(atom),
            )
        return replace(self, facts=kept)

    def __getstate__(self) -> tuple[object, ...]:
        # What engines have compiled stays at home.
        return tuple([{} if f.name == "compiled" else getattr(self, f.name) for f in fields(self)])

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for place, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, place.name, value)

    def required(self, wanted: Sequence[str]) -> tuple[Component, ...]:
        """The components that the wanted predicates depend on, in order."""
        from .check import body_atoms

        needed = set(wanted)
        result: list[Component] = []
        for component in reversed(self.components):
            if needed.isdisjoint(component.predicates):
                continue
            result.append(component)
            for number in component.rules:
                needed.update(atom.predicate for atom in body_atoms(self.rules[number].body))
        return tuple(reversed(result))

    def _alike(self, atom: Atom) -> str:
        """What to do about a fact that is not there."""
        texts = [str(fact) for fact in self.facts if fact.predicate == atom.predicate]
        if not texts:
            other = sorted({f.predicate for f in self.facts if _matches(atom, f)})
            if other:
                return f"there is `{other[0]}` of the same values"
            return f"the rule text holds no facts of `{atom.predicate}`"
        shown = ", ".join("_" if isinstance(e, Wildcard) else _text(e) for e in atom.arguments)
        similar = near(f"{atom.predicate}({shown})", texts)
        same = sorted(
            {f.predicate for f in self.facts if f.predicate != atom.predicate and _matches(atom, f)}
        )
        hints = [f"`{text}`" for text in similar] + [f"`{name}({shown})`" for name in same]
        return (
            f"there is {' and '.join(hints)}"
            if hints
            else f"there are {len(texts)} others of `{atom.predicate}`"
        )


def load_program(files: Sequence[tuple[str, str]]) -> Program:
    """Parses, merges and checks rule text, given as `(name for messages, text)`.

    Declarations may be repeated if they agree.  Raises `RuleError`, with the place of the first thing
    that is wrong.
    """
    return check_program([parse_file(name, text) for name, text in files], dict(files))


def check_program(files: Sequence[ParsedFile], sources: Mapping[str, str]) -> Program:
    """Merges and checks parsed files.  Raises `RuleError`."""
    subtypes = _subtypes(files, sources)
    declarations: dict[str, Declaration] = {}
    for file in files:
        for declaration in file.declarations:
            source = sources[file.name]
            _declare(_with_types(declaration, subtypes, source), declarations, source)
    inputs: set[str] = set()
    outputs: set[str] = set()
    for file in files:
        for directive in file.directives:
            if directive.name not in declarations:
                similar = near(directive.name, declarations)
                raise RuleError(
                    f"`{directive.name}` is not declared",
                    directive.span,
                    sources[file.name],
                    help=f"did you mean `{similar[0]}`?" if similar else "declare it with `.decl`",
                )
            (inputs if directive.kind == "input" else outputs).add(directive.name)
    rules: list[Rule] = []
    types: list[Mapping[str, Type]] = []
    facts: list[Fact] = []
    warnings: list[Remark] = []
    for file in files:
        source = sources[file.name]
        for fact in file.facts:
            check_fact(fact, declarations, source)
        facts.extend(file.facts)
        for rule in file.rules:
            checked, rule_types = check_rule(rule, declarations, source)
            rules.append(checked)
            types.append(rule_types)
            warnings.extend(singletons(checked))
    return Program(
        declarations,
        frozenset(inputs),
        frozenset(outputs),
        tuple(rules),
        tuple(types),
        tuple(facts),
        components(list(declarations), rules, sources),
        tuple(warnings),
    )


def _subtypes(files: Sequence[ParsedFile], sources: Mapping[str, str]) -> dict[str, Subtype]:
    """The subtypes by name.  They may be declared repeatedly if they agree."""
    found: dict[str, Subtype] = {}
    for file in files:
        for subtype in file.subtypes:
            source = sources[file.name]
            if subtype.base not in ("number", "symbol"):
                help = "write `<: number` or `<: symbol`"
                raise RuleError(f"`{subtype.base}` has no subtypes", subtype.base_span, source, help=help)
            if subtype.name in BASE_TYPES:
                raise RuleError(
                    f"`{subtype.name}` is a type already", subtype.span, source, help="choose a name"
                )
            first = found.setdefault(subtype.name, subtype)
            if first.base != subtype.base:
                raise RuleError(
                    f"`{subtype.name}` is declared twice, as a {first.base} and as a {subtype.base}",
                    subtype.span,
                    source,
                    help=f"the first declaration is at {first.span}",
                )
    return found


def _with_types(declaration: Declaration, subtypes: Mapping[str, Subtype], source: str) -> Declaration:
    """The declaration with what its subtypes are subtypes of."""
    columns: list[Column] = []
    for column in declaration.columns:
        subtype = subtypes.get(column.sort)
        if subtype is None and column.sort not in BASE_TYPES:
            known = ", ".join([*BASE_TYPES, *subtypes])
            raise RuleError(f"unknown type `{column.sort}`", column.span, source, help=f"types are {known}")
        base = column.type if subtype is None else cast(Type, subtype.base)
        columns.append(replace(column, type=base))
    return replace(declaration, columns=tuple(columns))


def _declare(declaration: Declaration, declarations: dict[str, Declaration], source: str) -> None:
    names: set[str] = set()
    for column in declaration.columns:
        if column.name in names:
            raise RuleError(
                f"two columns are called `{column.name}`", column.span, source, help="rename one of them"
            )
        names.add(column.name)
    first = declarations.setdefault(declaration.name, declaration)
    if first.types != declaration.types:
        raise RuleError(
            f"`{declaration.name}` is declared twice, with different columns",
            declaration.span,
            source,
            help=f"the first declaration is `{first}` at {first.span}",
        )


def _matches(atom: Atom, fact: Fact) -> bool:
    return len(atom.arguments) == len(fact.values) and all(
        _fits(argument, value) for argument, value in zip(atom.arguments, fact.values, strict=True)
    )


def _fits(pattern: Expression, value: Constant) -> bool:
    if isinstance(pattern, Wildcard):
        return True
    if isinstance(pattern, (Number, String)):
        return pattern.value == value
    if isinstance(pattern, Constructor):
        return (
            isinstance(value, tuple)
            and len(value) == len(pattern.items)
            and all(_fits(item, part) for item, part in zip(pattern.items, value, strict=True))
        )
    return False


def _text(expression: Expression) -> str:
    if isinstance(expression, (Number, String)):
        return constant_text(expression.value)
    if isinstance(expression, Constructor):
        return f"[{', '.join(map(_text, expression.items))}]"
    return expression.name if isinstance(expression, Variable) else "_"
