"""The lock of rooms for children: what a device in such a room may ask for. Everything else is refused."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Middleware

from purrlor.table.refusals import refused

from ..http.access import Access
from ..http.security import Handler
from ..people.identity import child_room

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
"""By method and pattern of the address. A new route is closed to children until it stands here."""


def children_gate(access: Access) -> Middleware:
    """The id of a device says which room it is in, so this needs no store. Tables check their room themselves."""

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
