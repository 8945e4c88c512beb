"""Round trips of one connection: by the kernel where it can measure them, otherwise by ping frames.

A client decides when it answers a ping frame, so its answers measure the line only if the client is honest. The kernel
of the client answers without asking the program: every second full-sized segment is acknowledged at once (RFC 1122,
section 4.2.3.2). So on a direct connection a ping is padded to exactly two segments, and the time until both are
acknowledged is read from the kernel (TCP_INFO). The padding is pong frames, which clients ignore (RFC 6455, 5.5.3).
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from ipaddress import ip_address
from typing import Any, NamedTuple, Protocol

from .frames import PONG, frame

LARGEST_SEGMENT = 1500
"""With larger segments (loopback, jumbo frames) padding would cost more than it tells."""
SEGMENTS = 2
_INFO = struct.Struct("=16xI4xI40xI84xI")
"""From `struct tcp_info` (linux/tcp.h): snd_mss, unacked, rtt, data_segs_out."""


class TcpSocket(Protocol):
    def getsockopt(self, level: int, name: int, size: int, /) -> bytes: ...


class Reading(NamedTuple):
    """What the kernel knows of a connection at one moment."""

    segment: int
    """Bytes in a full segment."""
    unacked: int
    trip: int
    """Smoothed round trip in microseconds: each sample moves it by an eighth of the difference."""
    sent: int
    """Number of data segments sent."""


class KernelTrips:
    """Measures round trips with TCP_INFO, one probe at a time."""

    def __init__(self, tcp: TcpSocket) -> None:
        self.tcp = tcp
        self.before: Reading | None = None
        """The reading before the probe that is under way."""

    def first(self) -> float | None:
        """The round trip of the handshake and what followed, in milliseconds."""
        reading = self.read()
        return None if reading is None or not reading.trip else reading.trip / 1000

    def begin(self, ping: bytes) -> bytes:
        """The ping frame, padded to two full segments if the kernel can measure these alone."""
        reading = self.read()
        self.before = None
        if reading is None or reading.unacked or not reading.trip or not 100 < reading.segment <= LARGEST_SEGMENT:
            return ping
        self.before = reading
        return ping + padding(SEGMENTS * reading.segment - len(ping))

    def finish(self) -> float | None:
        """The round trip of the probe in milliseconds; None if it is not back, or other data was sent meanwhile."""
        before, after = self.before, self.read()
        if before is None or after is None or after.unacked:
            return None
        self.before = None
        if after.sent - before.sent != SEGMENTS or after.segment != before.segment:
            return None
        return max(0, 8 * after.trip - 7 * before.trip) / 1000

    def read(self) -> Reading | None:
        try:
            info = self.tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO.size)
        except OSError:
            return None
        if len(info) < _INFO.size:
            return None
        return Reading(*_INFO.unpack(info))


def kernel_trips(transport: asyncio.Transport | None, *, proxied: bool) -> KernelTrips | None:
    """None where the kernel at the other end is not the player's: behind a proxy, or on this very machine."""
    if proxied or transport is None or sys.platform != "linux":
        return None
    tcp: Any = transport.get_extra_info("socket")
    peer: Any = transport.get_extra_info("peername")
    if tcp is None or not peer or is_loopback(str(peer[0])):
        return None
    trips = KernelTrips(tcp)
    return None if trips.read() is None else trips


def is_loopback(address: str) -> bool:
    """A connection from this machine comes from its own browser, or through a proxy or tunnel that hides the line."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def padding(size: int) -> bytes:
    """Pong frames of this many bytes altogether, at least two."""
    frames: list[bytes] = []
    while size > 127:
        part = 127 if size - 127 >= 2 else 125
        frames.append(frame(PONG, bytes(part - 2)))
        size -= part
    return b"".join([*frames, frame(PONG, bytes(size - 2))])
