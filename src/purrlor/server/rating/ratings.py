"""Ratings: updated after rated matches in the background, and shown over HTTP."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from aiohttp import web
from msgspec import json

from purrlor.table import rating, wire
from purrlor.table.setup import Setup

from ..http.requests import Feature, answer, endpoint
from ..live.registry import LiveTable
from ..records import documents
from ..store import WriteRefused
from .queries import (
    Finished,
    RatingRow,
    claim_match,
    due_matches,
    forfeits_at,
    forget_ratings,
    is_waiting,
    move_ratings,
    rating_at_table,
    ratings_of,
    release_match,
)

if TYPE_CHECKING:
    from ..services import Services


log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 2
"""Maximum number of matches that this server processes at a time."""


class Ratings(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.working: set[str] = set()
        self.room = asyncio.Semaphore(MOST_AT_ONCE)
        self.tables.on_over.append(self.note_over)

    def note_over(self, live: LiveTable) -> None:
        if live.table.setup.rated:
            self._start(live.id)

    async def resume(self) -> None:
        """Rate matches that were missed because a server died or the review failed. Runs periodically."""
        for table in await self.store.read(due_matches, self.now(), MOST_AT_ONCE):
            self._start(table)

    def _start(self, table: str) -> None:
        if table not in self.working and not self.tables.closing:
            self.working.add(table)
            self.services.tasks.start(self._rate(table))

    async def _rate(self, table: str) -> None:
        try:
            async with self.room:
                if await self.store.transact(claim_match, table, self.now()):
                    await self._move(table)
        except WriteRefused:  # another match of the same person was rated at the same moment
            await self.store.transact(release_match, table)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("a match could not be rated; it is tried again later")
        finally:
            self.working.discard(table)

    async def _move(self, table: str) -> None:
        stored = await self.store.load(table)
        if stored is None or stored.row.status != "over":
            await self.store.transact(release_match, table)
            return
        setup = json.decode(stored.row.setup, type=Setup)
        seats = rating.seated(setup, await self.store.read(forfeits_at, table))
        merits = {each.seat: await self.services.skill_summaries.of(table, each.seat) for each in seats}
        scores: list[int] = await self.thinkers.document(documents.scores, stored)
        finished = Finished(table, setup.game, stored.row.changed, seats, scores, merits)
        await self.store.transact(move_ratings, finished)

    # What is shown

    async def of_table(self, table: str, person: str) -> wire.TableRating:
        waits = await self.store.read(is_waiting, table)  # first, because it may finish between the two queries
        row = await self.store.read(rating_at_table, table, person) if person else None
        if row is not None:
            return wire.TableRating("done", shown(row))
        return wire.TableRating("working" if waits else "none", None)

    async def course(self, person: str) -> list[wire.RatingChange]:
        rows = await self.store.read(ratings_of, person) if person else []
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


class RatingRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/rating", self.of_table),
            web.delete("/api/ratings", self.forget),
        ]

    @endpoint(wire.TableRating)
    async def of_table(self, request: web.Request) -> web.Response:
        """Return how a rated match changed this person's rating. Ask again while `working`."""
        live = await self.tables.load_committed(request.match_info["table"])
        person = self.access.person(request)
        await self.access.check_watching(live, person)
        return answer(await self.services.ratings.of_table(live.id, person))

    @endpoint(None)
    async def forget(self, request: web.Request) -> web.Response:
        """Delete this person's ratings."""
        await self.store.transact(forget_ratings, self.access.known_person(request))
        return answer({})
