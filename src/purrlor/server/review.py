"""Reviews of finished matches, and luck and skill of each seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from weakref import WeakValueDictionary

from msgspec import Struct, json

from purrlor.kit.continuations import Brought
from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.continuations import PARTS, check_moves, continued, merged_continuations
from purrlor.table.refusals import refused
from purrlor.table.review import judged_by_seat, merged_reviews

from .bots.workers import Thinkers
from .daily import work as challenge_work
from .history.queries import save_skill_summary, skill_summary_of_seat
from .live.registry import LiveTable
from .store.async_store import AsyncStore
from .tasks import CALLER, MOST_WAITING

KEPT_REVIEWS = 100
"""Number of finished reviews that are kept."""
MOST_OF_ONE = 20
"""Maximum number of reviews of one address that run or wait; further ones are refused."""
REVIEW_SECONDS = 1
"""How long a request waits for progress of a review."""


class ReviewWork(Struct, frozen=True):
    """The review of one match: one task per part, by the number that identifies its progress."""

    parts: dict[int, asyncio.Task[wire.Review | None]]
    share: str
    """The address that requested it first; the parts wait for its turns."""

    @property
    def done(self) -> bool:
        return all(task.done() for task in self.parts.values())

    @property
    def failed(self) -> bool:
        return any(task.done() and task.exception() is not None for task in self.parts.values())

    def answer(self, thinkers: Thinkers) -> wire.ReviewAnswer:
        """Return the finished parts, in the order of seats."""
        done = [task.result() for task in self.parts.values() if task.done()]
        found = [part for part in done if part is not None]
        review = merged_reviews(found)
        if len(done) == len(self.parts):
            return wire.ReviewAnswer("done" if found else "none", review, 1.0)
        shares = [1.0 if task.done() else thinkers.progress(number) for number, task in self.parts.items()]
        return wire.ReviewAnswer("working", review, sum(shares) / len(shares))


class Reviews:
    def __init__(self, thinkers: Thinkers, start: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self.thinkers = thinkers
        self.start = start
        self.works: dict[str, ReviewWork] = {}
        """Running and recent reviews, by table."""
        self.begun = 0

    async def answer(self, live: LiveTable, record: Callable[[], Coroutine[Any, Any, str]]) -> wire.ReviewAnswer:
        """Return the review of a finished match, or its finished parts; `record` returns the match as text."""
        if live.id not in self.works:
            self._check_room()
            text = await record()
            if live.id not in self.works:
                self._check_room()  # several may have waited for their records
                self.works[live.id] = self._begin(live, text)
            self._forget_oldest()
        work = self.works[live.id]
        waiting = [task for task in work.parts.values() if not task.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=REVIEW_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if work.failed:
            self.works.pop(live.id, None)
        return work.answer(self.thinkers)

    def _check_room(self) -> None:
        check_room([work.share for work in self.works.values() if not work.done])

    def _forget_oldest(self) -> None:
        finished = [table for table, work in self.works.items() if work.done]
        for table in finished[: max(0, len(finished) - KEPT_REVIEWS)]:
            del self.works[table]

    def _begin(self, live: LiveTable, record: str) -> ReviewWork:
        """Start the review seat by seat, people first, so that their parts can be read before the bots are judged."""
        seats = live.table.setup.seats
        order = sorted(range(len(seats)), key=lambda seat: seats[seat].kind != "person")
        parts: dict[int, asyncio.Task[wire.Review | None]] = {}
        for part in [(seat,) for seat in order] if judged_by_seat(live.table.game.name) else [None]:
            self.begun += 1
            parts[self.begun] = self.start(self.thinkers.review(record, self.begun, part))
        return ReviewWork(parts, CALLER.get().share)


def check_room(under_way: Sequence[str]) -> None:
    """Refuse more work if the caller's share, or that of all, already has too much; `under_way` has their shares."""
    if under_way.count(CALLER.get().share) >= MOST_OF_ONE:
        raise refused("queue_full")
    if len(under_way) >= MOST_WAITING:
        raise refused("too_busy")


class ComparisonWork(Struct, frozen=True):
    """The comparison of moves after one event of a match: one task per part."""

    parts: list[asyncio.Task[list[Brought]]]
    share: str
    """The address that requested it first; the parts wait for its turns."""

    @property
    def done(self) -> bool:
        return all(task.done() for task in self.parts)


class Comparisons:
    """Comparisons of moves in random continuations of finished matches."""

    def __init__(self, thinkers: Thinkers, start: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self.thinkers = thinkers
        self.start = start
        self.works: dict[str, ComparisonWork] = {}
        """Running and recent comparisons, by table and moves."""

    async def answer(
        self, table: str, wanted: wire.CompareMoves, record: Callable[[], Coroutine[Any, Any, str]]
    ) -> wire.Continuations:
        """Return what is known so far; `record` returns the match as text."""
        key = f"{table} {json.encode(wanted).decode()}"
        if key not in self.works:
            self._check_room()
            text = await record()
            await self.thinkers.document(check_moves, text, wanted)
            if key not in self.works:
                self._check_room()  # several may have waited for their records
                parts = [self.start(self.thinkers.study(continued, text, wanted, start)) for start in PARTS]
                self.works[key] = ComparisonWork(parts, CALLER.get().share)
            self._forget_oldest()
        work = self.works[key]
        waiting = [task for task in work.parts if not task.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=REVIEW_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        done = [task for task in work.parts if task.done()]
        if any(task.exception() is not None for task in done):
            self.works.pop(key, None)
        return merged_continuations(wanted, [task.result() for task in done])

    def _check_room(self) -> None:
        check_room([work.share for work in self.works.values() if not work.done])

    def _forget_oldest(self) -> None:
        finished = [key for key, work in self.works.items() if work.done]
        for key in finished[: max(0, len(finished) - KEPT_REVIEWS)]:
            del self.works[key]


class SkillSummaries:
    def __init__(self, store: AsyncStore, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self.locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()
        """Locks by table and seat, so that simultaneous requests for a seat share one judgement."""

    async def of(self, table: str, seat: int) -> SkillSummary | None:
        """Return luck and skill of a seat; None if the table is gone or its game has no review.

        Unless the result is stored, this takes as long as a review.
        """
        lock = self.locks.setdefault((table, seat), asyncio.Lock())
        async with lock:
            known = await self.store.read(skill_summary_of_seat, table, seat)
            if known is not None:
                return json.decode(known, type=SkillSummary | None)
            stored = await self.store.load(table)
            if stored is None:
                return None
            summary = await self.thinkers.study(challenge_work.table_skill, stored, seat)
            await self.store.transact(save_skill_summary, table, seat, json.encode(summary).decode())
            return summary
