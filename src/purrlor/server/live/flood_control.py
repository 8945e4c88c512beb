"""Limit what one client may send, so that a flood of messages delays only its sender."""

from __future__ import annotations

import asyncio
import struct
import sys
from collections.abc import Callable
from typing import Any, cast

from aiohttp import web

from ..http.limits import PATIENCE
from .spectator_throttle import LATE, SpectatorThrottle

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
            asked = fcntl.ioctl(connected.fileno(), termios.FIONREAD, bytes(_COUNT.size))
        except OSError:
            return 0
        count: int = _COUNT.unpack(asked)[0]
        return count
