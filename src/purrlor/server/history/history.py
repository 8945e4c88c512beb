"""A person's matches with luck and skill, which are worked out in the background and kept."""

from __future__ import annotations

import asyncio
import logging

from msgspec import json

from purrlor.kit.merit import Merit
from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow
from purrlor.table.setup import Setup, Summary

from ..fair_queue import CALLER, Caller
from ..http.feature import Feature
from ..http.limits import AddressCounts
from ..records import documents
from ..services import Services
from .queries import merits_of_person, played_by, rows_of_person

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 4
"""Matches that are judged at a time for everybody, so that reviews that somebody waits for have room."""
MOST_EXPORTS = 2
"""Exports for one address at a time."""
MOST_JUDGED = 500
"""Matches of one person that are judged, the latest ones."""


class Histories(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.judging: set[tuple[str, int]] = set()
        """What is being judged or waits for that, by table and seat."""
        self.room = asyncio.Semaphore(MOST_AT_ONCE)
        self.exports = AddressCounts()
        """Exports that are being made for each share."""

    async def of(self, person: str) -> wire.History:
        rows = await self.store.read(played_by, person)
        known = await self.store.read(merits_of_person, person)
        matches = [
            played_match(row, setup, seat, known.get((row.id, seat), ""))
            for row in rows
            for setup in [json.decode(row.setup, type=Setup)]
            for seat in setup.seats_of(person)
        ]
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
            async with self.room:
                await self.services.skill_summaries.of(table, seat)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("a match could not be judged; it is tried again when its history is asked for")
        finally:
            self.judging.discard((table, seat))

    async def export(self, person: str) -> bytes:
        """Everything about a person as JSON: their rows, and their finished matches as records.

        One match after the other waits for its turn, so that a long history holds up nobody.
        """
        share = CALLER.get().share
        if self.exports.of(share) >= MOST_EXPORTS:
            raise refused("queue_full")
        CALLER.set(Caller(share))  # once begun, it is not refused in the middle
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
        return await self.store.threads.run_long(_formatted, {"about": about, "matches": records})


def _formatted(exported: dict[str, object]) -> bytes:
    return json.format(json.encode(exported), indent=1)


def played_match(row: TableRow, setup: Setup, seat: int, merit: str) -> wire.PlayedMatch:
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
        merit=json.decode(merit, type=Merit | None) if merit else None,
    )
