"""Writers that commit for the event loop: a thread, or a child process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

from purrlor.table.rows import Write

from .connection import DatabaseConnection
from .store import Store

Change: TypeAlias = Callable[[DatabaseConnection], Any]
"""Runs in a transaction of its own; what it returns is given to `Returned`."""
Returned: TypeAlias = Callable[[Any, Exception | None], None]
"""Called in the loop, once: with the result of a change, or with what it raised."""
Done: TypeAlias = Callable[[Exception | None], None]
"""Called in the loop, once: with what went wrong, or None when everything is safe on the disk."""


class Writer(Protocol):
    """Writes one batch at a time: the next one is given to it when the last one is done."""

    def write(self, batch: Sequence[Write], done: Done) -> None: ...

    async def close(self) -> None: ...

    def kill(self) -> None:
        """End at once whatever may hang; nothing can be written afterwards."""
        ...


async def writer_for(store: Store, thread: WriterThread) -> Writer:
    """Start a child process for SQLite, where the platform has descriptors to inherit; otherwise return the thread."""
    if store.file is None or sys.platform == "win32":
        return thread
    from .writer_process import WriterProcess

    process = WriterProcess(store.file, store.lock)
    await process.open()
    await check_writer(process)
    return process


async def check_writer(writer: Writer) -> None:
    """Raise `StoreFailed` unless it can write."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    writer.write([], done.set_result)
    if (error := await done) is not None:
        await writer.close()
        raise error


class WriterThread:
    """Commits in a thread of this process; the only thread that uses the writing connection of a server's store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="purrlor-write")

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self._thread.submit(self._write, batch, done, asyncio.get_running_loop())

    def _write(self, batch: Sequence[Write], done: Done, loop: asyncio.AbstractEventLoop) -> None:
        error: Exception | None = None
        try:
            self._store.write(batch)
        except Exception as raised:  # whatever it is, the loop deals with it
            error = raised
        with suppress(RuntimeError):  # the loop was closed while the store did not answer
            loop.call_soon_threadsafe(done, error)

    def transact(self, change: Change, returned: Returned) -> None:
        """Run a change, and give its result to the loop. Not while a batch is being written."""
        self._thread.submit(self._transact, change, returned, asyncio.get_running_loop())

    def _transact(self, change: Change, returned: Returned, loop: asyncio.AbstractEventLoop) -> None:
        result, error = None, None
        try:
            result = self._store.transact(change)
        except Exception as raised:  # whatever it is, the caller deals with it
            error = raised
        with suppress(RuntimeError):  # the loop was closed while the store did not answer
            loop.call_soon_threadsafe(returned, result, error)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)

    def kill(self) -> None:
        """A thread ends with its process."""
