"""What a player knows: answers are kept per name on this machine, and weak sums come up more often in practice.

The scheduler (`memory.py`) is not imported here: tables read what is known also where its library is not installed.
"""

from .answers import Answer, Kind, Verdict
from .notebook import Damage, Notebook, UnusableNotebook
from .skill import Sign, Skill, skills

__all__ = ["Answer", "Damage", "Kind", "Notebook", "Sign", "Skill", "UnusableNotebook", "Verdict", "skills"]
