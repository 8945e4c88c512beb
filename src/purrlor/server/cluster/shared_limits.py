"""Limits for each address that hold for all workers of a machine together, counted in memory that they share.

An address has a slot by a keyed hash, so nobody can choose addresses that fall together with somebody else's. Workers
do not lock anything: two that take from one bucket at the same moment may give once too often, which does no harm.
Numbers of connections are kept in a row for each worker, which nobody else writes; the row of a worker that was killed
is cleared by the supervisor.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import tempfile
from typing import Any

from ..limits import REQUESTS_AT_ONCE, TABLES_AT_ONCE, AddressCounts, Buckets, Counting, Limits

SLOTS = 1 << 15
BUCKETS = ("requests", "tables")
COUNTS = ("connections", "sockets")
PAIR = 2 * 8
"""Bytes of a bucket: its level and when that was."""
COUNT = 4


def new_memory(rows: int) -> int:
    """The descriptor of memory for this many workers; it is gone when nobody has it open."""
    descriptor, path = tempfile.mkstemp(prefix="purrlor-limits-")
    os.unlink(path)  # noqa: PTH108
    os.ftruncate(descriptor, size_for(rows))
    os.set_inheritable(descriptor, True)
    return descriptor


def size_for(rows: int) -> int:
    return SLOTS * (len(BUCKETS) * PAIR + rows * len(COUNTS) * COUNT)


class SharedLimits:
    """`row`: the one that this worker writes."""

    def __init__(self, descriptor: int, rows: int, row: int, key: bytes) -> None:
        self._memory = mmap.mmap(descriptor, size_for(rows))
        self._rows = rows
        self._row = row
        self._key = key

    def clear(self) -> None:
        """Nobody is connected to this worker."""
        for name in COUNTS:
            start = self._start(name, self._row)
            self._memory[start : start + SLOTS * COUNT] = bytes(SLOTS * COUNT)

    def counting(self, limits: Limits) -> Counting:
        return Counting(
            self._buckets("requests", limits.requests, REQUESTS_AT_ONCE),
            self._buckets("tables", limits.tables, TABLES_AT_ONCE),
            self._counts("connections"),
            self._counts("sockets"),
        )

    def _buckets(self, name: str, rate: float, times: float) -> Buckets:
        start = BUCKETS.index(name) * SLOTS * PAIR
        return SharedBuckets(memoryview(self._memory)[start : start + SLOTS * PAIR].cast("d"), self._key, rate, times)

    def _counts(self, name: str) -> AddressCounts:
        views = [self._view(name, row) for row in range(self._rows)]
        return SharedCounts(views, self._row, self._key)

    def _start(self, name: str, row: int) -> int:
        return SLOTS * (len(BUCKETS) * PAIR + (COUNTS.index(name) * self._rows + row) * COUNT)

    def _view(self, name: str, row: int) -> memoryview[int]:
        start = self._start(name, row)
        whole: Any = memoryview(self._memory)
        view: memoryview[int] = whole[start : start + SLOTS * COUNT].cast("i")
        return view


def slot(address: str, key: bytes) -> int:
    digest = hashlib.blake2b(address.encode(errors="surrogateescape"), key=key, digest_size=4).digest()
    return int.from_bytes(digest, "big") % SLOTS


class SharedBuckets(Buckets):
    """An untouched bucket reads as level 0 at time 0: it has been filling since 1970."""

    def __init__(self, view: memoryview[Any], key: bytes, rate: float, times: float) -> None:
        super().__init__(rate, times)
        self._view = view
        self._key = key

    def take(self, address: str, now: int) -> bool:
        at = 2 * slot(address, self._key)
        level: float = min(self.size, self._view[at] + (now - self._view[at + 1]) * self.rate / 1000)
        allowed = level >= 1
        self._view[at], self._view[at + 1] = level - allowed, float(now)
        return allowed


class SharedCounts(AddressCounts):
    def __init__(self, views: list[memoryview[int]], row: int, key: bytes) -> None:
        super().__init__()
        self._views = views
        self._own = views[row]
        self._key = key

    def of(self, address: str) -> int:
        at = slot(address, self._key)
        return sum(view[at] for view in self._views)

    def add(self, address: str, number: int) -> None:
        super().add(address, number)
        self._own[slot(address, self._key)] += number
