"""The tables of one person over HTTP: list them, leave one, remove one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from aiohttp import web

from purrlor.table import wire
from purrlor.table.effects import Effects
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.rows import Belongs, TableRow, Unseated
from purrlor.table.setup import Setup, Summary, table_summary

from ..cluster.ownership import Elsewhere
from ..http.listener import is_internal
from ..http.requests import Feature, answer, endpoint
from ..live.registry import LiveTable
from ..people.account_merge import current_person
from ..store import Node
from ..store.tables import role_of, tables_of

log = logging.getLogger("purrlor.server")
MOST_LISTED = 30
AWAKE_PATH = "/api/awake"
SETUP = msgspec.json.Decoder(Setup)
SUMMARY = msgspec.json.Decoder(Summary)


class AwakeTable(msgspec.Struct, frozen=True):
    """The report of a table's owner to other nodes, whose rows of the table are out of date."""

    id: str
    status: wire.Status
    changed: int
    summary: Summary


AWAKE = msgspec.json.Decoder(list[AwakeTable])


class OwnTableRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables", self.list),
            web.get(AWAKE_PATH, self.awake),
            web.post("/api/tables/{table}/leave", self.leave),
            web.delete("/api/tables/{table}", self.remove),
        ]

    @endpoint(list[wire.TableSummary])
    async def list(self, request: web.Request) -> web.Response:
        """List the tables of this person, with progress, turn and result."""
        known = self.access.person(request)
        person = await self.store.read(current_person, known) if known else ""
        rows = await self.store.read(tables_of, person, MOST_LISTED) if person else []
        found: list[wire.TableSummary] = []
        elsewhere: dict[Node, list[Belongs]] = {}
        for row in rows:
            try:
                found.append(await self._summary(row, person))
            except Elsewhere as owned:
                elsewhere.setdefault(owned.node, []).append(row)
            except RequestRefused:  # too much work waits to replay this one now
                found.append(
                    table_summary(row.row, SETUP.decode(row.row.setup), row_summary(row.row), person, row.role)
                )
            except Exception:  # a table that cannot be read must not hide the others
                self._note_unreadable()
        for theirs in await asyncio.gather(*(self._summaries_at(*each, person) for each in elsewhere.items())):
            found += theirs
        latest = sorted(found, key=lambda each: each.changed, reverse=True)
        response = answer(latest)
        if person != known:
            self.access.remember(request, response, person)
        return response

    async def _summary(self, belongs: Belongs, person: str) -> wire.TableSummary:
        """Summarise a table from memory if it is there, otherwise from its row.

        Replays the match only if the row is stale.
        """
        row = belongs.row
        if row.id not in self.tables.live:
            summary = row_summary(row)
            if summary.events == belongs.events:
                return table_summary(row, SETUP.decode(row.setup), summary, person, belongs.role)
        table = (await self._up_to_date(row.id)).table
        now = msgspec.structs.replace(table.row, status=table.status, changed=table.last_changed)
        return table_summary(now, table.setup, table.summary(), person, belongs.role)

    async def _up_to_date(self, table: str) -> LiveTable:
        """Return a committed table of this process. If it was not in memory, its row was stale and is written again.

        A row is stale if an older version wrote it, or if the server was killed while the table was in memory.
        """
        asleep = table not in self.tables.live
        live = await self.tables.load_committed(table)
        if asleep:
            effects = Effects(live.table.row.changed)
            live.table.save(effects)
            self.tables.run(live, effects)
        return live

    async def _summaries_at(self, node: Node, rows: Sequence[Belongs], person: str) -> Sequence[wire.TableSummary]:
        """Summarise tables of another process, with one request for all of them.

        If it does not answer in time, or no longer knows a table, the row is used until the web client's next request.
        """
        path = f"{AWAKE_PATH}?tables={','.join(each.row.id for each in rows)}"
        text = None if self.services.member is None else await self.services.member.router.ask(node, path)
        awake = {each.id: each for each in (AWAKE.decode(text) if text else ())}
        found: list[wire.TableSummary] = []
        for belongs in rows:
            row = belongs.row
            now = awake.get(row.id) or AwakeTable(row.id, row.status, row.changed, row_summary(row))
            shown = msgspec.structs.replace(row, status=now.status, changed=now.changed)
            found.append(table_summary(shown, SETUP.decode(row.setup), now.summary, person, belongs.role))
        return found

    async def awake(self, request: web.Request) -> web.Response:
        """Report to other nodes what lists show of the tables that this node owns; leave out all others."""
        if not is_internal(request):
            raise web.HTTPNotFound
        found: list[AwakeTable] = []
        for table in request.query.get("tables", "").split(",")[:MOST_LISTED]:
            try:
                known = (await self._up_to_date(table)).table
                found.append(AwakeTable(table, known.status, known.last_changed, known.summary()))
            except (Elsewhere, RequestRefused):  # it has moved or was removed
                continue
            except Exception:
                self._note_unreadable()
        if self.tables.ownership is None or not self.tables.ownership.held:
            raise refused("moving")
        return answer(found)

    def _note_unreadable(self) -> None:
        self.services.metrics.errors.inc()
        log.exception("cannot load a table")

    @endpoint(wire.Left)
    async def leave(self, request: web.Request) -> web.Response:
        """Give up a seat for good, or take a finished table off the list."""
        live, person, role = await self._own(request)
        setup, status = live.table.setup, live.table.status
        if not setup.others(person):
            check_evening(live)
            await self.tables.remove(live)
            return answer(wire.Left("removed"))
        seated = bool(setup.seats_of(person))
        effects = live.table.give_up(person, self.now())
        effects.writes.append(Unseated(live.table.row.id, person))
        await self.tables.carry_out(live, effects)
        self.tables.dismiss(live, person, "left")
        if role == "watcher" or not seated or status == "over":
            return answer(wire.Left("kept"))
        return answer(wire.Left("open" if status == "open" else "bot"))

    @endpoint(wire.Left)
    async def remove(self, request: web.Request) -> web.Response:
        """Delete a table for everybody, for its host, unless others are playing."""
        live, person, _ = await self._own(request)
        setup = live.table.setup
        if setup.host != person:
            raise refused("host_only")
        check_evening(live)
        if live.table.status == "running" and [each for each in setup.people if each != person]:
            raise refused("others_play")
        await self.tables.remove(live)
        return answer(wire.Left("removed"))

    async def _own(self, request: web.Request) -> tuple[LiveTable, str, wire.Role]:
        """Return the committed table and the person's role there. Refuses strangers."""
        person = self.access.person(request)
        live = await self.tables.load_committed(request.match_info["table"])
        role = await self.store.read(role_of, live.table.row.id, person) if person else None
        if role is None:
            raise refused("not_at_table")
        return live, person, role


def row_summary(row: TableRow) -> Summary:
    return SUMMARY.decode(row.summary) if row.summary else Summary()


def check_evening(live: LiveTable) -> None:
    """Refuse to remove a tournament's table before its match is over, because others wait for its result."""
    if live.table.setup.evening and live.table.status != "over":
        raise refused("evening_counts")
