"""One WebSocket at a table: read frames, pass messages to the table, reply to unreadable ones, and slow down floods."""

from __future__ import annotations

import asyncio
import struct
import sys
import time
from collections.abc import Callable
from typing import Any, cast

from aiohttp import WSMessage, WSMsgType, web

from purrlor.core.reason import Reason
from purrlor.table import wire
from purrlor.table.messages import encoded
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.table import read_message
from purrlor.words import ENGLISH

from ..http.limits import LONGEST_MESSAGE, PATIENCE, Bucket, Limits
from ..http.overload import LATE, Overload, SpectatorThrottle
from .live_tables import LiveTables
from .outbox import Outbox
from .pings import Pings
from .registry import LiveTable

A_LONG_WAIT = 10
"""Number of rate-limited messages that a long wait counts as.

A spectator who keeps sending to an overloaded server is cut.
"""
MOST_PARSED, MOST_UNREAD = 10, 1024
"""Messages, and unparsed bytes, that a spectator may have sent by the end of a long wait; more cuts the connection.

Web clients send about 100 bytes and wait for the answer.
"""


class FloodControl:
    """Slows down one client. `cut` closes its connection without waiting for the client."""

    __slots__ = ("cut", "excess", "held", "socket", "transport")

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        *,
        cut: Callable[[str], None],
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.excess = 0
        self.held = False
        """Whether reading from the transport is paused, because the client waited in the queue."""
        self.cut = cut

    def exceed(self, number: int = 1) -> None:
        """Count messages that were refused because they came too fast. Cuts a client that does not slow down."""
        self.excess += number
        if self.excess > PATIENCE:
            self.cut("too_much")

    async def wait_in_line(self, throttle: SpectatorThrottle, seconds: float) -> None:
        """Wait until there is time for another message that takes as long.

        While a client waits, the server does not read from it, so its next messages are not even parsed.
        """
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()
            self.held = True
        if await throttle.pay(seconds, self._floods) > LATE:
            if self._floods():
                self.cut("too_much")
            else:
                self.exceed(A_LONG_WAIT)

    def _floods(self) -> bool:
        """Return whether the client keeps sending without waiting for answers."""
        return unhandled_messages(self.socket) > MOST_PARSED or unread_bytes(self.transport) > MOST_UNREAD

    def read_on(self) -> None:
        """Resume reading after a wait, once all messages read before it are handled."""
        if not unhandled_messages(self.socket):
            if self.transport is not None and not self.transport.is_closing():
                self.transport.resume_reading()
            self.held = False


def unhandled_messages(socket: web.WebSocketResponse) -> int:
    """Count the messages that were read and wait for their turn."""
    return len(cast("Any", socket)._reader._buffer)  # noqa: SLF001


if sys.platform == "win32":

    def unread_bytes(transport: asyncio.Transport | None) -> int:  # noqa: ARG001
        """Return 0: this platform does not report it."""
        return 0

else:
    import fcntl
    import termios

    _COUNT = struct.Struct("i")

    def unread_bytes(transport: asyncio.Transport | None) -> int:
        """Count the bytes that the kernel holds for this process; 0 for a connection that is closed."""
        connected = None if transport is None or transport.is_closing() else transport.get_extra_info("socket")
        if connected is None:
            return 0
        try:
            counted = fcntl.ioctl(connected.fileno(), termios.FIONREAD, bytes(_COUNT.size))
        except OSError:
            return 0
        count: int = _COUNT.unpack(counted)[0]
        return count


MOST_AT_ONCE = 20
"""Maximum number of messages of one socket handled before others get their turn."""
A_FRAME = 50e-6
"""Approximate seconds needed for a frame that is not a message."""
TEXT = WSMsgType.TEXT
TEXTS = Reason("server.refused.reason.texts", "messages are texts")


class Connection:
    """One client's WebSocket at a table, from its first frame until it closes."""

    __slots__ = (
        "bucket",
        "close",
        "flood",
        "idle",
        "language",
        "live",
        "number",
        "outbox",
        "overload",
        "pings",
        "send",
        "tables",
    )

    def __init__(
        self,
        tables: LiveTables,
        live: LiveTable,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        limits: Limits,
        *,
        overload: Overload,
        proxied: bool = False,
        language: str = ENGLISH,
        opened: float | None = None,
    ) -> None:
        """Prepare the connection. `opened` is when the handshake was answered; `language` is that of refusals."""
        self.tables = tables
        self.live = live
        self.overload = overload
        self.language = language
        self.number = 0
        """The connection's number, assigned when it enters its table."""
        now = tables.now()
        self.outbox = Outbox(socket, transport, tables.tasks)
        self.bucket = Bucket(limits.messages, 3 * limits.messages, now)
        self.flood = FloodControl(socket, transport, cut=self.outbox.cut)
        self.pings = Pings(live, self.outbox, now, proxied=proxied, opened=opened)
        self.send = self.outbox.send
        self.close = self.outbox.close
        self.idle = 0.0
        """Seconds that the last message took, if it changed nothing."""

    def ping(self) -> None:
        self.pings.ping(self.tables.now())

    async def listen(self, person: str, name: str, *, screen: bool = False) -> None:
        """Handle frames until the connection is closed. A `screen` gets only what a spectator gets."""
        live, eyes = self.live, "" if screen else person
        while not live.gone and live.table.prepare_entry(eyes):  # in small parts, to let others run
            await asyncio.sleep(0)
        if live.gone:  # it was just unloaded: the client reconnects and finds it loaded again
            self.close("store_failed")
        try:
            self._enter(person, name, screen=screen)
            handled, overload, outbox, flood = 0, self.overload, self.outbox, self.flood
            while not outbox.closed:
                if flood.held:
                    flood.read_on()
                self._handle_frame(await outbox.socket.receive())
                handled += 1
                if self.idle and not self._plays():
                    await flood.wait_in_line(overload.spectators, self.idle)
                elif overload.strained:
                    await asyncio.sleep(overload.pause())
                elif handled % MOST_AT_ONCE == 0:
                    await asyncio.sleep(0)
        finally:
            self._leave()
        await self.outbox.wait_for_close()

    def _enter(self, person: str, name: str, *, screen: bool) -> None:
        self.number, table, now = self.tables.connect(self.live, self), self.live.table, self.tables.now()
        self.tables.run(self.live, table.enter(self.number, person, name, now, self.language, screen=screen))
        self.pings.begin(self.number, now)

    def _leave(self) -> None:
        self.pings.end()
        self.tables.disconnect(self.live, self.number)
        self.tables.run(self.live, self.live.table.leave(self.number, self.tables.now()))

    def _plays(self) -> bool:
        guest = self.live.table.guests.get(self.number)
        return guest is not None and bool(guest.seats)

    def _handle_frame(self, message: WSMessage) -> None:
        self.pings.last_frame = now = self.tables.now()
        self.idle = 0.0
        kind = message.type
        if kind is TEXT:
            self._handle_message(message.data, now)
        elif kind is WSMsgType.PONG:
            if not self.pings.take_pong(message.data):
                self._allowed(now)
        elif kind is WSMsgType.PING:
            if self._allowed(now):
                self.tables.tasks.start(self.outbox.socket.pong(message.data))
        elif kind is WSMsgType.BINARY:
            allowed = self._allowed(now)
            self._refuse(refused("malformed", because=TEXTS) if allowed else refused("too_much"))
        else:
            self.outbox.closed = True

    def _handle_message(self, text: str, now: int) -> None:
        began = time.perf_counter()
        self.tables.metrics.traffic.messages += 1
        try:
            if not self.bucket.take(now):
                self.flood.exceed()
                raise refused("too_much")
            if len(text) > LONGEST_MESSAGE:
                raise refused("too_long", most=LONGEST_MESSAGE)
            message = read_message(text)
        except RequestRefused as refusing:
            self._refuse(refusing)
            self.idle = time.perf_counter() - began
            return
        live = self.live
        if self.pings.opened is not None:
            self.pings.note_first_message(began, self.pings.opened)
        effects = live.table.receive(self.number, message, now)
        if effects.refusal:
            self.tables.metrics.refusals.labels(effects.refusal).inc()
        moved = bool(effects.writes) and isinstance(message, wire.Act)
        self.tables.run(live, effects, began if moved else None)
        self.idle = 0.0 if effects.writes else time.perf_counter() - began

    def _allowed(self, now: int) -> bool:
        """Return whether one more frame that is not a message may be handled."""
        self.idle = A_FRAME
        if self.bucket.take(now):
            return True
        self.flood.exceed()
        return False

    def _refuse(self, refusing: RequestRefused) -> None:
        self.tables.metrics.refusals.labels(refusing.code).inc()
        self.send(encoded(refusing.message(0, self.language)))
