"""Threads for work that would hold up the event loop, with fair shares by address."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

from purrlor.table.refusals import refused

from .fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")
CLOSING_SECONDS = 0.5
"""How long a server that stops waits for work that cannot be interrupted."""


class FairThreads:
    """A few threads behind a fair queue; one of them at a time does long work."""

    def __init__(self, number: int) -> None:
        self.queue = FairQueue(number, reserved=number - 1)
        self.executor = ThreadPoolExecutor(number, thread_name_prefix="purrlor-read")
        self.under_way: set[asyncio.Future[Any]] = set()

    async def run(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call something short when its turn comes. Refuses with `too_busy` once the server has stopped."""
        return await self.in_turn(work_name(do), lambda: self.submit(do, *values, **named))

    async def run_long(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call something that may take long when its turn comes: one at a time for everybody."""
        return await self.in_turn(work_name(do), lambda: self.submit(do, *values, **named), long=True)

    async def in_turn(self, kind: Hashable, work: Callable[[], Awaitable[T]], *, long: bool = False) -> T:
        """Await something that uses a thread when the caller's turn comes; work of one kind takes about as long."""
        return await self.queue.run_for_caller(kind, work, long=long)

    async def submit(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call something in a thread at once, for work whose turn has come."""
        work = partial(copy_context().run, partial(do, *values, **named))
        try:
            future = asyncio.get_running_loop().run_in_executor(self.executor, work)
        except RuntimeError:  # the threads are shut down
            raise refused("too_busy") from None
        self.under_way.add(future)
        future.add_done_callback(self.under_way.discard)
        return await asyncio.shield(future)

    async def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        if self.under_way:  # a match that is being replayed cannot be interrupted
            await asyncio.wait(self.under_way, timeout=CLOSING_SECONDS)


def work_name(do: Callable[..., Any]) -> str:
    """Name the kind of work that a function does; functions without a name are one kind."""
    return getattr(do, "__qualname__", "")
