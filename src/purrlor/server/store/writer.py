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
"""A function that runs in its own transaction; its result goes to `Returned`."""
Returned: TypeAlias = Callable[[Any, Exception | None], None]
"""Callback that runs once in the loop, with the result of a change or its exception."""
Done: TypeAlias = Callable[[Exception | None], None]
"""Callback that runs once in the loop, with the error, or None when everything is on disk."""


class Writer(Protocol):
    """Writes one batch at a time: it gets the next one when the last one is done."""

    def write(self, batch: Sequence[Write], done: Done) -> None: ...

    async def close(self) -> None: ...

    def kill(self) -> None:
        """End anything that may hang at once; nothing can be written afterwards."""
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
    """Raise `StoreFailed` unless the writer can write."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    writer.write([], done.set_result)
    if (error := await done) is not None:
        await writer.close()
        raise error


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
