"""Accept TCP connections, within limits, and survive running out of file descriptors.

The loop's own `create_server` is not enough: uvloop closes the listening socket for good when `accept` fails, and
neither loop limits connections.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from aiohttp import web

from .limits import AddressCounts, Limits, share_of

log = logging.getLogger("purrlor.server")
http_log = logging.getLogger("purrlor.server.http")
BACKLOG = 512
BATCH = 64
"""Maximum number of connections accepted at once, so that others are served in between."""
PAUSE_SECONDS = 0.5
"""How long to stop accepting connections after the system had no resources for one."""
HEADER_SECONDS = 15
"""Time after which a connection without a complete request is closed."""
PROXY_SECONDS = 3630
"""`HEADER_SECONDS` behind a reverse proxy: longer than proxies keep idle connections, so none is closed in use."""
LINGER_SECONDS = 2
"""How long to wait for the rest of a body that is not read."""
RESERVED = 128
"""Descriptors reserved for the store, the processes and the web client's files."""
NO_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
BODY = b'{"code":"too_much","words":"Too many connections at once; wait a moment."}'
LINES = ("HTTP/1.1 429 Too Many Requests", "Content-Type: application/json", "Connection: close", "Content-Length: {}")
REFUSAL = "\r\n".join((*LINES, "", "")).format(len(BODY)).encode() + BODY


class CountedHandler(web.RequestHandler):
    """aiohttp's protocol for one connection, which also reports when the connection has ended.

    A connection that another process accepted begins with the bytes that it has `received`. A connection can also be
    taken away: another process or protocol continues with what is `unread`.
    """

    ended: Callable[[], None] | None = None
    received = b""
    internal = False
    """Whether the connection came through the port for other nodes."""
    counted = False
    """Whether another process has already counted the next request against the limits of its address."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.received:
            self.data_received(self.received)
            self.received = b""

    @property
    def only_request(self) -> bool:
        """Return whether nothing has arrived after the current request."""
        return not self._messages

    @property
    def unread(self) -> bytes:
        """Return the bytes that arrived after a request for another protocol."""
        tail: bytes = cast("Any", self)._message_tail  # noqa: SLF001
        return tail

    def hand_to(self, protocol: asyncio.Protocol) -> bytes:
        """Give the connection to another protocol and return the bytes that are not read yet."""
        assert self.transport is not None
        protocol.connection_made(self.transport)
        self.transport.set_protocol(protocol)
        return self.unread

    def leave(self) -> None:
        """Give up the connection, which now belongs to another process or protocol: nothing more is written to it."""
        self.force_close()
        self.connection_lost(None)

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer a request that aiohttp could not read, without its version (`security.hide_version`)."""
        response = super().handle_error(request, status, exc, message)
        response.headers["Server"] = "purrlor"
        return response

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        if self.ended is not None:
            self.ended()
            self.ended = None


def is_internal(request: web.Request) -> bool:
    """Return whether another node relayed this request."""
    handler = request.protocol
    return isinstance(handler, CountedHandler) and handler.internal


def is_counted(request: web.Request) -> bool:
    """Return whether the process that relayed this request, or handed its connection over, already counted it."""
    handler = request.protocol
    if not isinstance(handler, CountedHandler):
        return False
    counted, handler.counted = handler.counted, handler.internal
    return counted


class Listener:
    """One listening socket. `proxied`: all connections come from a reverse proxy, so addresses are not counted.

    `internal`: they come from other nodes of a cluster.
    """

    def __init__(
        self,
        server: web.Server,
        listening: socket.socket,
        limits: Limits,
        *,
        proxied: bool = False,
        internal: bool = False,
        counts: AddressCounts | None = None,
    ) -> None:
        self.server = server
        self.listening = listening
        self.limits = limits
        self.proxied = proxied or internal
        self.internal = internal
        self.total = most_connections(limits.all_connections)
        self.open = counts or AddressCounts()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    def start(self) -> None:
        self.listening.setblocking(False)
        asyncio.get_running_loop().add_reader(self.listening, self._accept)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().remove_reader(self.listening)
            self.listening.close()

    def _accept(self) -> None:
        for _ in range(BATCH):
            try:
                connection, peer = self.listening.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError as error:
                if error.errno not in NO_RESOURCES:
                    raise
                log.error("cannot accept connections: %s", error.strerror)
                loop = asyncio.get_running_loop()
                loop.remove_reader(self.listening)
                loop.call_later(PAUSE_SECONDS, self._resume)
                return
            self._admit(connection, str(peer[0]) if peer else "")  # the peer of a Unix socket has no address

    def _resume(self) -> None:
        if not self.closed:
            asyncio.get_running_loop().add_reader(self.listening, self._accept)

    def adopt(self, connection: socket.socket, received: bytes) -> None:
        """Serve a connection that another process of this machine has accepted and read from."""
        try:
            peer = connection.getpeername()
        except OSError:  # the client is gone
            connection.close()
            return
        self._admit(connection, str(peer[0]), received)

    def _admit(self, connection: socket.socket, address: str, received: bytes = b"") -> None:
        connection.setblocking(False)
        address = share_of(address)
        many = not self.proxied and self.open.of(address) >= self.limits.connections
        if many or self.open.total() >= self.total:
            log.warning("connections were refused: %s", "too many from one address" if many else "too many in all")
            with connection, suppress(OSError):
                connection.send(REFUSAL)
            return
        with suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.open.add(address, 1)
        task = asyncio.ensure_future(self._connect(connection, address, received))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _connect(self, connection: socket.socket, address: str, received: bytes) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: self._handler(address, received), connection)
        except OSError:
            connection.close()
            self._leave(address)

    def _handler(self, address: str, received: bytes) -> CountedHandler:
        handler = CountedHandler(
            self.server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]
            logger=http_log,
            keepalive_timeout=PROXY_SECONDS if self.proxied else HEADER_SECONDS,
            lingering_time=LINGER_SECONDS,
            auto_decompress=False,
        )
        handler.ended = lambda: self._leave(address)
        handler.received = received
        handler.internal = self.internal
        handler.counted = self.internal or bool(received)
        return handler

    def _leave(self, address: str) -> None:
        self.open.add(address, -1)


def listening_sockets(host: str | None, port: int) -> list[socket.socket]:
    """Open listening sockets for this host; None means all addresses of the machine, IPv4 and IPv6 where available."""
    if host is not None:
        return [_listen(socket.AF_INET, host, port)]
    first = _listen(socket.AF_INET, "", port)
    found = [first]
    if socket.has_ipv6:
        with suppress(OSError):
            found.append(_listen(socket.AF_INET6, "::", first.getsockname()[1]))
    return found


def _listen(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=family, backlog=BACKLOG, reuse_port=False)


def most_connections(wanted: int) -> int:
    """Return `wanted`, or fewer if the system allows fewer open files. Raises the soft limit as needed."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else max(8, min(wanted, soft - RESERVED))
