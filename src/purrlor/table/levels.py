"""Which bots a game has, and which one is taken."""

from __future__ import annotations

from purrlor.kit import levels

from .refusals import refused


def level_names(game: str) -> list[str]:
    return [level.name for level in levels(game)]


def middle_level(game: str) -> str:
    """The bot that plays for somebody who is away, if nobody chose another."""
    names = level_names(game)[1:]
    return names[len(names) // 2]


def checked_level(game: str, level: str) -> str:
    """A level that there is; empty: the one in the middle."""
    names = level_names(game)
    if level and level not in names:
        raise refused("no_level", names, level=level[:40], levels=", ".join(names))
    return level or middle_level(game)
