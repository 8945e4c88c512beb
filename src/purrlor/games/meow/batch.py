"""MEOW in rows: the twin with the observations of `encoding.py`, for thousands of matches at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.compiled.rows import Bytes, Kernel, Sheet, pack, spread

from . import fast
from .cards import CARDS_PER_HAND
from .fast import BOX, CARD, HAND, HOLDER, LED, PILE, PLAYED, ROW, TURN, VOID
from .rules import Meow
from .tokens import FISH, TOKENS, TOKENS_PER_ROUND, VASE, in_order, worth

_CARDS = 54


class BatchTable(NamedTuple):
    """What stays the same in all rows."""

    game: fast.Table
    first: int
    """Who begins; -1: drawn."""
    single: int
    """The tokens that no other equals."""
    groups: Ints
    """For each group of equal tokens: its lowest place, and all its bits."""
    worths: Ints
    """The points of each token as the row numbers them: from 1, and 0 for none."""
    kinds: Ints
    """In the same order: bit 0 for a fish, bit 9 for a vase."""


def batch_table(rules: Meow) -> BatchTable:
    tokens = in_order(rules.tokens)
    kinds = [token for token in dict.fromkeys(tokens) if tokens.count(token) > 1]
    groups = [(tokens.index(token), ((1 << tokens.count(token)) - 1) << tokens.index(token)) for token in kinds]
    return BatchTable(
        game=fast.table_of(rules),
        first=-1 if rules.first is None else rules.first,
        single=((1 << TOKENS) - 1) & ~sum(bits for _, bits in groups),
        groups=np.array(groups, np.int64).reshape(len(groups), 2),
        worths=np.array([0, *map(worth, tokens)], np.int64),
        kinds=np.array([0, *((token == FISH) | (token == VASE) << TOKENS_PER_ROUND for token in tokens)], np.int64),
    )


@compiled
def begin(table: BatchTable, state: Ints, random: Source) -> None:
    fast.start(state, below(random, table.game.seats) if table.first < 0 else table.first)
    _deal(table, state, random)


@compiled
def _deal(table: BatchTable, state: Ints, random: Source) -> None:
    fast.lay_row(state, fast.draw_row(state, random))
    fast.deal(state, fast.draw_hands(table.game, random))


@compiled
def seat(_table: BatchTable, state: Ints) -> int:
    return int(state[TURN])


@compiled
def allowed(_table: BatchTable, state: Ints, action: int) -> bool:
    return bool(0 <= action < _CARDS and fast.legal(state) >> action & 1)


@compiled
def act(table: BatchTable, state: Ints, random: Source, action: int) -> bool:
    fast.play(table.game, state, 1 << action)
    if state[TURN] >= 0:
        return False
    if not state[BOX]:
        return True
    _deal(table, state, random)
    return False


@compiled
def mask(_table: BatchTable, state: Ints, packed: Ints) -> None:
    packed[0] = fast.legal(state)


@compiled
def observe(table: BatchTable, state: Ints, viewer: int, sheet: Sheet) -> None:
    """Fields are joined before they are packed: each time costs 5 ns, which is a tenth of a step for all of them."""
    seats, packed = table.game.seats, sheet.packed
    pack(packed, 0, state[HAND + viewer], _CARDS)
    pack(packed, _CARDS, state[PLAYED], _CARDS)
    small, width, other = 0, 0, viewer
    for _ in range(seats):
        small |= _colours(state[VOID + other]) << width
        width += 3
        other = other + 1 if other + 1 < seats else 0
    small |= _colours(state[LED]) << width | 1 << width + 3 + _behind(state[TURN], viewer, seats)
    width += 3 + seats
    small |= 1 << width + _behind(state[HOLDER], viewer, seats)
    width += seats
    small |= (4 >> count(state[BOX]) // TOKENS_PER_ROUND) << width
    at = pack(packed, 2 * _CARDS, small, width + 3)
    tokens, width = _counted(table, state[BOX]), TOKENS
    for _ in range(seats):
        tokens |= _counted(table, state[PILE + other]) << width
        width += TOKENS
        other = other + 1 if other + 1 < seats else 0
        if width > TOKENS:
            at, tokens, width = pack(packed, at, tokens, width), 0, 0
    tokens |= _row_kinds(table, state[ROW]) << width
    at = pack(packed, at, tokens, width + 2 * TOKENS_PER_ROUND)
    spread(packed, at, sheet.eights)
    _observe_numbers(table, state, viewer, sheet.columns, at)


@compiled
def _row_kinds(table: BatchTable, row: int) -> int:
    """Where in the row fish lie, and behind these bits where vases lie."""
    found, place = 0, 0
    while row:
        found |= table.kinds[row & 0x1F] << place
        row >>= 5
        place += 1
    return found


@compiled
def _observe_numbers(table: BatchTable, state: Ints, viewer: int, out: Bytes, at: int) -> None:
    """The columns that are no bits."""
    seats, row, other = table.game.seats, state[ROW], viewer
    for place in range(TOKENS_PER_ROUND):
        out[at + place] = table.worths[row & 0x1F]
        row >>= 5
    at += TOKENS_PER_ROUND
    for place in range(seats):
        card = state[CARD + other]
        out[at + place] = count(card - 1) + 1 if card else 0
        out[at + seats + place] = count(state[HAND + other])
        other = other + 1 if other + 1 < seats else 0
    out[at + 2 * seats :] = 0


@compiled
def _behind(seat: int, viewer: int, seats: int) -> int:
    """How many seats after the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@compiled
def _colours(cards: int) -> int:
    """Pink, blue and green as three bits, for whole colours."""
    return cards & 1 | cards >> 17 & 2 | cards >> 34 & 4


@compiled
def _counted(table: BatchTable, tokens: int) -> int:
    """Equal tokens as the lowest bits of their group, whichever of them are held."""
    found = tokens & table.single
    for group in range(len(table.groups)):
        held = count(tokens & table.groups[group, 1])
        found |= ((1 << held) - 1) << table.groups[group, 0]
    return found


@compiled
def scores(table: BatchTable, state: Ints, out: Ints) -> None:
    for place in range(table.game.seats):
        out[place] = fast.points(table.game, state[PILE + place])


assert CARDS_PER_HAND * 6 == _CARDS
KERNEL = Kernel(fast.WORDS, begin, seat, allowed, act, observe, mask, scores)
