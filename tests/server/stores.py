"""Stores of released versions, to work on."""

from __future__ import annotations

import gzip
import time
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from purrlor.cli import main
from purrlor.server.store import open_store
from purrlor.server.store.copy_store import digests
from purrlor.table.rows import AddEvents, EventRow, Person, SavePerson, SaveTable, Seated, TableRow, Write

RELEASED = sorted((Path(__file__).parents[1] / "golden" / "stores").glob("*.sqlite.gz"))
NOW = int(time.time() * 1000)
DAY = 24 * 3_600_000


def unpacked(packed: Path, folder: Path, name: str = "released.sqlite") -> Path:
    path = folder / name
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


def command(*arguments: str | Path) -> int:
    """The exit code of `purrlor store …`."""
    return main(["store", *map(str, arguments)])


TABLE = TableRow("t1", "yatzy", "{}", b"secret", "running", 0, 0)


def event(number: int) -> EventRow:
    return EventRow(number, 100 * number, "seat1 roll")


def add(*numbers: int, table: str = "t1") -> AddEvents:
    return AddEvents(table, tuple(map(event, numbers)))


REFUSED: dict[str, tuple[Write, str]] = {
    "doubled": (add(1), "an event of that number is there already"),
    "gap": (add(5), "events follow the last one of their table without a gap"),
    "gap inside": (add(4, 6), "without a gap"),
    "number 0": (add(0), "without a gap"),
    "no table": (add(1, table="t2"), "there is no such table or person"),
    "no person": (Seated("t1", "p1", "player"), "there is no such table or person"),
    "status": (SaveTable(replace(TABLE, status=cast("Any", "lost"))), "status"),
    "role": (Seated("t1", "ann", cast("Any", "cat")), "role"),
    "large": (SaveTable(replace(TABLE, due=2**63)), "a number is too large"),
    "surrogate": (SavePerson(Person("p2", "\ud800")), "surrogates not allowed"),
    "nul": (SavePerson(Person("p2", "A\0nn")), "NUL"),
}


def nothing(_: int, __: int) -> None:
    """Show no progress."""


def contents(place: str | Path) -> dict[str, str]:
    with open_store(place, create=False) as store, store.reading() as reader:
        return dict(digests(reader, nothing))
