"""Uniformly random actions, turns, rounds and matches on the compiled rules of House of Cats."""

from __future__ import annotations

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count

# isort: off
from purrlor.games.house_of_cats.kernels.layout import (
    DICE, DONE, EMPTY, FINISH, LEFT, MOST_CHOICES, PLACE, STARTING_DICE, TAKE_CAT, USE, WORDS, A, I, RuleTable,
    square_of,
)  # fmt: skip
from purrlor.games.house_of_cats.kernels.legal import choice_buffer, folded
from purrlor.games.house_of_cats.kernels.moves import play
from purrlor.games.house_of_cats.kernels.position import begin, over, points, roll, start
# isort: on


@compiled
def any_choice(table: RuleTable, state: Ints, found: Ints, random: Source) -> int:
    """Draw one of the legal actions, each with the same probability."""
    size, total = folded(table, state, found), 0
    for place in range(size):
        total += max(count(found[MOST_CHOICES + 2 * place + 1]), 1)
    drawn = below(random, total)
    for place in range(size):
        code, spaces = found[MOST_CHOICES + 2 * place], found[MOST_CHOICES + 2 * place + 1]
        here = max(count(spaces), 1)
        if drawn < here:
            return int(_nth(code, spaces, drawn))
        drawn -= here
    return FINISH


@compiled
def _nth(code: int, spaces: int, number: int) -> int:
    for _ in range(number):
        spaces &= spaces - 1
    return code | square_of(spaces & -spaces) + 1 << 16 if spaces else code


@compiled
def play_turn(table: RuleTable, state: Ints, found: Ints, random: Source) -> int:
    """Play a turn at random to its end, and return how many results of dice were written or crossed off."""
    results = 0
    while not state[DONE]:
        before = state[LEFT]
        code = any_choice(table, state, found, random)
        play(table, state, code)
        kind = code & 0xFF
        if kind in (PLACE, TAKE_CAT, USE + A, USE + I):
            results += before - state[LEFT]
    return results


@compiled
def play_round(table: RuleTable, houses: Ints, dice: Ints, found: Ints, random: Source) -> int:
    """Play a turn of every seat that is not full with the same dice, and return the number of written results."""
    results = 0
    for seat in range(len(houses)):
        if houses[seat, EMPTY]:
            begin(houses[seat], dice, len(dice) == STARTING_DICE)
            results += play_turn(table, houses[seat], found, random)
    return results


@compiled
def play_matches(table: RuleTable, scores: Ints, random: Source) -> int:
    """Play one random match for each row of `scores`, one seat per column, and return the number of written results."""
    results, found = 0, choice_buffer()
    houses, dice = np.zeros((scores.shape[1], WORDS), np.int64), np.zeros(DICE, np.int64)
    for number in range(len(scores)):
        for seat in range(len(houses)):
            start(table, houses[seat])
        if table.level in (2, 3):
            roll(dice[:STARTING_DICE], random)
            results += play_round(table, houses, dice[:STARTING_DICE], found, random)
        while not over(table, houses):
            roll(dice, random)
            results += play_round(table, houses, dice, found, random)
        for seat in range(len(houses)):
            scores[number, seat] = points(table, houses[seat])
    return results
