"""Events per second that the store takes in batches of the sizes that build up during a commit."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from uuid import uuid4

from harness.figures import sampled, seconds, section
from purrlor.server.store import Store, open_store
from purrlor.table.rows import AddEvents, EventRow, SaveTable, TableRow

BATCHES, RUNS = 70, 3


def rates(store: Store, size: int) -> list[float]:
    """Return the events per second of several runs, in batches of one event at each of `size` tables."""
    return [_rate(store, size) for _ in range(RUNS)]


def _rate(store: Store, size: int) -> float:
    names = [f"{uuid4()}" for _ in range(size)]
    store.write([SaveTable(TableRow(name, "yatzy", "{}", b"secret", "running", 0, 0)) for name in names])
    return BATCHES * size / seconds(lambda: fill(store, names))


def fill(store: Store, names: list[str]) -> None:
    for number in range(1, BATCHES + 1):
        event = EventRow(number, 100 * number, "seat1 keep 3 3 5")
        store.write([AddEvents(name, (event,)) for name in names])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = os.environ.get("PURRLOR_STORE") or str(Path(folder) / "parlour.sqlite")
        with open_store(place) as store:
            figures = [
                sampled(f"batches of {size}", rates(store, size), "events/s", 30_000, smaller_is_better=False)
                for size in (100, 200, 400)
            ]
    section("Store: every batch is one commit, on the disk when it returns", *figures)
