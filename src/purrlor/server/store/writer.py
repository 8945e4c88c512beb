"""Who writes for an event loop: a thread of the same process, or a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeAlias

from purrlor.table.rows import Write

from .store import Store

Done: TypeAlias = Callable[[Exception | None], None]
"""Called in the loop, once: with what went wrong, or None when everything is safe on the disk."""


class Writer(Protocol):
    """Writes one batch at a time: the next one is given to it when the last one is done."""

    def write(self, batch: Sequence[Write], done: Done) -> None: ...

    async def close(self) -> None: ...


async def writer_for(store: Store) -> Writer:
    """Apart from everybody else, if it can be: for SQLite, which works in Python's own process otherwise."""
    if store.file is None or sys.platform == "win32":
        return InThread(store)
    from .apart import Apart

    apart = Apart(store.file)
    await apart.open()
    await tried(apart)
    return apart


async def tried(writer: Writer) -> None:
    """`StoreFailed` unless it can write."""
    done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    writer.write([], done.set_result)
    if (trouble := await done) is not None:
        await writer.close()
        raise trouble


class InThread:
    """Writes to a store in a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="purrlor-write")

    def write(self, batch: Sequence[Write], done: Done) -> None:
        self._thread.submit(self._write, batch, done, asyncio.get_running_loop())

    def _write(self, batch: Sequence[Write], done: Done, loop: asyncio.AbstractEventLoop) -> None:
        trouble: Exception | None = None
        try:
            self._store.write(batch)
        except Exception as error:  # whatever it is, the loop deals with it
            trouble = error
        loop.call_soon_threadsafe(done, trouble)

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
