"""Where a card stands among the others: what the network of `rival_play.py` is told about each card by itself.

A tree plays a card for how many can beat it and how many it beats, whatever its number and colour. A network that is
told only which cards are where has to learn that for each card anew.
"""

from __future__ import annotations

from typing import Any

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.compiled.bits import Ints, count
from purrlor.games.meow.cards import ALL_CARDS, CARDS_PER_HAND
from purrlor.games.meow.kernels.bits import BLUE, GREEN, PINK

CARDS = len(ALL_CARDS)
_MOST_BESIDE, _MOST_UNSEEN = 11, 15
"""Counts are capped at these values."""
ABOVE = 0
"""How many unseen cards of its colour are above the card; then below, and how many of the own ones are."""
BELOW = ABOVE + _MOST_BESIDE + 1
OWN_ABOVE = BELOW + _MOST_BESIDE + 1
OWN_BELOW = OWN_ABOVE + CARDS_PER_HAND
UNSEEN_OF_COLOUR = OWN_BELOW + CARDS_PER_HAND
OWN_OF_COLOUR = UNSEEN_OF_COLOUR + _MOST_UNSEEN + 1
"""With the card itself."""
WHICH = OWN_OF_COLOUR + CARDS_PER_HAND + 1
"""The card itself."""
TAKES = WHICH + CARDS
"""It would win the trick as it lies."""
FOLLOWS = TAKES + 1
"""It is of the colour that was led."""
STANDINGS = FOLLOWS + 1
MOST_STANDINGS = 9
"""The most inputs that are 1 for a card."""


@compiled
def list_standing(places: Ints, card: int, hand: int, unseen: int, trick: tuple[int, int]) -> int:
    """List the inputs of a card of the hand that are 1; how many they are.

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
def write_standings(known: Ints, found: Any, decisions: Ints, numbers: Ints) -> None:
    """Write a row of inputs for each card that may be played, with its decision and its number.

    `known`: for each decision the cards that may be played, the hand, the unseen cards, and both of the trick.
    """
    places, row = np.zeros(MOST_STANDINGS, np.int64), 0
    for decision in range(len(known)):
        cards, hand, unseen, taking, led = known[decision]
        while cards:
            card = cards & -cards
            cards ^= card
            for place in range(list_standing(places, card, hand, unseen, (taking, led))):
                found[row, places[place]] = 1
            decisions[row], numbers[row] = decision, count(card - 1)
            row += 1
