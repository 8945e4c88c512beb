"""The daily match of a game: one person on the first seat, the same dice and deals for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from purrlor.core import Match, Seat

PLAYER = Seat(0)
"""The person's seat."""


def as_scored(match: Match[Any, Any, Any]) -> int:
    return match.scores[PLAYER]


def no_options(_: Random) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class DailyMatch:
    """The settings of a game's daily match, with the same dice and deals for everybody."""

    par: str
    """The level that plays the first seat with the same dice and deals, for comparison: the strongest one."""
    bots: tuple[str, ...] = ()
    """The levels on the other seats, the same every day."""
    options: Callable[[Random], Mapping[str, str]] = no_options
    """Draws the options of a day from a random source that follows from the day's secret."""
    points: Callable[[Match[Any, Any, Any]], int] = as_scored
    """Returns the points of a finished match: more is better."""
    timed: bool = False
    """Whether the shorter of two matches with equal points is the better one."""
