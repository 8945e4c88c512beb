"""A queue for a few workers in which no caller waits for the long work of others.

Start-time fair queueing: work starts at the time that its share has used so far, but no earlier than the start of the
work that was served last. The work that would finish first is served next. A share is a table whose bots think, or an
address that sends requests. So shares with long work fall behind shares with short work, and all get the same part of
the workers.

Short and long work are counted separately, as two such queues. Short work goes first, and workers can be reserved for
it, so that it never waits for long work to finish.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

from purrlor.table.refusals import refused

T = TypeVar("T")
FIRST_GUESS = 0.01
"""Assumed seconds of work whose kind has not been measured yet."""
MOST_KNOWN = 10_000
MOST_SHORT, MOST_LONG = 200, 30
"""Maximum pieces of short and of long work that one caller may have in a queue; further ones are refused."""
MOST_WAITING = 2000
"""Maximum pieces of work of all callers that may wait; further ones are refused."""


class Caller(NamedTuple):
    """The origin of some work, for fair shares and limits."""

    share: str = ""
    """Share of an address (`limits.share_of`); empty for the server's own work."""
    bounded: bool = False
    """Whether the caller waits for an answer, and is refused if too much of its share already waits."""


SERVER = Caller()
CALLER: ContextVar[Caller] = ContextVar("caller", default=SERVER)
"""The current caller, set with every request; background tasks keep the share without the bound."""


class WaitingWork(NamedTuple):
    start: float
    order: int
    kind: Hashable
    urgent: bool
    long: bool
    bounded: bool
    turn: asyncio.Future[None]


class FairQueue:
    """A fair queue for a number of workers, of which `reserved` never do long work."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.perf_counter, *, reserved: int = 0) -> None:
        self.free = workers
        self.free_for_long = workers - reserved
        self.clock = clock
        self.waiting: list[WaitingWork] = []
        self.order = itertools.count()
        self.served = {False: 0.0, True: 0.0}
        """The start times of the short and of the long work that was served last."""
        self.used: dict[tuple[str, bool], float] = {}
        """Seconds of work, by share and whether it is long."""
        self.cost: dict[Hashable, float] = {}
        """Seconds that the last work of each kind took."""
        self.pending: Counter[tuple[str, bool]] = Counter()
        """Pieces of work that wait or run, by share and whether they are long."""
        self.closed = False

    def __len__(self) -> int:
        """Return the number of pieces of work that wait for a worker."""
        return len(self.waiting)

    def close(self) -> None:
        """Start no more work, and refuse callers that wait for an answer, because the server stops.

        Background work is not refused, because it would report that as a failure. It waits until it is cancelled.
        """
        self.closed = True
        for each in self.waiting:
            if each.bounded and not each.turn.done():
                each.turn.set_exception(refused("too_busy"))
        self.waiting = [each for each in self.waiting if not each.bounded]

    async def run_for_caller(self, kind: Hashable, work: Callable[[], Awaitable[T]], *, long: bool = False) -> T:
        """Do work for the current `CALLER`. Raises `RequestRefused` if too much waits."""
        caller = CALLER.get()
        if caller.bounded:
            if self.pending[caller.share, long] >= (MOST_LONG if long else MOST_SHORT):
                raise refused("queue_full")
            if self.closed or len(self.waiting) >= MOST_WAITING:
                raise refused("too_busy")
        return await self.run(caller.share, kind, work, long=long, bounded=caller.bounded)

    async def run(
        self,
        share: str,
        kind: Hashable,
        work: Callable[[], Awaitable[T]],
        *,
        urgent: bool = True,
        long: bool = False,
        bounded: bool = False,
    ) -> T:
        """Do work for a share when its turn comes; work of one kind takes about the same time.

        Work that is not urgent waits until no urgent work waits.
        """
        start, guess = max(self.used.get((share, long), 0.0), self.served[long]), self._guess(kind)
        self.used[share, long] = start + guess
        self.pending[share, long] += 1
        try:
            await self._turn(start, kind, urgent=urgent, long=long, bounded=bounded)
            began = self.clock()
            try:
                return await work()
            finally:
                seconds = self.clock() - began
                self.cost[kind] = seconds
                self.used[share, long] = self.used.get((share, long), self.served[long]) + seconds - guess
                self._release(long=long)
        finally:
            self.pending[share, long] -= 1
            if not self.pending[share, long]:
                del self.pending[share, long]

    def _guess(self, kind: Hashable) -> float:
        return self.cost.get(kind, FIRST_GUESS)

    async def _turn(self, start: float, kind: Hashable, *, urgent: bool, long: bool, bounded: bool) -> None:
        if self._is_free(long=long):
            self._take(start, long=long)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = WaitingWork(start, next(self.order), kind, urgent, long, bounded, turn)
        self.waiting.append(waiting)
        try:
            await turn
        except asyncio.CancelledError:
            if waiting in self.waiting:
                self.waiting.remove(waiting)
            else:  # a worker was handed over at the same moment
                self._release(long=long)
            raise

    def _is_free(self, *, long: bool) -> bool:
        return not self.closed and self.free > 0 and (not long or self.free_for_long > 0)

    def _take(self, start: float, *, long: bool) -> None:
        self.free -= 1
        self.free_for_long -= long
        self.served[long] = start

    def _release(self, *, long: bool) -> None:
        """Hand the worker to the next piece of work. Searching a few hundred takes about 50 µs."""
        self.free += 1
        self.free_for_long += long
        ready = [each for each in self.waiting if not each.turn.done() and self._is_free(long=each.long)]
        if ready:
            chosen = min(ready, key=self._rank)
            self.waiting.remove(chosen)
            self._take(chosen.start, long=chosen.long)
            chosen.turn.set_result(None)
        elif len(self.used) > MOST_KNOWN:
            self.used = {}

    def _rank(self, each: WaitingWork) -> tuple[bool, bool, float, int]:
        """Return the sort key of waiting work; the lowest is served next."""
        return not each.urgent, each.long, each.start + self._guess(each.kind), each.order
