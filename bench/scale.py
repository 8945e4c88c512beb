"""From one process to a million tables: a simulation that uses figures measured here.

`PURRLOR_STORE=postgresql://… python -m bench scale` measures what a commit costs, and how many events several writers
get through together; then it simulates one database with its servers
(`harness/scale_model.py`) for each step of docs/host/scale-out.md. A database of the
model uses one core, so one PostgreSQL on many cores stands for several.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from pathlib import Path
from time import perf_counter
from uuid import uuid4

from harness.figures import Figure, section
from harness.scale_model import (
    EVENT_BYTES,
    EVENTS_PER_MESSAGE,
    PATIENCE,
    PROCESS_BYTES,
    SECONDS_PER_MESSAGE,
    SOCKET_BYTES,
    SOCKETS_PER_TABLE,
    STEPS,
    TABLE_BYTES,
    CommitCost,
    split,
)  # fmt: skip
from purrlor.server.store import Store, open_store
from purrlor.table.rows import AddEvents, EventRow, SaveTable, TableRow

SIZES = (1, 10, 100, 400)


def fill(store: Store, size: int, batches: int) -> float:
    """Commit one event at each of `size` tables, several times; return the shortest time of a commit."""
    names = [uuid4().hex for _ in range(size)]
    store.write([SaveTable(TableRow(name, "yatzy", "{}", b"secret", "running", 0, 0)) for name in names])
    times: list[float] = []
    for number in range(1, batches + 1):
        began = perf_counter()
        store.write([AddEvents(name, (EventRow(number, 100 * number, "seat1 keep 3 3 5"),)) for name in names])
        times.append(perf_counter() - began)
    return min(times)


def database_process(store: Store) -> int:
    """Return the id of the database's process. PostgreSQL has one for each connection; SQLite works in ours."""
    if store.file is not None:
        return os.getpid()
    with store.writing() as writer:
        return int(writer.run("SELECT pg_backend_pid()")[0][0])


def cpu_seconds(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def database_seconds(store: Store, size: int, batches: int) -> float:
    """Return the database's CPU time for a commit of one event at each of `size` tables.

    Other work on the machine hardly changes it, unlike wall-clock time.
    """
    process = database_process(store)
    before = cpu_seconds(process)
    fill(store, size, batches)
    return (cpu_seconds(process) - before) / (batches + 1)  # one more commit creates the tables


def measured_cost(place: str) -> tuple[CommitCost, list[Figure]]:
    with open_store(place) as store:
        times = {size: fill(store, size, 40) for size in SIZES}
        large, small = database_seconds(store, 200, 100), database_seconds(store, 1, 500)
    per_event = large / 200
    figures = [Figure(f"commit of {size} events, the shortest", 1000 * time, "ms") for size, time in times.items()]
    base = max(small - per_event, 0.0)
    return CommitCost(max(times[1] - base - per_event, 1e-5), per_event, base), figures


def write_for(place: str, seconds: float) -> int:
    """Commit a hundred events at a time for some seconds; return the number of events."""
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
    """Return the events per second of several writing processes."""
    with multiprocessing.get_context("spawn").Pool(writers) as pool:
        return sum(pool.starmap(write_for, [(place, seconds)] * writers)) / seconds


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
        Figure("CPU time of the database for a commit", 1e6 * cost.base, "µs"),
        Figure("and for each event in it", 1e6 * cost.per_event, "µs"),
    )
    for tables in STEPS:
        section(f"Scale: {tables:,} tables at play, simulated", *figures_of(tables, cost))
