"""Who this device is, over HTTP: a name, and the way to another device."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson

from ..http.access import Access
from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..live.live_tables import Hall
from .identity import COOKIE, OneTimeWords, child_room
from .sign_in import Entering


class PeopleApi:
    def __init__(self, hall: Hall, access: Access) -> None:
        self.hall = hall
        self.access = access
        self.entering = Entering(hall, access)
        self.transfers = OneTimeWords(hall.store, "transfer")

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
        known = await self.hall.read(self.hall.store.person, person) if person else None
        response = answer(wire.Me(known is not None, known.name if known else "", child_room(person)))
        if not person:
            self.access.remember(request, response, self.access.person_or_new(request))
        return response

    @endpoint(wire.Me, wire.Rename)
    async def rename(self, request: web.Request) -> web.Response:
        wanted = await read_body(request, wire.Rename)
        person = self.access.person_or_new(request)
        name = lobby.checked_name(wanted.name)
        await self.hall.commits.save([SavePerson(Person(person, name))])
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
        return answer(wire.TransferMade(await self.hall.read(self.transfers.make, person, self.hall.now())))

    @endpoint(wire.Entered, wire.TransferTaken)
    async def take_transfer(self, request: web.Request) -> web.Response:
        taken = await read_body(request, wire.TransferTaken)
        person: str | None = await self.hall.read(self.transfers.take, taken.word, self.hall.now())
        if person is None:
            raise refused("wrong_word")
        current: str = await self.hall.read(self.entering.merging.current, person)
        return await self.entering.enter(request, current)
