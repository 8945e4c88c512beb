"""Allocate blocks of a memory that only grows."""

from __future__ import annotations

from collections import defaultdict


class Allocator:
    """An allocator of blocks in a few sizes; a released block is reused by the next request of the same size."""

    def __init__(self, begin: int) -> None:
        self.top = begin
        """The first address after all blocks."""
        self._free: defaultdict[int, list[int]] = defaultdict(list)

    def take(self, size: int) -> int:
        """Return the address of a free block of at least this number of bytes."""
        free = self._free[rounded(size)]
        if free:
            return free.pop()
        at = (self.top + 15) & ~15
        self.top = at + rounded(size)
        return at

    def give_back(self, at: int, size: int) -> None:
        self._free[rounded(size)].append(at)


def rounded(size: int) -> int:
    """Round up by at most an eighth, so that there are few sizes."""
    step = max(16, 1 << max(0, size.bit_length() - 4))
    return -(-size // step) * step
