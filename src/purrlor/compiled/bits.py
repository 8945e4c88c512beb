"""Helpers for compiled code: random numbers, and counting bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from . import compiled
from .arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Ints: TypeAlias = "NDArray[np.int64]"
Source: TypeAlias = "NDArray[np.uint64]"
"""A source of random numbers: one word, changed by every draw."""


def source(seed: int) -> Source:
    return np.array([seed % 2**64], np.uint64)


@compiled
def word(random: Source) -> np.uint64:
    """Return the next 64 random bits (SplitMix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(mixed ^ (mixed >> np.uint64(31)))


@compiled
def below(random: Source, n: int) -> int:
    """Return 0, 1, … or n - 1, all exactly equally likely: words beyond the largest multiple of n are drawn again."""
    low = np.int64(0xFFFFFFFF)
    while True:
        scaled = np.int64(word(random) >> np.uint64(32)) * n
        if scaled & low >= n or scaled & low >= (1 << 32) % n:
            return int(scaled >> 32)


@compiled
def fraction(random: Source) -> float:
    """Return a number between 0 and 1, both excluded."""
    return (float(word(random) >> np.uint64(12)) + 0.5) / (1 << 52)


@compiled
def count(bits: int) -> int:
    """Return the number of set bits; the compiler recognises this pattern and emits one instruction."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56
