"""People who played together, invitations between them, and blocks."""

from __future__ import annotations

import msgspec
from aiohttp import web
from msgspec import Struct

from purrlor.table import admission, wire
from purrlor.table.refusals import refused
from purrlor.table.setup import Setup

from ..http.requests import Feature, answer, endpoint, read_body
from ..store.connection import DatabaseConnection

MOST_REGULARS = 50
KEPT_MILLIS = 7 * 24 * 3600 * 1000
"""Time after which an unused invitation is deleted."""
REGULARS = """SELECT persons.id, persons.name, COUNT(*), MAX(tables.changed)
FROM seated AS own JOIN seated AS other ON other.table_id = own.table_id AND other.person_id <> own.person_id
JOIN tables ON tables.id = own.table_id JOIN persons ON persons.id = other.person_id
WHERE own.person_id = ? AND own.role <> 'watcher' AND other.role <> 'watcher' AND tables.status <> 'open'
AND persons.name <> ''
AND NOT EXISTS (SELECT 1 FROM blocks WHERE (blocks.person_id = own.person_id AND blocks.other_id = other.person_id)
OR (blocks.person_id = other.person_id AND blocks.other_id = own.person_id))
GROUP BY persons.id, persons.name ORDER BY MAX(tables.changed) DESC, persons.id LIMIT ?"""
LAST_GAME = """SELECT tables.game FROM tables JOIN seated AS own ON own.table_id = tables.id
JOIN seated AS other ON other.table_id = tables.id WHERE own.person_id = ? AND other.person_id = ?
AND tables.status <> 'open' ORDER BY tables.changed DESC, tables.id LIMIT 1"""
INVITE = """INSERT INTO invitations (table_id, person_id, by_id, at) VALUES (?, ?, ?, ?)
ON CONFLICT (table_id, person_id) DO UPDATE SET by_id = excluded.by_id, at = excluded.at"""
INVITATIONS = """SELECT tables.id, tables.setup, persons.name, invitations.at
FROM invitations JOIN tables ON tables.id = invitations.table_id JOIN persons ON persons.id = invitations.by_id
WHERE invitations.person_id = ? AND tables.status = 'open' AND invitations.at > ?
AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person_id = invitations.person_id
AND blocks.other_id = invitations.by_id) ORDER BY invitations.at DESC, tables.id LIMIT ?"""
MOST_INVITED = 60
"""Maximum number of invitations by one person within a day."""
MOST_SHOWN = 10
SETUP = msgspec.json.Decoder(Setup)


class Regular(Struct, frozen=True):
    person: str
    name: str
    matches: int
    last: int
    """The time at which the last of their tables changed."""
    game: str
    """The game of the last table."""


class Invited(Struct, frozen=True):
    table: str
    setup: str
    """JSON of the table's `Setup`."""
    by: str
    """The name of the person who invites."""
    at: int


def regulars_of(reader: DatabaseConnection, person: str) -> list[Regular]:
    """List the people a person played with, most recent first, without blocked ones, in either direction."""
    rows = reader.run(REGULARS, (person, MOST_REGULARS))
    games = [reader.run(LAST_GAME, (person, row[0]))[0][0] for row in rows]
    return [Regular(row[0], row[1], int(row[2]), int(row[3]), game) for row, game in zip(rows, games, strict=True)]


def block_person(writer: DatabaseConnection, person: str, other: str) -> None:
    """Block a person: remove both from each other's regulars, and delete the invitations by `other`."""
    writer.run("INSERT INTO blocks (person_id, other_id) VALUES (?, ?) ON CONFLICT DO NOTHING", (person, other))
    writer.run("DELETE FROM invitations WHERE person_id = ? AND by_id = ?", (person, other))


def add_invitation(writer: DatabaseConnection, table: str, person: str, by: str, *, now: int, most: int) -> bool:
    """Add an invitation; return False, changing nothing, if `by` has reached the daily limit."""
    writer.run("DELETE FROM invitations WHERE at <= ?", (now - KEPT_MILLIS,))
    since = now - KEPT_MILLIS // 7
    count = writer.run("SELECT COUNT(*) FROM invitations WHERE by_id = ? AND at > ?", (by, since))
    if int(count[0][0]) >= most:
        return False
    writer.run(INVITE, (table, person, by, now))
    return True


def invitations_to(reader: DatabaseConnection, person: str, now: int, limit: int) -> list[Invited]:
    """List invitations to tables that have not begun, latest first."""
    return [Invited(*row) for row in reader.run(INVITATIONS, (person, now - KEPT_MILLIS, limit))]


def remove_invitation(writer: DatabaseConnection, table: str, person: str) -> None:
    writer.run("DELETE FROM invitations WHERE table_id = ? AND person_id = ?", (table, person))


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
        """List the people this person has played with."""
        person = self.access.person(request)
        found = await self.store.read(regulars_of, person) if person else []
        shown = [
            wire.Regular(self._handle(person, each), each.name, each.matches, each.last, each.game) for each in found
        ]
        return answer(shown)

    @endpoint(None)
    async def block(self, request: web.Request) -> web.Response:
        """Block a regular. It works both ways, and the other person is not notified."""
        person = self.access.person(request)
        regular = await self._regular(person, request.match_info["regular"])
        await self.store.transact(block_person, person, regular.person)
        return answer({})

    @endpoint(None, wire.Invite)
    async def invite(self, request: web.Request) -> web.Response:
        """Invite a regular to a table that has not begun.

        They see it on the home page, and are notified if they wish.
        """
        live = await self.tables.find(request.match_info["table"])
        wanted = await read_body(request, wire.Invite)
        person = self.access.person(request)
        if not admission.belongs(live.table, person):
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
        """List the tables that regulars invite this person to."""
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
        """Decline an invitation."""
        await self.store.transact(remove_invitation, request.match_info["invitation"], self.access.person(request))
        return answer({})

    async def _regular(self, person: str, handle: str) -> Regular:
        found = await self.store.read(regulars_of, person) if person else []
        for each in found:
            if self._handle(person, each) == handle:
                return each
        raise refused("no_regular")

    def _handle(self, person: str, regular: Regular) -> str:
        """Return the handle that the web client uses for a regular: person ids never leave the server."""
        return self.access.signer.derived(f"regular/{person}", regular.person)
