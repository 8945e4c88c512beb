"""A person's matches with luck and skill, which are worked out in the background and kept."""

from __future__ import annotations

import asyncio
import logging

from msgspec import json

from purrlor.kit.merit import Merit
from purrlor.table import wire
from purrlor.table.rows import TableRow
from purrlor.table.setup import Setup, Summary

from . import documents
from .hall import Hall
from .store.history import HistoryStore

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 4
"""Matches that are judged at a time for everybody, so that reviews that somebody waits for have room."""
MOST_JUDGED = 500
"""Matches of one person that are judged, the latest ones."""


class Histories:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.store = HistoryStore(hall.store)
        self.judging: set[tuple[str, int]] = set()
        """What is being judged or waits for that, by table and seat."""
        self.room = asyncio.Semaphore(MOST_AT_ONCE)

    async def of(self, person: str) -> wire.History:
        rows: list[TableRow] = await self.hall.read(self.store.played, person)
        known: dict[tuple[str, int], str] = await self.hall.read(self.store.merits, person)
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
        if (table, seat) not in self.judging and not self.hall.closing:
            self.judging.add((table, seat))
            self.hall.tasks.start(self._judged(table, seat))

    async def _judged(self, table: str, seat: int) -> None:
        try:
            async with self.room:
                await self.hall.merits.of(table, seat)
        except Exception:
            self.hall.metrics.errors.inc()
            log.exception("a match could not be judged; it is tried again when its history is asked for")
        finally:
            self.judging.discard((table, seat))

    async def export(self, person: str) -> bytes:
        """Everything about a person as JSON: their rows, and their finished matches as records."""
        rows: list[TableRow] = await self.hall.read(self.store.played, person)
        about: dict[str, object] = await self.hall.read(self.store.rows_of, person)
        return await asyncio.to_thread(self._exported, rows, about, self.hall.now())

    def _exported(self, rows: list[TableRow], about: dict[str, object], now: int) -> bytes:
        found = [stored for row in rows if (stored := self.hall.store.load(row.id))]
        records = {stored.row.id: documents.shown_record(stored, now) for stored in found}
        return json.format(json.encode({"about": about, "matches": records}), indent=1)


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
