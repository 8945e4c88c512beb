"""Limits per address across several machines: nodes exchange what they allowed, together with their leases.

Nodes report only addresses that have used a tenth of a limit somewhere, as slots of a keyed hash (`shared_limits.py`),
so a report is nearly always empty. A report counts what was allowed since a bucket was last nearly full, so the next
report makes up for one that was not read. What other nodes allowed is also taken from the local bucket, within two
renewals of a lease.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, TypeAlias

import msgspec

from .shared_limits import BUCKETS, COUNTS, SLOTS, SharedBuckets, SharedLimits

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
    """The reports of this worker, and those that the leader of its group reads. Both are for the lease's thread."""

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
            told = None if before is None else summed(before, name)
            getattr(self._shared, name).set_foreign(told, summed(found, name))

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
