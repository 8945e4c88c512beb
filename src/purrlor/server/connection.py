"""One socket at a table: its limits, its outgoing messages, its round trips."""

from __future__ import annotations

import asyncio
import struct
import time
from collections import deque
from functools import partial

import msgspec
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from purrlor.table import wire
from purrlor.table.refusals import Refusing, refused
from purrlor.table.telling import encoded

from .hall import PING_SECONDS, Hall, Live
from .limits import LONGEST_MESSAGE, PATIENCE, Bucket, Limits
from .messages import UNREADABLE, reason_of
from .round_trips import PING, KernelTrips, frame

DECODER: msgspec.json.Decoder[wire.ClientMessage] = msgspec.json.Decoder(wire.ClientMessage)
MOST_WAITING = 500
"""A client that leaves so many messages unread is cut off; it may come back and is sent the latest."""
CONGESTED = 60 * 1024
"""A transport that holds more than 64 KiB lets whoever writes wait."""
GOODBYE_SECONDS = 2
"""How long a client that is closed may take to answer; it is read meanwhile."""
MOST_AT_ONCE = 20
"""Messages of one socket that are handled before others have their turn."""
PING_MILLIS = 15_000
RACE_PING_MILLIS = 1000 * PING_SECONDS
SILENT_MILLIS = 45_000
MOST_PINGS = 8
FIRST_PROBES = 6
FIRST_PROBE_SECONDS = 0.15
"""A race begins with a few pings in quick succession, so that the first presses find a measured line."""
TEXT = WSMsgType.TEXT
NONCE = struct.Struct(">d")


class Connection:
    def __init__(
        self,
        hall: Hall,
        live: Live,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        limits: Limits,
        *,
        kernel: KernelTrips | None = None,
    ) -> None:
        self.hall = hall
        self.transport = transport
        self.live = live
        self.socket = socket
        self.number = hall.new_connection()
        self.bucket = Bucket(limits.messages, 3 * limits.messages, hall.now())
        self.hasty = 0
        self.waiting: deque[bytes] = deque()
        self.sending = False
        self.closed = False
        self.farewell: asyncio.Task[bool] | None = None
        self.heard = hall.now()
        self.pinged = 0
        self.nonces: deque[bytes] = deque(maxlen=MOST_PINGS)
        """What the last pings carried, until it comes back."""
        self.kernel = kernel
        """Measures the line where the client cannot influence it; None: only its pongs do."""
        self.probes = 0
        """Number of pings sent during races."""

    # Out

    def send(self, message: bytes) -> None:
        """At once, if the transport has room for it; otherwise one after the other as the client reads."""
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
            self.hall.start(self._send_waiting())

    async def _send_waiting(self) -> None:
        """Whoever reads slowly is waited for, and nobody else waits for them."""
        try:
            while self.waiting and not self.closed:
                await self.socket.send_frame(self.waiting.popleft(), WSMsgType.TEXT)
        except (ConnectionError, RuntimeError):
            self.closed = True
        finally:
            self.sending = False

    def close(self, code: str) -> None:
        if not self.closed:
            self.closed = True
            goodbye = self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=code.encode())
            self.farewell = self.hall.start(goodbye)

    def cut(self, code: str) -> None:
        """Close without waiting for the client, whose further messages are not even read."""
        if not self.closed:
            self.closed = True
            if self.transport is not None and not self.transport.is_closing():
                self.transport.write(close_frame(WSCloseCode.TRY_AGAIN_LATER, code.encode()))
                self.transport.close()

    # In

    async def listen(self, person: str, name: str) -> None:
        """Until the client goes."""
        live = self.live
        if live.gone:  # it left the memory a moment ago: the client comes back and finds it woken
            self.close("store_failed")
        try:
            self.hall.connect(live, self.number, self)
            self.hall.run(live, live.table.enter(self.number, person, name, self.hall.now()))
            if self.kernel is not None and (trip := self.kernel.first()) is not None:
                live.table.measured(self.number, trip)
            self.ping()
            handled = 0
            while not self.closed:
                self._hear(await self.socket.receive())
                handled += 1
                if handled % MOST_AT_ONCE == 0:
                    await asyncio.sleep(0)
        finally:
            self.hall.disconnect(live, self.number)
            self.hall.run(live, live.table.leave(self.number, self.hall.now()))
        if self.farewell is not None:
            await self._part(self.farewell)

    async def _part(self, farewell: asyncio.Task[bool]) -> None:
        """Let the client hear why it is closed; whoever does not even read that is cut off."""
        _, pending = await asyncio.wait([farewell], timeout=GOODBYE_SECONDS)
        if pending and self.transport is not None:
            self.transport.abort()

    def _hear(self, message: WSMessage) -> None:
        self.heard = now = self.hall.now()
        kind = message.type
        if kind is TEXT:
            self._obey(message.data, now)
        elif kind is WSMsgType.PONG:
            self._ponged(message.data, now)
        elif kind is WSMsgType.PING:
            if self._allowed(now):
                self.hall.start(self.socket.pong(message.data))
        elif kind is WSMsgType.BINARY:
            allowed = self._allowed(now)
            self._refuse(refused("malformed", reason="messages are texts") if allowed else refused("too_much"))
        else:
            self.closed = True

    def _obey(self, text: str, now: int) -> None:
        began = time.perf_counter()
        self.hall.traffic.messages += 1
        try:
            message = self._understood(text, now)
        except Refusing as refusing:
            self._refuse(refusing)
            return
        live = self.live
        outcome = live.table.receive(self.number, message, now)
        if not outcome.writes:
            self._count_refusal(outcome.sends)
        moved = bool(outcome.writes) and isinstance(message, wire.Act)
        self.hall.run(live, outcome, began if moved else None)

    def _allowed(self, now: int) -> bool:
        """Whether one more frame may be handled; a socket that does not stop is cut."""
        if self.bucket.take(now):
            return True
        self.hasty += 1
        if self.hasty > PATIENCE:
            self.cut("too_much")
        return False

    def _understood(self, text: str, now: int) -> wire.ClientMessage:
        if not self._allowed(now):
            raise refused("too_much")
        if len(text) > LONGEST_MESSAGE:
            raise refused("too_long", most=LONGEST_MESSAGE)
        try:
            return DECODER.decode(text)
        except UNREADABLE as error:
            raise refused("malformed", reason=reason_of(error)) from None

    def _refuse(self, refusing: Refusing) -> None:
        self.hall.metrics.refusals.labels(refusing.code).inc()
        self.send(encoded(refusing.message(0)))

    def _count_refusal(self, sends: list[tuple[int, bytes]]) -> None:
        if len(sends) == 1 and sends[0][1].startswith(b'{"type":"refused"'):
            self.hall.metrics.refusals.labels("table").inc()

    # Round trips

    def ping(self) -> None:
        """Send a ping frame if it is time for one; its answer tells the round trip. Called every second."""
        now = self.hall.now()
        if now - self.heard > SILENT_MILLIS:
            self.close("silent")
            return
        racing = self.live.table.play.racing
        if now - self.pinged < (RACE_PING_MILLIS if racing else PING_MILLIS) - 100 or self.closed:
            return
        self.pinged = now
        self._ping(racing=racing)

    def _ping(self, *, racing: bool) -> None:
        transport = self.transport
        if self.closed or self.sending or transport is None or transport.is_closing():
            return
        nonce = NONCE.pack(time.perf_counter())
        self.nonces.append(nonce)
        ping = frame(PING, nonce)
        if racing:
            self._finish_probe()
            ping = ping if self.kernel is None else self.kernel.begin(ping)
            self.probes += 1
            if self.probes < FIRST_PROBES:
                asyncio.get_running_loop().call_later(FIRST_PROBE_SECONDS, partial(self._ping, racing=True))
        transport.write(ping)

    def _finish_probe(self) -> None:
        if self.kernel is not None and (trip := self.kernel.finish()) is not None:
            self.live.table.measured(self.number, trip)

    def _ponged(self, data: bytes, now: int) -> None:
        """Only the answer to a ping counts, and once: nobody measures their own line. Others count as messages."""
        if data not in self.nonces:
            self._allowed(now)
            return
        self.nonces.remove(data)
        if self.kernel is not None:
            self._finish_probe()
        else:
            self.live.table.measured(self.number, (time.perf_counter() - NONCE.unpack(data)[0]) * 1000)


def text_frame(message: bytes) -> bytes:
    """A text as one frame from server to client (RFC 6455, section 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((0x81, size)) + message
    if size < 2**16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message


def close_frame(code: int, reason: bytes) -> bytes:
    """The end of a connection, with its reason (RFC 6455, section 5.5.1)."""
    return bytes((0x88, 2 + len(reason))) + code.to_bytes(2, "big") + reason
