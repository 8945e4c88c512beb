"""`heuristic.py` over compiled rows: the same steps from the same knowledge, for batches of matches.

Values are whole numbers here: 36 000 times those of `heuristic_value`, so that equal steps are exactly equal. A test
plays both side by side. Chance picks among equal steps in the order of `legal`, which is not that of the rules.
"""

from __future__ import annotations

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below, count, fraction
from purrlor.games.house_of_cats.kernels.batch import SEAT, live_house, row_table
from purrlor.games.house_of_cats.kernels.batch_table import BatchTable, first_number, number_of, squeeze

# isort: off
from purrlor.games.house_of_cats.kernels.layout import (
    CAT, CHOOSE_ROOM, CIRCLES, DOUBLED, EMPTY, FINISH, FORFEIT, INTO_MARKED, MARKED, MOST_CHOICES, OUTSIDE, PLACE,
    TASKS, USE, WALLED, WORDS, WRITE, WRITE_SYMBOL, K, RuleTable, beside, flood, named, square_of,
)  # fmt: skip

# isort: on
from purrlor.games.house_of_cats.kernels.legal import legal
from purrlor.games.house_of_cats.kernels.moves import play
from purrlor.games.house_of_cats.kernels.position import points
from purrlor.kit.lab import RowLevel

_ONE = 36_000
"""The value of a point. Divisible by ten times the square of every number, so unfinished rooms are whole, too."""
_ROOM_VALUES = np.array([_ONE * 7 * worth // (10 * size**2) for size, worth in ((2, 1), (3, 3), (4, 5), (5, 7))])
"""The value of an unfinished room of one space, for each number; of more spaces that times their square."""


@compiled
def kitten(table: BatchTable, state: Ints, random: Source) -> int:
    game, house, codes = row_table(table, state), live_house(state, state[SEAT]), np.empty(2 * MOST_CHOICES, np.int64)
    size = legal(game, house, codes)
    best, most, most_random, any_plain = codes[0], -1, 0.0, False
    for place in range(size):
        any_plain |= _is_plain(codes[place])
    for place in range(size):
        code = codes[place]
        if _is_plain(code) or not any_plain:
            equal, random_part = _equal_beside(game, house, code), fraction(random)
            if equal > most or (equal == most and random_part > most_random):
                best, most, most_random = code, equal, random_part
    return _number(table, best)


@compiled
def _is_plain(code: int) -> bool:
    """Return whether an action is no ability that waits in a circle."""
    return code & 0xFF < USE or code & 0xFF >= USE + K


@compiled
def _equal_beside(game: RuleTable, house: Ints, code: int) -> int:
    kind, symbol = code & 0xFF, code >> 8 & 0xFF
    if kind not in (PLACE, WRITE) or symbol >= CAT:
        return 0
    return count(beside(game, named(code, 0)) & house[symbol] & ~house[WALLED])


@compiled
def tabby(table: BatchTable, state: Ints, random: Source) -> int:
    game, house, codes = row_table(table, state), live_house(state, state[SEAT]), np.empty(2 * MOST_CHOICES, np.int64)
    size = legal(game, house, codes)
    if size == 1:
        return _number(table, codes[0])
    now, after, equals, most = _heuristic_value(game, house), np.empty(WORDS, np.int64), 0, 0
    for place in range(size):
        gain = _gain(game, house, codes[place], now, after)
        if not equals or gain > most:
            equals, most = 0, gain
        if gain == most:
            codes[equals] = codes[place]
            equals += 1
    return _number(table, codes[below(random, equals)])


@compiled
def _gain(game: RuleTable, house: Ints, code: int, now: int, after: Ints) -> int:
    kind = code & 0xFF
    if kind in (FINISH, FORFEIT):
        return 0
    for word in range(WORDS):
        after[word] = house[word]
    play(game, after, code)
    while after[TASKS] & 0xF == WRITE_SYMBOL and after[TASKS] >> 4 & INTO_MARKED:
        symbols, marked = after[TASKS] >> 4 & 0x3F, after[MARKED]
        play(game, after, WRITE | square_of(symbols & -symbols) << 8 | square_of(marked & -marked) + 1 << 16)
    gain = _heuristic_value(game, after) - now
    if kind < USE:
        return gain
    for word in range(OUTSIDE + 1):
        if after[word] != house[word]:
            return gain
    return gain - _ONE


@compiled
def _heuristic_value(game: RuleTable, house: Ints) -> int:
    empty, value = house[EMPTY], points(game, house)
    for number in range(4):
        value += house[CIRCLES + number]
    lone = empty & ~beside(game, empty)
    return _ONE * value + _unfinished_rooms(game, house) - _ONE * 6 // 10 * count(lone)


@compiled
def _unfinished_rooms(game: RuleTable, house: Ints) -> int:
    value = 0
    for number in range(4):
        rest, full = house[number] & ~house[WALLED], number + 2
        while rest:
            group = flood(game, rest & -rest, rest)
            rest &= ~group
            size = min(count(group) + count(group & house[DOUBLED]), full)
            free = count(beside(game, group) & house[EMPTY])
            if free + size >= full or free > 1:
                value += _ROOM_VALUES[number] * size * size
    return int(value)


@compiled
def _number(table: BatchTable, code: int) -> int:
    """Return the number of an action."""
    if not code >> 16 or code >> 23 or code & 0xFF == CHOOSE_ROOM:
        return number_of(table, code)
    return first_number(table, code & 0xFFFF) + count(squeeze(table, named(code, 0)) - 1)


LEVELS = {"kitten": RowLevel(kitten), "tabby": RowLevel(tabby)}
