"""The compiled implementation of `rules.py` for simulation: a match in a small array of integers.

A test replays random matches through both and requires equality move by move; where they differ, `rules.py` is right.
Dice are numbered as sets: the 210 sets of up to four dice in the order of `encoding.KEEPS`, then the 252 rolls of five.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM, Box, all_points
from purrlor.games.yatzy.rules import DICE, ROLLS, Yatzy, possible_keeps

from .encoding import KEEPS

FILLED = 0
"""First of six words: the boxes that each seat has filled, one bit each."""
UPPER = 6
"""First of six words: the entries of the upper boxes, eight bits each."""
LOWER = 12
"""First of six words: the entries of the lower boxes, eight bits each."""
TURN = 18
SET = 19
"""The number of the dice on the table."""
ROLLS_LEFT = 20
WORDS = 21

BOXES = len(Box)
ALL_BOXES = (1 << BOXES) - 1
ENTRY_BITS = 8
FIRST_ROLL = len(KEEPS)
"""The number of the first set of five dice."""
_ROLLS = tuple(combinations_with_replacement(range(1, 7), DICE))
_SETS = (*(keep.dice for keep in KEEPS), *_ROLLS)
_NUMBER = {dice: number for number, dice in enumerate(_SETS)}
MASK_WORDS = (FIRST_ROLL + 63) // 64


class RulesTable(NamedTuple):
    """The constants of a match."""

    seats: int
    first: int
    """The seat that begins; -1: drawn."""
    free: bool
    """Whether any open box may be filled at any time."""
    points: Ints
    """The points of each roll in each box."""
    scoring: Ints
    """The boxes in which each roll scores, one bit each."""
    keeps: Ints
    """The sets that may be kept of each roll, packed."""
    adding: Ints
    """The set that results from adding a die that shows 1, 2, … 6 to each set of up to four dice."""


def rules_table(rules: Yatzy) -> RulesTable:
    points = [[all_points(dice, rules.mouser_is_fat_cat)[box] for box in Box] for dice in _ROLLS]
    keeps = [sum(1 << _NUMBER[keep.dice] for keep in possible_keeps(dice)) for dice in _ROLLS]
    words = [[_signed(bits >> 64 * word & (1 << 64) - 1) for word in range(MASK_WORDS)] for bits in keeps]
    adding = [[_NUMBER[tuple(sorted((*keep.dice, face)))] for face in range(1, 7)] for keep in KEEPS]
    return RulesTable(
        seats=rules.seats,
        first=0 if rules.seats == 1 else -1 if rules.first is None else rules.first,
        free=rules.scratch == "free",
        points=np.array(points, np.int64),
        scoring=np.array([sum(1 << box for box in range(BOXES) if row[box]) for row in points], np.int64),
        keeps=np.array(words, np.int64),
        adding=np.array(adding, np.int64),
    )


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def dice_of(number: int) -> tuple[int, ...]:
    """Return the dice of a set."""
    return _SETS[number]


@compiled
def start(state: Ints, first: int) -> None:
    state[:] = 0
    state[TURN] = first
    state[ROLLS_LEFT] = ROLLS


@compiled
def fillable(table: RulesTable, state: Ints) -> int:
    """Return the legal boxes for the five dice on the table: open ones that score, or any one if none does."""
    free = ALL_BOXES & ~state[FILLED + state[TURN]]
    scoring = free & table.scoring[state[SET] - FIRST_ROLL]
    return int(free if table.free or not scoring else scoring)


@compiled
def keep(table: RulesTable, state: Ints, number: int, random: Source) -> None:
    """Keep a set of dice and roll the others."""
    while number < FIRST_ROLL:
        number = table.adding[number, below(random, 6)]
    state[SET] = number
    state[ROLLS_LEFT] -= 1


@compiled
def score(table: RulesTable, state: Ints, box: int) -> None:
    """Fill a box and pass the turn to the next seat."""
    seat = state[TURN]
    entry = table.points[state[SET] - FIRST_ROLL, box]
    state[FILLED + seat] |= 1 << box
    if box < 6:
        state[UPPER + seat] |= entry << ENTRY_BITS * box
    else:
        state[LOWER + seat] |= entry << ENTRY_BITS * (box - 6)
    state[TURN] = seat + 1 if seat + 1 < table.seats else 0
    state[SET] = 0
    state[ROLLS_LEFT] = ROLLS


@compiled
def over(state: Ints) -> bool:
    return bool(state[FILLED + state[TURN]] == ALL_BOXES)


@compiled
def entries_sum(entries: int) -> int:
    total = 0
    while entries:
        total += entries & 0xFF
        entries >>= ENTRY_BITS
    return total


@compiled
def total(state: Ints, seat: int) -> int:
    """Return the points of a seat; the bonus counts when its sheet is full."""
    upper = entries_sum(state[UPPER + seat])
    bonus = BONUS if upper >= BONUS_FROM and state[FILLED + seat] == ALL_BOXES else 0
    return upper + bonus + entries_sum(state[LOWER + seat])
