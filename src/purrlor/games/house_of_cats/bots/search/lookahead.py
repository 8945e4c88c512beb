"""Compare whole turns by playing on after each of them, with the same dice for all.

Either alone, for the points that a house will bring, or with the other seats, for how far it will be ahead of them: who
fills the sheet first takes turns away from everybody else.
"""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.compiled.borrowing import borrowed
from purrlor.games.house_of_cats.bots.value.features import ALONE, Floats
from purrlor.games.house_of_cats.kernels import fast
from purrlor.games.house_of_cats.kernels.layout import TwinTable

from .turn_search import Desk, best_house, best_turns, judged_worth


class Trials(NamedTuple):
    houses: Ints
    rolls: Ints
    """For each series the dice of each turn."""
    found: Floats
    """One row per series."""


class Course(NamedTuple):
    """What the other seats do in one series."""

    others: Ints
    """For each turn a row for each seat."""
    rolls: Ints


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
    table, paper = borrowed(table), borrowed(paper)
    houses, rolls, found = trials
    state = np.zeros(fast.WORDS, np.int64)
    for series in range(len(rolls)):
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = play_on(table, paper, state, rolls[series], widths)


@compiled
def try_against(table: TwinTable, paper: Desk, trials: Trials, others: Ints, widths: Ints) -> None:
    """Find how far each house gets ahead of the best of the others with each series of rolls.

    `others`: for each turn a row for each other seat; the rows of turn 0 are given. They play the same rolls, once for
    all houses: all that they have to know of a house is about when it will be full.
    """
    table, paper, others = borrowed(table), borrowed(paper), borrowed(others)
    houses, rolls, found = trials
    state, hurry, empty = np.zeros(fast.WORDS, np.int64), paper.hurry[0], count(houses[0, fast.EMPTY])
    for series in range(len(rolls)):
        course = Course(others, rolls[series])
        _play_others(table, paper, course, empty, widths)
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = _lead(table, paper, state, course, widths)
    paper.hurry[0] = hurry


@compiled
def _play_others(table: TwinTable, paper: Desk, course: Course, empty: int, widths: Ints) -> None:
    """Play a turn of every other seat for each roll, until one of them is full.

    `empty`: the empty spaces of the house that they play against.
    """
    others, rolls = course
    for turn in range(len(rolls)):
        if not _fewest_empty(others[turn], -1):
            break
        others[turn + 1] = others[turn]
        for seat in range(others.shape[1]):
            near = min(empty - fast.CHOSEN * turn, _fewest_empty(others[turn], seat))
            paper.hurry[0] = max(1, near - fast.CHOSEN)
            _play_turn(table, paper, others[turn + 1, seat], rolls[turn], widths)


@compiled
def _lead(table: TwinTable, paper: Desk, state: Ints, course: Course, widths: Ints) -> float:
    """Play a house on beside the others; by how many points it is ahead of the best of them, or will be."""
    others, rolls = course
    turn, near = 0, _fewest_empty(others[0], -1)
    while turn < len(rolls) and state[fast.EMPTY] and near:
        paper.hurry[0] = max(1, near - fast.CHOSEN)
        _play_turn(table, paper, state, rolls[turn], widths)
        turn += 1
        near = _fewest_empty(others[turn], -1)
    over, best = not state[fast.EMPTY] or not near, -1e9
    for seat in range(others.shape[1]):
        paper.hurry[0] = max(1, min(count(state[fast.EMPTY]), _fewest_empty(others[turn], seat)))
        best = max(best, _outlook(table, paper, others[turn, seat], over))
    paper.hurry[0] = max(1, near)
    return _outlook(table, paper, state, over) - best


@compiled
def _outlook(table: TwinTable, paper: Desk, state: Ints, over: bool) -> float:
    """What a house brings: its points if the match is over, or else what it is worth."""
    return float(fast.points(table, state)) if over else judged_worth(table, paper, state)


@compiled
def _play_turn(table: TwinTable, paper: Desk, state: Ints, dice: Ints, widths: Ints) -> None:
    """Play a turn as it looks best."""
    fast.begin(state, dice, False)
    if best_turns(table, paper, state, widths):
        state[:] = paper.houses[0, best_house(paper)]


@compiled
def _fewest_empty(houses: Ints, but: int) -> int:
    """The empty spaces of the fullest of these houses; `but`: one that does not count."""
    fewest = ALONE
    for number in range(len(houses)):
        if number != but:
            fewest = min(fewest, count(houses[number, fast.EMPTY]))
    return fewest


@compiled
def roll_series(rolls: Ints, random: Source) -> None:
    """Roll the dice of each turn of each series."""
    for number in range(len(rolls)):
        for turn in range(rolls.shape[1]):
            for die in range(rolls.shape[2]):
                rolls[number, turn, die] = below(random, 6)
