"""PostgreSQL, through psycopg 3."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Literal, LiteralString

try:
    import psycopg
    from psycopg.pq import PipelineStatus, TransactionStatus
except ImportError as missing:
    raise ImportError("PostgreSQL needs psycopg: pip install 'purrlor[postgresql]'") from missing

from purrlor.table.rows import Fence

from .connection import (
    DOUBLED,
    GAP,
    IN_USE,
    LOCK_SECONDS,
    MISSING,
    TOO_LARGE,
    LeaseLost,
    Row,
    StoreFailed,
    UnkeepableText,
    Work,
    WriteRefused,
)
from .nodes import MILLIS

CONNECT_SECONDS = 10
MIGRATING = 0x70757272
"""Key of the advisory lock that is held while the schema changes."""
SERVING = 0x70757273
"""First key of the advisory lock that a server holds on its writing connection; the second one names the schema.

Servers of a cluster share it (`shared`). A server from before clusters existed requests it exclusively, as do commands
that change the whole store.
"""
LOCKS: dict[str, LiteralString] = {
    "shared": "SELECT pg_try_advisory_lock_shared(%s, hashtext(current_schema()))",
    "exclusive": "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))",
}
FENCE = f"""WITH lease AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = %s AND until > {MILLIS} FOR KEY SHARE)
SELECT (SELECT count(*) FROM lease), count(*), coalesce(sum(epoch), 0)::bigint
FROM tables WHERE id = ANY(%s) AND owner = %s"""  # noqa: S608
"""Statement that checks the lease and the epochs of a commit's tables.

The key-share lock allows the lease to be renewed meanwhile, but a deletion of the row waits for the commit.

An epoch only grows, so all epochs are unchanged if their sum is. Comparing them one by one would make PostgreSQL read
the whole table instead of its index.
"""
IDLE_MILLIS = 2000
"""Maximum time that a server suspended in the middle of a commit holds its lock on `nodes`."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
TYPES = {"bytes": "BYTEA", "whole": "BIGINT", "end": ""}
SET_IDLE = "SELECT set_config('idle_in_transaction_session_timeout', %s, false)"
REFUSALS = {"23505": DOUBLED, "23502": GAP, "23503": MISSING, "22003": TOO_LARGE}
LONGEST_ERROR = 300


class PostgresConnection:
    """One connection to the database at `url`. It is replaced after any failure that is not a refusal.

    A connection that ends in the middle of a pipeline can stay `ACTIVE` with its pipeline `ABORTED` forever, so a
    connection is reused only if it is idle.
    """

    def __init__(
        self, url: str, *, writes: bool, lock: Literal["", "shared", "exclusive"] = "", hasty: float | None = None
    ) -> None:
        """Connect.

        `lock` excludes servers of other kinds; `hasty` is the timeout of connecting and statements, in seconds.
        """
        self.types = TYPES
        self._url = url
        self._writes = writes
        self._held = lock
        self._hasty = hasty
        self._in_transaction = False
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Row]:
        with in_words():
            if self._hasty is None:
                made = psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
            else:
                millis = int(1000 * self._hasty)
                made = psycopg.connect(
                    self._url, autocommit=True, connect_timeout=max(2, ceil(self._hasty)), tcp_user_timeout=millis
                )
                made.execute("SELECT set_config('statement_timeout', %s, false)", (str(millis),))
                made.execute("SET synchronous_commit = off")
        if not self._writes:
            made.isolation_level, made.read_only = psycopg.IsolationLevel.REPEATABLE_READ, True
        if self._held:
            self._lock(made, LOCKS[self._held])
        return made

    def _lock(self, connection: psycopg.Connection[Row], try_lock: LiteralString) -> None:
        """Take the lock.

        Raises `StoreFailed` if another server holds it; a killed server's lock is free after a moment.
        """
        patience = time.monotonic() + LOCK_SECONDS
        try:
            with in_words():
                if self._held == "shared":
                    connection.execute(SET_IDLE, (str(IDLE_MILLIS),))
                while not connection.execute(try_lock, (SERVING,)).fetchall()[0][0]:
                    if time.monotonic() > patience:
                        raise StoreFailed(IN_USE)
                    time.sleep(0.05)
        except BaseException:
            connection.close()
            raise

    def _ready(self) -> psycopg.Connection[Row]:
        """Return the connection. Outside a transaction, reconnect unless it is idle and the other side is there."""
        if self._connection.closed or (not self._in_transaction and not self._is_idle()):
            self._connection.close()
            self._connection = self._connect()
        return self._connection

    def _is_idle(self) -> bool:
        pgconn = self._connection.pgconn
        if pgconn.transaction_status != TransactionStatus.IDLE or pgconn.pipeline_status != PipelineStatus.OFF:
            return False
        return not is_readable(pgconn.socket)  # an idle connection that becomes readable was closed by the server

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

    def write(self, work: Iterable[Work], fence: Fence | None = None) -> None:
        """Write in a pipeline, so that statements do not wait for each other's answers."""
        with self._closed_on_failure():
            connection = self._ready()
            with connection.transaction(), connection.cursor() as fencing:
                try:
                    with connection.pipeline(), connection.cursor() as cursor:
                        if fence is not None:
                            fencing.execute(FENCE.encode(), fence_values(fence))
                        for sql, rows in work:
                            cursor.executemany(marked(sql), rows)
                except psycopg.IntegrityError:
                    # The next owner of a table has written the same number; the fence was answered before.
                    check_fence(fencing, fence)
                    raise
                check_fence(fencing, fence)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Insert with COPY, which is several times as fast as INSERT."""
        with self._closed_on_failure():
            command = f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode()
            with self._ready().cursor() as cursor, cursor.copy(command) as copy:
                for row in rows:
                    copy.write_row(row)

    def tables(self) -> set[str]:
        return {row[0] for row in self.run(TABLES)}

    def problems(self) -> list[str]:
        """Return no problems: PostgreSQL checks its pages with checksums, and its keys with every write."""
        return []

    def close(self) -> None:
        self._connection.close()


def is_readable(descriptor: int) -> bool:
    if sys.platform == "win32":
        return bool(select.select([descriptor], [], [], 0)[0])
    # takes a tenth less CPU time per small commit than a selector, which has its own descriptor
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def fence_values(fence: Fence) -> Row:
    return fence.node, list(fence.tables), fence.node


def check_fence(answer: psycopg.Cursor[Row], fence: Fence | None) -> None:
    """Raise `LeaseLost` unless `FENCE` found a valid lease and all tables owned in their epochs."""
    if fence is not None and answer.fetchone() != (1, len(fence.tables), sum(fence.epochs)):
        raise LeaseLost


def marked(sql: str) -> bytes:
    """Convert the placeholders of a statement to psycopg's."""
    return sql.replace("?", "%s").encode()


@contextmanager
def in_words() -> Generator[None]:
    """Convert failures of the database to failures of the store."""
    try:
        yield
    except (psycopg.IntegrityError, psycopg.DataError) as error:
        if error.sqlstate is None:  # psycopg itself refuses NUL, before the database sees it
            raise UnkeepableText(one_line(error)) from None
        raise WriteRefused(REFUSALS.get(error.sqlstate or "", one_line(error))) from None
    except UnicodeError as error:
        raise UnkeepableText(str(error)) from None
    except psycopg.Error as error:
        raise StoreFailed(one_line(error)) from None


def one_line(error: psycopg.Error) -> str:
    """Shorten the database's message to one line: psycopg's texts can repeat every error of a pipeline."""
    return " ".join(str(error).split())[:LONGEST_ERROR] or type(error).__name__
