"""Yatzy in rows: the twin with the observations of `encoding.py`, for thousands of matches at once."""

from __future__ import annotations

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below
from purrlor.compiled.rows import Kernel, Sheet, pack

from . import fast
from .encoding import ACTIONS
from .fast import BOXES, FILLED, FIRST_ROLL, LOWER, MASK_WORDS, ROLLS_LEFT, SET, TURN, UPPER, Table, dice_of
from .rules import Yatzy

_ACTIONS = len(ACTIONS)
_SETS = FIRST_ROLL + 252
_FACES = np.array([[dice_of(number).count(face) for face in range(1, 7)] for number in range(_SETS)], np.int8)


def batch_table(rules: Yatzy) -> Table:
    return fast.table_of(rules)


@compiled
def begin(table: Table, state: Ints, random: Source) -> None:
    fast.start(state, below(random, table.seats) if table.first < 0 else table.first)


@compiled
def seat(_table: Table, state: Ints) -> int:
    return int(state[TURN])


@compiled
def allowed(table: Table, state: Ints, action: int) -> bool:
    if not 0 <= action < _ACTIONS:
        return False
    if not state[SET]:
        return action == 0
    if action >= FIRST_ROLL:
        return bool(fast.fillable(table, state) >> action - FIRST_ROLL & 1)
    kept = table.keeps[state[SET] - FIRST_ROLL, action >> 6] >> (action & 63) & 1
    return bool(kept and state[ROLLS_LEFT])


@compiled
def act(table: Table, state: Ints, random: Source, action: int) -> bool:
    if action < FIRST_ROLL:
        fast.keep(table, state, action, random)
        return False
    fast.score(table, state, action - FIRST_ROLL)
    return fast.over(state)


@compiled
def mask(table: Table, state: Ints, packed: Ints) -> None:
    if not state[SET]:
        packed[0] = 1
        return
    if state[ROLLS_LEFT]:
        for word in range(MASK_WORDS):
            packed[word] = table.keeps[state[SET] - FIRST_ROLL, word]
    pack(packed, FIRST_ROLL, fast.fillable(table, state), BOXES)


@compiled
def observe(table: Table, state: Ints, viewer: int, sheet: Sheet) -> None:
    seats, other, out = table.seats, viewer, sheet.columns
    for face in range(6):
        out[face] = _FACES[state[SET], face]
    out[6] = state[ROLLS_LEFT]
    filled, entries, upper = 7 + seats, 7 + seats + seats * BOXES, 7 + seats + 2 * seats * BOXES
    for place in range(seats):
        out[7 + place] = state[TURN] == other
        boxes, high, low, total = state[FILLED + other], state[UPPER + other], state[LOWER + other], 0
        for box in range(BOXES):
            out[filled + box] = boxes >> box & 1
        for box in range(6):
            entry = high >> 8 * box & 0xFF
            out[entries + box] = entry
            total += entry
        for box in range(7):
            out[entries + 6 + box] = low >> 8 * box & 0xFF
        out[upper + place] = total
        filled, entries = filled + BOXES, entries + BOXES
        other = other + 1 if other + 1 < seats else 0
    out[upper + seats :] = 0


@compiled
def scores(table: Table, state: Ints, out: Ints) -> None:
    for place in range(table.seats):
        out[place] = fast.total(state, place)


KERNEL = Kernel(fast.WORDS, begin, seat, allowed, act, observe, mask, scores)
