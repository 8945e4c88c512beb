"""From one process to a million tables at once: a simulation fed with figures that are measured here.

`PURRLOR_STORE=postgresql://… python -m bench scale` measures what a commit costs, and how many events several writers
get through together; then it simulates one database with its servers for each step of docs/scale.md. A database of the
model uses one core, so one PostgreSQL on many cores stands for several.

The model: every table sends a message every few seconds (Poisson). A server process works on one message at a time.
What piles up during one of its commits goes into the next one. A database works on one batch at a time (`per_event`),
and each commit waits for the disk besides (`per_commit`), which the commits of other servers do not wait for.
"""

from __future__ import annotations

import heapq
import multiprocessing
import os
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from time import perf_counter
from uuid import uuid4

from purrlor.server.limits import Limits
from purrlor.server.store import Store, open_store
from purrlor.table.rows import AddEvents, EventRow, SaveTable, TableRow

from .figures import Figure, section

STEPS = (1_000, 10_000, 100_000, 1_000_000)
SECONDS_PER_MESSAGE = 5.0
"""How often a table at play sends something: people think."""
MESSAGE_SECONDS = 500e-6
EVENTS_PER_MESSAGE = 1.5
SOCKETS_PER_TABLE = 2.5
TABLE_BYTES, SOCKET_BYTES, PROCESS_BYTES = 65_000, 26_000, 60_000_000
EVENT_BYTES = 160
"""Figures of `python -m bench sizing` (docs/operate.md); the disk is PostgreSQL's."""
BUSY = 0.6
"""How busy a server process may be."""
DATABASE_BUSY = 0.5
SIMULATED_SECONDS = 5.0
PATIENCE = 0.005
SIZES = (1, 10, 100, 400)


@dataclass(frozen=True)
class CommitCost:
    """Seconds."""

    per_commit: float
    """The time of a commit of one event: above all the wait for the disk."""
    per_event: float
    """The database's processor time."""
    base: float = 0.0
    """The database's processor time for a commit, however small."""


@dataclass(frozen=True)
class Shape:
    """How a number of tables is split: server processes and databases."""

    servers: int
    databases: int

    @staticmethod
    def of(tables: int, databases: int = 1) -> Shape:
        """As many servers as the processor and the sockets ask for, the same number for each database."""
        by_processor = tables / SECONDS_PER_MESSAGE * MESSAGE_SECONDS / BUSY
        by_sockets = tables * SOCKETS_PER_TABLE / Limits().all_connections
        servers = ceil(max(by_processor, by_sockets))
        return Shape(ceil(servers / databases) * databases, databases)


def fill(store: Store, size: int, batches: int) -> float:
    """Commit one event at each of `size` tables, several times; the shortest time of a commit."""
    names = [uuid4().hex for _ in range(size)]
    store.write([SaveTable(TableRow(name, "yatzy", "{}", b"secret", "running", 0, 0)) for name in names])
    times: list[float] = []
    for number in range(1, batches + 1):
        began = perf_counter()
        store.write([AddEvents(name, (EventRow(number, 100 * number, "seat1 keep 3 3 5"),)) for name in names])
        times.append(perf_counter() - began)
    return min(times)


def database_process(store: Store) -> int:
    """PostgreSQL on this machine has a process for each connection; SQLite works in ours."""
    if store.file is not None:
        return os.getpid()
    with store.writing() as writer:
        return int(writer.run("SELECT pg_backend_pid()")[0][0])


def processor_seconds(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def database_seconds(store: Store, size: int, batches: int) -> float:
    """Processor time of the database for a commit of one event at each of `size` tables.

    Other work on the machine changes it little, unlike times of the clock.
    """
    process = database_process(store)
    before = processor_seconds(process)
    fill(store, size, batches)
    return (processor_seconds(process) - before) / (batches + 1)  # the tables are made by one more


def measured_cost(place: str) -> tuple[CommitCost, list[Figure]]:
    with open_store(place) as store:
        times = {size: fill(store, size, 40) for size in SIZES}
        large, small = database_seconds(store, 200, 100), database_seconds(store, 1, 500)
    per_event = large / 200
    figures = [Figure(f"commit of {size} events, the shortest", 1000 * time, "ms") for size, time in times.items()]
    base = max(small - per_event, 0.0)
    return CommitCost(max(times[1] - base - per_event, 1e-5), per_event, base), figures


def write_for(place: str, seconds: float) -> int:
    """Commits of a hundred events, one after the other; how many events."""
    written = 0
    with open_store(place) as store:
        names = [uuid4().hex for _ in range(100)]
        store.write([SaveTable(TableRow(name, "yatzy", "{}", b"secret", "running", 0, 0)) for name in names])
        end = perf_counter() + seconds
        while perf_counter() < end:
            number = written // len(names) + 1
            store.write([AddEvents(name, (EventRow(number, 0, "seat1 keep 3 3 5"),)) for name in names])
            written += len(names)
    return written


def together(place: str, writers: int, seconds: float = 4.0) -> float:
    """Events per second of several writing processes."""
    with multiprocessing.get_context("spawn").Pool(writers) as pool:
        return sum(pool.starmap(write_for, [(place, seconds)] * writers)) / seconds


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
        """`patience`: seconds for which a commit waits for more to write; today's servers have none."""
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
        """The event loop works on the message; it is ready for a commit then."""
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
    """The fewest databases, within a sixth, that are not too busy."""
    messages = tables / SECONDS_PER_MESSAGE
    databases = ceil(messages * EVENTS_PER_MESSAGE * cost.per_event / DATABASE_BUSY)
    while True:
        shape = Shape.of(tables, databases)
        each = shape.servers // databases, messages / databases
        seen = Database(*each, cost, SIMULATED_SECONDS, patience=patience).run()
        if seen.database_busy <= DATABASE_BUSY:
            return shape, seen
        databases += ceil(databases / 6)


def figures_of(tables: int, cost: CommitCost) -> list[Figure]:
    shape, seen = split(tables, cost)
    patient_shape, patient = split(tables, cost, PATIENCE)
    messages = tables / SECONDS_PER_MESSAGE
    each = tables / shape.servers
    memory = PROCESS_BYTES + each * (TABLE_BYTES + SOCKETS_PER_TABLE * SOCKET_BYTES)
    return [
        Figure("messages a second", messages, "/s"),
        Figure("server processes", shape.servers, ""),
        Figure("databases of one core", shape.databases, ""),
        Figure("sockets of a server process", each * SOCKETS_PER_TABLE, ""),
        Figure("memory of a server process", memory / 1e6, "MB"),
        Figure("a server process is busy", 100 * seen.server_busy, "%"),
        Figure("a database is busy", 100 * seen.database_busy, "%"),
        Figure("events in a commit", seen.events_per_commit, ""),
        Figure("a move, p50", 1000 * seen.p50, "ms"),
        Figure("a move, p99", 1000 * seen.p99, "ms"),
        Figure("databases of one core, if commits waited 5 ms", patient_shape.databases, ""),
        Figure("a move, p99, then", 1000 * patient.p99, "ms"),
        Figure("disk for a day of such play", messages * EVENTS_PER_MESSAGE * EVENT_BYTES * 86_400 / 1e9, "GB"),
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = os.environ.get("PURRLOR_STORE") or str(Path(folder) / "parlour.sqlite")
        cost, figures = measured_cost(place)
        if place.startswith("postgresql"):
            figures += [Figure(f"{count} writers together", together(place, count), "events/s") for count in (1, 2, 4)]
    section(
        f"Scale: the store ({'PostgreSQL' if place.startswith('postgresql') else 'SQLite'})",
        *figures,
        Figure("a commit waits for the disk", 1e6 * cost.per_commit, "µs"),
        Figure("processor time of the database for a commit", 1e6 * cost.base, "µs"),
        Figure("and for each event in it", 1e6 * cost.per_event, "µs"),
    )
    for tables in STEPS:
        section(f"Scale: {tables:,} tables at play, simulated", *figures_of(tables, cost))
