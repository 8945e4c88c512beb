"""How long matches take, counted in bins that are the same for all arenas, so that counts of several parts add up."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

LONGEST = (1 << 20) - 1
"""Longer matches are counted in the last bin."""
MOST_BARS = 16


def length_bin(moves: int) -> int:
    """The bin of a match with this number of actions: each its own below 64, then 32 bins per doubling; 512 in all."""
    moves = min(moves, LONGEST)
    shift = max(0, moves.bit_length() - 6)
    return 32 * shift + (moves >> shift)


def bin_range(number: int) -> range:
    """The mirror of `length_bin`: the numbers of actions that one bin counts."""
    shift = max(0, number // 32 - 1)
    first = (number - 32 * shift) << shift
    return range(first, first + (1 << shift))


def bars(lengths: Mapping[int, int]) -> list[tuple[range, int]]:
    """Bins joined to bars of one width, at most 16 of them, each with its number of matches."""
    spans = [bin_range(number) for number in sorted(lengths)]
    widest = len(spans[-1])
    width = next(
        widest << more
        for more in count()
        if (spans[-1].start // (widest << more)) - (spans[0].start // (widest << more)) < MOST_BARS
    )
    first, last = spans[0].start // width, spans[-1].start // width
    found = dict.fromkeys(range(first, last + 1), 0)
    for number, matches in lengths.items():
        found[bin_range(number).start // width] += matches
    return [(range(bar * width, (bar + 1) * width), matches) for bar, matches in found.items()]
