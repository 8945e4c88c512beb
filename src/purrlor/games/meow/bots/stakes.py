"""What a round is played for: what every seat may expect of the match, given which tokens of the row it wins.

The rest of the round is a handful of tokens, so a table with one entry for each set of them says it all, fish and vases
included. Tokens of later rounds are handed out at random, many times, and averaged: with a fish in the pile the next
fishbone costs nothing, and a second vase may be about. In the last round the totals are exact.

Who plays for the match wants the largest share of the win, not the most points. The share is the logistic function of
the totals, flat while much can still happen and steep in the last round: behind it dares, ahead it plays safe.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled
from purrlor.compiled.bits import Ints, Source, below, source
from purrlor.games.meow import Pile, Token, View
from purrlor.games.meow.fast import BOX, PILE, ROW, Table, points, position, table_seen
from purrlor.games.meow.pile import Vases
from purrlor.games.meow.tokens import TOKENS_PER_ROUND

Floats: TypeAlias = NDArray[np.float64]

FUTURES = 128
"""How often the tokens of later rounds are handed out to see what they make of a pile."""
SPREADS = (4.0, 11.0, 15.0)
"""The lead in points that gives a share of 73 %, with 0, 1 and 2 rounds to come."""
POINTS = 0.0
"""Instead of a spread: count the lead over the mean of the others in points, and nothing else."""
SCALE = 1_000_000
"""Where whole numbers are needed, shares and points are counted in millionths."""


class Stakes(NamedTuple):
    totals: Floats
    """The final points that a seat may expect by [seat, set of the row's tokens that it wins]."""
    spread: float
    """The lead that makes a share of 73 %, or `POINTS`."""


@compiled
def row_tokens(row: int) -> Ints:
    """The tokens of a row, one bit each, the next one first."""
    tokens = np.zeros(9, np.int64)
    size = 0
    while row:
        tokens[size] = 1 << (row & 31) - 1
        row >>= 5
        size += 1
    return tokens[:size]


@compiled
def _future(box: int, seats: int, random: Source) -> int:
    """What one seat may get of the box: every token goes to anybody."""
    found = 0
    while box:
        token = box & -box
        box ^= token
        if not below(random, seats):
            found |= token
    return found


@compiled
def _fill_totals(table: Table, state: Ints, totals: Floats, futures: Ints) -> None:
    tokens = row_tokens(state[ROW])
    for won in range(totals.shape[1]):
        taken = 0
        for place in range(len(tokens)):
            if won >> place & 1:
                taken |= tokens[place]
        for seat in range(table.seats):
            total = 0
            for future in futures:
                total += points(table, state[PILE + seat] | taken | future)
            totals[seat, won] = total / len(futures)


@compiled
def _futures(box: int, seats: int, random: Source) -> Ints:
    if not box:
        return np.zeros(1, np.int64)
    futures = np.empty(FUTURES, np.int64)
    for number in range(FUTURES):
        futures[number] = _future(box, seats, random)
    return futures


def stakes_of(view: View) -> Stakes:
    """What the rest of this round is played for."""
    return stakes_at(view.piles, view.row, view.box, view.vases)


def in_points(stakes: Stakes) -> Stakes:
    """The same stakes, counted in points."""
    return stakes._replace(spread=POINTS)


@lru_cache(maxsize=64)
def stakes_at(piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases) -> Stakes:
    """The futures come from a fixed source: equal positions have equal stakes."""
    view = _bare_view(piles, row, box, vases)
    table, state = table_seen(view), position(view, [0] * len(piles))
    totals = np.zeros((len(piles), 1 << len(row)))
    _fill_totals(table, state, totals, _futures(int(state[BOX]), len(piles), source(len(box))))
    return Stakes(totals, SPREADS[min(len(box) // TOKENS_PER_ROUND, len(SPREADS) - 1)])


def _bare_view(piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases) -> View:
    """Tokens and piles alone."""
    nobody = (0,) * len(piles)
    return View(None, (), nobody, None, None, None, 0, row, box, (), (), piles, (), expert=False, vases=vases)


@compiled
def share_out(stakes: Stakes, won: Ints, found: Floats) -> None:
    """Write what each seat gets if the seats win these tokens of the row: its share of the win, or its lead."""
    seats, whole = len(won), 0.0
    for seat in range(seats):
        found[seat] = stakes.totals[seat, won[seat]]
        if stakes.spread:
            found[seat] = exp((found[seat] - stakes.totals[0, won[0]]) / stakes.spread)
        whole += found[seat]
    for seat in range(seats):
        found[seat] = found[seat] / whole if stakes.spread else (seats * found[seat] - whole) / (seats - 1)


@compiled
def duel_worths(stakes: Stakes) -> Ints:
    """For two seats: what the first one gets by set of tokens that it wins, in millionths.

    What is fair for both counts 0, so that the second seat gets the opposite.
    """
    worths = np.empty(stakes.totals.shape[1], np.int64)
    won, found = np.zeros(2, np.int64), np.zeros(2)
    for number in range(len(worths)):
        won[0], won[1] = number, len(worths) - 1 - number
        share_out(stakes, won, found)
        worths[number] = round(SCALE * (found[0] - found[1]) / 2)
    return worths
