"""Tables that have not been used for a long time: measure and remove them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from purrlor.table.rows import DeleteTable

from .store import Store
from .tables import unused_tables

CHUNK = 200
"""Number of tables counted by one statement, or deleted in one transaction."""
ALL = 2**62
SIZE = """SELECT COUNT(*), COALESCE(SUM(LENGTH(text)), 0) FROM {} WHERE table_id IN ({})"""


class Unused(Struct, frozen=True):
    """The tables that were not changed since a given time."""

    finished: list[str]
    abandoned: list[str]
    events: int
    characters: int
    """Total length of the texts of events and journal."""


def unused(store: Store, before: int, *, finished: bool, abandoned: bool) -> Unused:
    over = store.read(unused_tables, before, 0, ALL) if finished else []
    unfinished = store.read(unused_tables, 0, before, ALL) if abandoned else []
    events, characters = _size(store, [*over, *unfinished])
    return Unused(over, unfinished, events, characters)


def _size(store: Store, tables: Sequence[str]) -> tuple[int, int]:
    events = characters = 0
    with store.reading() as reader:
        for start in range(0, len(tables), CHUNK):
            chunk = tuple(tables[start : start + CHUNK])
            for name in ("events", "journal"):
                count, length = reader.run(SIZE.format(name, ", ".join("?" * len(chunk))), chunk)[0]
                events += int(count) if name == "events" else 0
                characters += int(length)
    return events, characters


def prune(store: Store, tables: Sequence[str], progress: Callable[[int, int], None]) -> None:
    """Delete tables. The caller must have exclusive use of the store: a server could have one of them in memory."""
    for start in range(0, len(tables), CHUNK):
        progress(start, len(tables))
        store.write([DeleteTable(table) for table in tables[start : start + CHUNK]])
