"""A queue for a few workers in which no table waits for the long questions of the others.

Start-time fair queueing: a question starts at the thinking time that its table has used so far, but no earlier than the
start of the question that was served last; the one that would be finished first is served next. So tables whose bots
think long fall behind tables whose bots think briefly, and everybody gets the same share of the workers.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import NamedTuple, TypeVar

T = TypeVar("T")
FIRST_GUESS = 0.01
"""Seconds that a question takes, as long as nothing is known of its kind."""
MOST_KNOWN = 10_000


class WaitingQuestion(NamedTuple):
    start: float
    order: int
    kind: Hashable
    urgent: bool
    turn: asyncio.Future[None]


class FairQueue:
    def __init__(self, workers: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.free = workers
        self.clock = clock
        self.waiting: list[WaitingQuestion] = []
        self.order = itertools.count()
        self.served = 0.0
        """The start of the question that was served last."""
        self.used: dict[str, float] = {}
        """The thinking time of each table."""
        self.cost: dict[Hashable, float] = {}
        """Seconds that the last question of each kind took."""

    def __len__(self) -> int:
        """Number of questions that wait for a worker."""
        return len(self.waiting)

    async def run(self, table: str, kind: Hashable, work: Callable[[], Awaitable[T]], *, urgent: bool = True) -> T:
        """Do some work for a table when its turn comes; work of one kind takes about the same time.

        What is not urgent waits until nothing urgent does.
        """
        start, guess = max(self.used.get(table, 0.0), self.served), self._guess(kind)
        self.used[table] = start + guess
        await self._turn(start, kind, urgent=urgent)
        began = self.clock()
        try:
            return await work()
        finally:
            seconds = self.clock() - began
            self.cost[kind] = seconds
            self.used[table] = self.used.get(table, self.served) + seconds - guess
            self._release()

    def _guess(self, kind: Hashable) -> float:
        return self.cost.get(kind, FIRST_GUESS)

    async def _turn(self, start: float, kind: Hashable, *, urgent: bool) -> None:
        if self.free:
            self.free -= 1
            self.served = start
            return
        waiting = WaitingQuestion(start, next(self.order), kind, urgent, asyncio.get_running_loop().create_future())
        self.waiting.append(waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self.waiting:
                self.waiting.remove(waiting)
            else:  # a worker was handed over in the same moment
                self._release()
            raise

    def _release(self) -> None:
        """Hand the worker to the next question; a few hundred that wait are looked through in some 50 µs."""
        ready = [each for each in self.waiting if not each.turn.done()]
        if ready:
            chosen = min(ready, key=lambda each: (not each.urgent, each.start + self._guess(each.kind), each.order))
            self.waiting.remove(chosen)
            self.served = chosen.start
            chosen.turn.set_result(None)
            return
        self.free += 1
        if len(self.used) > MOST_KNOWN:
            self.used = {}
