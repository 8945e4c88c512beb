"""Matches of self-play in parallel, for training.

All matches with the same number of seats have the same number of cards, so they advance in step: one pass through the
network evaluates the cards of all, and each seat plays its best card, now and then a random one. Every match has its
own random source, so the number of threads changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

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
from purrlor.games.meow.kernels.fast_rules import BOX, PILE, ROW, TURN, RulesTable
from purrlor.games.meow.rules import Meow
from purrlor.games.meow.tokens import TOKENS

_SPAN = 1024
"""Matches that a thread takes at a time."""
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


class SelfPlayStep(NamedTuple):
    """One card in every match; all arrays are on the network's device."""

    known: FeatureRows
    cards: Any
    """The number of the card that was played, as the network sees it."""
    values: Any
    """The value that the network predicted for it."""
    seats: Any
    free: Any
    """Whether there was a choice."""


class CardPlayer(Protocol):
    """A network, on any device."""

    def hold(self, array: Any) -> Any:
        """Copy an array to the network's device."""

    def choose(self, known: FeatureRows, chance: float) -> tuple[Any, Any]:
        """Return the numbers of the cards to play and their expected values, both on the network's device.

        `chance`: the probability of a random card.
        """
        ...


@dataclass(frozen=True)
class Tables:
    """Matches that are played in parallel."""

    seats: int
    expert: bool
    matches: int

    def play(self, player: CardPlayer, chance: float, seed: int, threads: Executor) -> tuple[list[SelfPlayStep], Any]:
        """Play the matches; return all steps, and by [match, seat] the share of the win and the lead in points."""
        rows = Rows(
            fast_rules.rules_table(Meow(seats=self.seats, expert=self.expert)),
            np.zeros((self.matches, fast_rules.WORDS), np.int64),
            np.zeros((self.matches, self.seats), np.int64),
            np.random.default_rng(seed).integers(0, 2**63, self.matches, np.uint64),
        )
        steps = list[SelfPlayStep]()
        self._spread(threads, rows.begin)
        for _ in range(TOKENS * self.seats):
            known = blank_rows(self.matches)
            self._spread(threads, rows.show, *known)
            seats, held = player.hold(rows.states[:, TURN].copy()), FeatureRows(*map(player.hold, known))
            cards, values = player.choose(held, chance)
            steps.append(SelfPlayStep(held, cards, values, seats, held.legal & (held.legal - 1) != 0))
            self._spread(threads, rows.play, cards if isinstance(cards, np.ndarray) else cards.get())
        results = np.zeros((self.matches, self.seats, 2), np.float32)
        settle_rows(rows.table, rows.states, results)
        return steps, player.hold(results)

    def _spread(self, threads: Executor, work: Callable[..., None], *arrays: Any) -> None:
        def part(start: int) -> None:
            work((start, min(start + _SPAN, self.matches)), *arrays)

        list(threads.map(part, range(0, self.matches, _SPAN)))


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


@compiled
def settle_rows(table: RulesTable, states: Ints, results: Any) -> None:
    """Write each seat's share of the win, and how many points it is ahead of the mean of the others."""
    for row in range(len(states)):
        total, best, winners = 0, -1000, 0
        for seat in range(table.seats):
            points = fast_rules.points(table, states[row, PILE + seat])
            results[row, seat, 1] = points
            total += points
            winners = 1 if points > best else winners + (points == best)
            best = max(best, points)
        for seat in range(table.seats):
            points = results[row, seat, 1]
            results[row, seat, 0] = 1.0 / winners if points == best else 0.0
            results[row, seat, 1] = points - (total - points) / (table.seats - 1)
