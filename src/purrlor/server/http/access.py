"""The sender of a request, and what they may see of a table."""

from __future__ import annotations

from aiohttp import web

from purrlor.table.refusals import refused

from ..live.registry import LiveTable
from ..people.identity import COOKIE, FORMER_COOKIE, Signer, child_room, new_child, new_person
from ..store.async_store import AsyncStore
from ..store.tables import find_person, role_of

PERSON = web.RequestKey("person", str)
"""Request key that caches the sender: several handlers need it, and checking a signature takes 3 µs."""
YEAR = 365 * 24 * 3600


class Access:
    def __init__(self, store: AsyncStore, signer: Signer) -> None:
        self.store = store
        self.signer = signer

    def person(self, request: web.Request) -> str:
        """Return the sender, by cookie or, for programs, by token; empty for an unknown person."""
        known: str | None = request.get(PERSON)
        if known is None:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            signed = token if scheme == "Bearer" else cookie(request, COOKIE)
            request[PERSON] = known = self.signer.person(signed) or ""
        return known

    def known_person(self, request: web.Request) -> str:
        """Return the sender. Refuses people without a known identity."""
        person = self.person(request)
        if not person:
            raise refused("not_known")
        return person

    def person_or_new(self, request: web.Request) -> str:
        return self.person(request) or new_person()

    def remember(self, request: web.Request, response: web.StreamResponse, person: str) -> None:
        """Set the person's cookie in the browser."""
        signed, secure = self.signer.signed(person), request.secure
        response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/")

    def enter_room(self, request: web.Request, response: web.StreamResponse, room: str) -> str:
        """Make the device a child of the room, and keep its previous identity in another cookie."""
        person, child = self.person(request), new_child(room)
        if person:
            former, secure = self.signer.signed(person), request.secure
            response.set_cookie(
                FORMER_COOKIE, former, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/"
            )
        self.remember(request, response, child)
        return child

    def leave_room(self, request: web.Request, response: web.StreamResponse) -> None:
        """Restore the identity that the device had before it entered the room."""
        former = self.signer.person(cookie(request, FORMER_COOKIE))
        response.del_cookie(FORMER_COOKIE, path="/")
        if former and not child_room(former):
            self.remember(request, response, former)
        else:
            response.del_cookie(COOKIE, path="/")

    async def name_of(self, person: str) -> str:
        """Return the name that a person last used; empty if there is none."""
        known = await self.store.read(find_person, person) if person else None
        return known.name if known else ""

    async def may_watch(self, live: LiveTable, person: str) -> bool:
        """Return whether a person may see the match: always with a seat, otherwise if `watch` allows it."""
        setup = live.table.setup
        if setup.seats_of(person) or (person and setup.host == person) or setup.watch == "anyone":
            return True
        if setup.watch == "nobody" or not person:
            return False
        return await self.store.read(role_of, live.id, person) is not None

    def check_room(self, live: LiveTable, person: str) -> None:
        """Check that a device in a room for children requests a table of that room. Refuses otherwise."""
        if child_room(person) not in ("", live.table.setup.room):
            raise refused("room_locked")

    async def check_watching(self, live: LiveTable, person: str) -> None:
        self.check_room(live, person)
        if not await self.may_watch(live, person):
            raise refused("no_watching" if live.table.setup.watch == "nobody" else "wrong_key")


def cookie(request: web.Request, name: str) -> str:
    """Return the value of one cookie; empty if there is none.

    aiohttp needs up to 9 ms to parse 8 kB of other cookies.
    """
    for each in reversed(request.headers.get("Cookie", "").split(";")):
        found, _, value = each.partition("=")
        if found.strip() == name:
            return value.strip().strip('"')
    return ""


def is_program(request: web.Request) -> bool:
    """Return whether the request carries a token. A cookie is never exchanged for a token: scripts must not get one."""
    return request.headers.get("Authorization", "").startswith("Bearer ")
