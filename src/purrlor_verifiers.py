"""The taskset's name for `verifiers`, which imports tasksets from top-level modules only."""

from purrlor.lab.verifiers import MatchEnv, MatchTaskset

__all__ = ["MatchEnv", "MatchTaskset"]
