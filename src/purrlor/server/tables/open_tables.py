"""Open tables: those that their hosts let everybody on this server find while they wait for players."""

from __future__ import annotations

import msgspec
from aiohttp import web

from purrlor.table import wire
from purrlor.table.setup import Setup

from ..http.requests import Feature, answer, endpoint
from ..store.connection import DatabaseConnection

MOST_OPEN = 50
# Every waiting room has a code, and old codes are deleted: reading them is faster than reading all tables.
WAITING = """SELECT DISTINCT id, setup, changed FROM codes JOIN tables ON id = table_id
WHERE until > ? AND status = 'open' AND setup LIKE ? ORDER BY changed DESC, id LIMIT ?"""
LISTED = '%"listed":true%'
"""Where it is part of a name or an option, its quotation marks are escaped."""
SETUP = msgspec.json.Decoder(Setup)


class OpenTableRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/open-tables", self.list)]

    @endpoint(list[wire.OpenTable])
    async def list(self, _: web.Request) -> web.Response:
        """List the tables that wait for players and that their hosts let everybody find, latest first."""
        found = await self.store.read(open_tables, self.now())
        return answer([table for table in found if self._attended(table.id)])

    def _attended(self, table: str) -> bool:
        """Whether somebody has the table open; assumed if another process owns it."""
        live = self.tables.live.get(table)
        return bool(live.table.guests) if live else self.tables.ownership is not None


def open_tables(reader: DatabaseConnection, now: int) -> list[wire.OpenTable]:
    rows = reader.run(WAITING, (now, LISTED, MOST_OPEN))
    found = [open_table(row[0], SETUP.decode(row[1])) for row in rows]
    return [table for table in found if table.free]


def open_table(table: str, setup: Setup) -> wire.OpenTable:
    free = sum(seat.kind == "open" for seat in setup.seats)
    hosts = [setup.seats[seat].name for seat in setup.seats_of(setup.host)]
    return wire.OpenTable(
        table, setup.key, setup.game, host=next(iter(hosts), ""), clock=setup.clock, free=free, seats=len(setup.seats)
    )
