"""What a round is played for: what every seat may expect of the match, given which tokens of the row it wins.

The rest of the round is a handful of tokens, so a table with one entry for each set of them says it all, fish and vases
included. Tokens of later rounds are handed out at random, many times, and averaged: with a fish in the pile the next
fishbone costs nothing, and a second vase may be about. In the last round the totals are exact.

Who plays for the match wants the largest share of the win, not the most points. The share is the logistic function of
the totals, flat while much can still happen and steep in the last round: behind it dares, ahead it plays safe. Its
exponentials are looked up, and they are computed here: libraries differ in the last bit from machine to machine, and a
search would find another card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, source
from purrlor.games.meow import Pile, Token, View
from purrlor.games.meow.kernels.exponentials import Floats, exponential
from purrlor.games.meow.kernels.fast_rules import BOX, PILE, ROW, TOKEN_BITS, TwinTable, points, position, table_seen
from purrlor.games.meow.tokens import TOKENS_PER_ROUND, Vases

FUTURES = 128
"""How often the tokens of later rounds are handed out to see what they make of a pile."""
SPREADS = (4.0, 11.0, 15.0)
"""The lead in points that gives a share of 73 %, with 0, 1 and 2 rounds to come."""
SHARP_SPREADS = {3: (2.0, 7.0, 9.5), 4: (2.0, 7.0, 9.5), 5: (2.0, 6.0, 8.0), 6: (2.0, 5.5, 7.5)}
"""By seats, the same for those who play on like trees. Those with rounds to come were fitted to the shares that such
play led to at four to six seats; three seats play with those of four (docs/bots/meow.md)."""
POINTS = 0.0
"""Instead of a spread: count the lead over the mean of the others in points, and nothing else."""
SCALE = 1_000_000
"""Where whole numbers are needed, shares and points are counted in millionths."""


class Stakes(NamedTuple):
    totals: Floats
    """The final points that a seat may expect by [seat, set of the row's tokens that it wins]."""
    strengths: Floats
    """The exponentials of these totals in spreads: shares of the win are as the strengths of the seats."""
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
def fill_totals(table: TwinTable, state: Ints, totals: Floats, futures: Ints) -> None:
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
def fill_futures(futures: Ints, box: int, seats: int, random: Source) -> None:
    for number in range(len(futures)):
        futures[number] = _future(box, seats, random)


@compiled
def fill_strengths(totals: Floats, strengths: Floats, spread: float) -> None:
    """Beside the total of the first seat that wins nothing, so that they stay small numbers."""
    for seat in range(totals.shape[0]):
        for won in range(totals.shape[1]):
            strengths[seat, won] = exponential((totals[seat, won] - totals[0, 0]) / spread)


def stakes_of(view: View) -> Stakes:
    """What the rest of this round is played for."""
    return stakes_at(view.piles, view.row, view.box, view.vases)


def sharpened(stakes: Stakes, box: Sequence[Token]) -> Stakes:
    """The same stakes with `SHARP_SPREADS`; unless they are counted in points."""
    if not stakes.spread:
        return stakes
    spread, strengths = _spread(SHARP_SPREADS[len(stakes.totals)], len(box)), np.zeros(stakes.totals.shape)
    fill_strengths(stakes.totals, strengths, spread)
    return Stakes(stakes.totals, strengths, spread)


def _spread(spreads: tuple[float, ...], left: int) -> float:
    """The spread for a number of tokens left in the box."""
    return spreads[min(left // TOKENS_PER_ROUND, len(spreads) - 1)]


def in_points(stakes: Stakes) -> Stakes:
    """The same stakes, counted in points."""
    return stakes._replace(spread=POINTS)


@lru_cache(maxsize=64)
def stakes_at(piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases) -> Stakes:
    view = _bare_view(piles, row, box, vases)
    return stakes_on(table_seen(view), position(view, [0] * len(piles)))


def stakes_on(table: TwinTable, state: Ints) -> Stakes:
    """The same on the twin. The futures come from a fixed source: equal positions have equal stakes."""
    box = int(state[BOX])
    futures = np.zeros(FUTURES if box else 1, np.int64)
    fill_futures(futures, box, table.seats, source(box.bit_count()))
    size = -(-int(state[ROW]).bit_length() // TOKEN_BITS)
    totals, strengths = (np.zeros((table.seats, 1 << size)) for _ in range(2))
    fill_totals(table, state, totals, futures)
    spread = _spread(SPREADS, box.bit_count())
    fill_strengths(totals, strengths, spread)
    return Stakes(totals, strengths, spread)


def _bare_view(piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases) -> View:
    """Tokens and piles alone."""
    nobody = (0,) * len(piles)
    return View(None, (), nobody, None, None, None, 0, row, box, (), (), piles, (), expert=False, vases=vases)


@compiled
def share_out(stakes: Stakes, won: Ints, found: Floats) -> None:
    """Write what each seat gets if the seats win these tokens of the row: its share of the win, or its lead."""
    seats, whole = len(won), 0.0
    for seat in range(seats):
        found[seat] = stakes.strengths[seat, won[seat]] if stakes.spread else stakes.totals[seat, won[seat]]
        whole += found[seat]
    for seat in range(seats):
        found[seat] = found[seat] / whole if stakes.spread else (seats * found[seat] - whole) / (seats - 1)


def duel_worths(stakes: Stakes) -> Ints:
    """For two seats: what the first one gets by set of tokens that it wins, in millionths.

    What is fair for both counts 0, so that the second seat gets the opposite.
    """
    worths = np.empty(stakes.totals.shape[1], np.int64)
    fill_worths(stakes, worths)
    return worths


@compiled
def fill_worths(stakes: Stakes, worths: Ints) -> None:
    won, found = np.zeros(2, np.int64), np.zeros(2)
    for number in range(len(worths)):
        won[0], won[1] = number, len(worths) - 1 - number
        share_out(stakes, won, found)
        worths[number] = round(SCALE * (found[0] - found[1]) / 2)
