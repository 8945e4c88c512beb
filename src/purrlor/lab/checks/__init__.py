"""What every environment must hold, stricter than the suites of PettingZoo, Gymnasium and OpenSpiel.

    from purrlor.lab import checks

    checks.check(MyGame(seats=3))

A game is found by its kit, also that of another package; an encoding, a disguise or an environment of one's own can be
given instead. What fails raises `CheckFailed`: the check, what happened, and the actions that lead there.
"""

from .suite import CHECKS, Check, check
from .trial import CheckFailed, CheckTrial, subject_of

__all__ = ["CHECKS", "Check", "CheckFailed", "CheckTrial", "check", "subject_of"]
