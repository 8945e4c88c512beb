"""Yatzy in batches: the compiled rules with the observations of `encoding.py`, for thousands of matches at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from purrlor.compiled import compiled, inlined
from purrlor.compiled.bits import Ints, Source, below
from purrlor.compiled.columns import write_bits, write_bytes
from purrlor.compiled.rows import Kernel, pack
from purrlor.games.yatzy.rules import Yatzy
from purrlor.kit.lab import RowGame

from . import fast_rules
from .fast_rules import BOXES, FILLED, FIRST_ROLL, LOWER, MASK_WORDS, ROLLS_LEFT, SET, TURN, UPPER, RulesTable, dice_of

_SETS = FIRST_ROLL + 252
_FACES = np.array(
    [sum(dice_of(number).count(face) << 8 * (face - 1) for face in range(1, 7)) for number in range(_SETS)], np.int64
)
"""The number of dice that show 1, 2, … 6 for each set of dice, one byte each."""


def batch_table(rules: Yatzy) -> RulesTable:
    return fast_rules.rules_table(rules)


@compiled
def begin(table: RulesTable, state: Ints, random: Source) -> None:
    fast_rules.start(state, below(random, table.seats) if table.first < 0 else table.first)


@inlined
def seat(_table: RulesTable, state: Ints) -> int:
    return int(state[TURN])


@inlined
def act(table: RulesTable, state: Ints, random: Source, action: int) -> bool:
    if action < FIRST_ROLL:
        fast_rules.keep(table, state, action, random)
        return False
    fast_rules.score(table, state, action - FIRST_ROLL)
    return fast_rules.over(state)


@inlined
def mask(table: RulesTable, state: Ints, packed: Ints, _scratch: Ints) -> None:
    if not state[SET]:
        packed[:] = 0
        packed[0] = 1
        return
    for word in range(MASK_WORDS):
        packed[word] = table.keeps[state[SET] - FIRST_ROLL, word] if state[ROLLS_LEFT] else 0
    pack(packed, FIRST_ROLL, fast_rules.fillable(table, state), BOXES)


@inlined
def observe(table: RulesTable, state: Ints, viewer: int, out: Any) -> None:
    seats, other = table.seats, viewer
    at = write_bytes(out, 0, _FACES[state[SET]] | state[ROLLS_LEFT] << 48, 7)
    turn = state[TURN] - viewer
    write_bits(out, at, 1 << (turn if turn >= 0 else turn + seats), seats)
    filled, entries, upper = at + seats, at + seats + seats * BOXES, at + seats + 2 * seats * BOXES
    for place in range(seats):
        filled = write_bits(out, filled, state[FILLED + other], BOXES)
        entries = write_bytes(out, entries, state[UPPER + other], 6)
        entries = write_bytes(out, entries, state[LOWER + other], 7)
        out[upper + place] = (state[UPPER + other] * 0x010101010101 >> 40) & 0xFF
        other = other + 1 if other + 1 < seats else 0
    for place in range(upper + seats, len(out)):
        out[place] = 0


@compiled
def scores(table: RulesTable, state: Ints, out: Ints) -> None:
    for place in range(table.seats):
        out[place] = fast_rules.total(state, place)


KERNEL = Kernel(fast_rules.WORDS, begin, seat, act, observe, mask, scores)


def row_game(rules: Yatzy) -> RowGame:
    """Return the functions that play many matches of these rules at once."""
    return RowGame(KERNEL, batch_table(rules))
