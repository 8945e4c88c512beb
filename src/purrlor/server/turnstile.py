"""Bounds the time for messages that change nothing, so that a flood of them does not keep moves waiting."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

SHARE, STRAINED_SHARE = 0.25, 0.025
"""Of the time of the event loop; the second one while it is late."""
MOST_CREDIT = 0.05
"""Seconds that can be spent at once after a quiet moment, and the most that one message costs."""
STEP = 0.01
"""Seconds between two looks at the line."""


class Waiting(NamedTuple):
    cost: float
    since: float
    passed: asyncio.Future[None]


class Turnstile:
    """One line for all watchers, first come, first served: each pays with time for the message just handled.

    Memory stays bounded, because a connection that waits here is not read: what it sends stays with the sender.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.share = SHARE
        self._now = now
        self._credit = MOST_CREDIT
        self._counted = now()
        self._line: deque[Waiting] = deque()
        self._is_open = False

    @property
    def wait(self) -> float:
        """Seconds that the first in the line has waited."""
        return self._now() - self._line[0].since if self._line else 0.0

    async def pay(self, seconds: float) -> float:
        """Come back when there is time for another message that takes as long; how many seconds that took."""
        self._earn()
        if self._is_open or (not self._line and self._credit > 0):
            self._credit -= min(seconds, MOST_CREDIT)
            return 0.0
        loop = asyncio.get_running_loop()
        if not self._line:
            loop.call_later(STEP, self.let_pass)
        waiting = Waiting(min(seconds, MOST_CREDIT), self._now(), loop.create_future())
        self._line.append(waiting)
        await waiting.passed
        return self._now() - waiting.since

    def let_pass(self) -> None:
        """Let as many pass as the time since the last look allows."""
        self._earn()
        while self._line and self._credit > 0:
            waiting = self._line.popleft()
            if not waiting.passed.done():  # its connection may have been closed
                self._credit -= waiting.cost
                waiting.passed.set_result(None)
        if self._line:
            asyncio.get_running_loop().call_later(STEP, self.let_pass)

    def open(self) -> None:
        """Let everybody pass from now on: the server stops, and connections that wait here would hold it up."""
        self._is_open = True
        for waiting in self._line:
            if not waiting.passed.done():
                waiting.passed.set_result(None)
        self._line.clear()

    def _earn(self) -> None:
        now = self._now()
        self._credit = min(MOST_CREDIT, self._credit + self.share * (now - self._counted))
        self._counted = now
