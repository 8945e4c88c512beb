"""Messages to one client: written at once while the transport has room, otherwise at the client's pace."""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from functools import partial

from aiohttp import WSCloseCode, WSMsgType, web

from ..tasks import BackgroundTasks

FINAL = 0x80
MEDIUM_HEAD, LONG_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
MOST_WAITING = 500
"""Number of unread messages at which a client is disconnected; it may reconnect and gets the latest state."""
CONGESTED = 60 * 1024
"""Buffered bytes that count as congestion; above 64 KiB a transport pauses its writers."""
GOODBYE_SECONDS = 2
"""How long a client may take to answer the close frame; the server reads from it meanwhile."""


def frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((FINAL | opcode, size)) + payload
    if size < 2**16:
        return MEDIUM_HEAD.pack(FINAL | opcode, 126, size) + payload
    return LONG_HEAD.pack(FINAL | opcode, 127, size) + payload


text_frame = partial(frame, TEXT)


def close_frame(code: int, reason: bytes) -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


class Outbox:
    __slots__ = ("closed", "closing", "sending", "socket", "tasks", "transport", "waiting")

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, tasks: BackgroundTasks
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.tasks = tasks
        self.waiting: deque[bytes] = deque()
        self.sending = False
        """Whether messages wait for the client to read."""
        self.closed = False
        self.closing: asyncio.Task[bool] | None = None

    def send(self, message: bytes) -> None:
        """Send a message now, or after the waiting ones."""
        transport = self.transport
        if self.closed or self.socket.closed or transport is None or transport.is_closing():
            return
        if not self.sending and transport.get_write_buffer_size() + len(message) <= CONGESTED:
            transport.write(text_frame(message))
            return
        self.waiting.append(message)
        if len(self.waiting) > MOST_WAITING:
            self.close("too_slow")
        elif not self.sending:
            self.sending = True
            self.tasks.start(self._send_waiting())

    async def _send_waiting(self) -> None:
        """Send waiting messages at the client's pace, without delaying anyone else."""
        try:
            while self.waiting and not self.closed:
                await self.socket.send_frame(self.waiting.popleft(), WSMsgType.TEXT)
        except (ConnectionError, RuntimeError):
            self.closed = True
        finally:
            self.sending = False

    def close(self, code: str) -> None:
        """Send a close frame, and resume reading if it was paused, because the client's answer is expected."""
        if not self.closed:
            self.closed = True
            if self.transport is not None and not self.transport.is_closing():
                self.transport.resume_reading()
            goodbye = self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=code.encode())
            self.closing = self.tasks.start(goodbye)

    def cut(self, code: str) -> None:
        """Close without waiting for the client; its further messages are not read."""
        if not self.closed:
            self.closed = True
            if self.transport is not None and not self.transport.is_closing():
                self.transport.write(close_frame(WSCloseCode.TRY_AGAIN_LATER, code.encode()))
                self.transport.close()

    async def wait_for_close(self) -> None:
        """Wait until the client has read why it is disconnected, and abort the connection if it does not."""
        if self.closing is not None:
            _, pending = await asyncio.wait([self.closing], timeout=GOODBYE_SECONDS)
            if pending and self.transport is not None:
                self.transport.abort()
