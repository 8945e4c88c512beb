"""The history of a person over HTTP: show it with luck and skill, export it, delete it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from weakref import WeakValueDictionary

from aiohttp import web
from msgspec import json

from purrlor.kit.review import SkillSummary
from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow, Unseated
from purrlor.table.setup import Setup, Summary

from ..cluster.ownership import Elsewhere
from ..http.limits import AddressCounts
from ..http.requests import Feature, answer, endpoint
from ..people.identity import COOKIE
from ..records import documents
from ..services import Services
from ..tasks import CALLER, Caller
from .queries import delete_talk, forget_person, played_by, rows_of_person, skill_summaries_of_person, tables_of_person

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 4
"""Maximum number of matches judged at a time for one address, so that others and requested reviews get their turns."""
MOST_EXPORTS = 2
"""Maximum number of exports for one address at a time."""
MOST_JUDGED = 500
"""Maximum number of matches judged per person, latest first."""
NAMELESS = "Cat"
"""Name of a person who deleted their data, in the matches of others."""


class Histories(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.judging: set[tuple[str, int]] = set()
        """Seats being judged or waiting for that, by table and seat."""
        self.slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Limits how many matches of a share are judged at a time."""
        self.exports = AddressCounts()
        """Number of running exports of each share."""

    async def of(self, person: str) -> wire.History:
        rows = await self.store.read(played_by, person)
        known = await self.store.read(skill_summaries_of_person, person)
        matches = await self.threads.run(played_matches, rows, person, known)
        seats = [(each.table, each.seat) for each in matches]
        unknown = [each for each in seats if each not in known][:MOST_JUDGED]
        for table, seat in unknown:
            self._judge(table, seat)
        return wire.History(matches, len(unknown))

    def _judge(self, table: str, seat: int) -> None:
        if (table, seat) not in self.judging and not self.tables.closing:
            self.judging.add((table, seat))
            self.services.tasks.start(self._judged(table, seat))

    async def _judged(self, table: str, seat: int) -> None:
        try:
            slot = self.slots.setdefault(CALLER.get().share, asyncio.Semaphore(MOST_AT_ONCE))
            async with slot:
                await self.services.skill_summaries.of(table, seat)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("cannot review a match; will retry when its history is requested")
        finally:
            self.judging.discard((table, seat))

    async def export(self, person: str) -> bytes:
        """Export everything about a person as JSON: their rows, and their finished matches as records.

        Each match waits for its own turn, so that a long history does not delay other requests.
        """
        share = CALLER.get().share
        if self.exports.of(share) >= MOST_EXPORTS:
            raise refused("queue_full")
        CALLER.set(Caller(share))  # once begun, an export is not refused halfway
        self.exports.add(share, 1)
        try:
            return await self._exported(person)
        finally:
            self.exports.add(share, -1)

    async def _exported(self, person: str) -> bytes:
        rows = await self.store.read(played_by, person)
        about = await self.store.read(rows_of_person, person)
        records: dict[str, str] = {}
        for row in rows:
            if (stored := await self.store.load(row.id)) is not None:
                records[row.id] = await self.thinkers.document(documents.shown_record, stored, self.now())
        return await self.threads.run_long(_formatted, {"about": about, "matches": records})


def _formatted(exported: dict[str, object]) -> bytes:
    return json.format(json.encode(exported), indent=1)


def played_matches(
    rows: Sequence[TableRow], person: str, skill_summaries: Mapping[tuple[str, int], str]
) -> list[wire.PlayedMatch]:
    """Return a person's matches at these tables. With thousands of them it must run outside the event loop."""
    return [
        played_match(row, setup, seat, skill_summaries.get((row.id, seat), ""))
        for row in rows
        for setup in [json.decode(row.setup, type=Setup)]
        if not setup.origin  # a fork counts for nothing
        for seat in setup.seats_of(person)
    ]


def played_match(row: TableRow, setup: Setup, seat: int, skill_summary: str) -> wire.PlayedMatch:
    summary = json.decode(row.summary, type=Summary) if row.summary else Summary()
    return wire.PlayedMatch(
        table=row.id,
        game=row.game,
        ended=row.changed,
        seat=seat,
        names=[each.name for each in setup.seats],
        levels=[each.level if each.kind == "bot" else "" for each in setup.seats],
        scores=list(summary.scores),
        won=seat in summary.winners,
        challenge=setup.challenge,
        merit=json.decode(skill_summary, type=SkillSummary | None) if skill_summary else None,
    )


class HistoryRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.histories = Histories(services)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/history", self.show),
            web.get("/api/history/export", self.export),
            web.delete("/api/me", self.forget),
        ]

    @endpoint(wire.History)
    async def show(self, request: web.Request) -> web.Response:
        """Return this person's finished matches with luck and skill, and the course of their ratings.

        Ask again while `working`.
        """
        person = self.access.person(request)
        found = await self.histories.of(person) if person else wire.History([], 0)
        found.ratings = await self.services.ratings.course(person)
        response = answer(found)
        response.enable_compression()
        return response

    async def export(self, request: web.Request) -> web.Response:
        body = await self.histories.export(self.access.known_person(request))
        headers = {"Content-Disposition": 'attachment; filename="purrlor.json"', "Cache-Control": "no-store"}
        return web.Response(body=body, content_type="application/json", headers=headers)

    @endpoint(wire.Forgotten)
    async def forget(self, request: web.Request) -> web.Response:
        """Delete everything about this person. Matches with others stay with them, without the name and the chat."""
        person = self.access.known_person(request)
        left: list[str] = []
        for table in await self.store.read(tables_of_person, person):
            try:
                await self._leave(table, person)
            except Elsewhere:
                left.append(table)
        if not left:
            await self.store.transact(forget_person, person)
        response = answer(wire.Forgotten(left))
        if not left:
            response.del_cookie(COOKIE, path="/")
        return response

    async def _leave(self, table: str, person: str) -> None:
        live = await self.tables.load_committed(table)
        setup = live.table.setup
        if not setup.others(person):
            await self.tables.remove(live)
            return
        seats, name = setup.seats_of(person), await self.access.name_of(person)
        for seat in seats:
            setup.seats[seat].name, setup.seats[seat].cat = NAMELESS, ""
        live.table.chat.forget(seats, name)
        effects = live.table.give_up(person, self.now())
        effects.writes.append(Unseated(table, person))
        await self.tables.carry_out(live, effects)
        await self.store.transact(delete_talk, table, seats, name)
        self.tables.dismiss(live, person, "left")
