"""What a player knows: answers are kept per name on this machine, and weak sums come up more often in practice."""

from .answers import Answer, Kind, Verdict
from .memory import Memory
from .notebook import Damage, Notebook, UnusableNotebook
from .skill import Sign, Skill, skills

__all__ = ["Answer", "Damage", "Kind", "Memory", "Notebook", "Sign", "Skill", "UnusableNotebook", "Verdict", "skills"]
