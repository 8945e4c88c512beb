"""Process pools for bots, hints, reviews and documents, so that none of them blocks the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from threading import Thread
from typing import Any, TypeVar

from purrlor.core import Fates, Match, fate_key
from purrlor.core.options import option_texts
from purrlor.kit import games, levels
from purrlor.table import wire
from purrlor.table.bots import Options, advise, bot, choose, judge
from purrlor.table.effects import BotRequest
from purrlor.table.refusals import refused

from ..records.documents import qr_code
from ..tasks import FairQueue

SPAWN = multiprocessing.get_context("spawn")
T = TypeVar("T")
CORES = os.cpu_count() or 2
MOVE_WORKERS = max(2, CORES)
"""Number of processes that compute moves and hints."""
SHORT = frozenset({"qr_code", "checked_sheet"})
"""Documents that take only a few milliseconds; a dedicated process makes them."""
NICENESS = {"reviews": 10, "documents": 10}
"""Niceness of the pools with long work, so that the system schedules the server and moves first."""


def review(text: str, number: int, seats: tuple[int, ...] | None = None) -> wire.Review | None:
    """Review a finished match or some of its seats; return None if there is no review. Runs in a worker."""

    def progress(done: int, total: int) -> None:
        if _share:
            at = 2 * (number % PROGRESS_SLOTS)
            _share[0][at : at + 2] = [number, done / total if total else 0.0]

    return judge(text, seats, progress)


def warm(name: str) -> None:
    """Make every level of a game take its first decision. Runs in a worker."""
    game: Any = games()[name]()
    match: Match[Any, Any, Any] = Match(game, fates=Fates(fate_key(b"warm")))
    match.settle()
    seat = match.awaiting.seats[0]
    for each in levels(name):
        bot(name, tuple(option_texts(game).items()), each.name).choose(match.view(seat), match.legal(seat), Random(1))


_share: list[Any] = []
"""The shared array to which a worker writes the progress of each review."""
PROGRESS_SLOTS = 64
"""Number of reviews whose progress is tracked at a time. Each slot is a pair: the review's number and the share done.
"""


def init_worker(share: Any, niceness: int = 0) -> None:
    """Ignore Ctrl+C, which is meant for the server, and end this worker when the server ends for any reason."""
    _share.append(share)
    if niceness and sys.platform != "win32":
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def _end_with(join: Callable[[], None]) -> None:
    join()
    os._exit(0)


def _pool(workers: int, share: Any, kind: str) -> ProcessPoolExecutor:
    how = share, NICENESS.get(kind, 0)
    return ProcessPoolExecutor(workers, mp_context=SPAWN, initializer=init_worker, initargs=how)


def _submit(pool: ProcessPoolExecutor, work: Callable[..., T], *values: Any) -> asyncio.Future[T]:
    """Submit work to a pool with SIGINT blocked.

    A worker started for this work inherits the block until `init_worker` ignores the signal.
    """
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        return loop.run_in_executor(pool, work, *values)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return loop.run_in_executor(pool, work, *values)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Thinkers:
    """Process pools: for moves and hints, for reviews, for long documents (replays and records), and for QR codes."""

    queues: Mapping[str, FairQueue] = {}
    closed = False
    slots = 2
    """Number of requests that can be processed at once."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = {"moves": workers or MOVE_WORKERS, "reviews": workers or max(2, CORES // 2)}
        self.workers |= {"documents": 1, "short documents": 1}
        self.slots = self.workers["moves"]
        self.queues = {kind: FairQueue(count) for kind, count in self.workers.items() if kind != "moves"}
        """Queues by kind of work. Moves have their own queue, by address and table (`bots/requests.py`)."""
        self.share: Any = SPAWN.Array("d", 2 * PROGRESS_SLOTS, lock=False)  # a dead worker would leave a lock held
        self.pools = {kind: _pool(count, self.share, kind) for kind, count in self.workers.items()}

    async def choose(self, name: str, options: Options, ask: BotRequest) -> tuple[str, int]:
        return await self._run("moves", choose, name, options, ask)

    async def advise(self, name: str, options: Options, ask: BotRequest) -> Any:
        return await self._run("moves", advise, name, options, ask)

    async def review(self, record: str, number: int, seats: tuple[int, ...] | None = None) -> wire.Review | None:
        return await self._run_in_turn("reviews", review, record, number, seats)

    async def study(self, work: Callable[..., T], *values: Any) -> T:
        """Run a function that may take as long as a review and return its result."""
        return await self._run_in_turn("reviews", work, *values)

    async def document(self, make: Callable[..., T], *values: Any) -> T:
        """Run a function of `documents.py` and return its result. Refuses while too many requests wait."""
        return await self._run_in_turn("short documents" if make.__name__ in SHORT else "documents", make, *values)

    def progress(self, number: int) -> float:
        """Return the progress of the review with this number; 0 while it waits for others."""
        at = 2 * (number % PROGRESS_SLOTS)
        current, share = self.share[at : at + 2]
        return float(share) if current == number else 0.0

    async def warm(self) -> None:
        """Start the process for QR codes, and have a worker compile and load what strong bots need."""
        await self.document(qr_code, "")
        for name in games():
            await self._run("moves", warm, name)

    async def _run_in_turn(self, kind: str, work: Callable[..., T], *values: Any) -> T:
        """Run work when the caller's turn comes. Refuses if too much work waits."""
        long = kind != "short documents"
        return await self.queues[kind].run_for_caller(work.__name__, lambda: self._run(kind, work, *values), long=long)

    async def _run(self, kind: str, work: Callable[..., T], *values: Any) -> T:
        """Run work in a pool. If a worker dies, its whole pool is lost: retry once in a new pool."""
        pool = self.pools[kind]
        try:
            return await _submit(pool, work, *values)
        except BrokenProcessPool:
            if self.closed:
                raise refused("too_busy") from None
            if self.pools[kind] is pool:
                self.pools[kind] = _pool(self.workers[kind], self.share, kind)
                pool.shutdown()
            return await _submit(self.pools[kind], work, *values)

    def refuse(self) -> None:
        """Refuse work that waits for a process, and all later work."""
        for queue in self.queues.values():
            queue.close()

    def kill(self) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()

    def close(self) -> None:
        """End the workers without waiting for their current work."""
        self.closed = True
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self.kill()
