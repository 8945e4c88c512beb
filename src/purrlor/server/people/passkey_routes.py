"""Passkeys over HTTP: make, rename and remove them, and come in with one."""

from __future__ import annotations

from typing import Literal

from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..http.access import Access
from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.limits import Buckets, Limits
from ..live.live_tables import Hall
from .passkey_queries import Passkey
from .passkeys import Ceremonies, RelyingParty, is_installed
from .sign_in import Entering


class PasskeysApi:
    def __init__(self, hall: Hall, access: Access, limits: Limits) -> None:
        self.hall = hall
        self.access = access
        self.ceremonies = Ceremonies(hall.store, access.signer.key)
        self.entering = Entering(hall, access)
        self.tries = Buckets(limits.passkey_tries / 60, times=60)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/passkeys", self.list),
            web.post("/api/passkeys", self.add),
            web.post("/api/passkeys/options", self.creation_options),
            web.post("/api/passkeys/enter", self.enter),
            web.post("/api/passkeys/enter/options", self.request_options),
            web.post("/api/passkeys/enter/choice", self.entering.choose),
            web.post("/api/passkeys/{passkey}", self.rename),
            web.delete("/api/passkeys/{passkey}", self.remove),
        ]

    @endpoint(wire.Passkeys)
    async def list(self, request: web.Request) -> web.Response:
        return await self._listed(request, self.access.person(request))

    async def _listed(self, request: web.Request, person: str) -> web.Response:
        party = RelyingParty(request.host)
        possible: Literal["yes", "library", "address"]
        possible = "yes" if is_installed() and party.has_name else "address" if is_installed() else "library"
        kept: list[Passkey] = await self.hall.read(self.ceremonies.passkeys.of, person) if person else []
        shown = [wire.PasskeyInfo(each.id, each.name, each.created, each.used) for each in kept]
        return answer(wire.Passkeys(possible, shown))

    @endpoint(wire.Ceremony)
    async def creation_options(self, request: web.Request) -> web.Response:
        """A device that is nobody yet becomes somebody here, so that there is somebody to keep."""
        party, person = self._party(request), self.access.person_or_new(request)
        owner = Person(person, await self.access.name_of(person))
        options = await self.hall.read(self.ceremonies.creation_options, party, owner, self.hall.now())
        response = answer(wire.Ceremony(options))
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Passkeys, wire.NewPasskey)
    async def add(self, request: web.Request) -> web.Response:
        party, person = self._party(request), self.access.known_person(request)
        wanted = await read_body(request, wire.NewPasskey)
        wanted.name = lobby.checked_name(wanted.name)
        owner = Person(person, await self.access.name_of(person))
        await self.hall.read(self.ceremonies.add, party, owner, wanted, self.hall.now())
        return await self._listed(request, person)

    @endpoint(wire.Passkeys, wire.PasskeyName)
    async def rename(self, request: web.Request) -> web.Response:
        person = self.access.known_person(request)
        name = lobby.checked_name((await read_body(request, wire.PasskeyName)).name)
        if not await self.hall.read(self.ceremonies.passkeys.rename, person, request.match_info["passkey"], name):
            raise refused("unknown_passkey")
        return await self._listed(request, person)

    @endpoint(wire.Passkeys)
    async def remove(self, request: web.Request) -> web.Response:
        person = self.access.known_person(request)
        if not await self.hall.read(self.ceremonies.passkeys.remove, person, request.match_info["passkey"]):
            raise refused("unknown_passkey")
        return await self._listed(request, person)

    @endpoint(wire.Ceremony)
    async def request_options(self, request: web.Request) -> web.Response:
        options = await self.hall.read(self.ceremonies.request_options, self._party(request), self.hall.now())
        return answer(wire.Ceremony(options))

    @endpoint(wire.Entered, wire.Enter)
    async def enter(self, request: web.Request) -> web.Response:
        """Become the person of a passkey, or get a question if that would leave something behind."""
        party = self._party(request)
        wanted = await read_body(request, wire.Enter)
        person: str = await self.hall.read(self.ceremonies.enter, party, wanted.credential, self.hall.now())
        return await self.entering.enter(request, person)

    def _party(self, request: web.Request) -> RelyingParty:
        """For ceremonies: they cost a signature and a write, so an address gets only some of them."""
        if not self.tries.take(request.remote or "", self.hall.now()):
            raise refused("too_much")
        party = RelyingParty(request.host)
        if not is_installed():
            raise refused("no_passkeys")
        if not party.has_name:
            raise refused("passkeys_need_name")
        return party
