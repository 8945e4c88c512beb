"""Optional parts of a game besides its rules, as protocols with working defaults, and the registry of games."""

from .bots import Bot, Choice, Level, Uniform
from .game_kit import GameKit
from .lazy import lazy, lazy_call
from .registry import NoGames, games, guide_text, is_installed, kit, kits, level, levels, rules_text

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
    "lazy",
    "lazy_call",
    "level",
    "levels",
    "rules_text",
]
