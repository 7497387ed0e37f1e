"""From derived facts to a smaller module of the same meaning."""

from datalog_ir.rewrite.edits import Applied, plan
from datalog_ir.rewrite.fixpoint import FixedPoint, rewrite
from datalog_ir.rewrite.savings import Saving, saving

__all__ = ["Applied", "FixedPoint", "Saving", "plan", "rewrite", "saving"]
