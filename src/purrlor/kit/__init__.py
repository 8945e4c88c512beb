"""Players that are not people."""

from .bot import Bot, Choice
from .levels import Level, level, levels
from .uniform import Uniform

__all__ = ["Bot", "Choice", "Level", "Uniform", "level", "levels"]
