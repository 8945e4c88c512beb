"""Rollouts: play on after each of several turns, with the same dice for all.

A rollout is played alone, for the points of the house, or with the rivals, for the lead over them, because the seat
that fills its sheet first takes turns away from all others.
"""

from __future__ import annotations

from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.compiled.borrowed_arrays import borrowed
from purrlor.games.house_of_cats.bots.value.features import ALONE, Floats
from purrlor.games.house_of_cats.kernels import layout, position
from purrlor.games.house_of_cats.kernels.layout import RuleTable

from .turn_search import SearchBuffers, best_house, best_turns, evaluate


class Rollouts(NamedTuple):
    """Houses to play on from, dice, and the results."""

    houses: Ints
    rolls: Ints
    """The dice of each turn of each series."""
    found: Floats
    """The value of each house, one row per series."""


class RivalPlay(NamedTuple):
    """The rivals' houses throughout one series."""

    others: Ints
    """The rivals' houses: one row per rival and turn."""
    rolls: Ints


@compiled
def roll_out_house(table: RuleTable, buffers: SearchBuffers, state: Ints, rolls: Ints, widths: Ints) -> float:
    """Play the best turn of a beam search for each of these rolls, and evaluate the resulting house."""
    rival_empty = buffers.rival_empty[0]
    for dice in rolls:
        if not state[layout.EMPTY] or buffers.rival_empty[0] <= 1:
            break
        if rival_empty != ALONE:
            buffers.rival_empty[0] = max(1, buffers.rival_empty[0] - layout.CHOSEN)
        position.begin(state, dice, False)
        if not best_turns(table, buffers, state, widths):
            break
        state[:] = buffers.houses[0, best_house(buffers)]
    value = evaluate(table, buffers, state)
    buffers.rival_empty[0] = rival_empty
    return value


@compiled
def roll_out(table: RuleTable, buffers: SearchBuffers, rollouts: Rollouts, widths: Ints) -> None:
    """Find the value of each house with each series of rolls."""
    table, buffers = borrowed(table), borrowed(buffers)
    houses, rolls, found = rollouts
    state = np.zeros(layout.WORDS, np.int64)
    for series in range(len(rolls)):
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = roll_out_house(table, buffers, state, rolls[series], widths)


@compiled
def roll_out_against(table: RuleTable, buffers: SearchBuffers, rollouts: Rollouts, others: Ints, widths: Ints) -> None:
    """Find the lead of each house over the best rival with each series of rolls.

    `others`: for each turn a row for each rival; the rows of turn 0 are given. Rivals play the same rolls, once for all
    houses, because of a house they only need to know about when it will be full.
    """
    table, buffers, others = borrowed(table), borrowed(buffers), borrowed(others)
    houses, rolls, found = rollouts
    state, rival_empty, empty = np.zeros(layout.WORDS, np.int64), buffers.rival_empty[0], count(houses[0, layout.EMPTY])
    for series in range(len(rolls)):
        rival_play = RivalPlay(others, rolls[series])
        _play_rivals(table, buffers, rival_play, empty, widths)
        for number in range(len(houses)):
            state[:] = houses[number]
            found[series, number] = _final_lead(table, buffers, state, rival_play, widths)
    buffers.rival_empty[0] = rival_empty


@compiled
def _play_rivals(table: RuleTable, buffers: SearchBuffers, rival_play: RivalPlay, empty: int, widths: Ints) -> None:
    """Play a turn of every rival for each roll, until one of them is full.

    `empty`: the empty spaces of the house that they play against.
    """
    others, rolls = rival_play
    for turn in range(len(rolls)):
        if not _fewest_empty(others[turn], -1):
            break
        others[turn + 1] = others[turn]
        for seat in range(others.shape[1]):
            near = min(empty - layout.CHOSEN * turn, _fewest_empty(others[turn], seat))
            buffers.rival_empty[0] = max(1, near - layout.CHOSEN)
            _play_turn(table, buffers, others[turn + 1, seat], rolls[turn], widths)


@compiled
def _final_lead(table: RuleTable, buffers: SearchBuffers, state: Ints, rival_play: RivalPlay, widths: Ints) -> float:
    """Play on with a house beside the rivals, and return its lead over the best of them."""
    others, rolls = rival_play
    turn, near = 0, _fewest_empty(others[0], -1)
    while turn < len(rolls) and state[layout.EMPTY] and near:
        buffers.rival_empty[0] = max(1, near - layout.CHOSEN)
        _play_turn(table, buffers, state, rolls[turn], widths)
        turn += 1
        near = _fewest_empty(others[turn], -1)
    over, best = not state[layout.EMPTY] or not near, -1e9
    for seat in range(others.shape[1]):
        buffers.rival_empty[0] = max(1, min(count(state[layout.EMPTY]), _fewest_empty(others[turn], seat)))
        best = max(best, _house_value(table, buffers, others[turn, seat], over))
    buffers.rival_empty[0] = max(1, near)
    return _house_value(table, buffers, state, over) - best


@compiled
def _house_value(table: RuleTable, buffers: SearchBuffers, state: Ints, over: bool) -> float:
    """Return the points of a house if the match is over, else its value."""
    return float(position.points(table, state)) if over else evaluate(table, buffers, state)


@compiled
def _play_turn(table: RuleTable, buffers: SearchBuffers, state: Ints, dice: Ints, widths: Ints) -> None:
    """Play the best turn of a beam search."""
    position.begin(state, dice, False)
    if best_turns(table, buffers, state, widths):
        state[:] = buffers.houses[0, best_house(buffers)]


@compiled
def _fewest_empty(houses: Ints, but: int) -> int:
    """Return the empty spaces of the fullest of these houses, except number `but`."""
    fewest = ALONE
    for number in range(len(houses)):
        if number != but:
            fewest = min(fewest, count(houses[number, layout.EMPTY]))
    return fewest


@compiled
def roll_dice_series(rolls: Ints, random: Source) -> None:
    """Roll the dice of each turn of each series."""
    for number in range(len(rolls)):
        for turn in range(rolls.shape[1]):
            for die in range(rolls.shape[2]):
                rolls[number, turn, die] = below(random, 6)
