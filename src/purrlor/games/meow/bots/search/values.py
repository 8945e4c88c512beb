"""The value of a round: each seat's expected final total, by the set of tokens of the row that it wins.

A row has few tokens, so a table with one entry per set covers everything, fish and vases included. Tokens of later
rounds are handed out at random many times, and the totals are averaged: with a fish in the pile the next fishbone costs
nothing, and a second vase may come. In the last round the totals are exact.

To win the match, a seat maximises its share of the win, not its points. The share is a logistic function of the totals,
flat while much can still happen and steep in the last round: a seat that is behind takes risks, a seat that is ahead
plays safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below, count, source
from purrlor.games.meow import Pile, Token, View
from purrlor.games.meow.kernels.exponentials import Floats, exponential
from purrlor.games.meow.kernels.fast_rules import BOX, PILE, ROW, TOKEN_BITS, RulesTable, position, view_table
from purrlor.games.meow.tokens import TOKENS_PER_ROUND, VASES_COST, Vases

FUTURES = 128
"""The number of random distributions of the later rounds' tokens."""
LOGISTIC_SCALES = (4.0, 11.0, 15.0)
"""The logistic scale: the lead in points for a share of 73 %, with 0, 1 and 2 rounds to come."""
SHARP_SCALES = {3: (2.0, 7.0, 9.5), 4: (2.0, 7.0, 9.5), 5: (2.0, 6.0, 8.0), 6: (2.0, 5.5, 7.5)}
"""Logistic scales by seats for rollouts of the policy. Those with rounds to come were fitted to the shares that such
play led to at four to six seats; three seats use those of four (docs/research/bots/meow.md)."""
POINTS = 0.0
"""Instead of a scale: count the lead over the mean of the others in points."""
MILLIONTHS = 1_000_000
"""The unit of shares and points where integers are needed."""


class RoundValues(NamedTuple):
    """The values for which the rest of a round is played."""

    totals: Floats
    """Expected final totals by [seat, set of the row's tokens that it wins]."""
    strengths: Floats
    """The exponentials of totals divided by the scale: shares of the win are proportional to them."""
    scale: float
    """The logistic scale, or `POINTS`."""


@compiled
def row_tokens(row: int) -> Ints:
    """Return the tokens of a row, one bit each, the next one first."""
    tokens = np.zeros(9, np.int64)
    size = 0
    while row:
        tokens[size] = 1 << (row & 31) - 1
        row >>= 5
        size += 1
    return tokens[:size]


@compiled
def _future(box: int, seats: int, random: Source) -> int:
    """Draw what one seat gets of the box: each token goes to any seat with the same probability."""
    found = 0
    while box:
        token = box & -box
        box ^= token
        if not below(random, seats):
            found |= token
    return found


@compiled
def fill_round_values(  # noqa: PLR0917
    table: RulesTable, state: Ints, futures: Ints, totals: Floats, strengths: Floats, scale: float, random: Source
) -> None:
    """Write the totals and strengths of a position; `futures` is a buffer for what a seat may get of the box."""
    for number in range(len(futures)):
        futures[number] = _future(state[BOX], table.seats, random)
    _fill_totals(table, state, totals, futures)
    fill_strengths(totals, strengths, scale)


@compiled
def _fill_totals(table: RulesTable, state: Ints, totals: Floats, futures: Ints) -> None:
    """Write the mean of `points` over all futures, split into a sum and the effects of fish and vases."""
    tokens, later = row_tokens(state[ROW]), np.zeros((len(futures), 4), np.int64)
    for number in range(len(futures)):
        later[number, 0], later[number, 1], later[number, 2], later[number, 3] = _split(table, futures[number])
    for won in range(totals.shape[1]):
        taken = 0
        for place in range(len(tokens)):
            if won >> place & 1:
                taken |= tokens[place]
        for seat in range(table.seats):
            plain, bones, fish, vases = _split(table, state[PILE + seat] | taken)
            total = 0
            for number in range(len(futures)):
                total += plain + later[number, 0]
                left = bones | later[number, 1]
                for _ in range(min(fish + later[number, 2], count(left))):
                    total -= table.worth[count((left & -left) - 1)]
                    left &= left - 1
                pairs = (vases + later[number, 3]) // 2
                total -= VASES_COST * (min(pairs, 1) if table.flat else pairs)
            totals[seat, won] = total / len(futures)


@compiled
def _split(table: RulesTable, tokens: int) -> tuple[int, int, int, int]:
    """Return the sum of tokens before fish and vases count, the fishbones, and the numbers of fish and vases."""
    plain, rest = 0, tokens
    while rest:
        plain += table.worth[count((rest & -rest) - 1)]
        rest &= rest - 1
    return plain, tokens & table.bones, count(tokens & table.fish), count(tokens & table.vases)


@compiled
def fill_strengths(totals: Floats, strengths: Floats, scale: float) -> None:
    """Write strengths relative to the total of the first seat that wins nothing, so that they stay small numbers."""
    for seat in range(totals.shape[0]):
        for won in range(totals.shape[1]):
            strengths[seat, won] = exponential((totals[seat, won] - totals[0, 0]) / scale)


def values_of_view(view: View) -> RoundValues:
    """Return what the rest of this round is played for."""
    return values_of_piles(view.piles, view.row, view.box, view.vases)


def with_sharp_scale(round_values: RoundValues, box: Sequence[Token]) -> RoundValues:
    """Return the same values with `SHARP_SCALES`, unless they are counted in points."""
    if not round_values.scale:
        return round_values
    scale, strengths = _scale(SHARP_SCALES[len(round_values.totals)], len(box)), np.zeros(round_values.totals.shape)
    fill_strengths(round_values.totals, strengths, scale)
    return RoundValues(round_values.totals, strengths, scale)


def _scale(scales: tuple[float, ...], left: int) -> float:
    """Return the scale for a number of tokens left in the box."""
    return scales[min(left // TOKENS_PER_ROUND, len(scales) - 1)]


def in_points(round_values: RoundValues) -> RoundValues:
    """Return the same values, counted in points."""
    return round_values._replace(scale=POINTS)


@lru_cache(maxsize=64)
def values_of_piles(
    piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases
) -> RoundValues:
    view = _bare_view(piles, row, box, vases)
    return values_of_position(view_table(view), position(view, [0] * len(piles)))


def values_of_position(table: RulesTable, state: Ints) -> RoundValues:
    """Return the values of a compiled position. The random source is fixed, so equal positions have equal values."""
    box = int(state[BOX])
    futures, scale = np.zeros(FUTURES if box else 1, np.int64), _scale(LOGISTIC_SCALES, box.bit_count())
    size = -(-int(state[ROW]).bit_length() // TOKEN_BITS)
    totals, strengths = (np.zeros((table.seats, 1 << size)) for _ in range(2))
    fill_round_values(table, state, futures, totals, strengths, scale, source(box.bit_count()))
    return RoundValues(totals, strengths, scale)


def _bare_view(piles: tuple[Pile, ...], row: tuple[Token, ...], box: tuple[Token, ...], vases: Vases) -> View:
    """Return a view with nothing but tokens and piles."""
    nobody = (0,) * len(piles)
    return View(None, (), nobody, None, None, None, 0, row, box, (), (), piles, (), expert=False, vases=vases)


@compiled
def share_out(round_values: RoundValues, won: Ints, found: Floats) -> None:
    """Write what each seat gets if the seats win these tokens of the row: its share of the win, or its lead."""
    seats, whole = len(won), 0.0
    for seat in range(seats):
        found[seat] = (
            round_values.strengths[seat, won[seat]] if round_values.scale else round_values.totals[seat, won[seat]]
        )
        whole += found[seat]
    for seat in range(seats):
        found[seat] = found[seat] / whole if round_values.scale else (seats * found[seat] - whole) / (seats - 1)


def duel_values(round_values: RoundValues) -> Ints:
    """Return the value for the first of two seats by the set of tokens that it wins, in millionths.

    An even result counts 0, so the second seat gets the opposite.
    """
    values = np.empty(round_values.totals.shape[1], np.int64)
    fill_duel_values(round_values, values)
    return values


@compiled
def fill_duel_values(round_values: RoundValues, values: Ints) -> None:
    won, found = np.zeros(2, np.int64), np.zeros(2)
    for number in range(len(values)):
        won[0], won[1] = number, len(values) - 1 - number
        share_out(round_values, won, found)
        values[number] = round(MILLIONTHS * (found[0] - found[1]) / 2)
