"""An even opponent: after each match it moves to the pace of the person who played against it.

The pace is a place on the ladder of reflexes, 0 for the six-year-old and 4 for the champion, and stands in the name of
the level: `playmate@1.5`. Who won says little about how far apart two players are; how many fights each has won says
it after one match: in simulated matches a ratio r of fights means a distance of about 0.65 ln r rungs
(docs/research/bots/addi-cats.md). A large distance is covered most of the way. Near the person's pace the logarithm
would make the playmate too slow, the more so the more seats there are, because the fights of one player scatter
more than the mean of the others. The person's share of all fights has no such bias, and who won corrects what is left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean
from typing import Any

from purrlor.core import Event, Match, Seat, winners
from purrlor.core.story import notes
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.story import WinsEquality, WinsFromOutside, WinsSumo
from purrlor.kit.bots import Level

from .race_player import RacePlayer
from .reflexes import LADDER, reflexes_at

NAME = "playmate"
START = 1.5
"""The first pace: between a ten-year-old and a fourteen-year-old."""
LOWEST, HIGHEST = -0.5, len(LADDER) - 0.5
PACE = re.compile(r"-?[0-9](\.[0-9]{1,2})?")
RUNGS_PER_LOG_RATIO = 0.65
FAR = 0.9
"""Rungs; chance alone hardly ever makes equal players look as far apart."""
FAR_RATE = 0.7
"""How much of a large distance the next pace covers."""
NEAR_RATE = 0.5
LEAD = 0.015
"""The rungs by which each seat beyond two makes the playmate faster: with more seats, a person who is a little too fast
gains more wins than an equally slow person loses."""
WIN_RATE = 0.05
"""Rungs per standard deviation of the person's part of the win."""
MOST_PER_MATCH = 1.0
"""The most rungs to move after one match, so that one unusual match has little effect."""


def at_pace(text: str) -> Level | None:
    """Return the level `playmate@TEXT`; None if the text is not a pace."""
    if not PACE.fullmatch(text) or not LOWEST <= float(text) <= HIGHEST:
        return None
    reflexes = reflexes_at(float(text))
    return Level(f"{NAME}@{text}", lambda _: RacePlayer(reflexes))


PLAYMATE = Level(NAME, lambda _: RacePlayer(reflexes_at(START)), at=at_pace)


def next_level(game: AddiCats, events: Sequence[Event[Any]], person: Seat, level: str) -> str:
    """Return the level for the next match, after this one against `level`."""
    pace = float(level.partition("@")[2] or START)
    best = winners(Match(game, log=events).scores)
    won = (person in best) / len(best)
    return f"{NAME}@{next_pace(pace, fights_won(game, events), person, won):.2f}"


def next_pace(pace: float, fights: Sequence[int], person: int, won: float) -> float:
    """Return the next pace after a match with these numbers of fights won; `won`: the person's share of the win."""
    seats, fair = len(fights), 1 / len(fights)
    others = fmean(count for seat, count in enumerate(fights) if seat != person)
    step = FAR_RATE * RUNGS_PER_LOG_RATIO * log((fights[person] + 1) / (others + 1))
    if abs(step) < FAR_RATE * FAR:
        share = (fights[person] + 1) / (sum(fights) + seats)
        apart = RUNGS_PER_LOG_RATIO * (share - fair) / (fair * (1 - fair))
        step = NEAR_RATE * (apart + LEAD * (seats - 2))
        step += WIN_RATE * (won - fair) / sqrt(fair * (1 - fair))
    step = min(max(step, -MOST_PER_MATCH), MOST_PER_MATCH)
    return round(min(max(pace + step, LOWEST), HIGHEST), 2)


def fights_won(game: AddiCats, events: Sequence[Event[Any]]) -> list[int]:
    """Count the equalities and Sumos that each seat won until the first player was rid of all cards."""
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
