"""Carries requests and WebSockets to a node of another machine.

A WebSocket is a tunnel of bytes once it is open: neither side of it is parsed, pings and pongs pass end to end, and a
side that does not read stops the other one from being read. The nodes know each other by a key that the store keeps.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector, web

from purrlor.table.keys import same

from ..listener import CountedHandler
from ..store import Node
from .requests import end_to_end, request_bytes

KEY_HEADER, REMOTE_HEADER = "Purrlor-Cluster-Key", "Purrlor-Remote"
NOT_MINE = 421
"""Misdirected Request (RFC 9110, section 15.5.20): the node does not own the table."""
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 20.0
CHUNK = 64 * 1024


class Unreachable(Exception):
    """The node does not answer, or does not own the table."""


class Relay:
    def __init__(self, key: str) -> None:
        self._key = key
        timeout = ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=ANSWER_SECONDS)
        self._session = ClientSession(connector=TCPConnector(limit=0), timeout=timeout, auto_decompress=False)

    async def close(self) -> None:
        await self._session.close()

    async def carry(self, request: web.Request, node: Node) -> web.StreamResponse:
        """What the node answers; `Unreachable` if nothing of it has reached the client yet."""
        added = {KEY_HEADER: self._key, REMOTE_HEADER: request.remote or ""}
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._tunnel(request, node, added)
        body = await request.read() if request.can_read_body else None
        kept = end_to_end(request.headers.copy())
        for name in ("Content-Length", "Content-Encoding", "Expect"):
            kept.popall(name, None)
        kept.update(added)
        url = f"http://{node.address}{request.raw_path}"
        try:
            asked = self._session.request(request.method, url, headers=kept, data=body, allow_redirects=False)
            async with asked as answer:
                if answer.status == NOT_MINE:
                    raise Unreachable(node.id)
                response = web.StreamResponse(status=answer.status, headers=end_to_end(answer.headers.copy()))
                await response.prepare(request)
                async for chunk in answer.content.iter_chunked(CHUNK):
                    await response.write(chunk)
                await response.write_eof()
                return response
        except (ClientError, TimeoutError, OSError) as error:
            raise Unreachable(str(error)) from None

    async def _tunnel(self, request: web.Request, node: Node, added: dict[str, str]) -> web.StreamResponse:
        handler = request.protocol
        if not isinstance(handler, CountedHandler) or handler.transport is None:
            raise Unreachable("the connection cannot be tunnelled")
        host, _, port = node.address.rpartition(":")
        far = Side()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await asyncio.get_running_loop().create_connection(lambda: far, host.strip("[]"), int(port))
            far.write(await request_bytes(request, added))
            async with asyncio.timeout(ANSWER_SECONDS):
                first = await far.first
        except (OSError, TimeoutError, ValueError) as error:
            far.close()
            raise Unreachable(str(error)) from None
        if first.startswith(f"HTTP/1.1 {NOT_MINE} ".encode()):
            far.close()
            raise Unreachable(node.id)
        near = Side()
        unread = handler.hand_to(near)
        far.join(near, unread)
        near.join(far, first)
        try:
            await asyncio.gather(near.ended, far.ended)
        finally:
            near.close()
            far.close()
            handler.leave()
        return web.Response()  # nobody reads it: the connection is closed


class Side(asyncio.Protocol):
    """One end of a tunnel."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.first: asyncio.Future[bytes] = loop.create_future()
        """What came before the two ends were joined."""
        self.ended: asyncio.Future[None] = loop.create_future()
        self._transport: asyncio.Transport | None = None
        self._other: Side | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are of no class of asyncio

    def join(self, other: Side, received: bytes) -> None:
        """Pass on what comes from now on, after what was received for this side before."""
        self._other = other
        self.write(received)
        self.resume()
        if self.ended.done():
            other.close()

    def write(self, data: bytes) -> None:
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        if self._other is not None:
            self._other.write(data)
        elif not self.first.done():
            self.first.set_result(data)
            self.pause()

    def pause_writing(self) -> None:
        """This side does not read fast enough: the other one must wait."""
        if self._other is not None:
            self._other.pause()

    def resume_writing(self) -> None:
        if self._other is not None:
            self._other.resume()

    def pause(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.first.done():
            self.first.set_exception(exc or ConnectionResetError())
            with suppress(ConnectionError):
                self.first.exception()
        if not self.ended.done():
            self.ended.set_result(None)
        if self._other is not None:
            self._other.close()


def is_from_node(request: web.Request, key: str) -> bool:
    """Whether a request on the port of the cluster comes from another node."""
    return same(request.headers.get(KEY_HEADER, ""), key)
