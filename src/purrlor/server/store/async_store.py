"""The server's one entry point to its store: reads run in threads, writes go through the committer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar, cast

from purrlor.table.rows import Stored, Write

from ..fair_queue import FairQueue
from ..metrics import Metrics
from ..tasks import FairThreads, work_name
from .committer import Committer, TableEpoch
from .connection import DatabaseConnection
from .store import MOST_READERS, Store
from .tables import last_event, load_table
from .writer import WriterThread, writer_for

P = ParamSpec("P")
T = TypeVar("T")
SHORT_EVENTS = 200
"""A table with more events takes long to load: 0.1 ms for each of them."""
MOST_TRANSACTIONS = 2
"""One that is running, and one that is ready when it is done."""


class AsyncStore:
    """Reads never wait for writes, and nobody's requests wait for a burst of another address."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.blocking = store
        """For what happens before the server runs, and after."""
        self.threads = FairThreads(MOST_READERS)
        self.committer = Committer(WriterThread(store), metrics)
        self._transactions = FairQueue(MOST_TRANSACTIONS)

    async def read(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a short query on a reading connection; a query that writes raises `StoreFailed`."""
        return await self.threads.in_turn(work_name(query), lambda: self._query(query, *values, **named))

    async def read_long(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a query that may take long: one at a time for everybody."""
        return await self.threads.in_turn(work_name(query), lambda: self._query(query, *values, **named), long=True)

    async def read_events(
        self,
        query: Callable[Concatenate[DatabaseConnection, str, P], T],
        table: str,
        *values: P.args,
        **named: P.kwargs,
    ) -> T:
        """Run a query whose time depends on the number of events of a table."""
        return await self.in_turn_by_events(
            table, work_name(query), lambda: self._query(query, table, *values, **named)
        )

    async def load(self, table: str) -> Stored | None:
        """Return everything that the store has of a table; None: there is no such table."""
        return await self.read_events(load_table, table)

    async def in_turn_by_events(self, table: str, kind: str, work: Callable[[], Awaitable[T]]) -> T:
        """Await something that takes as long as the table has events, when the caller's turn comes."""
        events = await self.read(last_event, table)
        return await self.threads.in_turn((kind, events.bit_length()), work, long=events > SHORT_EVENTS)

    async def _query(
        self, query: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        def run() -> T:
            return self.blocking.read(query, *values, **named)

        return await self.threads.submit(run)

    async def write(self, writes: Sequence[Write], fence: TableEpoch | None = None) -> None:
        """Write and wait until it is on the disk. Refuses with `store_failed` if the store fails.

        `fence`: the table that must still be owned by this process.
        """
        await self.committer.save(writes, fence)

    async def transact(
        self, change: Callable[Concatenate[DatabaseConnection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        """Run a change that has to look at the store before it writes, in one transaction.

        What it raises is raised here, and nothing is written then.
        """

        def run(writer: DatabaseConnection) -> T:
            return change(writer, *values, **named)

        found = await self._transactions.run_for_caller(work_name(change), partial(self.committer.transact, run))
        return cast("T", found)

    async def open_writer(self) -> None:
        """Let a child process write, where the platform and the database allow it."""
        self.committer.writer = await writer_for(self.blocking, self.committer.thread)

    def refuse(self) -> None:
        """Refuse whoever waits for an answer: the server stops."""
        for queue in (self.threads.queue, self._transactions):
            queue.close()

    async def close(self) -> None:
        await self.committer.close()
        await self.threads.close()
        self.blocking.close()

    def kill(self) -> None:
        """End the writer at once."""
        self.committer.writer.kill()
