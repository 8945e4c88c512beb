"""Passkeys over HTTP: create, rename and remove them, and sign in with one."""

from __future__ import annotations

from typing import Literal

from aiohttp import web

from purrlor.table import checks, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..http.limits import Buckets
from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from .identity import make_word, take_word
from .passkeys import (
    MOST_PASSKEYS,
    RelyingParty,
    add_passkey,
    check_passkey,
    creation_options,
    decode_credential,
    find_passkey,
    is_installed,
    new_passkey,
    note_use,
    passkeys_of,
    remove_passkey,
    rename_passkey,
    request_options,
)
from .routes import SignIn

MAKING, SIGNING_IN = "passkey/make", "passkey/enter"
"""The purposes of challenges. They are tokens in the store, so any server may finish what another began."""
LONGEST_ID = 2000


class PasskeyRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sign_in = SignIn(services)
        self.tries = Buckets(services.limits.passkey_tries / 60, times=60)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/passkeys", self.list),
            web.post("/api/passkeys", self.add),
            web.post("/api/passkeys/options", self.creation_options),
            web.post("/api/passkeys/enter", self.enter),
            web.post("/api/passkeys/enter/options", self.request_options),
            web.post("/api/passkeys/enter/choice", self.sign_in.choose),
            web.post("/api/passkeys/{passkey}", self.rename),
            web.delete("/api/passkeys/{passkey}", self.remove),
        ]

    @endpoint(wire.Passkeys)
    async def list(self, request: web.Request) -> web.Response:
        """List this person's passkeys."""
        return await self._listed(request, self.access.person(request))

    async def _listed(self, request: web.Request, person: str) -> web.Response:
        party = RelyingParty(request.host)
        possible: Literal["yes", "library", "address"]
        possible = "yes" if is_installed() and party.has_name else "address" if is_installed() else "library"
        kept = await self.store.read(passkeys_of, person) if person else []
        shown = [wire.PasskeyInfo(each.id, each.name, each.created, each.used) for each in kept]
        return answer(wire.Passkeys(possible, shown))

    @endpoint(wire.Ceremony)
    async def creation_options(self, request: web.Request) -> web.Response:
        """Begin to create a passkey; a device without an identity gets one."""
        party, person = self._party(request), self.access.person_or_new(request)
        owner = Person(person, await self.access.name_of(person))
        have = await self.store.read(passkeys_of, person)
        if len(have) >= MOST_PASSKEYS:
            raise refused("too_many_passkeys", most=MOST_PASSKEYS)
        challenge = await self.store.transact(make_word, MAKING, person, self.now())
        options = await self.threads.run(creation_options, party, owner, have, challenge, self.access.signer.key)
        response = answer(wire.Ceremony(options))
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Passkeys, wire.NewPasskey)
    async def add(self, request: web.Request) -> web.Response:
        """Add a passkey from an authenticator's answer."""
        party, person = self._party(request), self.access.known_person(request)
        wanted = await read_body(request, wire.NewPasskey)
        wanted.name = checks.checked_name(wanted.name)
        owner = Person(person, await self.access.name_of(person))
        credential, challenge = await self.threads.run(decode_credential, wanted.credential)
        now = self.now()
        if await self.store.transact(take_word, MAKING, challenge, now) != person:
            raise refused("old_challenge")
        made = await self.threads.run(new_passkey, party, owner, credential, challenge, name=wanted.name, now=now)
        if not await self.store.transact(add_passkey, made, owner):
            raise refused("bad_passkey")
        return await self._listed(request, person)

    @endpoint(wire.Passkeys, wire.PasskeyName)
    async def rename(self, request: web.Request) -> web.Response:
        """Rename a passkey."""
        person = self.access.known_person(request)
        name = checks.checked_name((await read_body(request, wire.PasskeyName)).name)
        if not await self.store.transact(rename_passkey, person, request.match_info["passkey"], name):
            raise refused("unknown_passkey")
        return await self._listed(request, person)

    @endpoint(wire.Passkeys)
    async def remove(self, request: web.Request) -> web.Response:
        """Remove a passkey."""
        person = self.access.known_person(request)
        if not await self.store.transact(remove_passkey, person, request.match_info["passkey"]):
            raise refused("unknown_passkey")
        return await self._listed(request, person)

    @endpoint(wire.Ceremony)
    async def request_options(self, request: web.Request) -> web.Response:
        """Return WebAuthn's options for signing in."""
        party = self._party(request)
        challenge = await self.store.transact(make_word, SIGNING_IN, "", self.now())
        return answer(wire.Ceremony(await self.threads.run(request_options, party, challenge)))

    @endpoint(wire.Entered, wire.Enter)
    async def enter(self, request: web.Request) -> web.Response:
        """Sign in as the person of a passkey, or request a confirmation if that would leave something behind."""
        party = self._party(request)
        wanted = await read_body(request, wire.Enter)
        credential, challenge = await self.threads.run(decode_credential, wanted.credential)
        if await self.store.transact(take_word, SIGNING_IN, challenge, self.now()) is None:
            raise refused("old_challenge")
        passkey = await self.store.read(find_passkey, str(credential.get("id", ""))[:LONGEST_ID])
        if passkey is None:
            raise refused("unknown_passkey")
        uses = await self.threads.run(check_passkey, party, passkey, credential, challenge)
        await self.store.transact(note_use, passkey.id, uses, self.now())
        return await self.sign_in.enter(request, passkey.person)

    def _party(self, request: web.Request) -> RelyingParty:
        """Return the relying party for a ceremony.

        Refuses if the address began too many: each costs a signature and a write.
        """
        if not self.tries.take(request.remote or "", self.now()):
            raise refused("too_much")
        party = RelyingParty(request.host)
        if not is_installed():
            raise refused("no_passkeys")
        if not party.has_name:
            raise refused("passkeys_need_name")
        return party
