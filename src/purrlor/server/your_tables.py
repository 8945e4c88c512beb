"""The tables of one person over HTTP: list them, leave one, remove one."""

from __future__ import annotations

import logging

import msgspec
from aiohttp import web

from purrlor.table import wire
from purrlor.table.lobby import woken
from purrlor.table.outcome import Outcome
from purrlor.table.refusals import refused
from purrlor.table.rows import Belongs, Stored, Unseated
from purrlor.table.setup import Setup, Summary
from purrlor.table.summaries import table_summary
from purrlor.table.table import Table

from .access import Access
from .cluster.ownership import Elsewhere
from .hall import Hall
from .live_table import LiveTable
from .messages import answer
from .removal import remove
from .store.merging import Merging

log = logging.getLogger("purrlor.server")
MOST_LISTED = 30
SETUP = msgspec.json.Decoder(Setup)
SUMMARY = msgspec.json.Decoder(Summary)


class YourTables:
    def __init__(self, hall: Hall, access: Access) -> None:
        self.hall = hall
        self.access = access
        self.merging = Merging(hall.store)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables", self.list),
            web.post("/api/tables/{table}/leave", self.leave),
            web.delete("/api/tables/{table}", self.remove),
        ]

    async def list(self, request: web.Request) -> web.Response:
        known = self.access.person(request)
        person = await self.hall.read(self.merging.current, known) if known else ""
        rows: list[Belongs] = await self.hall.read(self.hall.store.tables_of, person, MOST_LISTED) if person else []
        found = [each for row in rows if (each := await self._summary(row, person)) is not None]
        latest = sorted(found, key=lambda each: each.changed, reverse=True)
        response = answer(latest)
        if person != known:
            self.access.remember(request, response, person)
        return response

    async def _summary(self, belongs: Belongs, person: str) -> wire.TableSummary | None:
        """From memory if the table is there, otherwise from its row; the match is replayed only if the row is stale.

        A row is stale if an older version wrote it, or if the server was killed while the table was awake.
        """
        row = belongs.row
        asleep = row.id not in self.hall.live
        if asleep:
            summary = SUMMARY.decode(row.summary) if row.summary else Summary()
            if summary.events == belongs.events:
                return table_summary(row, SETUP.decode(row.setup), summary, person, belongs.role)
        try:
            live = await self.hall.settled(row.id)
        except Elsewhere:
            return await self._summary_elsewhere(belongs, person)
        except Exception:  # one table that cannot be read is no reason to show none
            self.hall.metrics.errors.inc()
            log.exception("a table could not be loaded")
            return None
        table = live.table
        if asleep:
            outcome = Outcome(table.row.changed)
            table.save(outcome)
            self.hall.run(live, outcome)
        now = msgspec.structs.replace(table.row, status=table.status, changed=table.last_changed)
        return table_summary(now, table.setup, table.summary(), person, belongs.role)

    async def _summary_elsewhere(self, belongs: Belongs, person: str) -> wire.TableSummary | None:
        """Of a table that is awake in another process: what the store has, worked out anew, and nothing is changed."""
        stored: Stored | None = await self.hall.read(self.hall.store.load, belongs.row.id)
        if stored is None:
            return None
        table: Table = await self.hall.read(woken, stored, self.hall.now())
        return table_summary(table.row, table.setup, table.summary(), person, belongs.role)

    async def leave(self, request: web.Request) -> web.Response:
        """Give up a seat for good, or take a finished table off one's list."""
        live, person, role = await self._own(request)
        setup, status = live.table.setup, live.table.status
        if not setup.others(person):
            check_evening(live)
            await remove(self.hall, live)
            return answer(wire.Left("removed"))
        seated = bool(setup.seats_of(person))
        outcome = live.table.give_up(person, self.hall.now())
        outcome.writes.append(Unseated(live.table.row.id, person))
        await self.hall.carry_out(live, outcome)
        self.hall.dismiss(live, person, "left")
        if role == "watcher" or not seated or status == "over":
            return answer(wire.Left("kept"))
        return answer(wire.Left("open" if status == "open" else "bot"))

    async def remove(self, request: web.Request) -> web.Response:
        """Delete a table for everybody: its host may, unless others are playing."""
        live, person, _ = await self._own(request)
        setup = live.table.setup
        if setup.host != person:
            raise refused("host_only")
        check_evening(live)
        if live.table.status == "running" and [each for each in setup.people if each != person]:
            raise refused("others_play")
        await remove(self.hall, live)
        return answer(wire.Left("removed"))

    async def _own(self, request: web.Request) -> tuple[LiveTable, str, wire.Role]:
        """The table, settled, and what the person is there; a refusal for strangers."""
        person = self.access.person(request)
        live = await self.hall.settled(request.match_info["table"])
        role: wire.Role | None = (
            await self.hall.read(self.hall.store.role_of, live.table.row.id, person) if person else None
        )
        if role is None:
            raise refused("not_at_table")
        return live, person, role


def check_evening(live: LiveTable) -> None:
    """A table of an evening stays until its match is over: others wait for its result."""
    if live.table.setup.evening and live.table.status != "over":
        raise refused("evening_counts")
