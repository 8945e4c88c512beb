"""Relay requests and WebSockets to another node: over TCP, or over a Unix socket on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from aiohttp import (
    BaseConnector,
    ClientConnectorError,
    ClientError,
    ClientSession,
    ClientTimeout,
    TCPConnector,
    UnixConnector,
    web,
)

from purrlor.table.keys import same
from purrlor.table.refusals import refused

from ..http.listener import CountedHandler
from ..store import Node
from .handover import relay_path

if TYPE_CHECKING:
    from multidict import CIMultiDict


LEFT_OUT = frozenset({b"transfer-encoding", b"content-length", b"expect"})
"""Headers about how the body was transferred; the relay forwards the whole body unchanged."""
HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-authenticate", "te", "trailer", "transfer-encoding", "upgrade"}
)
"""Headers about one connection (RFC 9110, section 7.6.1)."""
KEY_HEADER, REMOTE_HEADER = "Purrlor-Cluster-Key", "Purrlor-Remote"
NOT_MINE = 421
"""Misdirected Request (RFC 9110, section 15.5.20): the node does not own the table."""
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 20.0
ASK_SECONDS = 1.0
LOOK_SECONDS = 1.0
"""Seconds without an answer after which a node may have been suspended."""
CHUNK = 64 * 1024
Alive: TypeAlias = Callable[[], Awaitable[bool]]
"""Function that returns whether the node of a pending request still has a lease."""
T = TypeVar("T")


async def request_bytes(request: web.Request, added: Mapping[str, str] | None = None) -> bytes:
    """Return head and body of a request without the headers about its transport, plus `added` headers."""
    body = await request.read() if request.can_read_body else b""
    mine = frozenset(name.lower().encode() for name in added or ())
    kept = [(name, value) for name, value in request.raw_headers if name.lower() not in LEFT_OUT | mine]
    kept += [(name.encode(), value.encode()) for name, value in (added or {}).items()]
    if body or request.method not in ("GET", "HEAD"):
        kept.append((b"Content-Length", str(len(body)).encode()))
    lines = [f"{request.method} {request.raw_path} HTTP/1.1".encode(errors="surrogateescape")]
    lines += [name + b": " + value for name, value in kept]
    return b"\r\n".join([*lines, b"", body])


def end_to_end(headers: CIMultiDict[str]) -> CIMultiDict[str]:
    """Return the headers without those about one connection."""
    kept = headers.copy()
    for name in HOP_BY_HOP:
        kept.popall(name, None)
    return kept


def is_upgrade(request: web.Request) -> bool:
    """Return whether the connection becomes a WebSocket, so that no other request can follow on it."""
    wanted = request.headers.get("Connection", "").lower()
    return "upgrade" in wanted and request.headers.get("Upgrade", "").lower() == "websocket"


class Unreachable(Exception):
    """Raised when the node does not answer or does not own the table."""


class Relay:
    """Relays requests, each on its own connection: the other node may just have closed a shared one."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._far = _session(TCPConnector(limit=0, force_close=True))

    async def close(self) -> None:
        await self._far.close()

    async def carry(self, request: web.Request, node: Node, alive: Alive, *, near: bool) -> web.StreamResponse:
        """Relay a request and return the node's response; `near` means that the node is on this machine.

        Raises `Unreachable` if the node did not get the request or changed nothing, and no part of a response has
        reached the client.
        """
        added = {KEY_HEADER: self._key, REMOTE_HEADER: request.remote or ""}
        if is_upgrade(request):
            return await self._tunnel(request, node, alive, added, near=near)
        try:
            if not near:
                return await self._relay(request, node.address, self._far, alive, added)
            async with _session(UnixConnector(relay_path(node.socket))) as session:
                return await self._relay(request, "node", session, alive, added)
        except (ClientError, TimeoutError, OSError) as error:
            if isinstance(error, ClientConnectorError) or request.method in ("GET", "HEAD"):
                raise Unreachable(str(error)) from None
            raise refused("moving") from None  # it may have been done: only the client may repeat it

    async def ask(self, node: Node, path: str, *, near: bool) -> bytes | None:
        """Return a node's answer, waiting no longer than a web client does; None if there was none."""
        try:
            async with asyncio.timeout(ASK_SECONDS):
                if not near:
                    return await self._get(self._far, f"http://{node.address}{path}")
                async with _session(UnixConnector(relay_path(node.socket))) as session:
                    return await self._get(session, f"http://node{path}")
        except (ClientError, TimeoutError, OSError):
            return None

    async def _get(self, session: ClientSession, url: str) -> bytes | None:
        async with session.get(url, headers={KEY_HEADER: self._key}) as answer:
            return await answer.read() if answer.ok else None

    async def _relay(
        self, request: web.Request, host: str, session: ClientSession, alive: Alive, added: dict[str, str]
    ) -> web.StreamResponse:
        body = await request.read() if request.can_read_body else None
        kept = end_to_end(request.headers.copy())
        for name in ("Content-Length", "Expect"):
            kept.popall(name, None)
        kept.update(added)
        url = f"http://{host}{request.raw_path}"
        sending = session.request(request.method, url, headers=kept, data=body, allow_redirects=False)
        async with await answered(sending, alive) as answer:
            if answer.status == NOT_MINE:
                raise Unreachable(url)
            response = web.StreamResponse(status=answer.status, headers=end_to_end(answer.headers.copy()))
            await response.prepare(request)
            try:
                async for chunk in answer.content.iter_chunked(CHUNK):
                    await response.write(chunk)
            except (ClientError, TimeoutError, OSError):  # the client sees a truncated response
                request.protocol.force_close()
                return response
            await response.write_eof()
            return response

    async def _tunnel(
        self, request: web.Request, node: Node, alive: Alive, added: dict[str, str], *, near: bool
    ) -> web.StreamResponse:
        handler = request.protocol
        if not isinstance(handler, CountedHandler) or handler.transport is None:
            raise Unreachable("the connection cannot be tunnelled")
        far = Side()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await _connect(far, node, near=near)
            far.write(await request_bytes(request, added))
            async with asyncio.timeout(ANSWER_SECONDS):
                first = await answered(far.first, alive)
        except (OSError, TimeoutError, ValueError) as error:
            far.close()
            raise Unreachable(str(error)) from None
        if first.startswith(f"HTTP/1.1 {NOT_MINE} ".encode()):
            far.close()
            raise Unreachable(node.id)
        client = Side()
        unread = handler.hand_to(client)
        far.join(client, unread)
        client.join(far, first)
        try:
            await asyncio.gather(client.ended, far.ended)
        finally:
            client.close()
            far.close()
            handler.leave()
        return web.Response()  # not sent: the connection is closed


async def answered(sending: Awaitable[T], alive: Alive) -> T:
    """Wait for a node's answer while the node is alive.

    A suspended node would accept connections without ever answering.
    """
    answer = asyncio.ensure_future(sending)
    try:
        while not (await asyncio.wait([answer], timeout=LOOK_SECONDS))[0]:
            if not await alive():
                raise TimeoutError
        return answer.result()
    finally:
        answer.cancel()


def _session(connector: BaseConnector) -> ClientSession:
    timeout = ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=ANSWER_SECONDS)
    return ClientSession(connector=connector, timeout=timeout, auto_decompress=False)


async def _connect(side: Side, node: Node, *, near: bool) -> None:
    loop = asyncio.get_running_loop()
    if near:
        await loop.create_unix_connection(lambda: side, relay_path(node.socket))
    else:
        host, _, port = node.address.rpartition(":")
        await loop.create_connection(lambda: side, host.strip("[]"), int(port))


class Side(asyncio.Protocol):
    """One end of a tunnel."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.first: asyncio.Future[bytes] = loop.create_future()
        """Bytes received before the two ends were joined."""
        self.ended: asyncio.Future[None] = loop.create_future()
        self._transport: asyncio.Transport | None = None
        self._other: Side | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop has its own classes

    def join(self, other: Side, received: bytes) -> None:
        """Forward all data from now on to the other side, after the bytes already received for this side."""
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
        """Pause reading on the other side, because this side does not read fast enough."""
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
    """Return whether a request on the cluster port comes from another node."""
    return same(request.headers.get(KEY_HEADER, ""), key)
