"""Compare whole turns by playing on after each of them, with the same dice for all."""

from __future__ import annotations

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below
from purrlor.games.house_of_cats import fast
from purrlor.games.house_of_cats.fast_bits import Table

from .features import ALONE, Floats
from .search import Desk, best_house, best_turns, worth


@compiled
def play_on(table: Table, paper: Desk, state: Ints, rolls: Ints, widths: Ints) -> float:
    """Play a turn for each of these rolls, as it looks best, and judge the house that comes of it."""
    hurry = paper.hurry[0]
    for dice in rolls:
        if not state[fast.EMPTY] or paper.hurry[0] <= 1:
            break
        if hurry != ALONE:
            paper.hurry[0] = max(1, paper.hurry[0] - fast.CHOSEN)
        fast.begin(state, dice, False)
        if not best_turns(table, paper, state, widths):
            break
        state[:] = paper.houses[0, best_house(paper)]
    value = worth(table, paper, state)
    paper.hurry[0] = hurry
    return value


@compiled
def try_houses(table: Table, paper: Desk, houses: Ints, rolls: Ints, widths: Ints) -> Floats:
    """What each house brings with each series of rolls; one row per series."""
    state, found = np.zeros(fast.WORDS, np.int64), np.zeros((len(rolls), len(houses)))
    for series in range(len(rolls)):
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = play_on(table, paper, state, rolls[series], widths)
    return found


@compiled
def roll_series(series: int, turns: int, random: Source) -> Ints:
    rolls = np.empty((series, turns, fast.DICE), np.int64)
    for number in range(series):
        for turn in range(turns):
            for die in range(fast.DICE):
                rolls[number, turn, die] = below(random, 6)
    return rolls
