"""What a game may bring besides its rules, as protocols with working defaults, and the registry of installed games."""

from .bot import Bot, Choice
from .kit import GameKit
from .levels import Level
from .registry import NoGames, games, guide_text, is_installed, kit, kits, level, levels, rules_text
from .uniform import Uniform

__all__ = [
    "Bot",
    "Choice",
    "GameKit",
    "Level",
    "NoGames",
    "Uniform",
    "games",
    "guide_text",
    "is_installed",
    "kit",
    "kits",
    "level",
    "levels",
    "rules_text",
]
