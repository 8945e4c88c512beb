"""The knowledge of a player: answers are stored per name on this machine, and weak sums come up more often in practice.

The scheduler (`memory.py`) is not imported here: tables read what is known also where its library is not installed.
"""

from .notebook import Damage, Kind, Notebook, PracticeAnswer, UnusableNotebook, Verdict
from .skill import AdditionSkill, Sign, skills

__all__ = [
    "AdditionSkill",
    "Damage",
    "Kind",
    "Notebook",
    "PracticeAnswer",
    "Sign",
    "UnusableNotebook",
    "Verdict",
    "skills",
]
