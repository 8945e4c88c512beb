"""Sign in as another person, by passkey or transfer; confirmed first if that would leave something behind."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire
from purrlor.table.refusals import refused

from ..http.requests import Feature, answer, endpoint, read_body
from .account_merge import count_tables, current_person, merge_persons
from .identity import make_word, take_word
from .passkeys import passkeys_of

CHOICE = "passkey/choice"
"""The purpose of the tokens for such a confirmation."""


class SignIn(Feature):
    async def enter(self, request: web.Request, person: str) -> web.Response:
        """Sign the device in as this person, or return a request for confirmation with a ticket."""
        here = self.access.person(request)
        here = await self.store.read(current_person, here) if here else ""
        entered = wire.Entered(await self.access.name_of(person))
        if here and here != person:
            entered.tables = await self.store.read(count_tables, here)
            entered.kept = bool(await self.store.read(passkeys_of, here))
        if entered.tables or entered.kept:
            entered.here = await self.access.name_of(here)
            entered.ticket = await self.store.transact(make_word, CHOICE, f"{here} {person}", self.now())
            return answer(entered)
        return self._entered(request, entered, person)

    @endpoint(wire.Entered, wire.EnterChoice)
    async def choose(self, request: web.Request) -> web.Response:
        choice = await read_body(request, wire.EnterChoice)
        taken = await self.store.transact(take_word, CHOICE, choice.ticket, self.now())
        here, _, person = (taken or "").partition(" ")
        if not taken or here != await self.store.read(current_person, self.access.person(request)):
            raise refused("old_challenge")
        if choice.bring:
            await self.store.transact(merge_persons, here, person)
        return self._entered(request, wire.Entered(await self.access.name_of(person)), person)

    def _entered(self, request: web.Request, entered: wire.Entered, person: str) -> web.Response:
        response = answer(entered)
        self.access.remember(request, response, person)
        return response
