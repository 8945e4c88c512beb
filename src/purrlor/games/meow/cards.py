"""The cat cards: 1 to 18 in pink, blue and green, written `P1` … `G18`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from purrlor.core import InvalidNotation
from purrlor.core.value import Value, Word


class Colour(Word):
    PINK = "P"
    BLUE = "B"
    GREEN = "G"

    def __repr__(self) -> str:
        return f"Colour.{self.name}"


COLOURS = tuple(Colour)
TRUMP = Colour.GREEN
LOWEST, HIGHEST = 1, 18
CARDS_PER_HAND = 9


class Card(Value, frozen=True, cache_hash=True):
    colour: Colour
    rank: int

    def __str__(self) -> str:
        return f"{self.colour}{self.rank}"

    def __repr__(self) -> str:
        return f"parse_card({str(self)!r})"


ALL_CARDS = tuple(Card(colour, rank) for colour in Colour for rank in range(LOWEST, HIGHEST + 1))
"""All 54, colour by colour, in ascending order: every hand is shown in this order."""

REMOVED = {2: range(6, 18), 3: range(9, 18), 4: range(12, 18), 5: range(15, 18), 6: range(0)}
"""The ranks that the expert variant leaves in the box, for each number of players."""


@cache
def deck(seats: int, *, expert: bool = False) -> tuple[Card, ...]:
    """Return the cards in play; in the expert variant exactly nine for each player."""
    return tuple(card for card in ALL_CARDS if not (expert and card.rank in REMOVED[seats]))


def parse_card(text: str) -> Card:
    try:
        return _CARD_OF_TEXT[text]
    except KeyError:
        no_card = "'{text}' is not a card: say P, B or G and a number from 1 to 18, such as G7"
        raise InvalidNotation("meow.refused.no_card", no_card, text=text) from None


def card_value(card: Card) -> int:
    """Return the number of `card` in a deal: 101 … 118 are pink, 201 … blue, 301 … green."""
    return _VALUE_OF_CARD[card]


def card_of(value: int) -> Card:
    """Return the card with this `card_value`."""
    return _CARD_OF_VALUE[value]


def is_card(value: int) -> bool:
    return value in _CARD_OF_VALUE


def cards_text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


_CARD_OF_TEXT = {str(card): card for card in ALL_CARDS}
_CARD_OF_VALUE = {
    100 * place + card.rank: card
    for place, colour in enumerate(Colour, 1)
    for card in ALL_CARDS
    if card.colour is colour
}
_VALUE_OF_CARD = {card: value for value, card in _CARD_OF_VALUE.items()}
