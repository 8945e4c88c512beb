"""Matches of trees against each other, from which a network learns what they play (`rival_net.py`).

The network answers a thousand times as quickly as a tree, so a search can ask it at every card of a rollout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from purrlor.compiled.bits import Ints, Source, below, source
from purrlor.games.meow.bots.policy.card_features import CARDS
from purrlor.games.meow.bots.policy.features import card_number, turned, turns_over
from purrlor.games.meow.bots.search.ismcts import grow_tree, new_tree, read_tree
from purrlor.games.meow.bots.search.values import Stakes, stakes_on
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import any_bit
from purrlor.games.meow.kernels.deals import Deals
from purrlor.games.meow.kernels.fast_rules import HAND, PLAYED, ROW, TURN, VOID, TwinTable
from purrlor.games.meow.rules import Meow

from .self_play import KnownRows, Rows, blank

WHIMS = 4
"""One seat of each match plays any card once in this number of times: the network will be asked about positions that
trees do not lead to, too."""


class Lessons(NamedTuple):
    """Decisions of a tree, one row each."""

    known: KnownRows
    cards: Any
    """The number of the card that it played, as the network sees it."""
    worths: Any
    """What it expected by card, as the network sees them; not a number where it expected nothing."""

    def part(self, chosen: Any) -> Lessons:
        return Lessons(self.known.part(chosen), self.cards[chosen], self.worths[chosen])


def joined(parts: Iterable[Lessons]) -> Lessons:
    known, cards, worths = zip(*parts, strict=True)
    bits, numbers, legal = (np.concatenate(columns) for columns in zip(*known, strict=True))
    return Lessons(KnownRows(bits, numbers, legal), np.concatenate(cards), np.concatenate(worths))


@dataclass(frozen=True)
class Watch:
    """A match of trees against each other, from which their decisions are taken."""

    seats: int = 4
    iterations: int = 2000

    def __call__(self, seed: int) -> Lessons:
        table, random = fast_rules.table_of(Meow(seats=self.seats)), source(seed)
        states, played = np.zeros((1, fast_rules.WORDS), np.int64), np.zeros((1, self.seats), np.int64)
        rows = Rows(table, states, played, random)
        rows.begin((0, 1))
        guest, found = below(random, self.seats), list[Lessons]()
        state, row, stakes = states[0], 0, stakes_on(table, states[0])
        while state[TURN] >= 0:
            if state[ROW] != row:
                row, stakes = int(state[ROW]), stakes_on(table, state)
            legal = fast_rules.legal(state)
            card = legal
            if legal & (legal - 1):
                known = blank(1)
                rows.show((0, 1), *known)
                cards, worths = self.asked(table, state, stakes, random)
                swap = turns_over(state)
                found.append(_lesson(known, cards, worths, swap=swap))
                card = 1 << int(found[-1].cards[0])
                card = turned(card) if swap else card
                if state[TURN] == guest and not below(random, WHIMS):
                    card = any_bit(legal, random)
            number = card_number(card, turns_over(state))
            rows.play((0, 1), np.array([number], np.int64))
        return joined(found)

    def asked(self, table: TwinTable, state: Ints, stakes: Stakes, random: Source) -> tuple[Ints, Any]:
        """The cards that may be played; and by card how often a tree tried it, and what it expects of it."""
        seat, legal = int(state[TURN]), fast_rules.legal(state)
        start = state.copy()
        start[HAND : HAND + self.seats] = 0
        deals = _deals(table, state, seat).draw(self.iterations, seed=int(random[0]))
        tree = new_tree(self.iterations)
        grow_tree(table, start, stakes, deals, tree, self.iterations, random)
        cards = np.array([1 << place for place in range(legal.bit_length()) if legal >> place & 1], np.int64)
        found = np.zeros((len(cards), 2))
        read_tree(tree, cards, found)
        return cards, found


def _deals(table: TwinTable, state: Ints, seat: int) -> Deals:
    """All that fit what the seat to move knows."""
    hands = [int(hand) for hand in state[HAND : HAND + table.seats]]
    unseen = int(np.bitwise_or.reduce(table.deck)) & ~int(state[PLAYED]) & ~hands[seat]
    sizes = [0 if other == seat else hand.bit_count() for other, hand in enumerate(hands)]
    known = [hand if other == seat else 0 for other, hand in enumerate(hands)]
    return Deals.that_fit(unseen, sizes, [int(void) for void in state[VOID : VOID + table.seats]], known)


def _lesson(known: KnownRows, cards: Ints, found: Any, *, swap: bool) -> Lessons:
    numbers = [card_number(card, swap) for card in cards.tolist()]
    worths = np.full((1, CARDS), np.nan, np.float32)
    worths[0, numbers] = found[:, 1]
    return Lessons(known, np.array([numbers[int(np.argmax(found[:, 0]))]]), worths)
