"""Route every request about a table to the node that owns it.

On one machine a connection that becomes a WebSocket is handed over whole. Other requests are relayed: later requests on
the same connection may be about another table, and part of them may have been read already.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Middleware

from purrlor.table.refusals import refused

from ..http.listener import CountedHandler, is_internal
from ..http.security import SOCKET, Handler
from ..live.live_tables import LiveTables
from ..store import Node, StoreFailed
from ..tasks import FairQueue
from .handover import NobodyThere, give
from .ownership import Elsewhere, Ownership
from .relay import NOT_MINE, REMOTE_HEADER, Relay, Unreachable, is_from_node, is_upgrade, request_bytes

PATIENCE_SECONDS = 6.0
"""How long a request waits for an owner that does not answer: slightly longer than a lease."""
LOOK_SECONDS = 0.1
"""Seconds between checks of a node that does not answer."""
LOOKS = 5
THREADS, GIVERS = 2, 8


class Router:
    def __init__(self, tables: LiveTables, machine: str, key: str, *, proxied: bool) -> None:
        self.tables = tables
        self.machine = machine
        self.key = key
        self.proxied = proxied
        self.relay: Relay | None = None
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="purrlor-owners")
        self._queue = FairQueue(THREADS)
        """Queue in front of the threads that look up owners."""
        self._givers = ThreadPoolExecutor(GIVERS, thread_name_prefix="purrlor-give")
        self._watches: dict[str, asyncio.Task[None]] = {}
        """Tasks that watch nodes which recently did not answer, by node."""

    async def close(self) -> None:
        if self.relay is not None:
            await self.relay.close()
        for threads in (self._threads, self._givers):
            threads.shutdown(wait=False, cancel_futures=True)

    def middlewares(self) -> tuple[Middleware, Middleware]:
        """Return two middlewares: the first recognises other nodes by their key, the second routes to owners.

        The first one runs before all other middlewares.
        """

        @web.middleware
        async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not is_internal(request):
                return await handler(request)
            if not is_from_node(request, self.key):
                return web.Response(status=403)
            remote = request.headers.get(REMOTE_HEADER, "")
            return await handler(request if self.proxied else request.clone(remote=remote))

        @web.middleware
        async def route(request: web.Request, handler: Handler) -> web.StreamResponse:
            table = request.match_info.get("table")
            if table is None or self.tables.ownership is None:
                return await handler(request)
            return await self._serve(request, handler, table, self.tables.ownership)

        return admit, route

    async def _serve(
        self, request: web.Request, handler: Handler, table: str, ownership: Ownership
    ) -> web.StreamResponse:
        patience = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while True:
            node = await self._owner(table, ownership)
            if node is None:
                try:
                    response = await handler(request)
                except Elsewhere as elsewhere:
                    node = elsewhere.node
                else:
                    if not response.prepared and not ownership.held:
                        raise refused("moving")
                    return response
            if request.get(SOCKET) is not None:
                raise refused("moving")
            if is_internal(request):
                return web.Response(status=NOT_MINE)
            if node.id not in self._watches and (passed := await self._pass_on(request, node)) is not None:
                return passed
            if asyncio.get_running_loop().time() > patience:
                raise refused("moving")
            await self._watch(node)

    async def _owner(self, table: str, ownership: Ownership) -> Node | None:
        if table in self.tables.live and ownership.held:
            return None
        if not table.isascii() or not table.isalnum():
            raise refused("no_table")
        found: Node | None = await self._ask(ownership.owner, table)
        return found

    async def _ask(self, question: Any, *values: Any) -> Any:
        """Run a store query in a dedicated thread, in fair order."""

        async def ask() -> Any:
            return await asyncio.get_running_loop().run_in_executor(self._threads, question, *values)

        try:
            return await self._queue.run_for_caller("owner", ask)
        except StoreFailed:
            raise refused("store_failed") from None

    async def pass_to_keeper(self, request: web.Request, name: str) -> web.StreamResponse | None:
        """Pass on a request about something that one node keeps in memory; None if it is this one.

        All nodes choose the same one by hashing its id with the name (rendezvous hashing).
        """
        ownership = self.tables.ownership
        if ownership is None or is_internal(request):
            return None
        nodes: list[Node] = await self._ask(ownership.nodes.all)
        node = max(nodes, key=lambda each: sha256(f"{each.id} {name}".encode()).digest(), default=None)
        return None if node is None or node.id == ownership.lease.id else await self._pass_on(request, node)

    async def _pass_on(self, request: web.Request, node: Node) -> web.StreamResponse | None:
        """Pass a request on; return None if the node is unreachable and the client has received nothing yet."""
        handler, near = request.protocol, self._is_near(node)
        if near and is_upgrade(request) and isinstance(handler, CountedHandler) and handler.only_request:
            return await self._give(request, handler, node)
        if not near and not node.address:
            return None
        try:
            return await self._opened_relay().carry(request, node, lambda: self._is_alive(node.id), near=near)
        except Unreachable:
            return None

    async def ask(self, node: Node, path: str) -> bytes | None:
        """Return another node's answer to a request of this node; None if there was none in time."""
        near = self._is_near(node)
        return await self._opened_relay().ask(node, path, near=near) if near or node.address else None

    def _is_near(self, node: Node) -> bool:
        return node.machine == self.machine and Path(node.socket).exists()

    def _opened_relay(self) -> Relay:
        if self.relay is None:
            self.relay = Relay(self.key)
        return self.relay

    async def _give(self, request: web.Request, handler: CountedHandler, node: Node) -> web.StreamResponse | None:
        received = await request_bytes(request)
        transport = handler.transport
        if transport is None or transport.is_closing():
            raise ConnectionResetError
        transport.pause_reading()
        descriptor = transport.get_extra_info("socket").fileno()
        try:
            work = asyncio.get_running_loop().run_in_executor(
                self._givers, give, node.socket, descriptor, received + handler.unread
            )
            await asyncio.shield(work)
        except NobodyThere:
            transport.resume_reading()
            return None
        handler.leave()
        return web.Response()  # not sent: another process answers

    async def _watch(self, node: Node) -> None:
        """Wait until a node is gone or may be reachable again; all requests that wait for it share one watch."""
        if node.id not in self._watches:
            task = self._watches[node.id] = asyncio.ensure_future(self._look_for(node.id))
            task.add_done_callback(lambda _: self._watches.pop(node.id, None))
        await asyncio.shield(self._watches[node.id])

    async def _look_for(self, node: str) -> None:
        for _ in range(LOOKS):
            await asyncio.sleep(LOOK_SECONDS)
            if not await self._is_alive(node):
                return

    async def _is_alive(self, node: str) -> bool:
        ownership = self.tables.ownership
        return ownership is not None and bool(await self._ask(ownership.is_alive, node))
