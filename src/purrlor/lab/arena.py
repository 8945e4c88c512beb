"""Bots against each other: who scores how much, who wins how often, and how sure that is.

Match number i depends on the arena's seed and i alone, so the result is the same however many processes share the work.
The seats rotate from match to match, so that nobody profits from where they sit. In a duplicate arena each fate is
played once in every rotation, so that everybody meets the same luck and most of it cancels.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from math import fsum, inf
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any

from purrlor.core import Game
from purrlor.kit import Bot, level

from .playout import play_out
from .statistics import Estimate, estimate

PORTION = 20
"""Matches handed to a process at once."""
AnyGame = Game[Any, Any, Any]
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One match: the scores and shares of the win in the order of the contestants, wherever they sat."""

    scores: tuple[int, ...]
    shares: tuple[float, ...]
    events: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What one contestant reached."""

    name: str
    score: Estimate
    share: Estimate
    """Wins per match; a shared victory counts in part."""
    margin: Estimate
    """Own score minus the mean of the others'."""


@dataclass(frozen=True)
class Arena:
    """Contestants by the names of their levels, one per seat."""

    game: AnyGame
    names: tuple[str, ...]
    seed: str
    duplicate: bool = False

    @property
    def group(self) -> int:
        """How many matches in a row share their fate."""
        return len(self.names) if self.duplicate else 1

    def play(self, matches: int, workers: int | None = None, progress: Progress | None = None) -> tuple[Outcome, ...]:
        """The outcomes of matches 0, 1, …; `progress` hears how many more are done."""
        workers = workers or os.cpu_count() or 1
        portions = [range(first, min(first + PORTION, matches)) for first in range(0, matches, PORTION)]
        found: dict[int, Outcome] = {}
        with closing(self._outcomes(portions, min(workers, len(portions)))) as parts:
            for part in parts:
                found |= part
                if progress:
                    progress(len(part))
        return tuple(found[number] for number in range(matches))

    def _outcomes(self, portions: Sequence[range], workers: int) -> Generator[dict[int, Outcome]]:
        bots = [level(self.game.name, name).make(self.game) for name in self.names]
        if workers <= 1:
            yield from (self._portion(bots, portion) for portion in portions)
            return
        others = active_children()
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_prepare, initargs=(self,))
        try:
            futures = [_submitted(pool, portion) for portion in portions]
            yield from (future.result() for future in as_completed(futures))
        except BaseException:
            _end(pool, others)
            raise
        pool.shutdown()

    def _portion(self, bots: Sequence[Bot[Any, Any]], portion: range) -> dict[int, Outcome]:
        return {number: self._match(bots, number) for number in portion}

    def _match(self, bots: Sequence[Bot[Any, Any]], number: int) -> Outcome:
        seats = len(bots)
        seated = [bots[(seat - number) % seats] for seat in range(seats)]
        match = play_out(self.game, seated, f"{self.seed}/match/{number // self.group}")
        order = [(contestant + number) % seats for contestant in range(seats)]
        won = match.winners
        return Outcome(
            scores=tuple(match.scores[seat] for seat in order),
            shares=tuple(1 / len(won) if seat in won else 0.0 for seat in order),
            events=len(match.log),
        )

    def standings(self, outcomes: Sequence[Outcome]) -> tuple[Standing, ...]:
        return tuple(_standing(name, place, outcomes, self.group) for place, name in enumerate(self.names))

    def narrowing(self, outcomes: Sequence[Outcome]) -> float | None:
        """How many times wider the intervals of the margins would be if every match had its own fate; None: unknown."""
        together, alone = (
            sum(_standing("", place, outcomes, group).margin.margin for place in range(len(self.names)))
            for group in (self.group, 1)
        )
        return alone / together if self.duplicate and 0 < together < inf else None


def _standing(name: str, place: int, outcomes: Sequence[Outcome], group: int) -> Standing:
    """Matches that share their fate count as one observation."""
    return Standing(
        name,
        score=estimate(_means([outcome.scores[place] for outcome in outcomes], group)),
        share=estimate(_means([outcome.shares[place] for outcome in outcomes], group)),
        margin=estimate(_means([_margin(outcome.scores, place) for outcome in outcomes], group)),
    )


def _means(values: Sequence[float], group: int) -> list[float]:
    return [fsum(values[at : at + group]) / group for at in range(0, len(values), group)]


def _margin(scores: Sequence[int], place: int) -> float:
    others = [score for seat, score in enumerate(scores) if seat != place]
    return scores[place] - sum(others) / len(others) if others else 0.0


def _submitted(pool: ProcessPoolExecutor, portion: range) -> Future[dict[int, Outcome]]:
    """A worker may be started for it, which inherits that Ctrl+C is not for it: not even before `_prepare` says so."""
    if sys.platform == "win32":
        return pool.submit(_work, portion)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_work, portion)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: ProcessPoolExecutor, others: Collection[BaseProcess]) -> None:
    """Nobody waits for matches that are not needed any more."""
    workers = [process for process in active_children() if process not in others]
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()


_bench: tuple[Arena, list[Bot[Any, Any]]]
"""In a worker process: its arena and its own bots."""


def _prepare(arena: Arena) -> None:
    global _bench  # noqa: PLW0603
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench = arena, [level(arena.game.name, name).make(arena.game) for name in arena.names]


def _work(portion: range) -> dict[int, Outcome]:
    arena, bots = _bench
    return arena._portion(bots, portion)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
