"""One WebSocket at a table: its limits, its outgoing messages, its round trips."""

from __future__ import annotations

import asyncio
import struct
import time
from collections import deque
from functools import partial

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from purrlor.core.reason import Reason
from purrlor.table import wire
from purrlor.table.messages import encoded, read_message
from purrlor.table.refusals import RequestRefused, refused
from purrlor.words import ENGLISH

from ..http.limits import LONGEST_MESSAGE, PATIENCE, Bucket, Limits
from ..http.overload import Overload
from .backlog import unhandled_messages, unread_bytes
from .frames import PING, close_frame, frame, text_frame
from .heartbeat import PING_SECONDS
from .live_table import LiveTable
from .live_tables import Hall
from .round_trips import kernel_trips
from .spectator_throttle import LATE

MOST_WAITING = 500
"""A client that leaves this many messages unread is closed; it may come back and is sent the latest."""
CONGESTED = 60 * 1024
"""Above 64 KiB in its buffer a transport asks writers to wait."""
GOODBYE_SECONDS = 2
"""How long a client that is closed may take to answer; it is read meanwhile."""
MOST_AT_ONCE = 20
"""Messages of one socket that are handled before others have their turn."""
A_LONG_WAIT = 10
"""Counts as this many messages in haste: a watcher who goes on sending in an overloaded parlour is cut."""
MOST_PARSED, MOST_UNREAD = 10, 1024
"""Messages, and bytes behind them, that a watcher may have sent by the end of a long wait; one with more is cut at
once. Pages send some 100 bytes and wait for the answer."""
A_FRAME = 50e-6
"""Seconds that a frame takes which is no message; roughly."""
PING_MILLIS = 15_000
RACE_PING_MILLIS = 1000 * PING_SECONDS
SILENT_MILLIS = 45_000
MOST_PINGS = 8
FIRST_PROBES = 6
FIRST_PROBE_SECONDS = 0.2
"""A race begins with a few pings in quick succession, so that the first presses find a measured line. Where only pongs
measure it, a connection begins with them, too."""
TEXT = WSMsgType.TEXT
NONCE = struct.Struct(">d")
TEXTS = Reason("server.refused.reason.texts", "messages are texts")


class Connection:
    def __init__(
        self,
        hall: Hall,
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
        """`opened`: when the handshake was answered."""
        self.hall = hall
        self.overload = overload
        self.language = language
        """What refusals are said in."""
        self.transport = transport
        self.live = live
        self.socket = socket
        self.number = 0
        """Given by the hall once it listens."""
        self.bucket = Bucket(limits.messages, 3 * limits.messages, hall.now())
        self.excess = 0
        self.idle = 0.0
        """Seconds that the last message took, if it changed nothing."""
        self.held = False
        """Whether nothing is read from the transport, because the client waited in line."""
        self.waiting: deque[bytes] = deque()
        self.sending = False
        self.closed = False
        self.closing: asyncio.Task[bool] | None = None
        self.last_frame = hall.now()
        self.pinged = 0
        self.nonces: deque[bytes] = deque(maxlen=MOST_PINGS)
        """What the last pings carried, until it comes back."""
        self.kernel = kernel_trips(transport, self._measured_by_kernel, proxied=proxied)
        """Measures the line where the client cannot influence it; None: only its pongs do."""
        self.raced = False
        """Whether a race has begun on this connection."""
        self.opened = opened
        """When the handshake was answered, by the performance counter; None once the client has sent something."""
        self.vouched: float | None = None
        """The round trip of the handshake, where a trusted proxy has measured it."""
        self.asks_for_probes = 0
        """Number of connections to ask the client for when a race begins, so that the proxy measures them, too."""

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
            self.hall.tasks.start(self._send_waiting())

    async def _send_waiting(self) -> None:
        """At the pace of the client; nobody else waits for it."""
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
            self._resume()
            goodbye = self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=code.encode())
            self.closing = self.hall.tasks.start(goodbye)

    def cut(self, code: str) -> None:
        """Close without waiting for the client, whose further messages are not even read."""
        if not self.closed:
            self.closed = True
            if self.transport is not None and not self.transport.is_closing():
                self.transport.write(close_frame(WSCloseCode.TRY_AGAIN_LATER, code.encode()))
                self.transport.close()

    # In

    async def listen(self, person: str, name: str, *, screen: bool = False) -> None:
        """Handle frames until the connection is closed. A `screen` gets what a spectator gets, and nothing else."""
        live, eyes = self.live, "" if screen else person
        while not live.gone and live.table.prepare_entry(eyes):  # in small parts: others have their turn in between
            await asyncio.sleep(0)
        if live.gone:  # it left the memory a moment ago: the client comes back and finds it woken
            self.close("store_failed")
        try:
            self._enter(person, name, screen=screen)
            handled, overload = 0, self.overload
            while not self.closed:
                if self.held:
                    self._read_on()
                self._handle_frame(await self.socket.receive())
                handled += 1
                if self.idle and not self._plays():
                    await self._wait_in_line()
                elif overload.strained:
                    await asyncio.sleep(overload.pause())
                elif handled % MOST_AT_ONCE == 0:
                    await asyncio.sleep(0)
        finally:
            self._leave()
        if self.closing is not None:
            await self._wait_for_close(self.closing)

    def _enter(self, person: str, name: str, *, screen: bool) -> None:
        self.number, table, now = self.hall.connect(self.live, self), self.live.table, self.hall.now()
        self.hall.run(self.live, table.enter(self.number, person, name, now, self.language, screen=screen))
        if self.kernel is not None:
            self.kernel.first()
        if self.vouched is not None:
            self.vouch(self.vouched)
        self.ping()

    def _leave(self) -> None:
        if self.kernel is not None:
            self.kernel.close()
            self.kernel = None  # each holds the other
        self.hall.disconnect(self.live, self.number)
        self.hall.run(self.live, self.live.table.leave(self.number, self.hall.now()))

    def _plays(self) -> bool:
        guest = self.live.table.guests.get(self.number)
        return guest is not None and bool(guest.seats)

    async def _wait_for_close(self, closing: asyncio.Task[bool]) -> None:
        """Let the client read why it is closed; the connection of a client that does not is aborted."""
        _, pending = await asyncio.wait([closing], timeout=GOODBYE_SECONDS)
        if pending and self.transport is not None:
            self.transport.abort()

    def _handle_frame(self, message: WSMessage) -> None:
        self.last_frame = now = self.hall.now()
        self.idle = 0.0
        kind = message.type
        if kind is TEXT:
            self._handle_message(message.data, now)
        elif kind is WSMsgType.PONG:
            self._handle_pong(message.data, now)
        elif kind is WSMsgType.PING:
            if self._allowed(now):
                self.hall.tasks.start(self.socket.pong(message.data))
        elif kind is WSMsgType.BINARY:
            allowed = self._allowed(now)
            self._refuse(refused("malformed", because=TEXTS) if allowed else refused("too_much"))
        else:
            self.closed = True

    def _handle_message(self, text: str, now: int) -> None:
        began = time.perf_counter()
        self.hall.metrics.traffic.messages += 1
        try:
            if not self._allowed(now):
                raise refused("too_much")
            if len(text) > LONGEST_MESSAGE:
                raise refused("too_long", most=LONGEST_MESSAGE)
            message = read_message(text)
        except RequestRefused as refusing:
            self._refuse(refusing)
            self.idle = time.perf_counter() - began
            return
        live = self.live
        if self.opened is not None:
            self._note_first_answer(began, self.opened)
        effects = live.table.receive(self.number, message, now)
        if effects.refusal:
            self.hall.metrics.refusals.labels(effects.refusal).inc()
        moved = bool(effects.writes) and isinstance(message, wire.Act)
        self.hall.run(live, effects, began if moved else None)
        self.idle = 0.0 if effects.writes else time.perf_counter() - began

    def _allowed(self, now: int) -> bool:
        """Whether one more frame may be handled."""
        self.idle = A_FRAME
        if self.bucket.take(now):
            return True
        self._exceed(1)
        return False

    def _exceed(self, number: int) -> None:
        """A socket that does not stop is cut."""
        self.excess += number
        if self.excess > PATIENCE:
            self.cut("too_much")

    async def _wait_in_line(self) -> None:
        """A client that waits is not read, so that its next messages are not even parsed: they stay with it."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()
            self.held = True
        if await self.overload.watchers.pay(self.idle, self._floods) > LATE:
            if self._floods():
                self.cut("too_much")
            else:
                self._exceed(A_LONG_WAIT)

    def _floods(self) -> bool:
        """Whether the client goes on sending without waiting for answers."""
        return unhandled_messages(self.socket) > MOST_PARSED or unread_bytes(self.transport) > MOST_UNREAD

    def _read_on(self) -> None:
        """After a wait, once everything is handled that was read before it."""
        if not unhandled_messages(self.socket):
            self._resume()

    def _resume(self) -> None:
        if self.held and self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()
        self.held = False

    def _refuse(self, refusing: RequestRefused) -> None:
        self.hall.metrics.refusals.labels(refusing.code).inc()
        self.send(encoded(refusing.message(0, self.language)))

    # Round trips

    def ping(self) -> None:
        """Send a ping frame if it is time for one; its answer tells the round trip. Called every second."""
        now = self.hall.now()
        if now - self.last_frame > SILENT_MILLIS:
            self.close("silent")
            return
        racing = self.live.table.play.racing
        if now - self.pinged < (RACE_PING_MILLIS if racing else PING_MILLIS) - 100 or self.closed:
            return
        if racing and not self.raced and self.asks_for_probes:
            self.send(encoded(wire.MeasureLine(self.asks_for_probes)))
        begins = (racing and not self.raced) or (self.live.races and not self.pinged and self.kernel is None)
        self.pinged, self.raced = now, self.raced or racing
        self._ping(racing=racing, more=FIRST_PROBES - 1 if begins else 0)

    def _ping(self, *, racing: bool, more: int) -> None:
        """Send a ping, and after a moment each of those that follow it."""
        transport = self.transport
        if self.closed or self.sending or transport is None or transport.is_closing():
            return
        nonce = NONCE.pack(time.perf_counter())
        self.nonces.append(nonce)
        ping = frame(PING, nonce)
        loop = asyncio.get_running_loop()
        if self.kernel is None or not racing:
            transport.write(ping)
        else:
            transport.write(self.kernel.padded(ping))
            self.kernel.watch(loop)
        if more:
            loop.call_later(FIRST_PROBE_SECONDS, partial(self._ping, racing=racing, more=more - 1))

    def vouch(self, trip: float) -> None:
        """A trusted proxy has measured a round trip to this client."""
        line = self.live.table.line_of(self.number)
        if line is not None:
            line.vouch(trip)

    def _note_first_answer(self, heard: float, opened: float) -> None:
        """Nobody sends anything before the answer to the handshake has arrived."""
        self.opened = None
        line = self.live.table.line_of(self.number)
        if line is not None:
            line.answered((heard - opened) * 1000)

    def _measured_by_kernel(self, trip: float) -> None:
        self.live.table.measured(self.number, trip, by_kernel=True)

    def _handle_pong(self, data: bytes, now: int) -> None:
        """Only the answer to a ping counts, and once: nobody measures their own line. Others count as messages."""
        if data not in self.nonces:
            self._allowed(now)
            return
        self.nonces.remove(data)
        if self.kernel is None:
            self.live.table.measured(self.number, (time.perf_counter() - NONCE.unpack(data)[0]) * 1000)
