"""Moves ratings after rated matches, in the background: the review comes first, then one transaction."""

from __future__ import annotations

import asyncio
import logging

from msgspec import json

from purrlor.table import rating, wire
from purrlor.table.setup import Setup

from ..live.live_table import LiveTable
from ..live.live_tables import Hall
from ..records import documents
from ..store import WriteRefused
from .queries import (
    Finished,
    RatingRow,
    claim_match,
    due_matches,
    forfeits_at,
    is_waiting,
    move_ratings,
    rating_at_table,
    ratings_of,
    release_match,
)

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 2
"""Matches that this server works on at a time."""


class Ratings:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.working: set[str] = set()
        self.room = asyncio.Semaphore(MOST_AT_ONCE)
        hall.on_over.append(self.note_over)

    def note_over(self, live: LiveTable) -> None:
        if live.table.setup.rated:
            self._start(live.id)

    async def resume(self) -> None:
        """Rate what ended while no server could: one died, or the review failed. Called now and then."""
        for table in await self.hall.store.read(due_matches, self.hall.now(), MOST_AT_ONCE):
            self._start(table)

    def _start(self, table: str) -> None:
        if table not in self.working and not self.hall.closing:
            self.working.add(table)
            self.hall.tasks.start(self._rate(table))

    async def _rate(self, table: str) -> None:
        try:
            async with self.room:
                if await self.hall.store.transact(claim_match, table, self.hall.now()):
                    await self._move(table)
        except WriteRefused:  # another match of the same person was rated at the same moment
            await self.hall.store.transact(release_match, table)
        except Exception:
            self.hall.metrics.errors.inc()
            log.exception("a match could not be rated; it is tried again later")
        finally:
            self.working.discard(table)

    async def _move(self, table: str) -> None:
        stored = await self.hall.store.load(table)
        if stored is None or stored.row.status != "over":
            await self.hall.store.transact(release_match, table)
            return
        setup = json.decode(stored.row.setup, type=Setup)
        seats = rating.seated(setup, await self.hall.store.read(forfeits_at, table))
        merits = {each.seat: await self.hall.merits.of(table, each.seat) for each in seats}
        scores: list[int] = await self.hall.thinkers.document(documents.scores, stored)
        finished = Finished(table, setup.game, stored.row.changed, seats, scores, merits)
        await self.hall.store.transact(move_ratings, finished)

    # What is shown

    async def of_table(self, table: str, person: str) -> wire.TableRating:
        waits = await self.hall.store.read(is_waiting, table)  # first: it may be done between the two questions
        row = await self.hall.store.read(rating_at_table, table, person) if person else None
        if row is not None:
            return wire.TableRating("done", shown(row))
        return wire.TableRating("working" if waits else "none", None)

    async def course(self, person: str) -> list[wire.RatingChange]:
        rows = await self.hall.store.read(ratings_of, person) if person else []
        return [shown(row) for row in rows]


def shown(row: RatingRow) -> wire.RatingChange:
    before, now = row.match.before, row.match.after
    return wire.RatingChange(
        table=row.table,
        game=row.game,
        at=row.at,
        number=row.number,
        before=before.mu,
        rating=now.mu,
        deviation=now.sigma,
        reason=rating.reason(row.match),
    )
