"""The semi-naive engine: every rule becomes a Python function, every recursion a worklist."""
