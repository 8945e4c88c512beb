"""Matches as compiled positions, and what the seats to move know in numbers: the examples of training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below
from purrlor.games.meow.bots.policy.features import (
    AHEAD,
    INPUTS,
    KINDS,
    MOST_ACTIVE,
    POINT,
    card_by_number,
    list_features,
    swap_if_due,
)
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.fast_rules import BOX, ROW, TURN, RulesTable

BYTES = -(-AHEAD // 8)
"""Bytes for the inputs that are 0 or 1: eight in a byte, the first one in the highest bit."""
NUMBERS = INPUTS - AHEAD
Span: TypeAlias = tuple[int, int]
"""The first match, and the one after the last."""


class FeatureRows(NamedTuple):
    """The features of the seats to move, one row each."""

    bits: Any
    numbers: Any
    """The numbers, in steps of `POINT`."""
    legal: Any
    """The cards that may be played, with pink and blue as the network sees them."""

    def part(self, chosen: Any) -> FeatureRows:
        return FeatureRows(self.bits[chosen], self.numbers[chosen], self.legal[chosen])


def blank_rows(rows: int) -> FeatureRows:
    return FeatureRows(np.zeros((rows, BYTES), np.uint8), np.zeros((rows, NUMBERS), np.int8), np.zeros(rows, np.int64))


@dataclass(frozen=True)
class Rows:
    """The matches as compiled positions. Each method works on a span of them."""

    table: RulesTable
    states: Ints
    played: Ints
    """The cards that each seat has played in this round."""
    sources: Source

    def begin(self, span: Span) -> None:
        begin_rows(self.table, self.states, self.sources, span)

    def show(self, span: Span, bits: Any, numbers: Any, legal: Ints) -> None:
        show_rows(self.table, KINDS, self.states, self.played, bits, numbers, legal, span)

    def play(self, span: Span, cards: Ints) -> None:
        play_rows(self.table, self.states, self.played, self.sources, cards, span)


@compiled
def begin_rows(table: RulesTable, states: Ints, sources: Source, span: Span) -> None:
    for row in range(span[0], span[1]):
        random = sources[row : row + 1]
        fast_rules.start(states[row], below(random, table.seats))
        _deal(table, states[row], random)


@compiled
def _deal(table: RulesTable, state: Ints, random: Source) -> None:
    fast_rules.lay_row(state, fast_rules.draw_row(state, random))
    fast_rules.deal(state, fast_rules.draw_hands(table, random))


@compiled
def show_rows(  # noqa: PLR0917
    table: RulesTable, kinds: Ints, states: Ints, played: Ints, bits: Any, numbers: Any, legal: Ints, span: Span
) -> None:
    """Write what the seats to move know, and which cards they may play."""
    places, values = np.zeros(MOST_ACTIVE, np.int64), np.zeros(MOST_ACTIVE)
    state, shown = np.zeros(fast_rules.WORDS, np.int64), np.zeros(played.shape[1], np.int64)
    for row in range(span[0], span[1]):
        state[:], shown[:] = states[row], played[row]
        swap_if_due(state, shown)
        size = list_features(table, kinds, state, shown, places, values)
        for number in range(size):
            place = places[number]
            if place < AHEAD:
                bits[row, place >> 3] |= 128 >> (place & 7)
            else:
                numbers[row, place - AHEAD] = min(127, max(-128, int(values[number] / POINT)))
        legal[row] = fast_rules.legal(state)


@compiled
def play_rows(  # noqa: PLR0917
    table: RulesTable, states: Ints, played: Ints, sources: Source, cards: Ints, span: Span
) -> None:
    """Play the cards, numbered as the network sees them; where a round is over, deal the next."""
    for row in range(span[0], span[1]):
        state = states[row]
        card = card_by_number(state, cards[row])
        played[row, state[TURN]] |= card
        fast_rules.play(table, state, card)
        if not state[ROW]:
            played[row] = 0
            if state[BOX]:
                _deal(table, state, sources[row : row + 1])
