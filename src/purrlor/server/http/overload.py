"""Detect overload: the server then refuses spectators, later new tables, while players go on.

Spectators' messages always get only a small share of the time, so that a flood of them does not delay moves. Under
strain the share is smaller, and players are read a little more slowly, so that an iteration of the event loop stays
short.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from .limits import Limits

SHARE, STRAINED_SHARE = 0.25, 0.025
"""Share of the event loop's time; the second value applies while the loop is late."""
MOST_CREDIT = 0.05
"""Seconds that can be spent at once after a quiet period, and the maximum cost of one message."""
STEP = 0.01
"""Seconds between two checks of the queue."""
LATE = 0.5
"""Seconds that the first in the queue may wait.

Beyond that, spectators who keep sending are removed, and no more are admitted.
"""
HOLD = 2.0
"""Seconds after the queue was last late in which nobody is admitted: removed clients would return at once."""
AWAY_AT_ONCE = 10
"""Maximum number removed per check: each departure is announced at its table, which takes time as well."""


class WaitingSpectator(NamedTuple):
    cost: float
    since: float
    passed: asyncio.Future[None]
    floods: Callable[[], bool]


class SpectatorThrottle:
    """One queue for all spectators, first come, first served: each pays with time for the message just handled.

    Memory stays bounded, because the server does not read from a connection that waits here. But the messages that a
    flood has sent would take minutes to read, and the queue would stay full long after the flood has ended. So those
    who have waited too long, and have sent more meanwhile, leave the queue at once.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.share = SHARE
        self._now = now
        self._credit = MOST_CREDIT
        self._counted = now()
        self._line: deque[WaitingSpectator] = deque()
        self._unseen: deque[WaitingSpectator] = deque()
        """Spectators in the queue that were not checked for flooding yet; each is checked once."""
        self._full_until = 0.0
        self._is_open = False

    @property
    def is_full(self) -> bool:
        """Return whether no more spectators are admitted: the queue is late, or was a moment ago."""
        now = self._now()
        if self._line and now - self._line[0].since > LATE:
            self._full_until = now + HOLD
        return now < self._full_until

    async def pay(self, seconds: float, floods: Callable[[], bool] = lambda: False) -> float:
        """Wait until there is time for another message that takes as long, and return the seconds waited.

        `floods` returns whether the client has sent much more meanwhile. If so, this returns at once when the queue is
        late.
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
        """Let as many spectators pass as the time since the last check allows, and remove the flooding ones."""
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
        """Let all pass from now on: the server stops, and connections that wait here would delay it."""
        self._is_open = True
        for waiting in self._line:
            if not waiting.passed.done():
                waiting.passed.set_result(None)
        self._line.clear()
        self._unseen.clear()

    def _send_away(self) -> None:
        """Remove spectators that have waited too long and flood, a few at a time."""
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


SMOOTHING = 0.3
"""Weight of the newest measurement, four a second, so that a single long delay does not count as overload."""
STRAIN = 0.1
"""Share of the overload delay of the event loop at which strain begins."""
RELIEF = 0.8
"""Factor by which strain decays per measurement: it is gone after about 3 s, even after overload."""
LONGEST_PAUSE, DELAYS = 0.25, 2.0
"""Pause after each message of a player under strain: its maximum in seconds, and its multiple of the loop's delay.

Players send a message and wait for its answer, so they do not notice it.
"""
MEMORY_SHARE = 0.8
"""Share of this machine's or container's memory that the process may use."""
MEMORY_FILES = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
STATM = Path("/proc/self/statm")


class Overload:
    """Overload detection.

    `waiting` counts changes that wait for their commit; `memory` is the bytes that this process uses.
    """

    def __init__(self, limits: Limits, waiting: Callable[[], int], memory: Callable[[], int] | None = None) -> None:
        self._limits = limits
        self._waiting = waiting
        self._memory = memory or used_memory
        self._most_memory = limits.memory or MEMORY_SHARE * whole_memory()
        self._lag = 0.0
        self._strain = 0.0
        self.strained = False
        """Whether connections are read more slowly."""
        self._full = False
        self.spectators = SpectatorThrottle()

    def measure(self, lag: float) -> None:
        """Record that the event loop was late by this many seconds. Runs a few times a second."""
        self._lag += SMOOTHING * (lag - self._lag)
        self._strain = max(self._lag, RELIEF * self._strain)
        self.strained = self._strain >= STRAIN * self._limits.lag
        self.spectators.share = STRAINED_SHARE if self.strained else SHARE
        self._full = self._memory() > self._most_memory

    def pause(self) -> float:
        """Return the seconds to wait before the next message of a player is read; more than 0 only under strain."""
        return min(LONGEST_PAUSE, DELAYS * self._strain)

    @property
    def crowded(self) -> bool:
        """Return whether new spectators are refused."""
        return self.busy or self.spectators.is_full

    @property
    def busy(self) -> bool:
        """Return whether new tables are refused, too."""
        return self._full or self._lag > self._limits.lag or self._waiting() > self._limits.waiting


def used_memory() -> int:
    """Return the bytes of memory in use; 0 if unknown."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def whole_memory() -> float:
    """Return the bytes of memory available to this process; infinity if unknown."""
    if sys.platform == "win32":
        return float("inf")
    found = [float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")]
    for each in MEMORY_FILES:
        with suppress(OSError, ValueError):
            found.append(float(each.read_text()))
    return min(found)
