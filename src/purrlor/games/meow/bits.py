"""Sets of cards as bit boards, and a source of random numbers for compiled code.

A card is one bit of a signed 64-bit integer: bits 0 to 17 are pink 1 to 18, then blue, then green. Numbers stay signed
throughout, for Numba makes floats of signed and unsigned integers that meet; 54 bits leave the sign alone.
"""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from purrlor.compiled import compiled

from .cards import ALL_CARDS, Card, Colour

Ints: TypeAlias = NDArray[np.int64]
Source: TypeAlias = NDArray[np.uint64]
"""A source of random numbers: one word, changed by every draw."""

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
    """The mirror of `bits_of`, sorted like a hand."""
    return tuple(card for card, bit in _BIT_OF_CARD.items() if bits & bit)


def source(seed: int) -> Source:
    return np.array([seed % 2**64], np.uint64)


@compiled
def word(random: Source) -> np.uint64:
    """The next 64 random bits (SplitMix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(mixed ^ (mixed >> np.uint64(31)))


@compiled
def below(random: Source, n: int) -> int:
    """0, 1, … or n - 1, all exactly equally likely: the share of a 32-bit word that does not divide is drawn again."""
    low = np.int64(0xFFFFFFFF)
    while True:
        scaled = np.int64(word(random) >> np.uint64(32)) * n
        if scaled & low >= n or scaled & low >= (1 << 32) % n:
            return int(scaled >> 32)


@compiled
def count(bits: int) -> int:
    """How many bits are set; the compiler knows this pattern and makes one instruction of it."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56


@compiled
def any_bit(bits: int, random: Source) -> int:
    """One of the bits that are set, all equally likely."""
    for _ in range(below(random, count(bits))):
        bits &= bits - 1
    return bits & -bits
