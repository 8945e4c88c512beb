"""The daily match of a game: one person on the first seat, the same dice and deals for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from purrlor.core import Match, Seat

PLAYER = Seat(0)
"""Where the person sits."""


def as_scored(match: Match[Any, Any, Any]) -> int:
    return match.scores[PLAYER]


def no_options(_: Random) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class DailyMatch:
    """How a game is played once a day, with the same dice and deals for everybody."""

    par: str
    """The level that plays the first seat on the same fate, for comparison: the strongest one."""
    bots: tuple[str, ...] = ()
    """The levels on the other seats, the same every day."""
    options: Callable[[Random], Mapping[str, str]] = no_options
    """The options of a day, drawn from a source that follows from the secret of the day."""
    points: Callable[[Match[Any, Any, Any]], int] = as_scored
    """What a finished match counts: more is better."""
    timed: bool = False
    """Whether the shorter of two matches of equal points is the better one."""
