"""Work outside the event loop's requests: background tasks, and threads with fair shares per address.

A `FairQueue` is a queue for a few workers in which no caller waits for the long work of others. It is start-time fair
queueing: work starts at the time that its share has used so far, but no earlier than the start of the work that was
served last. The work that would finish first is served next. A share is an address that sends requests or hosts tables
with bots. So shares with long work fall behind shares with short work, and all get the same part of the workers. What a
share gets is shared in the same way between its parts, such as the tables of an address.

Short and long work are counted separately, as two such queues. Short work goes first, and workers can be reserved for
it, so that it never waits for long work to finish.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from purrlor.table.refusals import refused

if TYPE_CHECKING:
    from .metrics import Metrics  # the processes of bots need no metrics

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


@contextlib.contextmanager
def acting_for(share: str) -> Generator[None]:
    """Begin background tasks for the share of an address, whoever the current caller is."""
    token = CALLER.set(Caller(share))
    try:
        yield
    finally:
        CALLER.reset(token)


class StartTimes:
    """The start times of the work of some shares."""

    def __init__(self) -> None:
        self.used: dict[str, float] = {}
        """Seconds of work, by share."""
        self.served = 0.0
        """The start time of the work that was served last."""

    def next(self, share: str, guess: float) -> float:
        """Return the start of the next work of a share, which is assumed to take `guess` seconds."""
        start = max(self.used.get(share, 0.0), self.served)
        self.used[share] = start + guess
        return start

    def correct(self, share: str, seconds: float) -> None:
        """Add seconds that the work of a share took longer than assumed."""
        self.used[share] = self.used.get(share, self.served) + seconds


@dataclass(slots=True, eq=False)
class WaitingWork:
    share: str
    long: bool
    start: float
    """When it starts among all shares."""
    start_in_share: float
    """When it starts among the parts of its share."""
    order: int
    kind: Hashable
    urgent: bool
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
        self.shares = {False: StartTimes(), True: StartTimes()}
        """The times of the shares, for short and for long work."""
        self.parts: dict[tuple[str, bool], StartTimes] = {}
        """The times of each share's parts, as long as it has work here, by share and whether it is long."""
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
        part: str = "",
        urgent: bool = True,
        long: bool = False,
        bounded: bool = False,
    ) -> T:
        """Do work for a part of a share when its turn comes; work of one kind takes about the same time.

        Work that is not urgent waits until no urgent work waits.
        """
        guess, shares, parts = self._guess(kind), self.shares[long], self.parts.setdefault((share, long), StartTimes())
        start, start_in_share = shares.next(share, guess), parts.next(part, guess)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        wanted = WaitingWork(share, long, start, start_in_share, next(self.order), kind, urgent, bounded, turn)
        self.pending[share, long] += 1
        try:
            await self._turn(wanted)
            began = self.clock()
            try:
                return await work()
            finally:
                seconds = self.clock() - began
                self.cost[kind] = seconds
                shares.correct(share, seconds - guess)
                parts.correct(part, seconds - guess)
                self._release(long=long)
        finally:
            self.pending[share, long] -= 1
            if not self.pending[share, long]:
                del self.pending[share, long], self.parts[share, long]

    def _guess(self, kind: Hashable) -> float:
        return self.cost.get(kind, FIRST_GUESS)

    async def _turn(self, wanted: WaitingWork) -> None:
        if self._is_free(long=wanted.long):
            self._take(wanted)
            return
        self.waiting.append(wanted)
        try:
            await wanted.turn
        except asyncio.CancelledError:
            if wanted in self.waiting:
                self.waiting.remove(wanted)
            else:  # a worker was handed over at the same moment
                self._release(long=wanted.long)
            raise

    def _is_free(self, *, long: bool) -> bool:
        return not self.closed and self.free > 0 and (not long or self.free_for_long > 0)

    def _take(self, chosen: WaitingWork) -> None:
        self.free -= 1
        self.free_for_long -= chosen.long
        self.shares[chosen.long].served = chosen.start
        self.parts[chosen.share, chosen.long].served = chosen.start_in_share

    def _release(self, *, long: bool) -> None:
        """Hand the worker to the next piece of work. Searching a few hundred takes about 50 µs."""
        self.free += 1
        self.free_for_long += long
        ready = [each for each in self.waiting if not each.turn.done() and self._is_free(long=each.long)]
        if ready:
            chosen = self._chosen(ready)
            self.waiting.remove(chosen)
            self._take(chosen)
            chosen.turn.set_result(None)
        else:
            for times in self.shares.values():
                if len(times.used) > MOST_KNOWN:
                    times.used = {}

    def _chosen(self, ready: Sequence[WaitingWork]) -> WaitingWork:
        """Return the work that is served next: the first of the share whose turn it is, at the time of that turn."""

        def rank(each: WaitingWork) -> tuple[bool, bool, float, int]:
            return not each.urgent, each.long, each.start + self._guess(each.kind), each.order

        def rank_in_share(each: WaitingWork) -> tuple[float, int]:
            return each.start_in_share + self._guess(each.kind), each.order

        first = min(ready, key=rank)
        alike = first.share, first.urgent, first.long
        chosen = min((each for each in ready if (each.share, each.urgent, each.long) == alike), key=rank_in_share)
        first.start, chosen.start = chosen.start, first.start
        return chosen


log = logging.getLogger("purrlor.server")
P = ParamSpec("P")
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


class KeyedTasks:
    """Background tasks of one purpose, by key: none is started again while it runs."""

    def __init__(self, tasks: BackgroundTasks, purpose: str) -> None:
        self.tasks = tasks
        self.purpose = purpose
        self.running: set[tuple[str, ...]] = set()

    def __contains__(self, key: tuple[str, ...]) -> bool:
        return key in self.running

    def start(self, key: tuple[str, ...], work: Coroutine[Any, Any, None]) -> None:
        if key in self.running or self.tasks.closing:
            work.close()
            return
        self.running.add(key)
        self.tasks.start(self._logged(key, work))

    async def _logged(self, key: tuple[str, ...], work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            self.tasks.metrics.errors.inc()
            log.exception("background work for %s failed; will retry on the next request", self.purpose)
        finally:
            self.running.discard(key)


class FairThreads:
    """A few threads behind a fair queue; at most one of them does long work at a time."""

    def __init__(self, name: str, number: int) -> None:
        self.queue = FairQueue(number, reserved=number - 1)
        self.executor = ThreadPoolExecutor(number, thread_name_prefix=name)
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
