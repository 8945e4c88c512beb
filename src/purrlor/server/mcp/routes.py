"""`POST /mcp`: the tools over HTTP, on a server whose host allows it.

The SDK speaks ASGI; one request in, one JSON answer out. The tools then make ordinary requests to this server's own
port, which count for the address of the assistant: nothing is possible here that is not possible there.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from aiohttp import web

from purrlor.table.refusals import refused

from ..http.limits import AddressCounts
from ..http.requests import Feature
from ..http.security import CALLER_HEADER
from ..services import Services
from .visit import ToolCaller

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

MOST_CALLS, MOST_OF_ONE = 1000, 50
"""The most requests of all and of one address that are answered at the same time; a request may wait for a turn."""
PORT_HEADER = "Purrlor-Port"


class McpRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.starting: asyncio.Task[StreamableHTTPSessionManager] | None = None
        self.calls = AddressCounts()

    def routes(self) -> list[web.RouteDef]:
        """Return the route, if the host allows it; only then the SDK need be installed."""
        if not self.services.mcp:
            return []
        from .tools import assistant_server

        self.server = assistant_server(_caller)
        return [web.post("/mcp", self.serve)]

    async def serve(self, request: web.Request) -> web.Response:
        address = request.remote or ""
        if self.calls.of(address) >= MOST_OF_ONE:
            raise refused("queue_full")
        if self.calls.total() >= MOST_CALLS or self.services.overload.busy:
            raise refused("too_busy")
        self.calls.add(address, 1)
        try:
            body = await request.read()
            return await _asgi(await self._running(), request, body, self._about(request))
        finally:
            self.calls.add(address, -1)

    async def _running(self) -> StreamableHTTPSessionManager:
        """Return the SDK's manager, started with the first request; it ends with the server's other tasks."""
        if self.starting is None:
            self.starting = asyncio.ensure_future(self._start())
        return await asyncio.shield(self.starting)

    async def _start(self) -> StreamableHTTPSessionManager:
        self.server.streamable_http_app(json_response=True, stateless_http=True)
        started = asyncio.Event()
        self.services.tasks.start(_keep(self.server.session_manager, started))
        await started.wait()
        return self.server.session_manager

    def _about(self, request: web.Request) -> dict[str, str]:
        """Return headers that tell the tools which port to use and for whom they make their requests."""
        assert request.transport is not None
        port = request.transport.get_extra_info("sockname")[1]
        return {PORT_HEADER: str(port), CALLER_HEADER: self.access.signer.sign_caller(request.remote or "")}


async def _keep(manager: StreamableHTTPSessionManager, started: asyncio.Event) -> None:
    async with manager.run():
        started.set()
        await asyncio.Event().wait()


def _caller(context: Context[Any, Any]) -> ToolCaller:
    headers = context.headers or {}
    address = f"http://127.0.0.1:{headers[PORT_HEADER]}"
    return ToolCaller(through=address, headers={CALLER_HEADER: headers[CALLER_HEADER]})


async def _asgi(
    manager: StreamableHTTPSessionManager, request: web.Request, body: bytes, about: dict[str, str]
) -> web.Response:
    """Let an ASGI application answer an aiohttp request."""
    names = {name.lower() for name in about}
    sent = [(name.lower(), value) for name, value in request.raw_headers if name.lower().decode("latin-1") not in names]
    sent += [(name.lower().encode(), value.encode()) for name, value in about.items()]
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": "/mcp",
        "raw_path": b"/mcp",
        "query_string": b"",
        "root_path": "",
        "headers": sent,
        "client": None,
        "server": None,
    }
    unread = [{"type": "http.request", "body": body, "more_body": False}]
    response, parts = web.Response(), list[bytes]()

    async def receive() -> dict[str, Any]:
        if not unread:
            await asyncio.Event().wait()  # a request has one body; its client stays until it is answered
        return unread.pop()

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            response.set_status(message["status"])
            response.headers.extend((name.decode(), value.decode()) for name, value in message["headers"])
        else:
            parts.append(message.get("body", b""))

    await manager.handle_request(scope, receive, send)
    response.body = b"".join(parts)
    return response
