"""Limits per address for all workers of a machine, counted in shared memory, and for several machines together.

A keyed hash maps an address to a slot, so nobody can choose addresses that collide with another client's. The key is
the cluster's, so that machines can exchange slots (`Usage`) and no address leaves the machine.

Workers take no locks: two that take from one bucket at the same moment may allow one request too many, which is
harmless. Connections are counted in one row per worker, which no other worker writes. The supervisor clears the row of
a worker that was killed. One more row holds the counts of other machines.

Nodes exchange what they allowed, together with their leases. They report only addresses that have used a tenth of a
limit somewhere, so a report is nearly always empty. A report counts what was allowed since a bucket was last nearly
full, so the next report makes up for one that was not read. What other nodes allowed is also taken from the local
bucket, within two renewals of a lease.
"""

from __future__ import annotations

import hashlib
import logging
import mmap
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from ..http.limits import (
    ALL_ADDRESSES,
    CODES_AT_ONCE,
    NUMBERS_AT_ONCE,
    REQUESTS_AT_ONCE,
    TABLES_AT_ONCE,
    AddressCounts,
    Buckets,
    Counting,
    Limits,
)

SLOTS = 1 << 15
BUCKETS = ("requests", "tables", "codes", "all_codes", "numbers")
COUNTS = ("connections", "sockets")
BUCKET = 2 * 8
"""Bytes of a bucket: its level and the time of that level."""
COUNT = 4
SHARE = 0.1
"""Share of a limit that an address must have used before other machines are notified."""


def new_memory(rows: int) -> int:
    """Return the descriptor of memory for this many workers; it is freed when no process has it open."""
    descriptor, path = tempfile.mkstemp(prefix="purrlor-limits-")
    os.unlink(path)  # noqa: PTH108
    os.ftruncate(descriptor, size_for(rows))
    os.set_inheritable(descriptor, True)
    return descriptor


def size_for(rows: int) -> int:
    return SLOTS * (len(BUCKETS) * BUCKET + (rows + 1) * len(COUNTS) * COUNT)


class SharedLimits:
    """Shared counters. `row` is the one that this worker writes; `descriptor` is -1 if there are no other workers."""

    def __init__(self, descriptor: int, rows: int, row: int, key: bytes, limits: Limits) -> None:
        self._descriptor = descriptor
        self._memory = mmap.mmap(descriptor, size_for(rows))
        self._rows = rows
        self._row = row
        self.requests = self._buckets("requests", key, limits.requests, REQUESTS_AT_ONCE)
        self.tables = self._buckets("tables", key, limits.tables, TABLES_AT_ONCE)
        self.codes = self._buckets("codes", key, limits.code_tries / 60, CODES_AT_ONCE)
        self.all_codes = self._buckets("all_codes", key, ALL_ADDRESSES * limits.code_tries / 60, CODES_AT_ONCE)
        self.numbers = self._buckets("numbers", key, limits.numbers / 60, NUMBERS_AT_ONCE)
        self.connections = self._counts("connections", key, limits.connections)
        self.sockets = self._counts("sockets", key, limits.sockets)

    def clear(self) -> None:
        """Reset this worker's row: no client is connected to it."""
        for counts in (self.connections, self.sockets):
            counts.clear()

    def counting(self) -> Counting:
        return Counting(
            self.requests, self.tables, self.codes, self.all_codes, self.numbers, self.connections, self.sockets
        )

    def lead(self) -> bool:
        """Return whether this worker records the reports of other machines; one live worker at a time does."""
        if self._descriptor < 0:
            return True
        import fcntl

        try:
            fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _buckets(self, name: str, key: bytes, rate: float, times: float) -> SharedBuckets:
        start = BUCKETS.index(name) * SLOTS * BUCKET
        return SharedBuckets(memoryview(self._memory)[start : start + SLOTS * BUCKET].cast("d"), key, rate, times)

    def _counts(self, name: str, key: bytes, most: int) -> SharedCounts:
        views = [self._view(name, row) for row in range(self._rows + 1)]
        return SharedCounts(views, self._row, key, most)

    def _view(self, name: str, row: int) -> memoryview[int]:
        start = SLOTS * (len(BUCKETS) * BUCKET + (COUNTS.index(name) * (self._rows + 1) + row) * COUNT)
        whole: Any = memoryview(self._memory)
        view: memoryview[int] = whole[start : start + SLOTS * COUNT].cast("i")
        return view


def slot(address: str, key: bytes) -> int:
    digest = hashlib.blake2b(address.encode(errors="surrogateescape"), key=key, digest_size=4).digest()
    return int.from_bytes(digest, "big") % SLOTS


class SharedBuckets(Buckets):
    """Shared token buckets. An untouched bucket reads as level 0 at time 0, so it has been filling since 1970."""

    def __init__(self, view: memoryview[Any], key: bytes, rate: float, times: float) -> None:
        super().__init__(rate, times)
        self._view = view
        self._key = key
        self._taken: dict[int, int] = {}
        """How often this worker took from each slot that is not nearly full."""

    def take(self, address: str, now: int) -> bool:
        place = slot(address, self._key)
        level = self._level(place, now)
        allowed = level >= 1
        self._set(place, level - allowed, now)
        if self._is_used(level - allowed):
            self._taken[place] = self._taken.get(place, 0) + allowed
        return allowed

    def give_back(self, address: str, now: int) -> None:
        place = slot(address, self._key)
        self._set(place, min(self.size, self._level(place, now) + 1), now)
        if self._taken.get(place):
            self._taken[place] -= 1

    def left(self, address: str, now: int) -> float:
        """Return the number that an address may still take at once."""
        return self._level(slot(address, self._key), now)

    def taken(self, now: int) -> dict[int, int]:
        """Return, for each slot that is not nearly full, how often this worker took from it since it was."""
        for place in list(self._taken):
            if not self._is_used(self._level(place, now)):
                del self._taken[place]
        return dict(self._taken)

    def subtract(self, place: int, number: int, now: int) -> None:
        """Subtract what another machine allowed.

        The debt is bounded: it is repaid in the time that a full bucket takes.

        Anything beyond one bucket was allowed over a longer time, before this machine could know of it.
        """
        self._set(place, max(-self.size, self._level(place, now) - min(number, self.size)), now)

    def _is_used(self, level: float) -> bool:
        return level < (1 - SHARE) * self.size

    def _level(self, place: int, now: int) -> float:
        level: float = min(self.size, self._view[2 * place] + (now - self._view[2 * place + 1]) * self.rate / 1000)
        return level

    def _set(self, place: int, level: float, now: int) -> None:
        self._view[2 * place], self._view[2 * place + 1] = level, float(now)


class SharedCounts(AddressCounts):
    """Shared counts per slot. The last of the `views` holds the counts of other machines."""

    def __init__(self, views: list[memoryview[int]], row: int, key: bytes, most: int) -> None:
        super().__init__()
        self._views = views
        self._own = views[row]
        self._foreign = views[-1]
        self._key = key
        self._many = SHARE * most
        self._slots: dict[int, int] = {}
        """Slots where this worker has high counts."""

    def of(self, address: str) -> int:
        place = slot(address, self._key)
        return sum(view[place] for view in self._views)

    def add(self, address: str, number: int) -> None:
        super().add(address, number)
        place = slot(address, self._key)
        self._own[place] += number
        if self._own[place] >= self._many:
            self._slots[place] = self._own[place]
        else:
            self._slots.pop(place, None)

    def many(self) -> dict[int, int]:
        """Return the slots where this worker has high counts."""
        return dict(self._slots)

    def clear(self) -> None:
        self._own.cast("B")[:] = bytes(self._own.nbytes)

    def set_foreign(self, before: Mapping[int, int] | None, now: Mapping[int, int]) -> None:
        """Store the counts of other machines; `before` is None if their previous counts are unknown."""
        if before is None:
            self._foreign.cast("B")[:] = bytes(self._foreign.nbytes)
        for place in before or ():
            self._foreign[place] = 0
        for place, number in now.items():
            self._foreign[place] = number


log = logging.getLogger("purrlor.server.cluster")
MOST_SLOTS = 1000
"""Maximum number of slots of each kind in a report: those with the largest numbers."""
Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SLOTS)]
Slots: TypeAlias = dict[Place, Annotated[int, msgspec.Meta(ge=0, lt=1 << 20)]]


class Usage(msgspec.Struct, frozen=True, array_like=True):
    """Numbers by slot, as one node reports them."""

    group: str
    """Workers of one group count in the same memory."""
    requests: Slots
    tables: Slots
    connections: Slots
    sockets: Slots
    codes: Slots = {}
    numbers: Slots = {}
    all_codes: Slots = {}

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in (*BUCKETS, *COUNTS))


NOTHING = Usage("", {}, {}, {}, {})


class UsageExchange:
    """The reports of this worker, and what the leader of its group reads. Both are for the lease's thread."""

    def __init__(self, shared: SharedLimits, group: str, now: Callable[[], int]) -> None:
        self._shared = shared
        self._group = group
        self._now = now
        self._known: dict[str, Usage] | None = None
        """The last reports of other nodes; None if none was read yet."""

    def report(self) -> str:
        """Return this node's report; empty if there is nothing to report."""
        shared, now = self._shared, self._now()
        usage = Usage(
            self._group,
            requests=largest(shared.requests.taken(now)),
            tables=largest(shared.tables.taken(now)),
            codes=largest(shared.codes.taken(now)),
            numbers=largest(shared.numbers.taken(now)),
            all_codes=largest(shared.all_codes.taken(now)),
            connections=largest(shared.connections.many()),
            sockets=largest(shared.sockets.many()),
        )
        return msgspec.json.encode(usage).decode() if usage else ""

    def learn(self, reports: Mapping[str, str]) -> None:
        """Count what other nodes have reported, unless another worker of this group does."""
        if not self._shared.lead():
            return
        found = {node: usage for node, text in reports.items() if (usage := decoded(text)).group != self._group}
        before, self._known = self._known, found
        for node, usage in found.items():
            self._subtract((before or {}).get(node, NOTHING), usage)
        for name in COUNTS:
            earlier = None if before is None else summed(before, name)
            getattr(self._shared, name).set_foreign(earlier, summed(found, name))

    def _subtract(self, before: Usage, usage: Usage) -> None:
        now = self._now()
        for name in BUCKETS:
            had: Slots = getattr(before, name)
            for place, number in getattr(usage, name).items():
                more = number - had.get(place, 0)
                buckets: SharedBuckets = getattr(self._shared, name)
                buckets.subtract(place, more if more >= 0 else number, now)


def largest(slots: Slots) -> Slots:
    return slots if len(slots) <= MOST_SLOTS else dict(Counter(slots).most_common(MOST_SLOTS))


def summed(usages: Mapping[str, Usage], name: str) -> Slots:
    total: Counter[int] = Counter()
    for usage in usages.values():
        total.update(getattr(usage, name))
    return total


def decoded(text: str) -> Usage:
    """Decode a report; return an empty one if a node of another version wrote it."""
    try:
        return msgspec.json.decode(text, type=Usage)
    except msgspec.DecodeError:
        return NOTHING
