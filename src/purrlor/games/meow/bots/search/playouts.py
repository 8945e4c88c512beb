"""Play a round to its end with a compiled heuristic policy, to evaluate cards where exact search is too slow.

A seat wants the next token as much as it adds to its own total and takes from the others'. If it wants the token it
plays high or wins as cheaply as possible, otherwise it ducks as high as possible; now and then it plays any card.
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
    RulesTable,
    play_and_note,
    taking_lead,
    winner,
)

from .values import RoundValues, share_out

RANDOM_ONE_IN = 8
"""One card in this number is a random move."""


@compiled
def token_gain(round_values: RoundValues, won: Ints, done: int, seat: int) -> float:
    """Return how much better it is for a seat to win the next token than to leave it to another."""
    gains = np.zeros(len(won))
    fill_gains(round_values, won, done, gains)
    return net_gain(gains, seat)


@compiled
def fill_gains(round_values: RoundValues, won: Ints, done: int, gains: Floats) -> None:
    """Write what the next token adds to each seat's total."""
    for seat in range(len(won)):
        gains[seat] = round_values.totals[seat, won[seat] | 1 << done] - round_values.totals[seat, won[seat]]


@compiled
def net_gain(gains: Floats, seat: int) -> float:
    """Return what a seat gains, and the others lose on average."""
    wanted = 0.0
    for other in range(len(gains)):
        wanted += gains[other] if other == seat else gains[other] / (len(gains) - 1)
    return wanted


@compiled
def cheapest(cards: int) -> int:
    """Return the lowest card of any colour; a green one counts four ranks more."""
    pink, blue, green = cards & PINK, (cards & BLUE) >> 18, (cards & GREEN) >> 36
    pink, blue, green = pink & -pink, blue & -blue, (green & -green) << 4
    if pink and (not blue or pink <= blue) and (not green or pink <= green):
        return pink
    return blue << 18 if blue and (not green or blue <= green) else green << 32


@compiled
def dearest(cards: int) -> int:
    """Return the highest green card, or else the highest card of any colour."""
    if cards & GREEN:
        return highest(cards & GREEN)
    pink, blue = highest(cards & PINK), highest(cards & BLUE)
    return pink if pink > blue >> 18 else blue


@compiled
def heuristic_answer(cards: int, winning: int, last: bool, wanted: float) -> int:
    """Return the heuristic's card for a trick that others began; `winning`: the cards that would win it so far."""
    losing = cards & ~winning
    if wanted > 0:
        if not winning:
            return cheapest(losing)
        return cheapest(winning) if last or not winning & ~GREEN else dearest(winning & ~GREEN)
    if losing:
        return dearest(losing)
    return dearest(winning) if last else cheapest(winning)


@compiled
def heuristic_lead(cards: int, colour: int, wanted: float) -> int:
    """Return the highest or the lowest card of a colour; 0 if there is none."""
    rest = cards & PINK << 18 * colour
    return highest(rest) if wanted > 0 else rest & -rest


@compiled
def any_heuristic_lead(cards: int, wanted: float, random: Source) -> int:
    """Return the heuristic's lead in a random colour."""
    card, colour = 0, below(random, 3)
    while not card:
        card = heuristic_lead(cards, colour, wanted)
        colour = (colour + 1) % 3
    return card


@compiled
def play_on(  # noqa: PLR0917
    table: RulesTable, state: Ints, round_values: RoundValues, won: Ints, done: int, random: Source
) -> None:
    """Play the round to its end and write the tokens that each seat wins. The position is left in no useful state."""
    seats, seat, led, row = table.seats, state[TURN], state[LED], state[ROW]
    lying, gains = state[CARD : CARD + seats], np.zeros(seats)
    trick, waiting = 0, 0
    for card in lying:
        trick |= card
        waiting += card == 0
    fill_gains(round_values, won, done, gains)
    while row:
        hand = state[HAND + seat]
        card = _heuristic_card(hand & led or hand, trick, led, waiting, gains, seat, random)
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
                fill_gains(round_values, won, done, gains)


@inlined
def _heuristic_card(  # noqa: PLR0917
    cards: int, trick: int, led: int, waiting: int, gains: Floats, seat: int, random: Source
) -> int:
    """Return the heuristic's card, or now and then a random one."""
    if not cards & (cards - 1):
        return cards
    if below(random, RANDOM_ONE_IN) == 0:
        return any_bit(cards, random)
    wanted = net_gain(gains, seat)
    if not led:
        return any_heuristic_lead(cards, wanted, random)
    return heuristic_answer(cards, cards & taking_lead(trick, led), waiting == 1, wanted)


@compiled
def try_cards(  # noqa: PLR0917
    table: RulesTable,
    start: Ints,
    round_values: RoundValues,
    deals: Ints,
    cards: Ints,
    seat: int,
    found: Floats,
    random: Source,
) -> None:
    """Write what each card brings a seat by [deal, card], on the same deals for all cards.

    The card 0 stands for the heuristic's own choice.
    """
    seats = table.seats
    state, won, shares = start.copy(), np.zeros(seats, np.int64), np.zeros(seats)
    for number in range(len(deals)):
        for choice in range(len(cards)):
            state[:] = start
            state[HAND : HAND + seats] = deals[number]
            won[:] = 0
            done = play_and_note(table, state, cards[choice], won, 0) if cards[choice] else 0
            play_on(table, state, round_values, won, done, random)
            share_out(round_values, won, shares)
            found[number, choice] = shares[seat]
