"""The three kinds of generated functions: a rule, a recursion, an aggregate."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..syntax import Rule, Type
from . import pyast as py
from .codegen import Environment, Generated, Writer
from .plan import Grouping, Join, Plan


@dataclass(frozen=True, slots=True)
class DeltaRule:
    """A rule of a recursion, planned from one of its recursive atoms."""

    number: int
    rule: Rule
    plan: Plan
    types: Mapping[str, Type]

    @property
    def delta(self) -> Join:
        """The join over what is new."""
        first = self.plan[0]
        assert isinstance(first, Join) and first.delta
        return first


def rule_function(
    number: int, rule: Rule, plan: Plan, types: Mapping[str, Type], arities: Mapping[str, int]
) -> Generated:
    """Adds everything that a rule derives to the head's relation, once.

    A row that was there gets the new derivation: outside a recursion each is as good as the other.
    """
    writer = Writer(arities)
    head = py.name(writer.resource("relation", rule.head.predicate))
    env: Environment = {}
    writer.steps(plan, env, types, number)
    row = writer.row(rule, env)
    writer.cursor.add(py.store(head, row, writer.constant(number)))
    if sum(isinstance(step, Join) for step in plan) > 1 and writer.cursor.outermost is not None:
        # Looked at once a row of the outermost loop: products may grow without bound.
        size = py.call(py.name("len"), head)
        predicate = writer.constant(rule.head.predicate)
        again = py.assign("limit", py.call(py.name("check"), predicate, size))
        watch = py.if_(py.compare(size, ast.Gt(), py.name("limit")), [again])
        writer.cursor.outermost.insert(0, watch)
        writer.body.insert(0, py.assign("limit", py.call(py.name("check"), predicate, size)))
    return writer.finish()


def grouping_function(
    number: int, grouping: Grouping, types: Mapping[str, Type], arities: Mapping[str, int]
) -> Generated:
    """Fills the groups of an aggregate, in one pass over its body."""
    writer = Writer(arities)
    out = py.name(writer.resource("out", "", (grouping.aggregate,), number))
    get = py.name(writer.resource("fold", "", (grouping.aggregate,), number))
    env: Environment = {}
    writer.steps(grouping.plan, env, types, number)
    keys = [env[variable.name] for variable in grouping.key]
    key = keys[0] if len(keys) == 1 else py.tuple_of(keys)
    if grouping.target is None:
        total = py.binary(py.call(get, key, py.number(0)), ast.Add(), py.number(1))
        writer.cursor.add(py.store(out, key, total))
        return writer.finish()
    value, held = writer.fresh(), writer.fresh()
    writer.cursor.add(py.assign(value, writer.value(grouping.target, env)))
    writer.cursor.add(py.assign(held, py.call(get, key)))
    better = writer.better(grouping.kind, grouping.target, value, held, types)
    writer.cursor.add(py.if_(better, [py.store(out, key, py.name(value))]))
    return writer.finish()


def recursion_function(
    rules: Sequence[DeltaRule], predicates: Sequence[str], arities: Mapping[str, int], stride: int
) -> Generated:
    """Works off the queues of a component until no new facts appear.

    A row is put into its relation when it is derived, and into the indexes when it is taken from its
    queue.  So every pair of rows meets once, when the later one is taken, and there are no rounds to pay
    for: a chain of 100,000 steps is one loop over a list that grows.  A derivation is a running number
    times `stride` plus the number of the rule; the rows it rests on have smaller running numbers.
    """
    writer = Writer(arities, predicates)
    writer.shared = ("n", "limit")
    bodies: dict[str, list[ast.stmt]] = {}
    for predicate in predicates:
        body: list[ast.stmt] = []
        columns = [f"c{column}" for column in range(arities[predicate])]
        for delta in rules:
            if delta.delta.predicate != predicate:
                continue
            writer.cursor = py.Cursor(body)
            writer.cursor.loops = 1
            env: Environment = {}
            writer.match_row(delta.delta, columns, env, delta.types)
            writer.steps(delta.plan, env, delta.types, delta.number)
            _derive(writer, delta, env, stride)
        bodies[predicate] = body
    # Only now is it known which indexes the rules look into.
    loops: list[ast.stmt] = []
    for predicate in predicates:
        arity = arities[predicate]
        columns = [f"c{column}" for column in range(arity)]
        upkeep = _upkeep(writer, predicate, arity)
        queue = py.name(writer.resource("queue", predicate))
        if any(whole for _, whole in upkeep):
            start: list[ast.stmt] = [py.unpack(columns, py.name("row"))]
            place = py.target("row")
        else:
            start, place = [], py.targets(columns)
        body = start + [statement for statement, _ in upkeep] + bodies[predicate]
        if body:  # no rule that can fire looks at some predicates
            loops.append(py.for_(place, queue, body))
        loops.append(py.expression(py.call(py.attribute(queue, "clear"))))
    queues = [py.name(writer.resource("queue", predicate)) for predicate in predicates]
    first = writer.constant(predicates[0])
    writer.body += [
        py.assign("n", py.number(0)),
        py.assign("limit", _limit(first, py.number(0), stride)),
        py.while_(py.either(*queues) if len(queues) > 1 else queues[0], loops),
    ]
    return writer.finish()


def _derive(writer: Writer, delta: DeltaRule, env: Environment, stride: int) -> None:
    predicate = delta.rule.head.predicate
    relation = py.name(writer.resource("relation", predicate))
    writer.cursor.add(py.assign("new", writer.row(delta.rule, env)))
    writer.cursor.guard(py.compare(py.name("new"), ast.NotIn(), relation))
    writer.cursor.add(py.add("n", py.number(stride)))
    derivation = py.binary(py.name("n"), ast.Add(), writer.constant(delta.number))
    writer.cursor.add(py.store(relation, py.name("new"), derivation))
    writer.cursor.add(py.expression(py.call(py.name(writer.resource("append", predicate)), py.name("new"))))
    count = py.binary(py.name("n"), ast.FloorDiv(), py.number(stride))
    again = py.assign("limit", _limit(writer.constant(predicate), count, stride))
    writer.cursor.add(py.if_(py.compare(py.name("n"), ast.Gt(), py.name("limit")), [again]))


def _limit(predicate: ast.expr, count: ast.expr, stride: int) -> ast.expr:
    return py.binary(py.call(py.name("check"), predicate, count), ast.Mult(), py.number(stride))


def _upkeep(writer: Writer, predicate: str, arity: int) -> list[tuple[ast.stmt, bool]]:
    """Puts a row into the indexes that are used; with each whether it needs the row as a tuple."""
    used: list[tuple[int, ...]] = []
    for resource in writer.resources:
        if resource.predicate != predicate or resource.kind not in ("get", "has", "rows"):
            continue
        whole = resource.kind == "has" and len(resource.columns) == arity
        if not whole and resource.columns not in used:
            used.append(resource.columns)
    result: list[tuple[ast.stmt, bool]] = []
    for columns in used:
        index = py.name(writer.resource("index", predicate, columns))
        rest = [column for column in range(arity) if column not in columns]
        single = bool(columns) and len(rest) == 1
        value = py.name(f"c{rest[0]}") if single else py.name("row")
        keys = [py.name(f"c{column}") for column in columns]
        if columns:
            index = py.item(index, keys[0] if len(keys) == 1 else py.tuple_of(keys))
        append = py.call(py.attribute(index, "append"), value)
        result.append((py.expression(append), not single))
    return result
