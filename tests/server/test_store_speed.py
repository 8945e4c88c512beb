"""How many events a second a store takes in batches, as they pile up during a commit.

.venv/bin/pytest tests/server/test_store_speed.py -s
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from purrlor.server.rows import AddEvents, EventRow, SaveTable, TableRow
from purrlor.server.store import Store

pytest_plugins = ["tests.server.postgres"]
BATCHES = 200
GOAL = 30_000
"""Events for each second that our own process computes; what the disk adds is the disk's."""


def seconds(store: Store, size: int) -> tuple[float, float]:
    """Time on the wall and of this process for batches of one event at each of `size` tables."""
    names = [f"{size}/{number}" for number in range(size)]
    store.write([SaveTable(TableRow(name, "yatzy", "{}", b"secret", "running", 0, 0)) for name in names])
    wall, own = time.perf_counter(), time.process_time()
    for number in range(1, BATCHES + 1):
        event = EventRow(number, 100 * number, "seat1 keep 3 3 5")
        store.write([AddEvents(name, (event,)) for name in names])
    return time.perf_counter() - wall, time.process_time() - own


def sync_seconds(folder: Path) -> float:
    """What the disk takes to keep one small thing."""
    file = os.open(folder / "sync", os.O_RDWR | os.O_CREAT)
    began = time.perf_counter()
    for _ in range(50):
        os.write(file, b"purr")
        os.fsync(file)
    os.close(file)
    return (time.perf_counter() - began) / 50


@pytest.mark.slow
def test_the_process_has_time_for_thirty_thousand_events_a_second(store: Store, tmp_path: Path) -> None:
    print(f"\n{store.name}: one fsync of a file takes {1000 * sync_seconds(tmp_path):.1f} ms")  # noqa: T201
    rates: list[float] = []
    for size in (100, 200, 400):
        wall, own = seconds(store, size)
        rates.append(BATCHES * size / own)
        print(f"batches of {size}: {BATCHES * size / wall:.0f} events/s; {rates[-1]:.0f} per second of our own")  # noqa: T201
    assert max(rates) > GOAL
