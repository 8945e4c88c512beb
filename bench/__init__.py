"""Benchmarks, run by `make bench`. Compare only figures of the same run."""
