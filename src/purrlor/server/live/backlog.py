"""How much a client has sent that is not handled yet: messages that were read, and what the kernel keeps meanwhile."""

from __future__ import annotations

import asyncio
import struct
import sys
from typing import Any, cast

from aiohttp import web


def unhandled_messages(socket: web.WebSocketResponse) -> int:
    """Messages that were read and wait for their turn."""
    return len(cast("Any", socket)._reader._buffer)  # noqa: SLF001


if sys.platform == "win32":

    def unread_bytes(transport: asyncio.Transport | None) -> int:  # noqa: ARG001
        """Not known there."""
        return 0

else:
    import fcntl
    import termios

    _COUNT = struct.Struct("i")

    def unread_bytes(transport: asyncio.Transport | None) -> int:
        """0 for a connection that is closed."""
        connected = None if transport is None or transport.is_closing() else transport.get_extra_info("socket")
        if connected is None:
            return 0
        try:
            asked = fcntl.ioctl(connected.fileno(), termios.FIONREAD, bytes(_COUNT.size))
        except OSError:
            return 0
        count: int = _COUNT.unpack(asked)[0]
        return count
