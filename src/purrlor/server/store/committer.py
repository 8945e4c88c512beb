"""Group commit: writes that arrive during one commit are written with the next one.

All writes of a server pass through here, one commit at a time. Rows are written in batches. A change that has to read
the store before it writes (a room has a limit, a code must be free) is a separate transaction. Transactions and batches
take turns, so that neither keeps the other waiting for more than one commit.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from purrlor.table.refusals import refused
from purrlor.table.rows import AddEvents, Fence, Write

from ..metrics import Metrics
from .connection import DatabaseConnection, Done, LeaseLost
from .store import Store

log = logging.getLogger("purrlor.server")
TableEpoch: TypeAlias = tuple[str, int]
"""A table, and the epoch in which this process owns it."""
Change: TypeAlias = Callable[[DatabaseConnection], Any]
"""A function that runs in its own transaction; its result goes to `Returned`."""
Returned: TypeAlias = Callable[[Any, Exception | None], None]
"""Callback that runs once in the loop, with the result of a change or its exception."""


class Entry(Protocol):
    """Something to write, with callbacks for success and failure."""

    @property
    def writes(self) -> Sequence[Write]: ...

    @property
    def fence(self) -> TableEpoch | None:
        """Return the table that this process must still own in this epoch; None for no table or a new one."""
        ...

    def written(self) -> None: ...

    def failed(self, error: Exception) -> None: ...


class Writer(Protocol):
    """Writes one batch at a time: it gets the next one when the last one is done."""

    def write(self, batch: Sequence[Write], done: Done) -> None: ...

    async def close(self) -> None: ...

    def kill(self) -> None:
        """End anything that may hang at once; nothing can be written afterwards."""
        ...


class Commit(Struct, frozen=True):
    """The entries that are being written in one transaction."""

    entries: Sequence[Entry]
    events: int
    began: float


class Transaction(NamedTuple):
    """A change whose result a request waits for."""

    change: Change
    done: asyncio.Future[Any]


class Saving(Struct, frozen=True):
    """Writes that a request waits for."""

    writes: Sequence[Write]
    done: asyncio.Future[bool]
    fence: TableEpoch | None = None

    def written(self) -> None:
        finish(self.done, written=True)

    def failed(self, error: Exception) -> None:  # noqa: ARG002
        finish(self.done, written=False)


def finish(done: asyncio.Future[bool], *, written: bool) -> None:
    if not done.done():  # the request may have been cancelled
        done.set_result(written)


class Committer:
    """Passes batches to the writer, one at a time, and notifies each entry once it is on disk."""

    def __init__(self, thread: WriterThread, metrics: Metrics) -> None:
        self.thread = thread
        """Runs transactions while the writer is idle."""
        self.writer: Writer = thread
        """Writes batches; a child process may replace the thread."""
        self.metrics = metrics
        self.fence: Callable[[Iterable[TableEpoch]], Fence] | None = None
        """Creates the fence of a commit, where several servers share the store."""
        self.waiting: deque[Entry] = deque()
        self.transactions: deque[Transaction] = deque()
        self.commit: Commit | Transaction | None = None
        """The commit or transaction that is being written."""
        self.batch_is_next = True
        """Whether a batch goes next if both batches and transactions wait."""
        self.cautious = 0
        """Number of waiting entries that are written one by one, after a batch with them has failed."""

    def write(self, entry: Entry) -> None:
        self.waiting.append(entry)
        if self.commit is None:
            self._begin()

    async def transact(self, change: Change) -> Any:
        """Run a change in a transaction; return its result or raise its exception."""
        transaction = Transaction(change, asyncio.get_running_loop().create_future())
        self.transactions.append(transaction)
        if self.commit is None:
            self._begin()
        return await transaction.done

    async def save(self, writes: Sequence[Write], fence: TableEpoch | None = None) -> None:
        """Write and wait until the data is on disk. Refuses with `store_failed` if the store fails."""
        saving = Saving(writes, asyncio.get_running_loop().create_future(), fence)
        self.write(saving)
        if not await saving.done:
            raise refused("store_failed")

    def fail_waiting(self, which: Callable[[Entry], bool], error: Exception) -> None:
        """Fail the waiting entries that `which` selects and that are not being written yet."""
        waiting, self.waiting = self.waiting, deque()
        for entry in waiting:
            if which(entry):
                entry.failed(error)
            else:
                self.waiting.append(entry)

    async def drain(self, seconds: float) -> None:
        """Wait until all waiting entries are written, at most this many seconds."""
        patience = time.monotonic() + seconds
        while self.commit is not None and time.monotonic() < patience:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        for writer in {id(each): each for each in (self.writer, self.thread)}.values():
            await writer.close()

    def _begin(self) -> None:
        """Begin the next commit, if anything waits."""
        if self.transactions and not (self.waiting and self.batch_is_next):
            self.batch_is_next = True
            self.commit = transaction = self.transactions.popleft()
            self.thread.transact(transaction.change, self._transacted)
        elif self.waiting:
            self.batch_is_next = False
            self._begin_batch()

    def _begin_batch(self) -> None:
        entries = [self.waiting.popleft() for _ in range(1 if self.cautious else len(self.waiting))]
        self.cautious = max(0, self.cautious - 1)
        writes = [write for entry in entries for write in entry.writes]
        if self.fence is not None:
            writes.insert(0, self.fence(entry.fence for entry in entries if entry.fence is not None))
        events = sum([len(write.events) for write in writes if isinstance(write, AddEvents)])
        self.commit = Commit(entries, events, time.perf_counter())
        self.writer.write(writes, self._committed)

    def _transacted(self, result: Any, error: Exception | None) -> None:
        transaction, self.commit = self.commit, None
        assert isinstance(transaction, Transaction)
        self._begin()
        if transaction.done.done():  # the request was cancelled
            return
        if error is None:
            transaction.done.set_result(result)
        else:
            transaction.done.set_exception(error)

    def _committed(self, error: Exception | None) -> None:
        """Finish a commit.

        The next one begins before this one is broadcast, so that the disk never waits for the sockets.
        """
        commit, self.commit = self.commit, None
        assert isinstance(commit, Commit)
        if error is not None:
            self._not_committed(commit.entries, error)
        self._begin()
        if error is None:
            self.metrics.commit.observe(time.perf_counter() - commit.began)
            self.metrics.events.inc(commit.events)
            for entry in commit.entries:
                try:
                    entry.written()
                except Exception:  # a failure must not affect other entries of the same commit
                    self.metrics.errors.inc()
                    log.exception("cannot send an update after its commit")

    def _not_committed(self, entries: Sequence[Entry], error: Exception) -> None:
        """Retry the entries of a failed commit one by one, so that one failing entry does not affect the others."""
        if len(entries) > 1:
            self.waiting.extendleft(reversed(entries))
            self.cautious = len(entries)
            return
        if isinstance(error, LeaseLost):
            log.warning("a batch was refused: %s", error)
        else:
            log.error("cannot write to the store", exc_info=error)
            self.metrics.errors.inc()
            self.metrics.commit_failures.inc()
        entries[0].failed(error)


class WriterThread:
    """Commits in a thread of this process, the only one that uses the writing connection of a server's store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="purrlor-write")

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self._thread.submit(self._write, batch, done, asyncio.get_running_loop())

    def _write(self, batch: Sequence[Write], done: Done, loop: asyncio.AbstractEventLoop) -> None:
        error: Exception | None = None
        try:
            self._store.write(batch)
        except Exception as raised:  # the loop handles any error
            error = raised
        with suppress(RuntimeError):  # the loop was closed while the store did not answer
            loop.call_soon_threadsafe(done, error)

    def transact(self, change: Change, returned: Returned) -> None:
        """Run a change and pass its result to the loop. Must not overlap with the writing of a batch."""
        self._thread.submit(self._transact, change, returned, asyncio.get_running_loop())

    def _transact(self, change: Change, returned: Returned, loop: asyncio.AbstractEventLoop) -> None:
        result, error = None, None
        try:
            result = self._store.transact(change)
        except Exception as raised:  # the caller handles any error
            error = raised
        with suppress(RuntimeError):  # the loop was closed while the store did not answer
            loop.call_soon_threadsafe(returned, result, error)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)

    def kill(self) -> None:
        """Do nothing: a thread ends with its process."""
