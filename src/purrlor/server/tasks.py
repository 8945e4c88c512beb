"""Work that goes on beside the requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any

from .fair_queue import CALLER
from .metrics import Metrics

log = logging.getLogger("purrlor.server")


class BackgroundTasks:
    """Holds on to tasks, logs their failures, and cancels them at the end."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.running: set[asyncio.Task[Any]] = set()
        self.closing = False

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something for its caller, who does not wait for it: it waits in queues, however long they are."""
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
