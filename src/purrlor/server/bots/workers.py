"""Process pools for bots, hints, reviews and documents, so that none of them holds up the event loop."""

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

from ..fair_queue import FairQueue
from ..records.documents import qr_code

SPAWN = multiprocessing.get_context("spawn")
T = TypeVar("T")
CORES = os.cpu_count() or 2
MOVE_WORKERS = max(2, CORES)
"""Processes that work on moves and hints."""
SHORT = frozenset({"qr_code", "checked_sheet"})
"""Documents that are made in a few milliseconds, by a process that does nothing else."""
NICENESS = {"reviews": 10, "documents": 10}
"""What takes long: the system lets the server and moves go first."""


def review(text: str, number: int, seats: tuple[int, ...] | None = None) -> wire.Review | None:
    """The review of a finished match or of some of its seats; None: there is none. Runs in a worker."""

    def progress(done: int, total: int) -> None:
        if _share:
            at = 2 * (number % PROGRESS_SLOTS)
            _share[0][at : at + 2] = [number, done / total if total else 0.0]

    return judge(text, seats, progress)


def warm(name: str) -> None:
    """Let every level of a game make its first decision. Runs in a worker."""
    game: Any = games()[name]()
    match: Match[Any, Any, Any] = Match(game, fates=Fates(fate_key(b"warm")))
    match.settle()
    seat = match.awaiting.seats[0]
    for each in levels(name):
        bot(name, tuple(option_texts(game).items()), each.name).choose(match.view(seat), match.legal(seat), Random(1))


_share: list[Any] = []
"""In a worker: the shared array in which it writes how far each review is."""
PROGRESS_SLOTS = 64
"""Reviews whose progress is known at a time: a pair of numbers each, which review it is and the share that is done."""


def init_worker(share: Any, niceness: int = 0) -> None:
    """Ctrl+C is for the server, not for its workers; and when the server ends, however it ends, so do they."""
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


def _asked(pool: ProcessPoolExecutor, work: Callable[..., T], *values: Any) -> asyncio.Future[T]:
    """SIGINT is blocked meanwhile: a worker that is started for it inherits that, until `init_worker` ignores it."""
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        return loop.run_in_executor(pool, work, *values)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return loop.run_in_executor(pool, work, *values)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Thinkers:
    """Pools for moves and hints, for reviews, for replays and records, which take long, and for QR codes."""

    queues: Mapping[str, FairQueue] = {}
    closed = False
    slots = 2
    """Questions that can be worked on at once."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = {"moves": workers or MOVE_WORKERS, "reviews": workers or max(2, CORES // 2)}
        self.workers |= {"documents": 1, "short documents": 1}
        self.slots = self.workers["moves"]
        self.queues = {kind: FairQueue(count) for kind, count in self.workers.items() if kind != "moves"}
        """Moves have a queue of their own, by table (`bots/requests.py`)."""
        self.share: Any = SPAWN.Array("d", 2 * PROGRESS_SLOTS, lock=False)  # a lock would outlive a worker that dies
        self.pools = {kind: _pool(count, self.share, kind) for kind, count in self.workers.items()}

    async def choose(self, name: str, options: Options, ask: BotRequest) -> tuple[str, int]:
        return await self._run("moves", choose, name, options, ask)

    async def advise(self, name: str, options: Options, ask: BotRequest) -> Any:
        return await self._run("moves", advise, name, options, ask)

    async def review(self, record: str, number: int, seats: tuple[int, ...] | None = None) -> wire.Review | None:
        return await self._run_in_turn("reviews", review, record, number, seats)

    async def study(self, work: Callable[..., T], *values: Any) -> T:
        """What a function makes of these values that may take as long as a review."""
        return await self._run_in_turn("reviews", work, *values)

    async def document(self, make: Callable[..., T], *values: Any) -> T:
        """What a function of `documents.py` makes of these values; a refusal while too many wait."""
        return await self._run_in_turn("short documents" if make.__name__ in SHORT else "documents", make, *values)

    def progress(self, number: int) -> float:
        """How far the review of this number is; those that wait for others have not begun."""
        at = 2 * (number % PROGRESS_SLOTS)
        current, share = self.share[at : at + 2]
        return float(share) if current == number else 0.0

    async def warm(self) -> None:
        """Start the process for QR codes, and let a worker compile and load what strong bots need."""
        await self.document(qr_code, "")
        for name in games():
            await self._run("moves", warm, name)

    async def _run_in_turn(self, kind: str, work: Callable[..., T], *values: Any) -> T:
        """When the turn of the caller comes, or a refusal because too much waits."""
        long = kind != "short documents"
        return await self.queues[kind].run_for_caller(work.__name__, lambda: self._run(kind, work, *values), long=long)

    async def _run(self, kind: str, work: Callable[..., T], *values: Any) -> T:
        """When a worker dies, its whole pool is lost: a new one is asked once more."""
        pool = self.pools[kind]
        try:
            return await _asked(pool, work, *values)
        except BrokenProcessPool:
            if self.closed:
                raise refused("too_busy") from None
            if self.pools[kind] is pool:
                self.pools[kind] = _pool(self.workers[kind], self.share, kind)
                pool.shutdown()
            return await _asked(self.pools[kind], work, *values)

    def refuse(self) -> None:
        """Refuse what waits for a process, and all that comes."""
        for queue in self.queues.values():
            queue.close()

    def kill(self) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()

    def close(self) -> None:
        """End the workers without waiting for what they work on."""
        self.closed = True
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self.kill()
