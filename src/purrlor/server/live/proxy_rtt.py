"""Round trips of clients, measured by a trusted reverse proxy.

Behind a proxy the server's kernel knows only the path to the proxy. But the proxy's kernel knows the path to the
client, and nginx, HAProxy and others can report it in a header of each request (docs/explain/fair-race.md). A WebSocket
is one request, and one measurement of an unsteady connection says little. So when a race begins, the server requests
a few more connections from the client, to `/api/tables/ID/line`, which are closed at once: their handshakes are the
measurements.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from aiohttp import web

from ..http.access import Access
from .connection import Connection

PROBES = 6
"""Number of connections that a client is requested to open when a race begins."""


class ProxyRoundTrips:
    """The connections at tables that the proxy measures. `header` is the header that it sets; empty if none."""

    def __init__(self, access: Access, header: str) -> None:
        self.access = access
        self.header = header
        self.open: dict[tuple[str, str, str], Connection] = {}
        """Connections by table, person and address, so that connections from elsewhere cannot vouch for this one."""

    def trip(self, request: web.Request) -> float | None:
        return trip_in(request.headers.getall(self.header, [])) if self.header else None

    @contextmanager
    def attending(self, request: web.Request, connection: Connection) -> Generator[None]:
        """Register this connection while it is open, so that `probe` adds to its round trips."""
        key = self._key(request)
        connection.pings.vouched = self.trip(request)
        connection.pings.asks_for_probes = PROBES if self.header else 0
        self.open[key] = connection
        try:
            yield
        finally:
            if self.open.get(key) is connection:
                del self.open[key]

    async def probe(self, request: web.Request) -> web.StreamResponse:
        connection, trip = self.open.get(self._key(request)), self.trip(request)
        if connection is not None and trip is not None:
            connection.pings.vouch(trip)
        socket = web.WebSocketResponse(timeout=1)
        await socket.prepare(request)
        await socket.close()
        return socket

    def _key(self, request: web.Request) -> tuple[str, str, str]:
        return request.match_info["table"], self.access.person(request), request.remote or ""


def trip_in(lines: Sequence[str]) -> float | None:
    """Return the round trip in milliseconds, from the lines of a header that gives it in microseconds.

    The last line counts, because the proxy sets it. A value that is not a number below 100 s is ignored.
    """
    text = lines[-1].strip() if lines else ""
    return int(text) / 1000 if text.isascii() and text.isdigit() and len(text) <= 8 else None
