"""The server's single entry point to its store: reads run in threads, writes go through the committer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar, cast

from purrlor.table.rows import Stored, Write

from ..metrics import Metrics
from ..tasks import FairQueue, FairThreads, work_name
from .committer import Committer, TableEpoch, Writer, WriterThread
from .connection import DatabaseConnection
from .store import MOST_READERS, Store
from .tables import last_event, load_table
from .writer_process import WriterProcess

P = ParamSpec("P")
T = TypeVar("T")
SHORT_EVENTS = 200
"""Number of events above which a table takes long to load, at 0.1 ms per event."""
MOST_TRANSACTIONS = 2
"""Maximum number of transactions at a time: one running, and one ready to follow it."""


class AsyncStore:
    """The asynchronous store. Reads never wait for writes, and no request waits for another address's burst."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.blocking = store
        """The blocking store, for use before and after the server runs."""
        self.threads = FairThreads("purrlor-read", MOST_READERS)
        self.committer = Committer(WriterThread(store), metrics)
        self._transactions = FairQueue(MOST_TRANSACTIONS)

    async def read(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a short query on a reading connection. Raises `StoreFailed` if the query writes."""
        return await self.threads.in_turn(work_name(query), lambda: self._query(query, *values, **named))

    async def read_long(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a query that may take long. Only one such query runs at a time."""
        return await self.threads.in_turn(work_name(query), lambda: self._query(query, *values, **named), long=True)

    async def read_events(
        self,
        query: Callable[Concatenate[DatabaseConnection, str, P], T],
        table: str,
        *values: P.args,
        **named: P.kwargs,
    ) -> T:
        """Run a query whose duration depends on the number of events of a table."""
        return await self.in_turn_by_events(
            table, work_name(query), lambda: self._query(query, table, *values, **named)
        )

    async def load(self, table: str) -> Stored | None:
        """Return everything that the store has of a table; None if there is no such table."""
        return await self.read_events(load_table, table)

    async def in_turn_by_events(self, table: str, kind: str, work: Callable[[], Awaitable[T]]) -> T:
        """Await work whose duration depends on the table's number of events, when the caller's turn comes."""
        events = await self.read(last_event, table)
        return await self.threads.in_turn((kind, events.bit_length()), work, long=events > SHORT_EVENTS)

    async def _query(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        def run() -> T:
            return self.blocking.read(query, *values, **named)

        return await self.threads.submit(run)

    async def write(self, writes: Sequence[Write], fence: TableEpoch | None = None) -> None:
        """Write and wait until the data is on disk. Refuses with `store_failed` if the store fails.

        `fence` is the table that this process must still own.
        """
        await self.committer.save(writes, fence)

    async def transact(
        self, change: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a change that reads the store before it writes, in one transaction.

        If it raises, the exception is raised here and nothing is written.
        """

        def run(writer: DatabaseConnection) -> T:
            return change(writer, *values, **named)

        found = await self._transactions.run_for_caller(work_name(change), partial(self.committer.transact, run))
        return cast("T", found)

    async def open_writer(self) -> None:
        """Start a child process as the writer, where the platform and the database allow it."""
        self.committer.writer = await writer_for(self.blocking, self.committer.thread)

    def refuse(self) -> None:
        """Refuse callers that wait for an answer, because the server stops."""
        for queue in (self.threads.queue, self._transactions):
            queue.close()

    async def close(self) -> None:
        await self.committer.close()
        await self.threads.close()
        self.blocking.close()

    def kill(self) -> None:
        """End the writer at once."""
        self.committer.writer.kill()


async def writer_for(store: Store, thread: WriterThread) -> Writer:
    """Start a child process for SQLite, where the platform has descriptors to inherit; otherwise return the thread."""
    if store.file is None or sys.platform == "win32":
        return thread
    process = WriterProcess(store.file, store.lock)
    await process.open()
    await check_writer(process)
    return process


async def check_writer(writer: Writer) -> None:
    """Raise `StoreFailed` unless the writer can write."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    writer.write([], done.set_result)
    if (error := await done) is not None:
        await writer.close()
        raise error
