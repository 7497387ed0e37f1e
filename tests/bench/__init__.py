"""Benchmarks: `python -m tests.bench --help`, run from the top of the checkout.  README.md tells the rest."""
