"""Checks for every environment, stricter than the suites of PettingZoo, Gymnasium and OpenSpiel.

    from purrlor.lab import checks

    checks.check(MyGame(seats=3))

A game is found by its kit, also in another package; you can pass your own encoding, disguise or environment instead.
A failure raises `CheckFailed`: the check, what happened, and the actions that lead there.
"""

from .suite import CHECKS, Check, check
from .trial import CheckFailed, CheckTrial, subject_of

__all__ = ["CHECKS", "Check", "CheckFailed", "CheckTrial", "check", "subject_of"]
