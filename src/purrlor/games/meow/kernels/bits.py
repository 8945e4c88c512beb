"""Sets of cards as bit boards.

A card is one bit of a signed 64-bit integer: bits 0 to 17 are pink 1 to 18, then blue, then green. Numbers stay signed
throughout, because Numba turns mixed signed and unsigned integers into floats; 54 bits leave the sign alone.
"""

from collections.abc import Iterable

from purrlor.compiled import compiled
from purrlor.compiled.bits import Source, below, count
from purrlor.games.meow.cards import ALL_CARDS, Card, Colour

PINK = (1 << 18) - 1
BLUE = PINK << 18
GREEN = PINK << 36
ONES = 1 | 1 << 18 | 1 << 36
EIGHTEENS = ONES << 17
COLOUR_BITS = {Colour.PINK: PINK, Colour.BLUE: BLUE, Colour.GREEN: GREEN}

_BIT_OF_CARD = {card: 1 << place for place, card in enumerate(ALL_CARDS)}


def bits_of(cards: Iterable[Card]) -> int:
    return sum(_BIT_OF_CARD[card] for card in cards)


def cards_of(bits: int) -> tuple[Card, ...]:
    """Return the cards of a set, sorted like a hand; the inverse of `bits_of`."""
    return tuple(card for card, bit in _BIT_OF_CARD.items() if bits & bit)


@compiled
def any_bit(bits: int, random: Source) -> int:
    """Return one of the bits that are set, all equally likely."""
    for _ in range(below(random, count(bits))):
        bits &= bits - 1
    return bits & -bits


@compiled
def colour_of(card: int) -> int:
    return PINK if card & PINK else BLUE if card & BLUE else GREEN


@compiled
def highest(bits: int) -> int:
    """Return the highest bit that is set."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    bits |= bits >> 32
    return bits ^ (bits >> 1)
