"""A model of servers and databases from one process to a million tables, in simulated time.

Every table sends a message every few seconds (Poisson). A server process works on one message at a time. Messages that
arrive during one of its commits go into the next one. A database works on one batch at a time (`per_event`). Each
commit also waits for the disk (`per_commit`), but commits of other servers do not wait for that.
`python -m bench scale` measures the costs; docs/host/scale-out.md shows the results.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil

from purrlor.server.http.limits import Limits

STEPS = (1_000, 10_000, 100_000, 1_000_000)
SECONDS_PER_MESSAGE = 5.0
"""The time between two messages of a table at play: people think."""
MESSAGE_SECONDS = 500e-6
EVENTS_PER_MESSAGE = 1.5
SOCKETS_PER_TABLE = 2.5
TABLE_BYTES, SOCKET_BYTES, PROCESS_BYTES = 65_000, 26_000, 60_000_000
EVENT_BYTES = 160
"""Figures of `python -m bench sizing` (docs/host/install.md); the disk is PostgreSQL's."""
BUSY = 0.6
"""The maximum utilisation of a server process."""
DATABASE_BUSY = 0.5
SIMULATED_SECONDS = 5.0
PATIENCE = 0.005


@dataclass(frozen=True)
class CommitCost:
    """The cost of a commit in seconds."""

    per_commit: float
    """The time of a commit of one event: above all the wait for the disk."""
    per_event: float
    """The database's CPU time."""
    base: float = 0.0
    """The database's CPU time for a commit, however small."""


@dataclass(frozen=True)
class Shape:
    """The numbers of server processes and databases for a number of tables."""

    servers: int
    databases: int

    @staticmethod
    def of(tables: int, databases: int = 1) -> Shape:
        """Return the number of servers that CPU time and sockets require, the same for each database."""
        by_cpu = tables / SECONDS_PER_MESSAGE * MESSAGE_SECONDS / BUSY
        by_sockets = tables * SOCKETS_PER_TABLE / Limits().all_connections
        servers = ceil(max(by_cpu, by_sockets))
        return Shape(ceil(servers / databases) * databases, databases)


@dataclass(frozen=True)
class Simulated:
    p50: float
    p99: float
    server_busy: float
    database_busy: float
    events_per_commit: float


class Database:
    """One database and the servers that write to it, in simulated time."""

    def __init__(
        self, servers: int, messages: float, cost: CommitCost, seconds: float, *, patience: float = 0.0
    ) -> None:
        """`patience`: seconds for which a commit waits for more to write; today's servers do not wait."""
        self.cost = cost
        self.patience = patience
        self.seconds = seconds
        self.rate = messages / servers
        self.random = random.Random(1)
        self.queue: list[tuple[float, int, Callable[[float], None]]] = []
        self.serial = 0
        self.loop_free = [0.0] * servers
        self.database_free = 0.0
        self.database_worked = 0.0
        self.waiting: list[list[float]] = [[] for _ in range(servers)]
        self.committing = [False] * servers
        self.latencies: list[float] = []
        self.commits = 0

    def run(self) -> Simulated:
        for server in range(len(self.waiting)):
            self._arrive_next(server, 0.0)
        while self.queue:
            now, _, happen = heapq.heappop(self.queue)
            happen(now)
        times = sorted(self.latencies)
        return Simulated(
            times[len(times) // 2],
            times[int(0.99 * len(times))],
            len(times) * MESSAGE_SECONDS / len(self.waiting) / self.seconds,
            self.database_worked / self.seconds,
            len(times) * EVENTS_PER_MESSAGE / self.commits,
        )

    def _at(self, when: float, happen: Callable[[float], None]) -> None:
        self.serial += 1
        heapq.heappush(self.queue, (when, self.serial, happen))

    def _arrive_next(self, server: int, now: float) -> None:
        when = now + self.random.expovariate(self.rate)
        if when < self.seconds:
            self._at(when, partial(self._received, server))

    def _received(self, server: int, now: float) -> None:
        """Process the message on the event loop; afterwards it is ready for a commit."""
        self._arrive_next(server, now)
        self.loop_free[server] = max(now, self.loop_free[server]) + MESSAGE_SECONDS
        self.waiting[server].append(now)
        if not self.committing[server]:
            self._prepare(server, self.loop_free[server])

    def _prepare(self, server: int, now: float) -> None:
        self.committing[server] = True
        self._at(now + self.patience, partial(self._commit, server))

    def _commit(self, server: int, now: float) -> None:
        batch, self.waiting[server] = self.waiting[server], []
        self.commits += 1
        work = self.cost.base + len(batch) * EVENTS_PER_MESSAGE * self.cost.per_event
        self.database_worked += work
        self.database_free = max(now, self.database_free) + work
        self._at(self.database_free + self.cost.per_commit, partial(self._committed, server, batch))

    def _committed(self, server: int, batch: list[float], now: float) -> None:
        self.latencies += [now - began for began in batch]
        self.committing[server] = False
        if self.waiting[server]:
            self._prepare(server, max(now, self.loop_free[server]))


def split(tables: int, cost: CommitCost, patience: float = 0.0) -> tuple[Shape, Simulated]:
    """Return the smallest number of databases, within a sixth, that are not overloaded."""
    messages = tables / SECONDS_PER_MESSAGE
    databases = ceil(messages * EVENTS_PER_MESSAGE * cost.per_event / DATABASE_BUSY)
    while True:
        shape = Shape.of(tables, databases)
        each = shape.servers // databases, messages / databases
        seen = Database(*each, cost, SIMULATED_SECONDS, patience=patience).run()
        if seen.database_busy <= DATABASE_BUSY:
            return shape, seen
        databases += ceil(databases / 6)
