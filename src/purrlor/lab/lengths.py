"""Match lengths, counted in bins that are the same for all arenas, so that counts of several parts add up."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

LONGEST = (1 << 20) - 1
"""The longest match with its own bin; longer ones are counted in the last bin."""
MOST_BARS = 16


def length_bin(moves: int) -> int:
    """Return the bin of a match with this number of actions.

    Each number below 64 has its own bin, then there are 32 bins per doubling; 512 in all.
    """
    moves = min(moves, LONGEST)
    shift = max(0, moves.bit_length() - 6)
    return 32 * shift + (moves >> shift)


def bin_range(number: int) -> range:
    """Return the numbers of actions that one bin counts; the inverse of `length_bin`."""
    shift = max(0, number // 32 - 1)
    first = (number - 32 * shift) << shift
    return range(first, first + (1 << shift))


def bars(lengths: Mapping[int, int]) -> list[tuple[range, int]]:
    """Join bins to at most 16 bars of one width, each with its number of matches."""
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
