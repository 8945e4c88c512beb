"""Regulars over HTTP: people one played with, and invitations to a table that one tap sends."""

from __future__ import annotations

import msgspec
from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.setup import Setup

from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.feature import Feature
from .regular_queries import (
    Invited,
    Regular,
    add_invitation,
    block_person,
    invitations_to,
    regulars_of,
    remove_invitation,
)

MOST_INVITED = 60
"""Invitations of one person within a day."""
MOST_SHOWN = 10
SETUP = msgspec.json.Decoder(Setup)


class RegularRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/regulars", self.list),
            web.post("/api/regulars/{regular}/block", self.block),
            web.post("/api/tables/{table}/invite", self.invite),
            web.get("/api/invitations", self.invitations),
            web.post("/api/invitations/{invitation}/decline", self.decline),
        ]

    @endpoint(list[wire.Regular])
    async def list(self, request: web.Request) -> web.Response:
        person = self.access.person(request)
        found = await self.store.read(regulars_of, person) if person else []
        shown = [
            wire.Regular(self._handle(person, each), each.name, each.matches, each.last, each.game) for each in found
        ]
        return answer(shown)

    @endpoint(None)
    async def block(self, request: web.Request) -> web.Response:
        person = self.access.person(request)
        regular = await self._regular(person, request.match_info["regular"])
        await self.store.transact(block_person, person, regular.person)
        return answer({})

    @endpoint(None, wire.Invite)
    async def invite(self, request: web.Request) -> web.Response:
        """Invite a regular to a table that has not begun; they see it at home, and are called if they wish."""
        live = await self.tables.find(request.match_info["table"])
        wanted = await read_body(request, wire.Invite)
        person = self.access.person(request)
        if not lobby.belongs(live.table, person):
            raise refused("not_at_table")
        if live.table.status != "open" or live.table.setup.full:
            raise refused("no_open_seat")
        regular = await self._regular(person, wanted.regular)
        store, now = self.store, self.now()
        invited = await store.transact(add_invitation, live.id, regular.person, person, now=now, most=MOST_INVITED)
        if not invited:
            raise refused("too_much")
        self.services.sender.call(regular.person, "invitation", "")
        return answer({})

    @endpoint(tuple[wire.Invitation, ...])
    async def invitations(self, request: web.Request) -> web.Response:
        person = self.access.person(request)
        found: list[Invited] = []
        if person:
            found = await self.store.read(invitations_to, person, self.now(), MOST_SHOWN)
        shown: list[wire.Invitation] = []
        for each in found:
            setup = SETUP.decode(each.setup)
            if not setup.full and not setup.seats_of(person):
                names = [seat.name for seat in setup.seats if seat.kind == "person"]
                shown.append(wire.Invitation(each.table, setup.key, setup.game, each.by, names, setup.clock, each.at))
        return answer(shown)

    @endpoint(None)
    async def decline(self, request: web.Request) -> web.Response:
        await self.store.transact(remove_invitation, request.match_info["invitation"], self.access.person(request))
        return answer({})

    async def _regular(self, person: str, handle: str) -> Regular:
        found = await self.store.read(regulars_of, person) if person else []
        for each in found:
            if self._handle(person, each) == handle:
                return each
        raise refused("no_regular")

    def _handle(self, person: str, regular: Regular) -> str:
        """What the page calls a regular: ids of persons never leave the server."""
        return self.access.signer.derived(f"regular/{person}", regular.person)
