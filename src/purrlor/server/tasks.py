"""Work outside the event loop's requests: background tasks, and threads with fair shares per address."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar

from purrlor.table.refusals import refused

from .fair_queue import CALLER, FairQueue
from .metrics import Metrics

log = logging.getLogger("purrlor.server")
P = ParamSpec("P")
T = TypeVar("T")
CLOSING_SECONDS = 0.5
"""How long a stopping server waits for work that cannot be interrupted."""


class BackgroundTasks:
    """Keeps references to tasks, logs their failures, and cancels them when the server stops."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.running: set[asyncio.Task[Any]] = set()
        self.closing = False

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run work in the background on behalf of the caller. It waits in queues without a bound."""
        context = copy_context()
        context.run(CALLER.set, CALLER.get()._replace(bounded=False))
        task = asyncio.create_task(work, context=context)
        self.running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not self.closing:
            self.metrics.errors.inc()
            log.error("a task failed", exc_info=error)

    async def cancel_all(self) -> None:
        self.closing = True
        for task in list(self.running):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.running, return_exceptions=True)


class FairThreads:
    """A few threads behind a fair queue; at most one of them does long work at a time."""

    def __init__(self, number: int) -> None:
        self.queue = FairQueue(number, reserved=number - 1)
        self.executor = ThreadPoolExecutor(number, thread_name_prefix="purrlor-read")
        self.under_way: set[asyncio.Future[Any]] = set()

    async def run(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call a short function when its turn comes. Refuses with `too_busy` once the server has stopped."""
        return await self.in_turn(work_name(do), lambda: self.submit(do, *values, **named))

    async def run_long(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call a function that may take long when its turn comes. Only one such call runs at a time."""
        return await self.in_turn(work_name(do), lambda: self.submit(do, *values, **named), long=True)

    async def in_turn(self, kind: Hashable, work: Callable[[], Awaitable[T]], *, long: bool = False) -> T:
        """Await work that uses a thread when the caller's turn comes; work of one kind takes about the same time."""
        return await self.queue.run_for_caller(kind, work, long=long)

    async def submit(self, do: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Call a function in a thread at once, for work whose turn has come."""
        work = partial(copy_context().run, partial(do, *values, **named))
        try:
            future = asyncio.get_running_loop().run_in_executor(self.executor, work)
        except RuntimeError:  # the threads have shut down
            raise refused("too_busy") from None
        self.under_way.add(future)
        future.add_done_callback(self.under_way.discard)
        return await asyncio.shield(future)

    async def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        if self.under_way:  # the replay of a match cannot be interrupted
            await asyncio.wait(self.under_way, timeout=CLOSING_SECONDS)


def work_name(do: Callable[..., Any]) -> str:
    """Name the kind of work that a function does; functions without a name form one kind."""
    return getattr(do, "__qualname__", "")
