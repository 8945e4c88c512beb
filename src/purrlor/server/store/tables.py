"""Queries about tables, their people and settings, for `Store.read` and `Store.transact`; removal of old tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from purrlor.table.rows import Belongs, Counts, DeleteTable, EventRow, JournalRow, Person, Stored, TableRow
from purrlor.table.wire import Role

from .connection import DatabaseConnection
from .statements import SAVE_SETTING

if TYPE_CHECKING:
    from .store import Store

TABLE = "SELECT id, game, setup, secret, status, created, changed, due, summary FROM tables WHERE id = ?"
EVENTS = "SELECT number, at, text FROM events WHERE table_id = ? ORDER BY number"
JOURNAL = "SELECT at, kind, text FROM journal WHERE table_id = ? ORDER BY number"
LAST_EVENT = "SELECT COALESCE(MAX(number), 0) FROM events WHERE table_id = ?"
TABLES_OF = """SELECT id, game, setup, secret, status, created, changed, due, summary, role,
COALESCE((SELECT MAX(number) FROM events WHERE events.table_id = id), 0)
FROM seated JOIN tables ON id = table_id WHERE person_id = ? ORDER BY changed DESC, id LIMIT ?"""
DUE = """SELECT id FROM tables WHERE due <= ?
AND (owner IS NULL OR owner = ? OR owner NOT IN (SELECT id FROM nodes)) ORDER BY due, id"""
UNUSED = """SELECT id FROM tables WHERE (status = 'over' AND changed < ?) OR (status <> 'over' AND changed < ?)
ORDER BY changed, id LIMIT ?"""
KEEP = "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
CHUNK = 200
"""Number of tables counted by one statement, or deleted in one transaction."""
ALL = 2**62
SIZE = """SELECT COUNT(*), COALESCE(SUM(LENGTH(text)), 0) FROM {} WHERE table_id IN ({})"""


def load_table(reader: DatabaseConnection, table: str) -> Stored | None:
    """Return a snapshot of a table with everything needed to load it; None if there is no such table."""
    rows = reader.run(TABLE, (table,))
    if not rows:
        return None
    events = tuple(EventRow(*row) for row in reader.run(EVENTS, (table,)))
    journal = tuple(JournalRow(*row) for row in reader.run(JOURNAL, (table,)))
    return Stored(TableRow(*rows[0]), events, journal)


def last_event(reader: DatabaseConnection, table: str) -> int:
    """Return the number of the last event of a table; 0 if it has none or there is no such table."""
    return int(reader.run(LAST_EVENT, (table,))[0][0])


def tables_of(reader: DatabaseConnection, person: str, limit: int) -> list[Belongs]:
    """List the tables of a person, most recently changed first."""
    return [Belongs(TableRow(*row[:-2]), *row[-2:]) for row in reader.run(TABLES_OF, (person, limit))]


def find_person(reader: DatabaseConnection, person: str) -> Person | None:
    rows = reader.run("SELECT id, name FROM persons WHERE id = ?", (person,))
    return Person(*rows[0]) if rows else None


def role_of(reader: DatabaseConnection, table: str, person: str) -> Role | None:
    """Return the role of a person at a table; None if the person does not belong to it."""
    rows = reader.run("SELECT role FROM seated WHERE table_id = ? AND person_id = ?", (table, person))
    return cast("Role", rows[0][0]) if rows else None


def due_tables(reader: DatabaseConnection, now: int, node: str = "") -> list[str]:
    """List tables where a player's time has run out, longest due first, without those of other live nodes."""
    return [row[0] for row in reader.run(DUE, (now, node))]


def unused_tables(reader: DatabaseConnection, finished_before: int, abandoned_before: int, limit: int) -> list[str]:
    """List finished and unfinished tables that were not changed since these times, oldest first."""
    return [row[0] for row in reader.run(UNUSED, (finished_before, abandoned_before, limit))]


def table_ids(reader: DatabaseConnection) -> list[str]:
    """List all tables, oldest first."""
    return [row[0] for row in reader.run("SELECT id FROM tables ORDER BY created, id")]


def count_rows(reader: DatabaseConnection) -> Counts:
    """Count tables, persons and events. This reads every event, so use it in commands, not in requests."""
    statuses: dict[str, int] = dict(reader.run("SELECT status, COUNT(*) FROM tables GROUP BY status"))
    running, over = statuses.get("running", 0), statuses.get("over", 0)
    persons = reader.run("SELECT COUNT(*) FROM persons")[0][0]
    events = reader.run("SELECT COUNT(*) FROM events")[0][0]
    return Counts(statuses.get("open", 0), running, over, persons, events)


def get_setting(reader: DatabaseConnection, key: str) -> str | None:
    rows = reader.run("SELECT value FROM settings WHERE key = ?", (key,))
    return str(rows[0][0]) if rows else None


def set_setting(writer: DatabaseConnection, key: str, value: str) -> None:
    writer.run(SAVE_SETTING, (key, value))


def keep_setting(writer: DatabaseConnection, key: str, make: Callable[[], str]) -> str:
    """Return the setting, creating it if there is none. Servers that create it at the same time get the same one."""
    writer.run(KEEP, (key, make()))
    return str(writer.run("SELECT value FROM settings WHERE key = ?", (key,))[0][0])


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
