"""Which bots a game has, and which one is taken."""

from __future__ import annotations

from purrlor.compiled import EXTRA
from purrlor.kit import kit, levels
from purrlor.kit.levels import UnknownLevel

from .refusals import refused


def level_names(game: str) -> list[str]:
    return [level.name for level in levels(game)]


def checked_level(game: str, level: str) -> str:
    """A level that there is; empty: the default opponent."""
    names = level_names(game)
    if level not in names and level in {each.name for each in kit(game).all_levels}:
        raise refused("level_needs_extra", names, level=level, extra=EXTRA, levels=", ".join(names))
    try:
        return kit(game).level(level).name if level else kit(game).default_level.name
    except UnknownLevel:
        raise refused("no_level", names, level=level[:40], levels=", ".join(names)) from None
