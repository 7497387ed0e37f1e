"""The in-memory form of a module; imports nothing else of this project."""

from datalog_ir.ir.model import Block, Module, Op, Region, Shape, Successor, Value

__all__ = ["Block", "Module", "Op", "Region", "Shape", "Successor", "Value"]
