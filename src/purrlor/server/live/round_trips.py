"""Round trips of one connection as the server's kernel measures them (TCP_INFO, Linux).

A client decides when it answers a ping frame, so its answers measure the connection only if the client is honest. The
client's kernel answers independently of the program: it acknowledges every second full-sized segment at once (RFC 1122,
section 4.2.3.2). So on a direct connection a ping is padded to exactly two segments, and the server polls its kernel
every few milliseconds until the first of them has been acknowledged. The padding is pong frames, which clients ignore
(RFC 6455, section 5.5.3).
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address
from typing import NamedTuple, Protocol, cast

from .outbox import PONG, frame

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
