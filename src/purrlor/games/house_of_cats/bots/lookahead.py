"""Compare whole turns by playing on after each of them, with the same dice for all."""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below
from purrlor.games.house_of_cats import fast
from purrlor.games.house_of_cats.fast_bits import TwinTable

from .features import ALONE, Floats
from .search import Desk, best_house, best_turns, judged_worth


class Trials(NamedTuple):
    houses: Ints
    rolls: Ints
    """For each series the dice of each turn."""
    found: Floats
    """One row per series."""


@compiled
def play_on(table: TwinTable, paper: Desk, state: Ints, rolls: Ints, widths: Ints) -> float:
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
    value = judged_worth(table, paper, state)
    paper.hurry[0] = hurry
    return value


@compiled
def try_houses(table: TwinTable, paper: Desk, trials: Trials, widths: Ints) -> None:
    """Find what each house brings with each series of rolls."""
    houses, rolls, found = trials
    state = np.zeros(fast.WORDS, np.int64)
    for series in range(len(rolls)):
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = play_on(table, paper, state, rolls[series], widths)


@compiled
def roll_series(rolls: Ints, random: Source) -> None:
    """Roll the dice of each turn of each series."""
    for number in range(len(rolls)):
        for turn in range(rolls.shape[1]):
            for die in range(rolls.shape[2]):
                rolls[number, turn, die] = below(random, 6)
