"""An even opponent: after each match it moves to the pace of the person who played against it.

The pace is a place on the ladder of reflexes, 0 for the six-year-old and 4 for the champion, and stands in the name of
the level: `playmate@1.5`. Who won says little about how far apart two players are; how many fights each has won says
it after one match: in simulated matches of two and three players a ratio r of fights means a distance of about
0.65 ln r rungs (docs/bots/addi-cats.md). The next pace goes most of that way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log
from statistics import fmean
from typing import Any

from purrlor.core import Event, Match, Seat
from purrlor.core.story import notes
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.story import WinsEquality, WinsFromOutside, WinsSumo
from purrlor.kit.levels import Level

from .people import RacePlayer
from .reflexes import LADDER, reflexes_at

NAME = "playmate"
START = 1.5
"""The first pace: between a ten-year-old and a fourteen-year-old."""
LOWEST, HIGHEST = -0.5, len(LADDER) - 0.5
PACE = re.compile(r"-?[0-9](\.[0-9]{1,2})?")
RUNGS_PER_LOG_RATIO = 0.65
LEARNING_RATE = 0.7
MOST_PER_MATCH = 1.0
"""Rungs; a child of four or an adult who plays with their eyes closed must not throw it off."""


def at_pace(text: str) -> Level | None:
    """`playmate@TEXT`; None: that is no pace."""
    if not PACE.fullmatch(text) or not LOWEST <= float(text) <= HIGHEST:
        return None
    reflexes = reflexes_at(float(text))
    return Level(f"{NAME}@{text}", lambda _: RacePlayer(reflexes))


PLAYMATE = Level(NAME, lambda _: RacePlayer(reflexes_at(START)), at=at_pace)


def next_level(game: AddiCats, events: Sequence[Event[Any]], person: Seat, level: str) -> str:
    """The level for the next match, after this one against `level`."""
    pace = float(level.partition("@")[2] or START)
    return f"{NAME}@{next_pace(pace, fights_won(game, events), person):.2f}"


def next_pace(pace: float, fights: Sequence[int], person: int) -> float:
    """The next pace after a match in which the seats won these numbers of fights."""
    others = fmean(won for seat, won in enumerate(fights) if seat != person)
    apart = RUNGS_PER_LOG_RATIO * log((fights[person] + 1) / (others + 1))
    step = min(max(LEARNING_RATE * apart, -MOST_PER_MATCH), MOST_PER_MATCH)
    return round(min(max(pace + step, LOWEST), HIGHEST), 2)


def fights_won(game: AddiCats, events: Sequence[Event[Any]]) -> list[int]:
    """How many equalities and Sumos each seat won while all were at the table: the first winner fights no more."""
    found, match = [0] * game.seats, Match(game)
    for event in events:
        before = match.state
        if before.won:
            break
        match.push(event)
        for note in notes(game, before, event, match.state, None):
            if isinstance(note, WinsEquality | WinsFromOutside | WinsSumo):
                found[note.seat] += 1
    return found
