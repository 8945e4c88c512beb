"""PostgreSQL, through psycopg 3."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector

try:
    import psycopg
    from psycopg.pq import PipelineStatus, TransactionStatus
except ImportError as missing:
    raise ImportError("PostgreSQL needs psycopg: pip install 'purrlor[postgresql]'") from missing

from .connection import DOUBLED, GAP, IN_USE, LOCK_SECONDS, MISSING, TOO_LARGE, Row, StoreFailed, Work, WriteRefused

CONNECT_SECONDS = 10
MIGRATING = 0x70757272
"""Key of the advisory lock that is held while the schema is changed."""
SERVING = 0x70757273
"""First key of the advisory lock that a server holds on its writing connection; the second one names the schema."""
TRY_LOCK = "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
TYPES = {"bytes": "BYTEA", "whole": "BIGINT", "end": ""}
REFUSALS = {"23505": DOUBLED, "23502": GAP, "23503": MISSING, "22003": TOO_LARGE}
LONGEST_ERROR = 300


class PostgresConnection:
    """One connection to the database at `url`. It is replaced after any failure that is not a refusal.

    A connection that ends in the middle of a pipeline can stay `ACTIVE` with its pipeline `ABORTED` for ever, so a
    connection is used again only if it is idle.
    """

    def __init__(self, url: str, *, writes: bool, exclusive: bool = False) -> None:
        self.types = TYPES
        self._url = url
        self._writes = writes
        self._exclusive = exclusive
        self._in_transaction = False
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Row]:
        with in_words():
            made = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        made.isolation_level = None if self._writes else psycopg.IsolationLevel.REPEATABLE_READ
        if self._exclusive:
            self._lock(made)
        return made

    def _lock(self, connection: psycopg.Connection[Row]) -> None:
        """`StoreFailed` if another server holds the lock; the lock of one that was killed is free after a moment."""
        patience = time.monotonic() + LOCK_SECONDS
        try:
            with in_words():
                while not connection.execute(TRY_LOCK, (SERVING,)).fetchall()[0][0]:
                    if time.monotonic() > patience:
                        raise StoreFailed(IN_USE)
                    time.sleep(0.05)
        except BaseException:
            connection.close()
            raise

    def _ready(self) -> psycopg.Connection[Row]:
        """The connection; outside a transaction it is made anew unless it is idle and its other side is there."""
        if self._connection.closed or (not self._in_transaction and not self._is_idle()):
            self._connection.close()
            self._connection = self._connect()
        return self._connection

    def _is_idle(self) -> bool:
        pgconn = self._connection.pgconn
        if pgconn.transaction_status != TransactionStatus.IDLE or pgconn.pipeline_status != PipelineStatus.OFF:
            return False
        with DefaultSelector() as selector:  # an idle connection that becomes readable was closed by the server
            selector.register(self._connection.fileno(), EVENT_READ)
            return not selector.select(0)

    @contextmanager
    def _closed_on_failure(self) -> Generator[None]:
        try:
            with in_words():
                yield
        except WriteRefused:
            if not self._in_transaction and not self._is_idle():
                self._connection.close()
            raise
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Generator[None]:
        with self._closed_on_failure(), self._ready().transaction():
            self._in_transaction = True
            try:
                if alone:
                    self.run("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
                yield
            finally:
                self._in_transaction = False

    def run(self, sql: str, values: Row = ()) -> list[Row]:
        with self._closed_on_failure():
            cursor = self._ready().execute(marked(sql), values)
            return cursor.fetchall() if cursor.description else []

    def write(self, work: Iterable[Work]) -> None:
        """In a pipeline, so that statements do not wait for each other's answers."""
        with self._closed_on_failure():
            connection = self._ready()
            with connection.transaction(), connection.pipeline(), connection.cursor() as cursor:
                for sql, rows in work:
                    cursor.executemany(marked(sql), rows)

    def tables(self) -> set[str]:
        return {row[0] for row in self.run(TABLES)}

    def problems(self) -> list[str]:
        """PostgreSQL watches over its pages with checksums, and over keys with every write."""
        return []

    def close(self) -> None:
        self._connection.close()


def marked(sql: str) -> bytes:
    """With psycopg's marks for values."""
    return sql.replace("?", "%s").encode()


@contextmanager
def in_words() -> Generator[None]:
    """Failures of the database as failures of the store."""
    try:
        yield
    except (psycopg.IntegrityError, psycopg.DataError) as error:
        raise WriteRefused(REFUSALS.get(error.sqlstate or "", one_line(error))) from None
    except UnicodeError as error:
        raise WriteRefused(str(error)) from None
    except psycopg.Error as error:
        raise StoreFailed(one_line(error)) from None


def one_line(error: psycopg.Error) -> str:
    """What the database said, short: psycopg's texts can repeat every error of a pipeline."""
    return " ".join(str(error).split())[:LONGEST_ERROR] or type(error).__name__
