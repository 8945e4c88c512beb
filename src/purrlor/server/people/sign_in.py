"""A device becomes another person, by passkey or by transfer; asked first, if that would leave something behind."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire
from purrlor.table.refusals import refused

from ..http.access import Access
from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..live.live_tables import Hall
from .identity import OneTimeWords
from .merge_queries import Merging
from .passkey_queries import Passkeys


class Entering:
    def __init__(self, hall: Hall, access: Access) -> None:
        self.hall = hall
        self.access = access
        self.merging = Merging(hall.store)
        self.passkeys = Passkeys(hall.store)
        self.tickets = OneTimeWords(hall.store, "passkey/choice")

    async def enter(self, request: web.Request, person: str) -> web.Response:
        """Become this person, or get a question with a ticket."""
        here = self.access.person(request)
        here = await self.hall.read(self.merging.current, here) if here else ""
        entered = wire.Entered(await self.access.name_of(person))
        if here and here != person:
            entered.tables = await self.hall.read(self.merging.tables, here)
            entered.kept = bool(await self.hall.read(self.passkeys.of, here))
        if entered.tables or entered.kept:
            entered.here = await self.access.name_of(here)
            entered.ticket = await self.hall.read(self.tickets.make, f"{here} {person}", self.hall.now())
            return answer(entered)
        return self._entered(request, entered, person)

    @endpoint(wire.Entered, wire.EnterChoice)
    async def choose(self, request: web.Request) -> web.Response:
        choice = await read_body(request, wire.EnterChoice)
        taken: str | None = await self.hall.read(self.tickets.take, choice.ticket, self.hall.now())
        here, _, person = (taken or "").partition(" ")
        if not taken or here != await self.hall.read(self.merging.current, self.access.person(request)):
            raise refused("old_challenge")
        if choice.bring:
            await self.hall.read(self.merging.merge, here, person)
        return self._entered(request, wire.Entered(await self.access.name_of(person)), person)

    def _entered(self, request: web.Request, entered: wire.Entered, person: str) -> web.Response:
        response = answer(entered)
        self.access.remember(request, response, person)
        return response
