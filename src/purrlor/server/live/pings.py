"""Ping frames, once a second to every connection, and the round trips measured by their answers."""

from __future__ import annotations

import asyncio
import itertools
import struct
import time
from collections import deque
from functools import partial

from purrlor.table import wire
from purrlor.table.messages import encoded

from .outbox import PING, Outbox, frame
from .registry import LiveTable, Socket
from .round_trips import kernel_trips

PING_SECONDS = 1
PING_TURNS = 20
PING_MILLIS = 15_000
RACE_PING_MILLIS = 1000 * PING_SECONDS
SILENT_MILLIS = 45_000
MOST_PINGS = 8
FIRST_PROBES = 6
FIRST_PROBE_SECONDS = 0.2
"""Interval of the first pings of a race, which measure the round trip before the first presses.

Where only pongs measure it, a connection begins with such pings, too.
"""
NONCE = struct.Struct(">d")


class Heartbeat:
    def __init__(self) -> None:
        self.turns: list[dict[int, Socket]] = [{} for _ in range(PING_TURNS)]
        """All sockets, by the turn in which they are pinged."""

    def add(self, number: int, socket: Socket) -> None:
        self.turns[number % PING_TURNS][number] = socket

    def remove(self, number: int) -> None:
        self.turns[number % PING_TURNS].pop(number, None)

    async def run(self) -> None:
        for turn in itertools.cycle(self.turns):
            await asyncio.sleep(PING_SECONDS / PING_TURNS)
            _ping(list(turn.values()))


def _ping(sockets: list[Socket]) -> None:
    """Ping these sockets.

    A separate function, because the endless loop would keep a reference to a turn's last socket after it was closed.
    """
    for socket in sockets:
        socket.ping()


class Pings:
    __slots__ = (
        "asks_for_probes",
        "kernel",
        "last_frame",
        "live",
        "nonces",
        "number",
        "opened",
        "outbox",
        "pinged",
        "raced",
        "vouched",
    )

    def __init__(self, live: LiveTable, outbox: Outbox, now: int, *, proxied: bool, opened: float | None) -> None:
        """Prepare for one connection; `opened` is when the handshake was answered, by the performance counter."""
        self.live = live
        self.outbox = outbox
        self.number = 0
        """The connection's number at its table, assigned when it enters."""
        self.last_frame = now
        self.pinged = 0
        self.nonces: deque[bytes] = deque(maxlen=MOST_PINGS)
        """Payloads of the last pings that are not answered yet."""
        self.kernel = kernel_trips(outbox.transport, self._measured_by_kernel, proxied=proxied)
        """Measures round trips where the client cannot influence them; None if only its pongs measure them."""
        self.raced = False
        """Whether a race has begun on this connection."""
        self.opened = opened
        """The time at which the handshake was answered; None once the client has sent something."""
        self.vouched: float | None = None
        """The round trip of the handshake, if a trusted proxy has measured it."""
        self.asks_for_probes = 0
        """Number of extra connections to request when a race begins, so that the proxy measures them, too."""

    def begin(self, number: int, now: int) -> None:
        """Start pinging: the connection has entered its table under this number."""
        self.number = number
        if self.kernel is not None:
            self.kernel.first()
        if self.vouched is not None:
            self.vouch(self.vouched)
        self.ping(now)

    def end(self) -> None:
        if self.kernel is not None:
            self.kernel.close()
            self.kernel = None  # break the reference cycle

    def ping(self, now: int) -> None:
        """Send a ping frame if it is time for one; its answer measures the round trip. Runs every second."""
        if now - self.last_frame > SILENT_MILLIS:
            self.outbox.close("silent")
            return
        racing = self.live.table.play.racing
        if now - self.pinged < (RACE_PING_MILLIS if racing else PING_MILLIS) - 100 or self.outbox.closed:
            return
        if racing and not self.raced and self.asks_for_probes:
            self.outbox.send(encoded(wire.MeasureLine(self.asks_for_probes)))
        begins = (racing and not self.raced) or (self.live.races and not self.pinged and self.kernel is None)
        self.pinged, self.raced = now, self.raced or racing
        self._ping(racing=racing, more=FIRST_PROBES - 1 if begins else 0)

    def _ping(self, *, racing: bool, more: int) -> None:
        """Send a ping, then the following ones at short intervals."""
        transport = self.outbox.transport
        if self.outbox.closed or self.outbox.sending or transport is None or transport.is_closing():
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

    def take_pong(self, data: bytes) -> bool:
        """Return whether this pong answers a ping, and measure the round trip where the kernel does not.

        Each ping counts once, so a client cannot choose its own round trip.
        """
        if data not in self.nonces:
            return False
        self.nonces.remove(data)
        if self.kernel is None:
            self.live.table.measured(self.number, (time.perf_counter() - NONCE.unpack(data)[0]) * 1000)
        return True

    def vouch(self, trip: float) -> None:
        """Record a round trip to this client that a trusted proxy has measured."""
        line = self.live.table.line_of(self.number)
        if line is not None:
            line.vouch(trip)

    def note_first_message(self, heard: float, opened: float) -> None:
        """Record the delay of the first message: no client sends one before it has the handshake's answer."""
        self.opened = None
        line = self.live.table.line_of(self.number)
        if line is not None:
            line.answered((heard - opened) * 1000)

    def _measured_by_kernel(self, trip: float) -> None:
        self.live.table.measured(self.number, trip, by_kernel=True)
