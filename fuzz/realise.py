"""From a plan to a module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from fuzz.copies import copied_initializer, mutate, pair
from fuzz.emitter import Callee, Emitter, variable_type
from fuzz.plans import Features, FunctionPlan, GlobalPlan, ModulePlan
from fuzz.program import Function, Global, Kind, Program, Val, walk
from fuzz.statements import write
from fuzz.tidy import tidied

OBSERVER = "look"
"""The public function that gives the contents of variables."""


def realise(plan: ModulePlan, features: Features) -> Program:
    """The module that the plan describes.  Every plan describes one."""
    fresh = count()
    variables = [_variable(i, p, features) for i, p in enumerate(plan.globals)]
    program = Program(tuple(variables), (), ())
    callees: list[Callee] = []
    externals: set[str] = set()
    for number, function_plan in enumerate(plan.functions):
        # A copy of nothing is an initializer of its own.
        sources = [f for f in program.functions if not f.name]
        if function_plan.role == "copy" and sources:
            program = _copy(program, number, function_plan, sources, fresh)
            continue
        emitter = Emitter(
            fresh,
            list(program.globals),
            callees,
            function_plan.role in ("initializer", "copy"),
            features.opaque,
            externals,
        )
        function = _function(number, function_plan, emitter)
        program = replace(program, functions=(*program.functions, function))
        if function.name:
            callees.append(Callee(function.name, tuple(p.type for p in function.params), function.results))
    for number, pair_plan in enumerate(plan.pairs):
        variable = program.globals[pair_plan.variable % len(program.globals)]
        program = pair(
            program,
            variable,
            f"p{number}",
            pair_plan.deviation,
            pair_plan.where,
            pair_plan.choice,
            pair_plan.loads,
            fresh,
        )
    program = _observe(program, plan.observed, fresh)
    program = replace(program, externals=tuple(sorted(externals)))
    return tidied(program) if plan.tidy else program


def _variable(number: int, plan: GlobalPlan, features: Features) -> Global:
    kind = variable_type(plan.type, features.opaque)
    if kind in ("i32", "i64", "index"):
        initial = str(plan.initial % 4) if plan.initial % 5 else ""
    elif kind == "i1":
        initial = ("false", "true")[plan.initial % 2]
    else:
        initial = ""
    public = features.all_public or plan.visibility in (7, 8, 9)
    return Global(f"g{number}", kind, public, plan.visibility not in (5, 6, 9), initial)


def _function(number: int, plan: FunctionPlan, emitter: Emitter) -> Function:
    if plan.role in ("initializer", "copy"):
        write(emitter, plan.body)
        emitter.terminate("util.return", ())
        return Function("", False, (), (), emitter.finish())
    recursive = plan.role == "recursive"
    params = tuple(emitter.val(variable_type(choice, emitter.opaque)) for choice in plan.params)
    if recursive:
        params = (emitter.val("i32"), *params)
    results = tuple(variable_type(choice, emitter.opaque) for choice in plan.results)
    emitter.visible += params
    write(emitter, plan.body)
    name = f"f{number}"
    if recursive:
        _call_again(emitter, Callee(name, tuple(p.type for p in params), results), params, plan.choice[0])
    emitter.terminate("util.return", tuple(emitter.pick(k, plan.choice[i]) for i, k in enumerate(results)))
    public = plan.role == "public" or (recursive and plan.choice[2] % 2 == 0)
    return Function(name, public, params, results, emitter.finish())


def _call_again(emitter: Emitter, callee: Callee, params: tuple[Val, ...], choice: int) -> None:
    """Appends a call of the function being written, at most three deep."""
    mask, one, none = (emitter.constant("i32", n) for n in (3, 1, 0))
    left = emitter.pure("arith.andi $0, $1 : i32", (params[0], mask), "i32")
    condition = emitter.pure("arith.cmpi sgt, $0, $1 : i32", (left, none), "i1")
    nested = emitter.open(())
    less = emitter.pure("arith.subi $0, $1 : i32", (left, one), "i32")
    operands = (less, *(emitter.pick(kind, choice) for kind in callee.params[1:]))
    holes = ", ".join(f"${i}" for i in range(len(operands)))
    template = f"util.call @$s({holes}) : ({', '.join(callee.params)}) -> ({', '.join(callee.results)})"
    if len(callee.results) == 1:
        template = f"util.call @$s({holes}) : ({', '.join(callee.params)}) -> {callee.results[0]}"
    emitter.emit(Kind.EFFECT, template, operands, callee.results, callee.name)
    emitter.structured("scf.if $0", (condition,), (), (emitter.close(nested, ()),))


def _copy(
    program: Program, number: int, plan: FunctionPlan, sources: list[Function], fresh: Iterator[int]
) -> Program:
    """The program with an initializer once more, on variables of its own, perhaps with one difference."""
    source = sources[plan.choice[0] % len(sources)]
    stored = {op.symbol for op in walk(source.body) if op.kind is Kind.STORE}
    again = [(g, replace(g, name=f"{g.name}c{number}")) for g in program.globals if g.name in stored]
    copied = copied_initializer(source, {g.name: twin.name for g, twin in again}, fresh)
    if plan.choice[1] % 3 == 2:
        first = copied.body[0]
        how = ("attribute", "swap", "drop")[plan.choice[2] % 3]
        ops = mutate(first.ops, how, plan.choice[2], 0, lambda kind, _: _missing(kind), lambda _: [])
        copied = replace(copied, body=(replace(first, ops=ops), *copied.body[1:]))
    return replace(
        program,
        globals=(*program.globals, *(twin for _, twin in again)),
        functions=(*program.functions, copied),
    )


def _missing(kind: str) -> Val:
    raise AssertionError(f"no mutation of an initializer asks for a value of type {kind}")


def _observe(program: Program, observed: tuple[bool, ...], fresh: Iterator[int]) -> Program:
    """The program with a public function that gives the contents of some variables; at least one public
    function there always is."""
    chosen = [g for i, g in enumerate(program.globals) if observed[i % len(observed)]]
    if not chosen and any(f.public for f in program.functions):
        return program
    emitter = Emitter(fresh, [], [], False, True, set())
    values = tuple(emitter.load(g) for g in chosen)
    emitter.terminate("util.return", values)
    look = Function(OBSERVER, True, (), tuple(g.type for g in chosen), emitter.finish())
    return replace(program, functions=(*program.functions, look))
