"""Tables, persons and settings, kept."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock
from typing import Any

from purrlor.table.rows import Belongs, Counts, EventRow, Fence, JournalRow, Person, Stored, TableRow, Write

from .connection import DatabaseConnection, Row, StoreFailed
from .lock import FileLock
from .nodes import Nodes
from .schema import migrate
from .statements import SAVE_SETTING, plan

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
MOST_READERS = 3
"""Connections that read at the same time."""
KEEP = "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"


class Store:
    """One connection writes, a few others read, so that any thread may call anything."""

    def __init__(
        self,
        name: str,
        writer: DatabaseConnection,
        connect_reader: Callable[[], DatabaseConnection],
        *,
        file: Path | None = None,
        lock: FileLock | None = None,
        connect_nodes: Callable[[], Nodes] | None = None,
    ) -> None:
        self.name = name
        """Where it is, without passwords."""
        self.file = file
        """Where SQLite keeps it."""
        self.lock = lock
        """Keeps other servers away from the file."""
        self.connect_nodes = connect_nodes
        """Opens a connection to the list of servers that share this store; None: it has one server."""
        self._writer = writer
        self._write_lock = Lock()
        try:
            migrate(writer)
            self._readers = Readers(connect_reader)
        except BaseException:
            writer.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._write_lock:
            self._readers.close()
            self._writer.close()
            if self.lock is not None:
                self.lock.close()
                self.lock = None

    def write(self, batch: Sequence[Write]) -> None:
        """All of it in one transaction, safe on the disk when this returns; or `StoreFailed`, and no trace of any.

        A `Fence` stands first, if there is one.
        """
        if batch:
            with self._write_lock:
                self._writer.write(plan(batch), batch[0] if isinstance(batch[0], Fence) else None)

    def load(self, table: str) -> Stored | None:
        """A table with everything that wakes it, as it was at one moment."""
        with self.reading() as reader:
            rows = reader.run(TABLE, (table,))
            if not rows:
                return None
            events = tuple(EventRow(*row) for row in reader.run(EVENTS, (table,)))
            journal = tuple(JournalRow(*row) for row in reader.run(JOURNAL, (table,)))
        return Stored(TableRow(*rows[0]), events, journal)

    def last_event(self, table: str) -> int:
        """The number of the last event of a table; 0: it has none, or there is no such table."""
        return int(self._read(LAST_EVENT, table)[0][0])

    def tables_of(self, person: str, limit: int) -> list[Belongs]:
        """The tables of a person, the one that changed last first."""
        return [Belongs(TableRow(*row[:-2]), *row[-2:]) for row in self._read(TABLES_OF, person, limit)]

    def person(self, person: str) -> Person | None:
        rows = self._read("SELECT id, name FROM persons WHERE id = ?", person)
        return Person(*rows[0]) if rows else None

    def role_of(self, table: str, person: str) -> str | None:
        """The role of a person at a table; None: the person does not belong to it."""
        rows = self._read("SELECT role FROM seated WHERE table_id = ? AND person_id = ?", table, person)
        return str(rows[0][0]) if rows else None

    def due(self, now: int, node: str = "") -> list[str]:
        """The tables where a player's time has run out, the longest due first; not those of other live nodes."""
        return [row[0] for row in self._read(DUE, now, node)]

    def unused(self, finished_before: int, abandoned_before: int, limit: int) -> list[str]:
        """Finished and unfinished tables that were not changed since these times, the oldest first."""
        return [row[0] for row in self._read(UNUSED, finished_before, abandoned_before, limit)]

    def ids(self) -> list[str]:
        """All tables, the oldest first."""
        return [row[0] for row in self._read("SELECT id FROM tables ORDER BY created, id")]

    def counts(self) -> Counts:
        """It looks at every event: for a command or a page of figures, not for every request."""
        statuses: dict[str, int] = dict(self._read("SELECT status, COUNT(*) FROM tables GROUP BY status"))
        running, over = statuses.get("running", 0), statuses.get("over", 0)
        persons = self._read("SELECT COUNT(*) FROM persons")[0][0]
        events = self._read("SELECT COUNT(*) FROM events")[0][0]
        return Counts(statuses.get("open", 0), running, over, persons, events)

    def get_setting(self, key: str) -> str | None:
        rows = self._read("SELECT value FROM settings WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    def set_setting(self, key: str, value: str) -> None:
        with self.writing() as writer:
            writer.run(SAVE_SETTING, (key, value))

    def keep_setting(self, key: str, make: Callable[[], str]) -> str:
        """The setting; made if there is none. Of several servers that make it at once, all get the same one."""
        with self.writing() as writer:
            writer.run(KEEP, (key, make()))
            return str(writer.run("SELECT value FROM settings WHERE key = ?", (key,))[0][0])

    def make_transfer(self, word: str, person: str, now: int, until: int) -> None:
        """Keep what makes another device the same person; those that were not used in time are deleted."""
        with self.writing() as writer:
            writer.run("DELETE FROM transfers WHERE until <= ?", (now,))
            writer.run("INSERT INTO transfers (word, person, until) VALUES (?, ?, ?)", (word, person, until))

    def take_transfer(self, word: str, now: int) -> str | None:
        """The person, once; None: there is no such word, or it is too late."""
        with self.writing() as writer:
            rows = writer.run("DELETE FROM transfers WHERE word = ? RETURNING person, until", (word,))
        return str(rows[0][0]) if rows and rows[0][1] > now else None

    def problems(self) -> list[str]:
        """What the database finds wrong with itself."""
        with self._readers.one() as reader:
            return reader.problems()

    def vacuum(self) -> None:
        """Give the free space of a SQLite file back to the disk; PostgreSQL looks after that by itself."""
        if self.file is not None:
            with self._write_lock:
                self._writer.run("VACUUM")
                self._writer.run("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def writing(self) -> Generator[DatabaseConnection]:
        """One transaction on the writing connection."""
        with self._write_lock, self._writer.transaction():
            yield self._writer

    @contextmanager
    def reading(self) -> Generator[DatabaseConnection]:
        """A reading connection, which shows one moment."""
        with self._readers.one() as reader, reader.transaction():
            yield reader

    def _read(self, sql: str, *values: Any) -> list[Row]:
        with self._readers.one() as reader:
            return reader.run(sql, values)


class Readers:
    """Connections that read: a long match that is being read holds up nobody else."""

    def __init__(self, connect: Callable[[], DatabaseConnection]) -> None:
        self._connect = connect
        self._idle = [connect()]
        self._open = 1
        self._closed = False
        self._returned = Condition()

    @contextmanager
    def one(self) -> Generator[DatabaseConnection]:
        """A connection that no other thread uses; a further one is opened if all are in use."""
        with self._returned:
            if self._closed:
                raise StoreFailed("store.refused.closed", "the store is closed")
            if not self._idle and self._open < MOST_READERS:
                self._idle.append(self._connect())
                self._open += 1
            self._returned.wait_for(lambda: self._idle)
            reader = self._idle.pop()
        try:
            yield reader
        finally:
            self._take_back(reader)

    def _take_back(self, reader: DatabaseConnection) -> None:
        with self._returned:
            if self._closed:
                reader.close()
            else:
                self._idle.append(reader)
                self._returned.notify()

    def close(self) -> None:
        """Close those that nobody uses; the others are closed when they are returned."""
        with self._returned:
            self._closed = True
            while self._idle:
                self._idle.pop().close()
