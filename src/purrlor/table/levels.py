"""Which bots a game has, and which one is taken."""

from __future__ import annotations

from purrlor.kit import kit, levels
from purrlor.kit.bots import UnknownLevel

from .refusals import refused


def level_names(game: str) -> list[str]:
    return [level.name for level in levels(game)]


def checked_level(game: str, level: str) -> str:
    """A level that there is; empty: the default opponent."""
    names = level_names(game)
    try:
        return kit(game).level(level).name if level else kit(game).default_level.name
    except UnknownLevel:
        raise refused("no_level", names, level=level[:40], levels=", ".join(names)) from None
