"""SQLite: one file, with a lock file beside it, so that one server uses a store at a time."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from purrlor.table.rows import Fence

from .connection import (
    DOUBLED,
    GAP,
    IN_USE,
    LOCK_SECONDS,
    MISSING,
    TOO_LARGE,
    Row,
    StoreFailed,
    UnkeepableText,
    Work,
    WriteRefused,
)

BUSY_SECONDS = 10
PRAGMAS = (
    "PRAGMA journal_mode = WAL",  # reading continues during writes
    "PRAGMA synchronous = FULL",  # acknowledged writes survive a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 8000",  # 32 MB: pages that change often are copied to the file less often
)
READ_ONLY = "PRAGMA query_only = ON"  # a query that writes fails instead of waiting for the writer's lock
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
TYPES = {"bytes": "BLOB", "whole": "INTEGER", "end": "STRICT, WITHOUT ROWID"}
REFUSALS = {
    "SQLITE_CONSTRAINT_PRIMARYKEY": DOUBLED,
    "SQLITE_CONSTRAINT_NOTNULL": GAP,
    "SQLITE_CONSTRAINT_FOREIGNKEY": MISSING,
}


class SqliteConnection:
    """One connection to the file at `path`."""

    def __init__(self, path: Path, *, writes: bool) -> None:
        self.types = TYPES
        self._begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        with in_words(path):
            if writes:
                make_private(path)
            self._connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
            )
            self._prepare(PRAGMAS if writes else (*PRAGMAS, READ_ONLY))

    def _prepare(self, pragmas: Sequence[str]) -> None:
        try:
            for pragma in pragmas:
                self._connection.execute(pragma)
        except sqlite3.Error:
            self._connection.close()
            raise

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Generator[None]:
        with in_words():
            self._leave()
            self._connection.execute("BEGIN IMMEDIATE" if alone else self._begin)
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                self._leave()

    def _leave(self) -> None:
        """Roll back after a failure; SQLite has sometimes already left the transaction, sometimes not."""
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")

    def run(self, sql: str, values: Row = ()) -> list[Row]:
        with in_words():
            refuse_nul([values])
            return self._connection.execute(sql, values).fetchall()

    def write(self, work: Iterable[Work], fence: Fence | None = None) -> None:
        assert fence is None, "a file has one server"
        with self.transaction():
            for sql, rows in work:
                refuse_nul(rows)
                self._connection.executemany(sql, rows)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(columns))
        with in_words():
            self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608

    def tables(self) -> set[str]:
        return {row[0] for row in self.run(TABLES)}

    def problems(self) -> list[str]:
        with in_words():
            return database_problems(self._connection)

    def close(self) -> None:
        self._connection.close()


def database_problems(connection: sqlite3.Connection) -> list[str]:
    found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    return found + [f"a row of {row[0]} belongs to a row of {row[2]} that is missing" for row in orphans]


def make_private(path: Path) -> None:
    """Make the file readable by its owner only, because it holds seeds and keys; SQLite's other files follow it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # the file may belong to another user who shares it
            mode = each.stat().st_mode
            if mode & 0o077:
                each.chmod(mode & 0o700)


def refuse_nul(rows: Sequence[Row]) -> None:
    """Refuse texts with NUL, because PostgreSQL cannot store them."""
    if any("\0" in value for row in rows for value in row if isinstance(value, str)):
        raise UnkeepableText("a text with the character NUL cannot be kept")


@contextmanager
def in_words(path: Path | None = None) -> Generator[None]:
    """Convert failures of the database to failures of the store."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise WriteRefused(REFUSALS.get(error.sqlite_errorname, str(error))) from error
    except OverflowError as error:
        raise WriteRefused(TOO_LARGE) from error
    except UnicodeError as error:
        raise UnkeepableText(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        words = getattr(error, "strerror", None) or str(error)
        if path is None:
            raise StoreFailed(words) from error
        raise StoreFailed("store.refused.file", "{path}: {error}", path=path, error=words) from error


class FileLock:
    """A lock held until it is closed, or until every process that inherited `fd` has ended.

    It has its own file, because closing any descriptor of the database file would drop SQLite's locks on it.
    """

    def __init__(self, store: Path) -> None:
        path = store.with_name(f"{store.name}.lock")
        try:
            self.fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreFailed("store.refused.file", "{path}: {error}", path=path, error=error.strerror) from None
        patience = time.monotonic() + LOCK_SECONDS
        while not _try_lock(self.fd):
            if time.monotonic() > patience:  # a killed server leaves its writer process behind for a moment
                os.close(self.fd)
                raise StoreFailed(IN_USE)
            time.sleep(0.05)

    def close(self) -> None:
        os.close(self.fd)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> bool:
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
