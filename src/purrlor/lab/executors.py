"""Shares pieces of work out: in this process, to local processes, or to any `concurrent.futures.Executor`.

Pieces are handed out a few at a time, so that a billion of them need no memory, and results come as they finish. A
piece whose process died is handed out again: it gives the same result.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Collection, Generator, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import TypeVar

Job = TypeVar("Job")
Piece = TypeVar("Piece")
Result = TypeVar("Result")
Work = Callable[[Job, Piece], Result]

AHEAD = 64
"""Pieces handed out at the same time on an executor whose size is unknown."""
MOST_BREAKS = 3
"""So often in a row a process may die before anything is finished."""


def in_order(work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece]) -> Generator[tuple[Piece, Result]]:
    for piece in pieces:
        yield piece, work(job, piece)


def on_executor(
    executor: Executor, work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], ahead: int = AHEAD
) -> Generator[tuple[Piece, Result]]:
    """Results in the order in which they finish."""
    return _streamed(lambda piece: executor.submit(work, job, piece), pieces, ahead)


def _streamed(
    submit: Callable[[Piece], Future[Result]], pieces: Iterable[Piece], ahead: int
) -> Generator[tuple[Piece, Result]]:
    left = iter(pieces)
    pending = {submit(piece): piece for piece in islice(left, ahead)}
    try:
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                piece = pending.pop(future)
                for following in islice(left, 1):
                    pending[submit(following)] = following
                yield piece, result
    finally:
        for future in pending:
            future.cancel()


def in_local_threads(
    work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Result]]:
    """In threads of this process: for compiled work, which lets other threads run. One process needs less memory."""
    with ThreadPoolExecutor(workers) as pool:
        yield from _streamed(lambda piece: pool.submit(work, job, piece), pieces, 2 * workers)


def in_local_processes(
    work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Result]]:
    """In processes of this machine; when one of them dies, what it had is handed out again to new ones."""
    left: list[Piece] = list(pieces)
    breaks = 0
    while left:
        finished: set[int] = set()
        pool = _Pool(min(workers, len(left)))
        numbered = enumerate(left)
        try:
            for (number, piece), result in pool.streamed(work, job, numbered):
                finished.add(number)
                breaks = 0
                yield piece, result
        except BrokenExecutor:
            breaks += 1
            if breaks > MOST_BREAKS:
                raise
        except BaseException:
            pool.kill()
            raise
        pool.executor.shutdown()
        left = [piece for number, piece in enumerate(left) if number not in finished]


class _Pool:
    """Processes that ignore Ctrl+C; the one that started them kills them."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._others: Collection[BaseProcess] = active_children()
        self.executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupts)

    def streamed(
        self, work: Work[Job, Piece, Result], job: Job, pieces: Iterable[tuple[int, Piece]]
    ) -> Generator[tuple[tuple[int, Piece], Result]]:
        return _streamed(lambda piece: self._submit(work, job, piece[1]), pieces, 2 * self.workers)

    def _submit(self, work: Work[Job, Piece, Result], job: Job, piece: Piece) -> Future[Result]:
        """A worker may be started for it: it inherits the blocked signal, so Ctrl+C cannot hit it while it starts."""
        if sys.platform == "win32":
            return self.executor.submit(work, job, piece)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self.executor.submit(work, job, piece)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def kill(self) -> None:
        """Stop without waiting for results that are not needed any more.

        The executor's own thread is joined: at exit the interpreter would wake it through a pipe that the thread may be
        closing at that moment.
        """
        for worker in active_children():
            if worker not in self._others:
                worker.kill()
        self.executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
