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
LATE = 0.5
"""Seconds that the first may wait; beyond, those behind who go on sending are sent away, and no more are let in."""
HOLD = 2.0
"""Seconds after the line was last late in which nobody is let in: those who were sent away would come back at once."""
AWAY_AT_ONCE = 10
"""Sent away with one look: everybody who leaves a table is announced there, which takes time as well."""


class WaitingSpectator(NamedTuple):
    cost: float
    since: float
    passed: asyncio.Future[None]
    floods: Callable[[], bool]


class SpectatorThrottle:
    """One line for all spectators, first come, first served: each pays with time for the message just handled.

    Memory stays bounded, because a connection that waits here is not read: what it sends stays with the sender. But
    what a flood has sent would take minutes to read, and the line would stay full long after the flood has ended. So
    those who have waited too long, and have sent more meanwhile, leave the line at once.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.share = SHARE
        self._now = now
        self._credit = MOST_CREDIT
        self._counted = now()
        self._line: deque[WaitingSpectator] = deque()
        self._unseen: deque[WaitingSpectator] = deque()
        """Those in the line who were not asked yet whether they go on sending; each is asked once."""
        self._full_until = 0.0
        self._is_open = False

    @property
    def is_full(self) -> bool:
        """Whether no more are to be let in: the line is late, or was a moment ago."""
        now = self._now()
        if self._line and now - self._line[0].since > LATE:
            self._full_until = now + HOLD
        return now < self._full_until

    async def pay(self, seconds: float, floods: Callable[[], bool] = lambda: False) -> float:
        """Come back when there is time for another message that takes as long; how many seconds that took.

        `floods`: whether the client has sent much more meanwhile. Then this comes back at once when it is late.
        """
        self._earn()
        if self._is_open or (not self._line and self._credit > 0):
            self._credit -= min(seconds, MOST_CREDIT)
            return 0.0
        loop = asyncio.get_running_loop()
        if not self._line:
            loop.call_later(STEP, self.let_pass)
        waiting = WaitingSpectator(min(seconds, MOST_CREDIT), self._now(), loop.create_future(), floods)
        self._line.append(waiting)
        self._unseen.append(waiting)
        await waiting.passed
        return self._now() - waiting.since

    def let_pass(self) -> None:
        """Let as many pass as the time since the last look allows, and send away those who flood."""
        self._earn()
        if self.is_full:
            self._send_away()
        while self._line and (self._credit > 0 or self._line[0].passed.done()):
            waiting = self._line.popleft()
            if not waiting.passed.done():  # its connection may have been closed
                self._credit -= waiting.cost
                waiting.passed.set_result(None)
        if self._line:
            asyncio.get_running_loop().call_later(STEP, self.let_pass)
        else:
            self._unseen.clear()

    def open(self) -> None:
        """Let everybody pass from now on: the server stops, and connections that wait here would hold it up."""
        self._is_open = True
        for waiting in self._line:
            if not waiting.passed.done():
                waiting.passed.set_result(None)
        self._line.clear()
        self._unseen.clear()

    def _send_away(self) -> None:
        """Those who have waited too long and flood; a few at a time."""
        late, sent = self._now() - LATE, 0
        while self._unseen and sent < AWAY_AT_ONCE:
            waiting = self._unseen[0]
            if not waiting.passed.done():
                if waiting.since >= late:
                    return
                if waiting.floods():
                    waiting.passed.set_result(None)
                    sent += 1
            self._unseen.popleft()

    def _earn(self) -> None:
        now = self._now()
        self._credit = min(MOST_CREDIT, self._credit + self.share * (now - self._counted))
        self._counted = now
