"""PostgreSQL, through psycopg 3."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector

try:
    import psycopg
    from psycopg.pq import TransactionStatus
except ImportError as missing:
    raise ImportError("PostgreSQL needs psycopg: pip install 'purrlor[postgresql]'") from missing

from .connection import DOUBLED, GAP, MISSING, TOO_LARGE, Row, StoreFailed, Work, WriteRefused

CONNECT_SECONDS = 10
MIGRATING = 0x70757272
"""The number of the lock that whoever changes the schema holds."""
TYPES = {"bytes": "BYTEA", "whole": "BIGINT", "end": ""}
REFUSALS = {"23505": DOUBLED, "23502": GAP, "23503": MISSING, "22003": TOO_LARGE}


class PostgresConnection:
    """One connection to the database at `url`, made anew when it was lost."""

    def __init__(self, url: str, *, writes: bool) -> None:
        self.types = TYPES
        self._url = url
        self._writes = writes
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Row]:
        with in_words():
            made = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        made.isolation_level = None if self._writes else psycopg.IsolationLevel.REPEATABLE_READ
        return made

    def _ready(self) -> psycopg.Connection[Row]:
        """The connection; outside a transaction it is made anew if the other side has hung up."""
        if self._connection.closed or self._hung_up():
            self._connection.close()
            self._connection = self._connect()
        return self._connection

    def _hung_up(self) -> bool:
        """Whoever asked nothing and yet can read something reads a goodbye."""
        if self._connection.info.transaction_status != TransactionStatus.IDLE:
            return False
        with DefaultSelector() as selector:
            selector.register(self._connection.fileno(), EVENT_READ)
            return bool(selector.select(0))

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Generator[None]:
        with in_words(), self._ready().transaction():
            if alone:
                self.run("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
            yield

    def run(self, sql: str, values: Row = ()) -> list[Row]:
        with in_words():
            cursor = self._ready().execute(marked(sql), values)
            return cursor.fetchall() if cursor.description else []

    def write(self, work: Iterable[Work]) -> None:
        """In a pipeline, so that statements do not wait for each other's answers."""
        connection = self._ready()
        with in_words(), connection.transaction(), connection.pipeline(), connection.cursor() as cursor:
            for sql, rows in work:
                cursor.executemany(marked(sql), rows)

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
        raise WriteRefused(REFUSALS.get(error.sqlstate or "", one_line(error))) from error
    except UnicodeError as error:
        raise WriteRefused(str(error)) from error
    except psycopg.Error as error:
        raise StoreFailed(one_line(error)) from error


def one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split()) or type(error).__name__
