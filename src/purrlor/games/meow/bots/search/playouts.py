"""Playing a round to its end with common sense, on the compiled twin: the measure of a card where exact answers are out
of reach.

Every seat wants the next token as much as it adds to its own total and keeps from the others'. Who wants it plays high
or wins as cheaply as can be, who fears it ducks as high as can be; now and then anybody does anything.
"""

from __future__ import annotations

from purrlor.compiled import compiled, inlined
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, Source, below
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK, any_bit, colour_of, highest
from purrlor.games.meow.kernels.exponentials import Floats
from purrlor.games.meow.kernels.fast_rules import (
    CARD,
    HAND,
    LED,
    ROW,
    TOKEN_BITS,
    TURN,
    TwinTable,
    award,
    taking_lead,
    winner,
)

from .values import Stakes, share_out

WHIMS = 8
"""One card in this number is played at random."""


@compiled
def wish(stakes: Stakes, won: Ints, done: int, seat: int) -> float:
    """How much better it is for a seat to win the next token itself than to leave it to somebody else."""
    gains = np.zeros(len(won))
    fill_gains(stakes, won, done, gains)
    return balance(gains, seat)


@compiled
def fill_gains(stakes: Stakes, won: Ints, done: int, gains: Floats) -> None:
    """What the next token adds to each seat's total."""
    for seat in range(len(won)):
        gains[seat] = stakes.totals[seat, won[seat] | 1 << done] - stakes.totals[seat, won[seat]]


@compiled
def balance(gains: Floats, seat: int) -> float:
    """What a seat gains, and the others do not."""
    wanted = 0.0
    for other in range(len(gains)):
        wanted += gains[other] if other == seat else gains[other] / (len(gains) - 1)
    return wanted


@compiled
def cheapest(cards: int) -> int:
    """The lowest card of any colour; a green one counts a few ranks more."""
    pink, blue, green = cards & PINK, (cards & BLUE) >> 18, (cards & GREEN) >> 36
    pink, blue, green = pink & -pink, blue & -blue, (green & -green) << 4
    if pink and (not blue or pink <= blue) and (not green or pink <= green):
        return pink
    return blue << 18 if blue and (not green or blue <= green) else green << 32


@compiled
def dearest(cards: int) -> int:
    """The highest card of any colour, but the highest green one first of all."""
    if cards & GREEN:
        return highest(cards & GREEN)
    pink, blue = highest(cards & PINK), highest(cards & BLUE)
    return pink if pink > blue >> 18 else blue


@compiled
def sensible_answer(cards: int, winning: int, last: bool, wanted: float) -> int:
    """Which of these cards common sense would play to a trick; `winning` are those that would win it as it lies."""
    losing = cards & ~winning
    if wanted > 0:
        if not winning:
            return cheapest(losing)
        return cheapest(winning) if last or not winning & ~GREEN else dearest(winning & ~GREEN)
    if losing:
        return dearest(losing)
    return dearest(winning) if last else cheapest(winning)


@compiled
def sensible_lead(cards: int, colour: int, wanted: float) -> int:
    """The highest or the lowest card of a colour; 0 if there is none."""
    rest = cards & PINK << 18 * colour
    return highest(rest) if wanted > 0 else rest & -rest


@compiled
def any_sensible_lead(cards: int, wanted: float, random: Source) -> int:
    """A lead of common sense, in any colour."""
    card, colour = 0, below(random, 3)
    while not card:
        card = sensible_lead(cards, colour, wanted)
        colour = (colour + 1) % 3
    return card


@compiled
def play_on(  # noqa: PLR0917
    table: TwinTable, state: Ints, stakes: Stakes, won: Ints, done: int, random: Source
) -> None:
    """Play the round to its end. Only who won which token is told: the position is used up on the way."""
    seats, seat, led, row = table.seats, state[TURN], state[LED], state[ROW]
    lying, gains = state[CARD : CARD + seats], np.zeros(seats)
    trick, waiting = 0, 0
    for card in lying:
        trick |= card
        waiting += card == 0
    fill_gains(stakes, won, done, gains)
    while row:
        hand = state[HAND + seat]
        card = _sensible_card(hand & led or hand, trick, led, waiting, gains, seat, random)
        led = led or colour_of(card)
        state[HAND + seat] ^= card
        lying[seat] = card
        trick |= card
        waiting -= 1
        seat = seat + 1 if seat + 1 < seats else 0
        if not waiting:
            seat = winner(lying, led)
            won[seat] |= 1 << done
            done, row, led, trick, waiting = done + 1, row >> TOKEN_BITS, 0, 0, seats
            lying[:] = 0
            if row:
                fill_gains(stakes, won, done, gains)


@inlined
def _sensible_card(  # noqa: PLR0917
    cards: int, trick: int, led: int, waiting: int, gains: Floats, seat: int, random: Source
) -> int:
    """What common sense would play, and anything now and then."""
    if not cards & (cards - 1):
        return cards
    if below(random, WHIMS) == 0:
        return any_bit(cards, random)
    wanted = balance(gains, seat)
    if not led:
        return any_sensible_lead(cards, wanted, random)
    return sensible_answer(cards, cards & taking_lead(trick, led), waiting == 1, wanted)


@compiled
def try_cards(  # noqa: PLR0917
    table: TwinTable, start: Ints, stakes: Stakes, deals: Ints, cards: Ints, seat: int, found: Floats, random: Source
) -> None:
    """Write what each card brings a seat by [deal, card]: the same deals for all of them.

    The card 0 stands for whatever common sense plays.
    """
    seats = table.seats
    state, won, shares = start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
    for number in range(len(deals)):
        for choice in range(len(cards)):
            state[:] = start
            state[HAND : HAND + seats] = deals[number]
            won[:] = 0
            done = award(table, state, cards[choice], won, 0) if cards[choice] else 0
            play_on(table, state, stakes, won, done, random)
            share_out(stakes, won, shares)
            found[number, choice] = shares[seat]
