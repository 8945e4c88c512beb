"""Distribute work: in this process, to local processes, to a Dask cluster, or to any `concurrent.futures.Executor`.

Pieces are handed out a few at a time, so that a billion of them need no memory, and results arrive as they finish. A
piece whose process died is handed out again: it gives the same result.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Self, TypeVar, cast

Job = TypeVar("Job")
Piece = TypeVar("Piece")
Part = TypeVar("Part")
Result = TypeVar("Result")
Work = Callable[[Job, Piece], Result]

PIECE_SECONDS = 10
"""The target seconds for a piece of work, unless one part takes longer; results reach the disk after this time."""
AHEAD = 64
"""The number of pieces handed out at the same time on an executor of unknown size."""
MOST_BREAKS = 3
"""The number of times in a row that processes may die before anything is finished."""
PATIENCE = 10
"""The seconds within which a scheduler must answer."""


class Pieces(Generic[Part]):
    """Portions of work, cut into pieces of about `PIECE_SECONDS`; the first ones are as small as possible.

    The parts of a group stay together. Pieces are cut when they are handed out, so they use the latest measured speed.
    """

    def __init__(self, portions: Iterable[Sequence[Part]], group: int = 1) -> None:
        self._portions = iter(portions)
        self._left: Sequence[Part] = ()
        self._group = self._size = group

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        """Return a piece of the same type as its portion."""
        if not self._left:
            self._left = next(self._portions)
        piece, self._left = self._left[: self._size], self._left[self._size :]
        return piece

    def learn(self, parts: int, seconds: float) -> None:
        """Record that `parts` parts took `seconds` seconds."""
        fitting = int(PIECE_SECONDS * parts / seconds) if seconds > 0 else parts
        self._size = max(self._group, fitting // self._group * self._group)


def in_order(work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece]) -> Generator[tuple[Piece, Result]]:
    for piece in pieces:
        yield piece, work(job, piece)


def on_executor(
    executor: Executor, work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], ahead: int = AHEAD
) -> Generator[tuple[Piece, Result]]:
    """Yield results in the order in which they finish."""
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


@contextmanager
def cluster_executor(address: str) -> Generator[Executor]:
    """Yield an executor on the workers of the Dask scheduler at `address`; raises `OSError` if none answers.

    Dask reassigns the work of a lost worker.
    """
    from distributed import Client

    client = cast("Any", Client)(address, timeout=PATIENCE, set_as_default=False)
    try:
        yield cast("Executor", client.get_executor(pure=False))
    finally:
        client.close()


def in_local_threads(
    work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Result]]:
    """Run the work in threads of this process: for compiled work, which releases the GIL.

    One process needs less memory.
    """
    with ThreadPoolExecutor(workers) as pool:
        yield from _streamed(lambda piece: pool.submit(work, job, piece), pieces, 2 * workers)


def in_local_processes(
    work: Work[Job, Piece, Result], job: Job, pieces: Iterable[Piece], workers: int
) -> Generator[tuple[Piece, Result]]:
    """Run the work in local processes; when one dies, its pieces are handed out again to new ones."""
    numbered = enumerate(pieces)
    unfinished: dict[int, Piece] = {}
    breaks = 0

    def handed_out(again: list[tuple[int, Piece]]) -> Iterator[tuple[int, Piece]]:
        for number, piece in chain(again, numbered):
            unfinished[number] = piece
            yield number, piece

    while True:
        pool = _Pool(workers)
        try:
            for (number, piece), result in pool.streamed(work, job, handed_out(list(unfinished.items()))):
                del unfinished[number]
                breaks = 0
                yield piece, result
        except BrokenExecutor:
            breaks += 1
            if breaks > MOST_BREAKS:
                raise
        except BaseException:
            pool.kill()
            raise
        else:
            pool.executor.shutdown()
            return
        pool.executor.shutdown()


class _Pool:
    """A pool of processes that ignore Ctrl+C; the parent process kills them."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._others: Collection[BaseProcess] = active_children()
        self.executor = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupts)

    def streamed(
        self, work: Work[Job, Piece, Result], job: Job, pieces: Iterable[tuple[int, Piece]]
    ) -> Generator[tuple[tuple[int, Piece], Result]]:
        return _streamed(lambda piece: self._submit(work, job, piece[1]), pieces, 2 * self.workers)

    def _submit(self, work: Work[Job, Piece, Result], job: Job, piece: Piece) -> Future[Result]:
        """Submit a piece with SIGINT blocked: a worker started for it inherits that, so Ctrl+C cannot hit its start."""
        if sys.platform == "win32":
            return self.executor.submit(work, job, piece)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self.executor.submit(work, job, piece)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def kill(self) -> None:
        """Stop without waiting for results that are no longer needed.

        The executor's own thread is joined. Otherwise the interpreter would wake it at exit through a pipe that the
        thread may be closing at that moment.
        """
        for worker in active_children():
            if worker not in self._others:
                worker.kill()
        self.executor.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
