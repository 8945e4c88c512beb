"""One's own history over HTTP: see it, take it along, delete it."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire
from purrlor.table.rows import Unseated

from ..cluster.ownership import Elsewhere
from ..http.bodies import answer
from ..http.endpoint import endpoint
from ..http.feature import Feature
from ..people.identity import COOKIE
from ..services import Services
from ..tables.removal import remove
from .history import Histories
from .queries import delete_talk, forget_person, tables_of_person

NAMELESS = "Cat"
"""What a person who wanted to be forgotten is called in the matches of others."""


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
        """Delete everything about a person. Where others played too, the match stays with them, without the name."""
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
            await remove(self.tables, live)
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
