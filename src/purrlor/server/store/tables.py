"""Queries about tables, the people at them, and settings, for `Store.read` and `Store.transact`."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from purrlor.table.rows import Belongs, Counts, EventRow, JournalRow, Person, Stored, TableRow
from purrlor.table.wire import Role

from .connection import DatabaseConnection
from .statements import SAVE_SETTING

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
