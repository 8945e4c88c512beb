"""The inputs of the networks: features of a decision that the deciding seat can know, and features of each card.

Inputs are listed by place and value; all but the last few are 0 or 1. Seats are counted to the left from the deciding
one. The rules treat pink and blue alike, so they are swapped where that leaves fewer positions (`swaps_colours`).
A tree plays a card for how many can beat it and how many it beats, whatever its number and colour. From the places of
cards alone, a network would have to learn that for each card separately; hence the features of each card.
"""

from __future__ import annotations

from typing import Any

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.meow.cards import ALL_CARDS, CARDS_PER_HAND
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK
from purrlor.games.meow.kernels.exponentials import Numbers
from purrlor.games.meow.kernels.fast_rules import (
    BOX,
    CARD,
    HAND,
    HOLDER,
    LED,
    PILE,
    PLAYED,
    ROW,
    TURN,
    VOID,
    RulesTable,
    points,
    taking_lead,
    winner,
)
from purrlor.games.meow.tokens import STANDARD, TOKENS, TOKENS_PER_ROUND

_CARDS, _SEATS, _KINDS = 54, 6, len(set(STANDARD))
OWN = 0
"""The cards in the hand, followed by the unseen cards, those of the trick, the one that wins it so far, and the cards
of the hand that would win it."""
UNSEEN, TRICK, BEST, TAKING = (_CARDS * number for number in range(1, 5))
COLOUR = 5 * _CARDS
"""The colour that was led."""
WINNER = COLOUR + 3
"""The seat that wins the trick so far."""
WAITING = WINNER + _SEATS
"""The number of seats that play after this card."""
VOIDS = WAITING + _SEATS
"""The colours that each seat is known not to hold."""
TO_WIN = VOIDS + 3 * _SEATS
"""The kind of the token at each place in the row."""
ROUND = TO_WIN + _KINDS * TOKENS_PER_ROUND
LATER = ROUND + 3
"""The tokens of later rounds; equal ones fill their places from the first on."""
PILES = LATER + TOKENS
FIRST = PILES + TOKENS * _SEATS
"""The seat with the First Player Token."""
SEATS = FIRST + _SEATS
"""The number of seats; the last place says whether all cards were dealt."""
SHOWN = SEATS + 8
"""The cards that each other seat has played in this round."""
AHEAD = SHOWN + _CARDS * (_SEATS - 1)
"""How many points each seat is ahead of the deciding one. From here on, inputs are numbers."""
GAIN = AHEAD + _SEATS
"""The points that the next token would bring each seat."""
INPUTS = GAIN + _SEATS
MOST_ACTIVE = 9 + 3 * _CARDS + 3 * _SEATS + 2 * TOKENS + 40
"""An upper bound on the number of inputs that are not 0."""
POINT = 0.125
"""The input for one point."""

KINDS = np.array([sorted(set(STANDARD), key=STANDARD.index).index(token) for token in STANDARD], np.int64)
"""The kind of each token in their order. The networks know only the standard tokens."""


@compiled
def swap_colours(cards: int) -> int:
    """Return the same cards with pink and blue swapped."""
    return (cards & PINK) << 18 | (cards & BLUE) >> 18 | cards & GREEN


@compiled
def swaps_colours(state: Ints) -> bool:
    """Return whether to swap pink and blue: if blue was led, or else if the hand to move is longer in blue."""
    hand = int(state[HAND + state[TURN]])
    pink, blue = hand & PINK, (hand & BLUE) >> 18
    if state[LED] == PINK or state[LED] == BLUE:
        return bool(state[LED] == BLUE)
    return bool(count(blue) > count(pink) or (count(blue) == count(pink) and blue > pink))


@compiled
def swap_if_due(state: Ints, shown: Ints) -> bool:
    """Swap pink and blue where `swaps_colours` says so; return whether they were swapped.

    `shown`: the cards that each seat has played in this round.
    """
    swap = swaps_colours(state)
    if swap:
        swap_all_colours(state, shown)
    return swap


@compiled
def swap_all_colours(state: Ints, shown: Ints) -> None:
    """Swap pink and blue."""
    for word in range(HAND, VOID + _SEATS):
        state[word] = swap_colours(state[word])
    state[PLAYED], state[LED] = swap_colours(state[PLAYED]), swap_colours(state[LED])
    for seat in range(len(shown)):
        shown[seat] = swap_colours(shown[seat])


@compiled
def card_by_number(state: Ints, number: int) -> int:
    """Return the card that the network knows by this number."""
    card = 1 << number
    return swap_colours(card) if swaps_colours(state) else card


@compiled
def card_number(card: int, swapped: bool) -> int:
    """Return the number of a card as the network sees it; `swapped`: with pink and blue swapped."""
    return count((swap_colours(card) if swapped else card) - 1)


@compiled
def list_features(  # noqa: PLR0917
    table: RulesTable, kinds: Ints, state: Ints, shown: Ints, places: Ints, values: Numbers
) -> int:
    """List the inputs of a decision that are not 0; return their number."""
    seat = int(state[TURN])
    seats, hand = table.seats, state[HAND + seat]
    size, deck, trick = 0, 0, 0
    for card in table.deck:
        deck |= card
    for place in range(seats):
        trick |= state[CARD + place]
    size = list_bits(places, size, OWN, hand)
    size = list_bits(places, size, UNSEEN, deck & ~hand & ~state[PLAYED])
    size = list_bits(places, size, TRICK, trick)
    if trick:
        leading = winner(state[CARD : CARD + seats], state[LED])
        size = list_bits(places, size, BEST, state[CARD + leading])
        size = list_bits(places, size, TAKING, hand & taking_lead(trick, state[LED]))
        places[size] = WINNER + (leading - seat) % seats
        places[size + 1] = COLOUR + (0 if state[LED] & 1 else 1 if state[LED] & (PINK + 1) else 2)
        size += 2
    places[size] = WAITING + seats - 1 - count(trick)
    places[size + 1] = ROUND + count(state[BOX]) // TOKENS_PER_ROUND
    places[size + 2] = FIRST + (state[HOLDER] - seat) % seats
    places[size + 3] = SEATS + seats
    size += 4
    if len(table.deck) == TOKENS_PER_ROUND * seats:
        places[size] = SEATS + 7
        size += 1
    for behind in range(1, seats):
        size = list_bits(places, size, SHOWN + _CARDS * (behind - 1), shown[(seat + behind) % seats])
    size = _list_tokens(kinds, state, seats, seat, places, size)
    for number in range(size):
        values[number] = 1.0
    return _list_points(table, state, seat, places, values, size)


@compiled
def list_bits(places: Ints, size: int, start: int, bits: int) -> int:
    """Append the inputs whose bits are set, counted from `start`; return the new length of the list."""
    while bits:
        lowest = bits & -bits
        places[size] = start + count(lowest - 1)
        size += 1
        bits ^= lowest
    return size


@compiled
def _list_tokens(kinds: Ints, state: Ints, seats: int, seat: int, places: Ints, size: int) -> int:  # noqa: PLR0917
    row, number = state[ROW], 0
    while row:
        places[size] = TO_WIN + _KINDS * number + kinds[(row & 31) - 1]
        size += 1
        row >>= 5
        number += 1
    size = list_bits(places, size, LATER, _packed(kinds, state[BOX]))
    other = seat
    for behind in range(seats):
        colours = state[VOID + other]
        voids = colours & 1 | colours >> 17 & 2 | colours >> 34 & 4
        size = list_bits(places, size, VOIDS + 3 * behind, voids)
        size = list_bits(places, size, PILES + TOKENS * behind, _packed(kinds, state[PILE + other]))
        other = other + 1 if other + 1 < seats else 0
    return size


@compiled
def _packed(kinds: Ints, tokens: int) -> int:
    """Replace equal tokens by the lowest bits of their kind, whichever of them are held."""
    found, free = 0, 0
    while tokens:
        lowest = tokens & -tokens
        place = count(lowest - 1)
        while place > 0 and kinds[place - 1] == kinds[place] and place - 1 >= free:
            place -= 1
        found |= 1 << place
        free = place + 1
        tokens ^= lowest
    return found


@compiled
def _list_points(table: RulesTable, state: Ints, seat: int, places: Ints, values: Numbers, size: int) -> int:  # noqa: PLR0917
    seats, other, own = table.seats, seat, points(table, state[PILE + seat])
    token = 1 << (state[ROW] & 31) - 1
    for behind in range(seats):
        has = points(table, state[PILE + other])
        places[size], values[size] = AHEAD + behind, POINT * (has - own)
        places[size + 1] = GAIN + behind
        values[size + 1] = POINT * (points(table, state[PILE + other] | token) - has)
        size += 2
        other = other + 1 if other + 1 < seats else 0
    return size


CARDS = len(ALL_CARDS)
_MOST_BESIDE, _MOST_UNSEEN = 11, 15
"""Counts are capped at these values."""
ABOVE = 0
"""The number of unseen cards of its colour above the card; then below it, then the same for the hand."""
BELOW = ABOVE + _MOST_BESIDE + 1
OWN_ABOVE = BELOW + _MOST_BESIDE + 1
OWN_BELOW = OWN_ABOVE + CARDS_PER_HAND
UNSEEN_OF_COLOUR = OWN_BELOW + CARDS_PER_HAND
OWN_OF_COLOUR = UNSEEN_OF_COLOUR + _MOST_UNSEEN + 1
"""First input of the number of cards of its colour in the hand, including the card itself."""
WHICH = OWN_OF_COLOUR + CARDS_PER_HAND + 1
"""The card itself."""
TAKES = WHICH + CARDS
"""Whether the card would beat the cards of the trick so far."""
FOLLOWS = TAKES + 1
"""The card is of the colour that was led."""
CARD_FEATURES = FOLLOWS + 1
MOST_CARD_FEATURES = 9
"""An upper bound on the features of a card that are 1."""


@compiled
def list_card_features(places: Ints, card: int, hand: int, unseen: int, trick: tuple[int, int]) -> int:
    """List the features of a card of the hand that are 1; return their number.

    `trick`: all cards that would take its lead, and all of the colour that was led.
    """
    taking, led = trick
    colour = PINK if card & PINK else BLUE if card & BLUE else GREEN
    below = card - 1
    above = ~(below | card)
    places[0] = ABOVE + min(_MOST_BESIDE, count(unseen & colour & above))
    places[1] = BELOW + min(_MOST_BESIDE, count(unseen & colour & below))
    places[2] = OWN_ABOVE + count(hand & colour & above)
    places[3] = OWN_BELOW + count(hand & colour & below)
    places[4] = UNSEEN_OF_COLOUR + min(_MOST_UNSEEN, count(unseen & colour))
    places[5] = OWN_OF_COLOUR + count(hand & colour)
    places[6] = WHICH + count(below)
    size = 7
    if card & taking:
        places[size] = TAKES
        size += 1
    if card & led:
        places[size] = FOLLOWS
        size += 1
    return size


@compiled
def write_card_features(known: Ints, found: Any, decisions: Ints, numbers: Ints) -> None:
    """Write a row of features for each legal card, with its decision and its number.

    `known`: for each decision the cards that may be played, the hand, the unseen cards, and both of the trick.
    """
    places, row = np.zeros(MOST_CARD_FEATURES, np.int64), 0
    for decision in range(len(known)):
        cards, hand, unseen, taking, led = known[decision]
        while cards:
            card = cards & -cards
            cards ^= card
            for place in range(list_card_features(places, card, hand, unseen, (taking, led))):
                found[row, places[place]] = 1
            decisions[row], numbers[row] = decision, count(card - 1)
            row += 1
