"""Ping frames, once a second to every connection, and the round trips that they measure.

A client decides when it answers a ping frame, so its answers measure the connection only if the client is honest. The
client's kernel answers independently of the program: it acknowledges every second full-sized segment at once (RFC 1122,
section 4.2.3.2). So on a direct connection the server's kernel measures the round trip (TCP_INFO, Linux). A ping is
padded to exactly two segments, and the server polls its kernel every few milliseconds until the first of them has been
acknowledged. The padding is pong frames, which clients ignore (RFC 6455, section 5.5.3).
"""

from __future__ import annotations

import asyncio
import itertools
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial
from ipaddress import ip_address
from typing import NamedTuple, Protocol, cast

from purrlor.table import wire
from purrlor.table.messages import encoded

from .outbox import PING, PONG, Outbox, frame
from .registry import LiveTable, Socket

LARGEST_SEGMENT = 1500
"""Largest segment size to pad for; with larger ones (loopback, jumbo frames) padding costs more than it is worth."""
SEGMENTS = 2
STEP = 0.004
"""Seconds between two kernel readings while a probe is on its way."""
LONGEST = 0.5
"""Seconds after which a probe is abandoned: the round trip took at least that long."""
_INFO = struct.Struct("=16xI48xI48xQ16xII48xQQ")
"""Fields of `struct tcp_info` in linux/tcp.h.

These are snd_mss, rtt, bytes_acked, notsent_bytes, min_rtt, bytes_sent and bytes_retrans.
"""


class TcpSocket(Protocol):
    def getsockopt(self, level: int, name: int, size: int, /) -> bytes: ...


class Reading(NamedTuple):
    """The kernel's state of a connection at one moment. Times are in microseconds."""

    segment: int
    """Bytes in a full segment."""
    trip: int
    """Smoothed round trip."""
    acked: int
    waiting: int
    """Bytes that are not sent yet."""
    shortest: int
    """Shortest round trip of the last minutes."""
    sent: int
    resent: int


class KernelTrips:
    """Measures round trips with TCP_INFO, one probe at a time. Times are in milliseconds of the loop's clock."""

    def __init__(self, tcp: TcpSocket, found: Callable[[float], None]) -> None:
        self.tcp = tcp
        self.found = found
        self.target = 0
        """Number of acknowledged bytes at which the probe is back."""
        self.timer: asyncio.TimerHandle | None = None

    def first(self) -> None:
        """Report the round trip of the handshake and the following segments."""
        reading = self.read()
        if reading is not None and reading.trip:
            self.found(reading.trip / 1000)

    def padded(self, ping: bytes) -> bytes:
        """Return the ping frame, padded to two full segments if the kernel can measure these. Send it, then `watch`."""
        reading = self.read()
        busy = self.timer is not None or reading is None or reading.waiting > 0
        if reading is None or busy or not 100 < reading.segment <= LARGEST_SEGMENT:
            return ping
        self.target = reading.sent - reading.resent + reading.segment
        return ping + padding(SEGMENTS * reading.segment - len(ping))

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for the acknowledgement of the probe that was just sent."""
        reading = self.read()
        if reading is None or self.target == 0 or self.timer is not None:
            return
        began = loop.time()
        # No acknowledgement comes sooner than the shortest round trip so far.
        self.timer = loop.call_later(max(0.0, reading.shortest / 1e6 - STEP), self._look, loop, began)

    def _look(self, loop: asyncio.AbstractEventLoop, began: float) -> None:
        self.timer, reading, waited = None, self.read(), loop.time() - began
        if reading is None:
            self.target = 0
        elif reading.acked >= self.target or waited >= LONGEST:
            self.target = 0
            self.found(1000 * max(0.0, waited - STEP / 2))
        else:
            self.timer = loop.call_later(STEP, self._look, loop, began)

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def read(self) -> Reading | None:
        """Read the kernel's state; return None if the connection is closed or the kernel is older than Linux 4.19."""
        try:
            info = self.tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO.size)
        except OSError:
            return None
        return Reading(*_INFO.unpack(info)) if len(info) == _INFO.size else None


def kernel_trips(
    transport: asyncio.Transport | None, found: Callable[[float], None], *, proxied: bool
) -> KernelTrips | None:
    """Return a meter; None if the other end is not the player's kernel: behind a proxy, or on this machine."""
    if proxied or transport is None or sys.platform != "linux":
        return None
    tcp, peer = transport.get_extra_info("socket"), transport.get_extra_info("peername")
    if tcp is None or not isinstance(peer, tuple):
        return None
    if is_loopback(str(cast("tuple[object, ...]", peer)[0])):
        return None
    trips = KernelTrips(tcp, found)
    return None if trips.read() is None else trips


@lru_cache(maxsize=1000)
def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's.

    Such a connection comes from a local browser, or through a proxy or tunnel that hides the player's connection.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def padding(size: int) -> bytes:
    """Return pong frames of `size` bytes in total, at least two."""
    frames: list[bytes] = []
    while size > 127:
        part = 127 if size - 127 >= 2 else 125
        frames.append(frame(PONG, bytes(part - 2)))
        size -= part
    return b"".join([*frames, frame(PONG, bytes(size - 2))])


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
    for each in sockets:
        each.ping()


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
        delay = self.live.table.delay_of(self.number)
        if delay is not None:
            delay.vouch(trip)

    def note_first_message(self, heard: float, opened: float) -> None:
        """Record the delay of the first message: no client sends one before it has the handshake's answer."""
        self.opened = None
        delay = self.live.table.delay_of(self.number)
        if delay is not None:
            delay.answered((heard - opened) * 1000)

    def _measured_by_kernel(self, trip: float) -> None:
        self.live.table.measured(self.number, trip, by_kernel=True)
