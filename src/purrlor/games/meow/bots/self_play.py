"""Many matches of one network against itself, side by side, for it to learn from.

All matches of a table size have the same number of cards, so they go on in step: every seat to move is shown, one pass
through the network judges the cards of all, and each plays its best card, now and then another one. Every match has its
own source of random numbers: the same seed gives the same matches, however many threads share the work.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below, count
from purrlor.games.meow import fast
from purrlor.games.meow.bits import any_bit
from purrlor.games.meow.fast import BOX, PILE, ROW, TURN, TwinTable
from purrlor.games.meow.rules import Meow
from purrlor.games.meow.tokens import TOKENS

from .inputs import INPUTS, KINDS, MOST_ACTIVE, POINT, gather

_SPAN = 1024
"""Matches that a thread takes at a time."""
_THOUSANDTHS = 1000
Span: TypeAlias = tuple[int, int]
"""The first match, and the one after the last."""


class SelfPlayStep(NamedTuple):
    """One card in every match."""

    inputs: Any
    """Of each decision, in eighths: whole numbers of one byte; where the network is."""
    cards: Any
    """The number of the card that was played."""
    worths: Any
    """What the network expected of it."""
    seats: Any
    free: Any
    """Whether there was a choice."""


class Judges(Protocol):
    """The network, wherever it is."""

    def hold(self, inputs: Any) -> Any:
        """The inputs there."""

    def judge(self, inputs: Any) -> Any:
        """What each card is worth, here."""


@dataclass(frozen=True)
class Tables:
    """The matches that are played side by side."""

    seats: int
    expert: bool
    matches: int

    def play(self, judges: Judges, chance: float, seed: int, threads: Executor) -> tuple[list[SelfPlayStep], Any]:
        """All steps, and what each seat got by [match, seat]: its share of the win, and how far it is ahead."""
        rows = Rows(
            fast.table_of(Meow(seats=self.seats, expert=self.expert)),
            np.zeros((self.matches, fast.WORDS), np.int64),
            np.random.default_rng(seed).integers(0, 2**63, self.matches, np.uint64),
            round(_THOUSANDTHS * chance),
        )
        steps = list[SelfPlayStep]()
        self._spread(threads, rows.begin)
        for _ in range(TOKENS * self.seats):
            inputs, legal = np.zeros((self.matches, INPUTS), np.int8), np.zeros(self.matches, np.int64)
            self._spread(threads, rows.show, inputs, legal)
            held = judges.hold(inputs)
            worths, cards, seats = judges.judge(held), np.zeros(self.matches, np.int64), rows.states[:, TURN].copy()
            self._spread(threads, rows.choose, worths, legal, cards)
            self._spread(threads, rows.play, cards)
            expected = worths[np.arange(self.matches), cards]
            steps.append(SelfPlayStep(held, cards, expected, seats, legal & (legal - 1) != 0))
        results = np.zeros((self.matches, self.seats, 2), np.float32)
        settle_rows(rows.table, rows.states, results)
        return steps, results

    def _spread(self, threads: Executor, work: Callable[..., None], *arrays: Any) -> None:
        def part(start: int) -> None:
            work((start, min(start + _SPAN, self.matches)), *arrays)

        list(threads.map(part, range(0, self.matches, _SPAN)))


@dataclass(frozen=True)
class Rows:
    """The matches as the twin has them. Each method goes on with a span of them."""

    table: TwinTable
    states: Ints
    sources: Source
    whim: int
    """How often in a thousand any card is played."""

    def begin(self, span: Span) -> None:
        begin_rows(self.table, self.states, self.sources, span)

    def show(self, span: Span, inputs: Any, legal: Ints) -> None:
        show_rows(self.table, KINDS, self.states, inputs, legal, span)

    def choose(self, span: Span, worths: Any, legal: Ints, cards: Ints) -> None:
        choose_rows(worths, legal, cards, self.sources, self.whim, span)

    def play(self, span: Span, cards: Ints) -> None:
        play_rows(self.table, self.states, self.sources, cards, span)


@compiled
def begin_rows(table: TwinTable, states: Ints, sources: Source, span: Span) -> None:
    for row in range(span[0], span[1]):
        random = sources[row : row + 1]
        fast.start(states[row], below(random, table.seats))
        _deal(table, states[row], random)


@compiled
def _deal(table: TwinTable, state: Ints, random: Source) -> None:
    fast.lay_row(state, fast.draw_row(state, random))
    fast.deal(state, fast.draw_hands(table, random))


@compiled
def show_rows(table: TwinTable, kinds: Ints, states: Ints, inputs: Any, legal: Ints, span: Span) -> None:  # noqa: PLR0917
    """Write what the seats to move know, and which cards they may play."""
    places, values = np.zeros(MOST_ACTIVE, np.int64), np.zeros(MOST_ACTIVE)
    for row in range(span[0], span[1]):
        state = states[row]
        size = gather(table, kinds, state, state[TURN], places, values)
        for number in range(size):
            inputs[row, places[number]] = min(127, max(-128, int(values[number] / POINT)))
        legal[row] = fast.legal(state)


@compiled
def choose_rows(worths: Any, legal: Ints, cards: Ints, sources: Source, whim: int, span: Span) -> None:  # noqa: PLR0917
    """The number of the best card, or of any one in `whim` of a thousand cases."""
    for row in range(span[0], span[1]):
        random, bits = sources[row : row + 1], legal[row]
        if below(random, _THOUSANDTHS) < whim:
            bits = any_bit(bits, random)
        best, highest = 0, -np.inf
        while bits:
            card = count((bits & -bits) - 1)
            bits &= bits - 1
            if worths[row, card] > highest:
                best, highest = card, worths[row, card]
        cards[row] = best


@compiled
def play_rows(table: TwinTable, states: Ints, sources: Source, cards: Ints, span: Span) -> None:
    """Play the cards; where a round is over, deal the next."""
    for row in range(span[0], span[1]):
        state = states[row]
        fast.play(table, state, 1 << cards[row])
        if not state[ROW] and state[BOX]:
            _deal(table, state, sources[row : row + 1])


@compiled
def settle_rows(table: TwinTable, states: Ints, results: Any) -> None:
    """Write each seat's share of the win, and how many points it is ahead of the mean of the others."""
    for row in range(len(states)):
        total, best, winners = 0, -1000, 0
        for seat in range(table.seats):
            points = fast.points(table, states[row, PILE + seat])
            results[row, seat, 1] = points
            total += points
            winners = 1 if points > best else winners + (points == best)
            best = max(best, points)
        for seat in range(table.seats):
            points = results[row, seat, 1]
            results[row, seat, 0] = 1.0 / winners if points == best else 0.0
            results[row, seat, 1] = points - (total - points) / (table.seats - 1)
