"""Admission to rooms for children, and the requests that a device inside may make."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Middleware

from purrlor.table import wire
from purrlor.table.keys import new_key, same
from purrlor.table.refusals import refused

from ..http.access import Access
from ..http.requests import Feature, answer, endpoint, read_body
from ..http.security import Handler
from ..people.identity import child_room
from ..services import Services
from .queries import RoomRow, find_room, is_admitted, wait_at_door

OF_ROOM = "room "
"""Prefix of a room's id in the codes table, which also holds the codes of tables."""
ALLOWED = frozenset(
    {
        ("GET", "/api/games"),
        ("GET", "/api/games/{game}/rules"),
        ("GET", "/api/games/{game}/words"),
        ("GET", "/api/me"),
        ("GET", "/api/tables/{table}"),
        ("GET", "/api/tables/{table}/socket"),
        ("GET", "/api/tables/{table}/line"),
        ("GET", "/api/tables/{table}/races"),
        ("POST", "/api/tables/{table}/sit"),
        ("POST", "/api/tables/{table}/leave"),
        ("GET", "/api/rooms/{room}"),
        ("POST", "/api/rooms/{room}/enter"),
        ("POST", "/api/rooms/{room}/cat"),
        ("POST", "/api/rooms/{room}/tables"),
        ("POST", "/api/rooms/{room}/leave"),
    }
)
"""Allowed requests, by method and path pattern. A new route is closed to children until it is listed here."""


class Admission(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.code_owners.append(self.find_by_code)

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/rooms/{room}/wait", self.wait)]

    async def find_by_code(self, request: web.Request, target: str) -> wire.CodeFound | None:
        """Find the room of a code. A code is short, so a device that knows no more waits for the opener."""
        if not target.startswith(OF_ROOM):
            return None
        room = await self.store.read(find_room, target.removeprefix(OF_ROOM))
        if self.access.person(request) == room.opener:
            return wire.CodeFound("room", room.id, room.word)
        ticket = new_key()
        number = await self.store.transact(wait_at_door, room.id, ticket, self.now())
        return wire.CodeFound("room", room.id, "", ticket, number)

    @endpoint(wire.RoomWait, wire.RoomTicket)
    async def wait(self, request: web.Request) -> web.Response:
        """Return whether the opener has let this device in."""
        wanted = await read_body(request, wire.RoomTicket)
        return answer(wire.RoomWait(await self._is_admitted(request.match_info["room"], wanted.ticket)))

    async def may_enter(self, room: RoomRow, wanted: wire.RoomKey) -> bool:
        """Return whether a device has the token or the opener admitted it. Refuses if the opener turned it away."""
        if wanted.ticket:
            return await self._is_admitted(room.id, wanted.ticket)
        return same(wanted.key, room.word)

    async def _is_admitted(self, room: str, ticket: str) -> bool:
        return await self.store.read(is_admitted, room, ticket, self.now())


def children_gate(access: Access) -> Middleware:
    """Return middleware that restricts devices in rooms to `ALLOWED`.

    A device's id names its room, so this needs no store access. Tables check their room themselves.
    """

    @web.middleware
    async def gate(request: web.Request, handler: Handler) -> web.StreamResponse:
        room = child_room(access.person(request))
        resource = request.match_info.route.resource
        if not room or resource is None or not request.path.startswith("/api/"):
            return await handler(request)
        method = "GET" if request.method == "HEAD" else request.method
        if (method, resource.canonical) not in ALLOWED or request.match_info.get("room", room) != room:
            raise refused("room_locked")
        return await handler(request)

    return gate
