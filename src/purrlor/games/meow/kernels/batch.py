"""MEOW in batches: the compiled rules with the observations of `encoding.py`, for thousands of matches at once.

After the words of the position a row keeps what an observation says about tokens, because it changes only when a trick
ends: computing it in every step took 90 ns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from purrlor.compiled import compiled, inlined
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.compiled.columns import write_bits, write_bytes
from purrlor.compiled.rows import Kernel
from purrlor.games.meow.cards import CARDS_PER_HAND
from purrlor.games.meow.rules import Meow
from purrlor.games.meow.tokens import FISH, TOKENS, TOKENS_PER_ROUND, VASE, in_order, worth
from purrlor.kit.lab import RowGame

from . import fast_rules
from .fast_rules import BOX, CARD, HAND, HOLDER, LED, PILE, PLAYED, ROW, TURN, VOID

_CARDS = 54
_SEVEN_BYTES = (1 << 56) - 1
SEEN_BOX = fast_rules.WORDS
"""The tokens of later rounds as an observation has them; after them each seat's pile."""
SEEN_PILE = SEEN_BOX + 1
SEEN_ROW = SEEN_PILE + 6
"""The places of fish in the row, and above these bits the places of vases."""
SEEN_WORTH = SEEN_ROW + 1
"""The points of the first eight tokens of the row, one byte each; in the next word those of the ninth."""
WORDS = SEEN_WORTH + 2


class BatchTable(NamedTuple):
    """The constants of all rows."""

    game: fast_rules.RulesTable
    first: int
    """The seat that begins; -1: drawn."""
    single: int
    """The tokens that occur once."""
    groups: Ints
    """The lowest place and all bits of each group of equal tokens."""
    worths: Ints
    """The points of each token as the row numbers them, as an unsigned byte: from 1, and 0 for none."""
    kinds: Ints
    """The kind of each group: bit 0 for a fish, bit 9 for a vase."""


def batch_table(rules: Meow) -> BatchTable:
    tokens = in_order(rules.tokens)
    kinds = [token for token in dict.fromkeys(tokens) if tokens.count(token) > 1]
    groups = [(tokens.index(token), ((1 << tokens.count(token)) - 1) << tokens.index(token)) for token in kinds]
    return BatchTable(
        game=fast_rules.rules_table(rules),
        first=-1 if rules.first is None else rules.first,
        single=((1 << TOKENS) - 1) & ~sum(bits for _, bits in groups),
        groups=np.array(groups, np.int64).reshape(len(groups), 2),
        worths=np.array([0, *(worth(token) & 0xFF for token in tokens)], np.int64),
        kinds=np.array([0, *((token == FISH) | (token == VASE) << TOKENS_PER_ROUND for token in tokens)], np.int64),
    )


@compiled
def begin(table: BatchTable, state: Ints, random: Source) -> None:
    fast_rules.start(state[: fast_rules.WORDS], below(random, table.game.seats) if table.first < 0 else table.first)
    for place in range(table.game.seats):
        state[SEEN_PILE + place] = 0
    _deal(table, state, random)


@compiled
def _deal(table: BatchTable, state: Ints, random: Source) -> None:
    fast_rules.lay_row(state, fast_rules.draw_row(state, random))
    fast_rules.deal(state, fast_rules.draw_hands(table.game, random))
    state[SEEN_BOX] = _counted(table, state[BOX])
    row, kinds, worths = state[ROW], 0, 0
    for place in range(TOKENS_PER_ROUND):
        kinds |= table.kinds[row & 0x1F] << place
        if place < 8:
            worths |= table.worths[row & 0x1F] << 8 * place
        else:
            state[SEEN_WORTH + 1] = table.worths[row & 0x1F]
        row >>= 5
    state[SEEN_ROW], state[SEEN_WORTH] = kinds, worths


@inlined
def seat(_table: BatchTable, state: Ints) -> int:
    return int(state[TURN])


@inlined
def act(table: BatchTable, state: Ints, random: Source, action: int) -> bool:
    row = state[ROW]
    fast_rules.play(table.game, state, 1 << action)
    if state[ROW] == row:
        return False
    for place in range(table.game.seats):
        state[SEEN_PILE + place] = _counted(table, state[PILE + place])
    state[SEEN_ROW] = state[SEEN_ROW] >> 1 & ~(1 << TOKENS_PER_ROUND - 1)
    state[SEEN_WORTH] = state[SEEN_WORTH] >> 8 & _SEVEN_BYTES | state[SEEN_WORTH + 1] << 56
    state[SEEN_WORTH + 1] = 0
    if state[ROW]:
        return False
    if not state[BOX]:
        return True
    _deal(table, state, random)
    return False


@inlined
def mask(_table: BatchTable, state: Ints, packed: Ints, _scratch: Ints) -> None:
    packed[0] = fast_rules.legal(state)


@inlined
def observe(table: BatchTable, state: Ints, viewer: int, out: Any) -> None:
    """Write an observation; small fields are joined before they are written, which saves 2 ns each."""
    seats, other = table.game.seats, viewer
    at = write_bits(out, 0, state[HAND + viewer], _CARDS)
    at = write_bits(out, at, state[PLAYED], _CARDS)
    small, width, cards, left = 0, 0, 0, 0
    for place in range(seats):
        small |= _colours(state[VOID + other]) << width
        width += 3
        card = state[CARD + other]
        cards |= (count(card - 1) + 1 if card else 0) << 8 * place
        left |= count(state[HAND + other]) << 8 * place
        other = other + 1 if other + 1 < seats else 0
    small |= _colours(state[LED]) << width
    if state[ROW]:  # after the last trick it is nobody's turn
        small |= 1 << width + 3 + _behind(state[TURN], viewer, seats)
    width += 3 + seats
    small |= 1 << width + _behind(state[HOLDER], viewer, seats)
    width += seats
    small |= (4 >> count(state[BOX]) // TOKENS_PER_ROUND) << width
    at = write_bits(out, at, small, width + 3)
    at = write_bits(out, at, state[SEEN_BOX], TOKENS)
    for _ in range(seats):
        at = write_bits(out, at, state[SEEN_PILE + other], TOKENS)
        other = other + 1 if other + 1 < seats else 0
    at = write_bits(out, at, state[SEEN_ROW], 2 * TOKENS_PER_ROUND)
    at = write_bytes(out, at, state[SEEN_WORTH], 8)
    at = write_bytes(out, at, state[SEEN_WORTH + 1], 1)
    at = write_bytes(out, at, cards, seats)
    at = write_bytes(out, at, left, seats)
    for place in range(at, len(out)):
        out[place] = 0


@compiled
def _behind(seat: int, viewer: int, seats: int) -> int:
    """Return the number of seats after the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@compiled
def _colours(cards: int) -> int:
    """Return whole colours as three bits: pink, blue and green."""
    return cards & 1 | cards >> 17 & 2 | cards >> 34 & 4


@compiled
def _counted(table: BatchTable, tokens: int) -> int:
    """Replace equal tokens by the lowest bits of their group, whichever of them are held."""
    found = tokens & table.single
    for group in range(len(table.groups)):
        held = count(tokens & table.groups[group, 1])
        found |= ((1 << held) - 1) << table.groups[group, 0]
    return found


@compiled
def scores(table: BatchTable, state: Ints, out: Ints) -> None:
    for place in range(table.game.seats):
        out[place] = fast_rules.points(table.game, state[PILE + place])


assert CARDS_PER_HAND * 6 == _CARDS
KERNEL = Kernel(WORDS, begin, seat, act, observe, mask, scores)


def row_game(rules: Meow) -> RowGame:
    """Return the functions that play many matches of these rules at once."""
    return RowGame(KERNEL, batch_table(rules))
