"""The store: one writing connection and a few reading ones. Any thread may use it; every call blocks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock
from typing import Concatenate, ParamSpec, TypeVar

from purrlor.table.rows import Counts, Fence, Person, Stored, Write

from . import tables
from .connection import DatabaseConnection, StoreFailed
from .nodes import Nodes
from .schema import migrate
from .sqlite import FileLock
from .statements import plan

P = ParamSpec("P")
T = TypeVar("T")
MOST_READERS = 3
"""Maximum number of connections that read at the same time."""


class Store:
    """An open store. A server uses it through `AsyncStore`; commands and tests use it directly."""

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
        """Location of the store, without passwords."""
        self.file = file
        """The SQLite file."""
        self.lock = lock
        """Keeps other servers away from the file."""
        self.connect_nodes = connect_nodes
        """Opens a connection to the list of servers that share this store; None if it has one server."""
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
        """Write a batch in one transaction that is on disk when this returns. Raises `StoreFailed` otherwise.

        If there is a `Fence`, it must come first.
        """
        if batch:
            with self._write_lock:
                self._writer.write(plan(batch), batch[0] if isinstance(batch[0], Fence) else None)

    def read(self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs) -> T:
        """Run a query on a reading connection, which sees one snapshot of the store and refuses to write."""
        with self.reading() as reader:
            return query(reader, *values, **named)

    def transact(
        self, change: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a change in one transaction; nothing is written if it raises."""
        with self.writing() as writer:
            return change(writer, *values, **named)

    # Shorthands for commands and tests

    def load(self, table: str) -> Stored | None:
        return self.read(tables.load_table, table)

    def person(self, person: str) -> Person | None:
        return self.read(tables.find_person, person)

    def ids(self) -> list[str]:
        return self.read(tables.table_ids)

    def counts(self) -> Counts:
        return self.read(tables.count_rows)

    def get_setting(self, key: str) -> str | None:
        return self.read(tables.get_setting, key)

    def keep_setting(self, key: str, make: Callable[[], str]) -> str:
        return self.transact(tables.keep_setting, key, make)

    def problems(self) -> list[str]:
        """Return the problems that the database's own check finds."""
        with self._readers.one() as reader:
            return reader.problems()

    def vacuum(self) -> None:
        """Return the free space of a SQLite file to the disk; PostgreSQL does that by itself."""
        if self.file is not None:
            with self._write_lock:
                self._writer.run("VACUUM")
                self._writer.run("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def writing(self) -> Generator[DatabaseConnection]:
        """Open a transaction on the writing connection."""
        with self._write_lock, self._writer.transaction():
            yield self._writer

    @contextmanager
    def reading(self) -> Generator[DatabaseConnection]:
        """Open a transaction on a reading connection."""
        with self._readers.one() as reader, reader.transaction():
            yield reader


class Readers:
    """The reading connections, so that reading a long match does not delay other reads."""

    def __init__(self, connect: Callable[[], DatabaseConnection]) -> None:
        self._connect = connect
        self._idle = [connect()]
        self._open = 1
        self._closed = False
        self._returned = Condition()

    @contextmanager
    def one(self) -> Generator[DatabaseConnection]:
        """Lend a connection that no other thread uses, opening another one if all are in use."""
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
        """Close the unused connections; the others are closed when they are returned."""
        with self._returned:
            self._closed = True
            while self._idle:
                self._idle.pop().close()
