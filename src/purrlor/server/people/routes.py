"""The identity of this device over HTTP: its name, and the transfer to another device."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson

from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from ..store.tables import find_person
from .account_merge import current_person
from .identity import COOKIE, child_room, make_word, take_word
from .sign_in import SignIn

TRANSFER = "transfer"
"""The purpose of the tokens that transfer a person to another device."""


class PeopleRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sign_in = SignIn(services)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/me", self.me),
            web.post("/api/me", self.rename),
            web.post("/api/me/leave", self.leave),
            web.post("/api/transfer", self.make_transfer),
            web.post("/api/transfer/take", self.take_transfer),
        ]

    @endpoint(wire.Me)
    async def me(self, request: web.Request) -> web.Response:
        """A device gets its cookie here, before it takes a seat: an answer to a later request may be lost."""
        person = self.access.person(request)
        known = await self.store.read(find_person, person) if person else None
        response = answer(wire.Me(known is not None, known.name if known else "", child_room(person)))
        if not person:
            self.access.remember(request, response, self.access.person_or_new(request))
        return response

    @endpoint(wire.Me, wire.Rename)
    async def rename(self, request: web.Request) -> web.Response:
        wanted = await read_body(request, wire.Rename)
        person = self.access.person_or_new(request)
        name = lobby.checked_name(wanted.name)
        await self.store.write([SavePerson(Person(person, name))])
        response = answer(wire.Me(True, name))
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Me)
    async def leave(self, _: web.Request) -> web.Response:
        """This device is nobody from now on; a passkey can bring the person back."""
        response = answer(wire.Me(False, ""))
        response.del_cookie(COOKIE, path="/")
        return response

    @endpoint(wire.TransferMade)
    async def make_transfer(self, request: web.Request) -> web.Response:
        person = self.access.known_person(request)
        return answer(wire.TransferMade(await self.store.transact(make_word, TRANSFER, person, self.now())))

    @endpoint(wire.Entered, wire.TransferTaken)
    async def take_transfer(self, request: web.Request) -> web.Response:
        taken = await read_body(request, wire.TransferTaken)
        person = await self.store.transact(take_word, TRANSFER, taken.word, self.now())
        if person is None:
            raise refused("wrong_word")
        current = await self.store.read(current_person, person)
        return await self.sign_in.enter(request, current)
