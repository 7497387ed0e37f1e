"""Verifies proofs, independently of how they were found.

Shares no code with the engines or with the search: it reads the syntax tree of the rules, the given facts,
and for negated premises and aggregates the relations of the model.  It is written to be short and plain,
not fast.

A proof is accepted if each conclusion is in it; each given fact is a fact of the module; each assumption is
a fact of the rule text; each step is an instance of its rule, that is: the head under the binding is the
fact, every positive premise under the binding is the row named and is itself in the proof, no row of the
model agrees with a negated premise, every comparison holds and every aggregate has the value computed
anew; and no fact rests on itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from datalog_ir.datalog import Model, Row, Value
from datalog_ir.datalog.syntax import (
    Aggregate,
    Arithmetic,
    Atom,
    BodyLiteral,
    Comparison,
    Constructor,
    Expression,
    Negation,
    Number,
    Rule,
    String,
    Variable,
    Wildcard,
)
from datalog_ir.explain.proof import Assumed, Fact, Given, Proof, Step

Binding = Mapping[str, Value]


class ProofError(Exception):
    """A proof that does not hold; the message says where and why."""


def check_proof(proof: Proof, model: Model, facts: Mapping[str, Sequence[Row]]) -> None:
    """Raises `ProofError` if the proof is none.

    `facts` are those the model was derived from; `model` is asked for what is absent and for the groups of
    aggregates only.
    """
    Checker(model, facts).check(proof)


def _show(fact: Fact) -> str:
    return f"{fact[0]}({', '.join(map(str, fact[1]))})"


class Checker:
    """Checks proofs from one model, one after the other."""

    def __init__(self, model: Model, facts: Mapping[str, Sequence[Row]]) -> None:
        self._proof = Proof((), {}, 0)
        self._model = model
        self._facts = {name: frozenset(rows) for name, rows in facts.items()}
        self._groups: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def check(self, proof: Proof) -> None:
        """Raises `ProofError` if the proof is none."""
        self._proof = proof
        for conclusion in proof.conclusions:
            if conclusion not in proof.justifications:
                raise ProofError(f"the conclusion {_show(conclusion)} is not in the proof")
        for fact, justification in proof.justifications.items():
            if isinstance(justification, Given):
                self._given(fact)
            elif isinstance(justification, Assumed):
                self._assumed(fact, justification)
            else:
                self._step(fact, justification)
        _well_founded(proof, self._model)

    def _given(self, fact: Fact) -> None:
        if fact[1] not in self._facts.get(fact[0], frozenset()):
            raise ProofError(f"{_show(fact)} is not a fact of the module")

    def _assumed(self, fact: Fact, justification: Assumed) -> None:
        facts = self._model.program.facts
        if not 0 <= justification.number < len(facts):
            raise ProofError(f"{_show(fact)}: there is no such assumption")
        text = facts[justification.number]
        same = text.predicate == fact[0] and len(text.values) == len(fact[1])
        if not same or not all(_same(a, b) for a, b in zip(text.values, fact[1], strict=True)):
            raise ProofError(f"{_show(fact)} is not what is assumed")

    def _step(self, fact: Fact, step: Step) -> None:
        rules = self._model.program.rules
        if not 0 <= step.rule < len(rules):
            raise ProofError(f"{_show(fact)}: there is no such rule")
        rule = rules[step.rule]
        place = f"{_show(fact)} by {rule.id}"
        if rule.head.predicate != fact[0] or len(rule.head.arguments) != len(fact[1]):
            raise ProofError(f"{place}: the rule derives something else")
        for argument, value in zip(rule.head.arguments, fact[1], strict=True):
            if not self._is(argument, value, step.binding):
                raise ProofError(f"{place}: the head is another one")
        if len(step.rows) != len(rule.body):
            raise ProofError(f"{place}: premises are missing")
        for literal, row in zip(rule.body, step.rows, strict=True):
            self._premise(literal, row, step.binding, place, rule)

    def _premise(
        self, literal: BodyLiteral, row: Row | None, binding: Binding, place: str, rule: Rule
    ) -> None:
        if isinstance(literal, Atom):
            if row is None or len(row) != len(literal.arguments):
                raise ProofError(f"{place}: no row for `{literal.predicate}`")
            if not all(self._is(a, v, binding) for a, v in zip(literal.arguments, row, strict=True)):
                raise ProofError(f"{place}: {_show((literal.predicate, row))} does not fit the rule")
            if (literal.predicate, row) not in self._proof.justifications:
                raise ProofError(f"{place}: {_show((literal.predicate, row))} is not proved")
        elif isinstance(literal, Negation):
            if next(self._rows(literal.atom, binding), None) is not None:
                raise ProofError(f"{place}: `{literal.atom.predicate}` holds, but must not")
        elif isinstance(literal, Comparison):
            if not self._compares(literal, binding):
                raise ProofError(f"{place}: a comparison does not hold")
        else:
            outer = _variables_outside(rule, literal)
            known = {name: value for name, value in binding.items() if name in outer}
            value = self._fold(literal, known)
            if value is None or not self._is(literal.result, value, binding):
                raise ProofError(f"{place}: the aggregate has another value")

    # ---- Expressions ----

    def _is(self, expression: Expression, value: Value, binding: Binding) -> bool:
        """Is this the value of the expression?"""
        if isinstance(expression, Wildcard):
            return True
        if isinstance(expression, Constructor):
            return (
                isinstance(value, tuple)
                and len(value) == len(expression.items)
                and all(self._is(e, v, binding) for e, v in zip(expression.items, value, strict=True))
            )
        own = self._value(expression, binding)
        return own is not None and own == value

    def _value(self, expression: Expression, binding: Binding) -> Value | None:
        if isinstance(expression, Variable):
            return binding.get(expression.name)
        if isinstance(expression, (Number, String)):
            return expression.value
        if isinstance(expression, Constructor):
            parts = [self._value(item, binding) for item in expression.items]
            known = tuple([part for part in parts if part is not None])
            return self._model.terms.make(known) if len(known) == len(parts) else None
        if isinstance(expression, Arithmetic):
            left, right = self._value(expression.left, binding), self._value(expression.right, binding)
            if isinstance(left, int) and isinstance(right, int):
                return _calculate(expression.operator, left, right)
        return None

    def _compares(self, comparison: Comparison, binding: Binding) -> bool:
        left = self._value(comparison.left, binding)
        right = self._value(comparison.right, binding)
        if comparison.operator == "=":
            if left is not None:
                return self._is(comparison.right, left, binding)
            return right is not None and self._is(comparison.left, right, binding)
        if left is None or right is None:
            return False
        if comparison.operator == "!=":
            return left != right
        a, b = self._model.terms.order(left), self._model.terms.order(right)
        if type(a) is not type(b):
            return False
        less, equal = a < b, a == b  # type: ignore[operator]
        return {"<": less, "<=": less or equal, ">": not (less or equal), ">=": not less}[comparison.operator]

    # ---- Absence and aggregates ----

    def _rows(self, atom: Atom, binding: Binding) -> Iterator[Row]:
        """The rows of the model that an atom may stand for."""
        relation = self._model.derivations.get(atom.predicate, {})
        known = [
            (column, value)
            for column, argument in enumerate(atom.arguments)
            if not isinstance(argument, Constructor)
            for value in [self._value(argument, binding)]
            if value is not None
        ]
        columns = tuple([column for column, _ in known])
        groups = self._groups.get((atom.predicate, columns))
        if groups is None:
            groups = self._groups[atom.predicate, columns] = {}
            for row in relation:
                groups.setdefault(tuple([row[column] for column in columns]), []).append(row)
        for row in groups.get(tuple([value for _, value in known]), ()):
            if _extend(atom.arguments, row, binding, self) is not None:
                yield row

    def _fold(self, aggregate: Aggregate, binding: Binding) -> Value | None:
        values: list[Value] = []
        count = 0
        for way in self._satisfy(list(aggregate.body), dict(binding)):
            count += 1
            value = None if aggregate.target is None else self._value(aggregate.target, way)
            if value is not None:
                values.append(value)
        if aggregate.kind == "count":
            return count
        if not values:
            return None
        ordered = sorted(values, key=self._model.terms.order)
        return ordered[0] if aggregate.kind == "min" else ordered[-1]

    def _satisfy(self, literals: list[BodyLiteral], binding: Binding) -> Iterator[Binding]:
        """All ways to satisfy a conjunction, positive atoms first."""
        atoms = [literal for literal in literals if isinstance(literal, Atom)]
        tests = [literal for literal in literals if not isinstance(literal, Atom)]
        ways = [binding]
        for atom in atoms:
            ways = [
                extended
                for way in ways
                for row in self._rows(atom, way)
                for extended in [_extend(atom.arguments, row, way, self)]
                if extended is not None
            ]
        for way in ways:
            if all(
                self._compares(test, way)
                if isinstance(test, Comparison)
                else isinstance(test, Negation) and next(self._rows(test.atom, way), None) is None
                for test in tests
            ):
                yield way


def _extend(arguments: Sequence[Expression], row: Row, binding: Binding, checker: Checker) -> Binding | None:
    """The binding under which the arguments are this row; `None` if there is none."""
    extended = dict(binding)
    todo: list[tuple[Expression, Value]] = list(zip(arguments, row, strict=True))
    for expression, value in todo:
        if isinstance(expression, Variable):
            if extended.setdefault(expression.name, value) != value:
                return None
        elif isinstance(expression, Constructor):
            if not isinstance(value, tuple) or len(value) != len(expression.items):
                return None
            todo.extend(zip(expression.items, value, strict=True))
        elif not checker._is(expression, value, extended):
            return None
    return extended


def _variables_outside(rule: Rule, aggregate: Aggregate) -> set[str]:
    """Variables that an aggregate shares with the rest of its rule."""
    expressions: list[Expression] = list(rule.head.arguments)
    for literal in rule.body:
        if literal is aggregate:
            continue
        if isinstance(literal, Atom):
            expressions.extend(literal.arguments)
        elif isinstance(literal, Negation):
            expressions.extend(literal.atom.arguments)
        elif isinstance(literal, Comparison):
            expressions.extend((literal.left, literal.right))
        else:
            expressions.append(literal.result)
    names: set[str] = set()
    while expressions:
        expression = expressions.pop()
        if isinstance(expression, Variable):
            names.add(expression.name)
        elif isinstance(expression, Constructor):
            expressions.extend(expression.items)
        elif isinstance(expression, Arithmetic):
            expressions.extend((expression.left, expression.right))
    return names


def _calculate(operator: str, left: int, right: int) -> int | None:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if right == 0:
        return None
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if operator == "/" else left - quotient * right


def _same(a: object, b: object) -> bool:
    """Are a constant of rule text and a value the same?"""
    todo = [(a, b)]
    while todo:
        left, right = todo.pop()
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            todo.extend(zip(left, right, strict=True))
        elif type(left) is not type(right) or left != right:
            return False
    return True


def _well_founded(proof: Proof, model: Model) -> None:
    """Takes away facts whose premises are all gone, until nothing is left."""
    rules = model.program.rules
    users: dict[Fact, list[Fact]] = {}
    missing: dict[Fact, int] = {}
    ready: list[Fact] = []
    for fact, justification in proof.justifications.items():
        premises: set[Fact] = set()
        if isinstance(justification, Step):
            for literal, row in zip(rules[justification.rule].body, justification.rows, strict=True):
                if isinstance(literal, Atom) and row is not None:
                    premises.add((literal.predicate, row))
        missing[fact] = len(premises)
        for premise in premises:
            users.setdefault(premise, []).append(fact)
        if not premises:
            ready.append(fact)
    left = len(missing)
    while ready:
        fact = ready.pop()
        left -= 1
        for user in users.get(fact, ()):
            missing[user] -= 1
            if missing[user] == 0:
                ready.append(user)
    if left:
        stuck = next(fact for fact, count in missing.items() if count)
        raise ProofError(f"{_show(stuck)} rests on itself")
