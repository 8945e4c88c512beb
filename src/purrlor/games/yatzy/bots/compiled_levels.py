"""`heuristic.py` and `Lynx` over compiled rows: the same choices from the same knowledge, for batches of matches.

A test plays both side by side. A kitten's chance comes from the row's own source. A lynx looks its choices up: they
depend only on the filled boxes, the dice, the rolls left and whether the bonus is in reach.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, fraction
from purrlor.games.yatzy.boxes import BONUS_FROM, UPPER, Box, longest_run
from purrlor.games.yatzy.kernels.encoding import KEEPS
from purrlor.games.yatzy.kernels.fast_rules import (
    ALL_BOXES,
    BOXES,
    FILLED,
    FIRST_ROLL,
    ROLLS_LEFT,
    SET,
    TURN,
    RulesTable,
    entries_sum,
    fillable,
    rules_table,
)
from purrlor.games.yatzy.kernels.fast_rules import UPPER as UPPER_ENTRIES
from purrlor.games.yatzy.rules import DICE, ROLLS, Yatzy
from purrlor.kit.lab import RowLevel

from .heuristic import USUAL_POINTS, Needs, plausible_keeps, run_dice, throws
from .players import usual_values
from .solver.tables import DiceGraph, Floats, dice_graph, keeps_of
from .solver.turn import ILLEGAL, legal_boxes, write_best_play

_ROLLS = tuple(combinations_with_replacement(range(1, 7), DICE))
_NUMBER = {keep.dice: number for number, keep in enumerate(KEEPS)} | dict.fromkeys(_ROLLS, -1)
"""The number of each set to keep; -1: all five dice, so nothing is rolled."""
_USUAL = np.array([USUAL_POINTS[box] for box in Box], np.int64)
_PAIRS = np.array([_NUMBER[tuple(die for die in roll if roll.count(die) > 1)] for roll in _ROLLS], np.int64)
"""The equal dice of each roll."""
_TWO_PAIRS = np.array(
    [len(pairs) == 4 and len(set(pairs)) == 2 for pairs in ([d for d in roll if roll.count(d) > 1] for roll in _ROLLS)]
)
_RUN = np.array([longest_run(roll) for roll in _ROLLS], np.int64)
_RUN_DICE = np.array([_NUMBER[run_dice(roll)] for roll in _ROLLS], np.int64)
_COUNTS = np.array([[roll.count(face) for face in range(1, 7)] for roll in _ROLLS], np.int64)
_OF_FACE = np.array([[_NUMBER[(face,) * roll.count(face)] for face in range(1, 7)] for roll in _ROLLS], np.int64)
_ALL_UPPER = (1 << len(UPPER)) - 1
_PLACE = list(Box).index
_SMALL, _LARGE, _FAT_CAT = _PLACE(Box.SMALL_HAIRBALL), _PLACE(Box.LARGE_FURBALL), _PLACE(Box.FAT_CAT)
_LIVES = _PLACE(Box.NINE_LIVES)
_PATIENT = 1 << _PLACE(Box.THREE_KIND) | 1 << _PLACE(Box.FOUR_KIND) | 1 << _LIVES
"""The boxes that a tabby does not fill before its last roll."""
_MOST_KEEPS = 10
_PLAUSIBLE = np.full((len(_ROLLS), _MOST_KEEPS), -1, np.int64)
"""The keeps that a tomcat considers for each roll; -1: no more."""
for _place, _roll in enumerate(_ROLLS):
    _keeps = [_NUMBER[kept] for kept in plausible_keeps(_roll)]
    _PLAUSIBLE[_place, : len(_keeps)] = _keeps
_WORTH = np.array(
    [
        [
            [[Needs((), reach, mouser).worth(box, roll) for roll in _ROLLS] for box in Box]
            for reach in (False, True)
        ]
        for mouser in (False, True)
    ]
)  # fmt: skip
"""A tomcat's value of filling a box, by whether a mouser is a fat cat, whether the bonus is in reach, box and roll."""
_AFTER = [[(tuple(sorted(keep.dice + dice)), chance) for dice, chance in throws(5 - len(keep.dice))] for keep in KEEPS]
_FIRST_AFTER = np.array([0, *accumulate(map(len, _AFTER))], np.int64)
_PLACES: dict[tuple[int, ...], int] = {roll: place for place, roll in enumerate(_ROLLS)}
_ROLL_AFTER = np.array([_PLACES[roll] for after in _AFTER for roll, _ in after], np.int64)
_CHANCE_AFTER = np.array([chance for after in _AFTER for _, chance in after])
"""The rolls that may follow each keep, and their probabilities."""


@compiled
def _keep_or_stop(state: Ints, kept: int, box: int) -> int:
    return FIRST_ROLL + box if kept < 0 or not state[ROLLS_LEFT] else kept


@compiled
def kitten(table: RulesTable, state: Ints, random: Source) -> int:
    if not state[SET]:
        return 0
    roll, boxes, box, most = state[SET] - FIRST_ROLL, fillable(table, state), -1, -1
    for each in range(BOXES):
        if boxes >> each & 1 and table.points[roll, each] > most:
            box, most = each, table.points[roll, each]
    if _only(boxes) and not state[ROLLS_LEFT]:
        return FIRST_ROLL + box
    if most >= 25 or (most >= 5 and fraction(random) < 0.6):
        return FIRST_ROLL + box
    return _keep_or_stop(state, int(_PAIRS[roll]), box)


@compiled
def _only(boxes: int) -> bool:
    return not boxes & (boxes - 1)


@compiled
def tabby(table: RulesTable, state: Ints, random: Source) -> int:  # noqa: ARG001
    if not state[SET]:
        return 0
    roll, boxes, box, best = state[SET] - FIRST_ROLL, fillable(table, state), -1, -1000
    for each in range(BOXES):
        if boxes >> each & 1:
            value = table.points[roll, each]
            value = value - 15 * (each == _LIVES) if value else -_USUAL[each]
            if value > best:
                box, best = each, value
    if table.points[roll, box] >= 25 and not _PATIENT >> box & 1:
        return FIRST_ROLL + box
    return _keep_or_stop(state, _kept(roll, int(~state[FILLED + state[TURN]])), box)


@compiled
def _kept(roll: int, unfilled: int) -> int:
    if _RUN[roll] >= 3 + (not unfilled >> _SMALL & 1) and unfilled >> _LARGE & 1:
        return int(_RUN_DICE[roll])
    if _TWO_PAIRS[roll] and unfilled >> _FAT_CAT & 1:
        return int(_PAIRS[roll])
    faces, face = unfilled & _ALL_UPPER or _ALL_UPPER, -1
    for each in range(6):
        if faces >> each & 1 and (face < 0 or _COUNTS[roll, each] >= _COUNTS[roll, face]):
            face = each
    return int(_OF_FACE[roll, face])


@compiled
def _bonus_in_reach(state: Ints) -> int:
    """Return 1 if five of each face in the unfilled upper boxes would be enough for the bonus."""
    seat = state[TURN]
    upper = entries_sum(int(state[UPPER_ENTRIES + seat]))
    for box in range(6):
        if not state[FILLED + seat] >> box & 1:
            upper += DICE * (box + 1)
    return int(upper >= BONUS_FROM)


@compiled
def tomcat(table: RulesTable, state: Ints, random: Source) -> int:  # noqa: ARG001
    if not state[SET]:
        return 0
    roll, boxes = state[SET] - FIRST_ROLL, fillable(table, state)
    worth = _WORTH[int(table.points[0, _FAT_CAT] > 0), _bonus_in_reach(state)]
    plan, most = -1, -np.inf
    for box in range(BOXES):
        if boxes >> box & 1 and worth[box, roll] > most:
            plan, most = FIRST_ROLL + box, worth[box, roll]
    if not state[ROLLS_LEFT]:
        return plan
    bests = _bests(worth, int(ALL_BOXES & ~state[FILLED + state[TURN]]))
    for kept in _PLAUSIBLE[roll]:
        mean = _mean(bests, int(kept)) if kept >= 0 else -np.inf
        if mean > most:
            plan, most = kept, mean
    return int(plan)


@compiled
def _bests(worth: Floats, unfilled: int) -> Floats:
    """Return the value of the best unfilled box for each roll."""
    bests = np.full(len(_ROLLS), -np.inf)
    for box in range(BOXES):
        if unfilled >> box & 1:
            for place in range(len(bests)):
                bests[place] = max(bests[place], worth[box, place])
    return bests


@compiled
def _mean(bests: Floats, kept: int) -> float:
    """Return the mean value after rolling the dice that are not kept."""
    mean = 0.0
    for place in range(_FIRST_AFTER[kept], _FIRST_AFTER[kept + 1]):
        mean += _CHANCE_AFTER[place] * bests[_ROLL_AFTER[place]]
    return mean


Plans: TypeAlias = NDArray[np.uint8]


class LynxTable(NamedTuple):
    """The constants of a match, and what a lynx does."""

    game: RulesTable
    plans: Plans
    """[bonus in reach, filled boxes, rolls left, roll] the number of the action."""


@compiled
def lynx(table: LynxTable, state: Ints, random: Source) -> int:  # noqa: ARG001
    if not state[SET]:
        return 0
    filled, roll = state[FILLED + state[TURN]], state[SET] - FIRST_ROLL
    return int(table.plans[_bonus_in_reach(state), filled, state[ROLLS_LEFT], roll])


def lynx_table(rules: Yatzy) -> LynxTable:
    return LynxTable(rules_table(rules), lynx_plans(rules.scratch == "free", rules.mouser_is_fat_cat))


_MOST_DIFFERENT_KEEPS = 31
_KEEPS_OF = np.full((len(_ROLLS), _MOST_DIFFERENT_KEEPS), -1, np.int64)
"""The keeps of each roll, in the order in which a lynx compares them; -1: no more."""
for _place, _roll in enumerate(_ROLLS):
    _KEEPS_OF[_place, : len(keeps_of(_roll))] = [_NUMBER[kept] for kept in keeps_of(_roll)]


@cache
def lynx_plans(free: bool, mouser_is_fat_cat: bool) -> Plans:
    """Solve every turn as a lynx values it: 12 MB, in about a second."""
    worth = np.array(
        [[[value for _, value in row] for row in usual_values(reach, mouser_is_fat_cat)] for reach in (False, True)]
    )
    plans = np.zeros((2, ALL_BOXES, ROLLS, len(_ROLLS)), np.uint8)
    scoring = rules_table(Yatzy(mouser_is_fat_cat=mouser_is_fat_cat)).scoring
    _write_plans(worth, scoring, free, dice_graph(), plans)
    return plans


@compiled
def _write_plans(worth: Floats, scoring: Ints, free: bool, graph: DiceGraph, plans: Plans) -> None:
    boxes, best = np.empty((len(_ROLLS), BOXES)), np.empty((3, len(_ROLLS)))
    keeps, choice = np.empty((2, 462)), np.empty((2, 462), np.uint16)
    for reach in range(2):
        for filled in range(ALL_BOXES):
            for roll in range(len(_ROLLS)):
                legal = legal_boxes(scoring[roll], filled, free)
                for box in range(BOXES):
                    boxes[roll, box] = worth[reach, roll, box] if legal >> box & 1 else ILLEGAL
            write_best_play(boxes, graph, best, keeps, choice)
            for rolls_left in range(ROLLS):
                for roll in range(len(_ROLLS)):
                    plans[reach, filled, rolls_left, roll] = _first_best(boxes[roll], keeps, rolls_left, roll)


@compiled
def _first_best(boxes: Floats, keeps: Floats, rolls_left: int, roll: int) -> int:
    """Return the action of the highest value; of equals a keep before a box, and the first of each."""
    plan, most = -1, -np.inf
    if rolls_left:
        for kept in _KEEPS_OF[roll]:
            if kept >= 0 and keeps[rolls_left - 1, kept] > most:
                plan, most = kept, keeps[rolls_left - 1, kept]
    for box in range(BOXES):
        if boxes[box] > most:
            plan, most = FIRST_ROLL + box, boxes[box]
    return int(plan)


LEVELS = {
    "kitten": RowLevel(kitten),
    "tabby": RowLevel(tabby),
    "tomcat": RowLevel(tomcat),
    "lynx": RowLevel(lynx, lynx_table),
}
