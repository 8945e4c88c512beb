"""The identity of this device over HTTP: its name, signing in as another person, and the transfer to another device."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import checks, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson

from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from ..store.tables import find_person
from .account_merge import count_tables, current_person, merge_persons
from .identity import COOKIE, child_room, make_word, take_word
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
        """Answer the question whether to bring tables along or leave them behind."""
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
        """Return the device's identity, and set its cookie. Call this before a join, whose answer may get lost."""
        person = self.access.person(request)
        known = await self.store.read(find_person, person) if person else None
        response = answer(wire.Me(known is not None, known.name if known else "", child_room(person)))
        if not person:
            self.access.remember(request, response, self.access.person_or_new(request))
        return response

    @endpoint(wire.Me, wire.Rename)
    async def rename(self, request: web.Request) -> web.Response:
        """Change this person's name."""
        wanted = await read_body(request, wire.Rename)
        person = self.access.person_or_new(request)
        name = checks.checked_name(wanted.name)
        await self.store.write([SavePerson(Person(person, name))])
        response = answer(wire.Me(True, name))
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Me)
    async def leave(self, _: web.Request) -> web.Response:
        """Sign this device out; a passkey can sign the person in again."""
        response = answer(wire.Me(False, ""))
        response.del_cookie(COOKIE, path="/")
        return response

    @endpoint(wire.TransferMade)
    async def make_transfer(self, request: web.Request) -> web.Response:
        """Create a token that signs another device in as the same person. It works once, within ten minutes."""
        person = self.access.known_person(request)
        return answer(wire.TransferMade(await self.store.transact(make_word, TRANSFER, person, self.now())))

    @endpoint(wire.Entered, wire.TransferTaken)
    async def take_transfer(self, request: web.Request) -> web.Response:
        """Become the person of a transfer token, or get a question if that would leave tables behind."""
        taken = await read_body(request, wire.TransferTaken)
        person = await self.store.transact(take_word, TRANSFER, taken.word, self.now())
        if person is None:
            raise refused("wrong_word")
        current = await self.store.read(current_person, person)
        return await self.sign_in.enter(request, current)
