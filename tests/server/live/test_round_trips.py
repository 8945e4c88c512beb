"""Round trips as the kernel measures them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, cast

import pytest

from purrlor.server.live.outbox import PING, frame
from purrlor.server.live.pings import LONGEST, STEP, KernelTrips, is_loopback, padding

PROBE = frame(PING, b"12345678")


class Kernel:
    """A TCP socket, and a loop with simulated time in which its segments are acknowledged."""

    def __init__(self, trip: float = 60, segment: int = 1448) -> None:
        self.segment = segment
        self.waiting = 0
        self.sent = self.acked = 5000
        self.trip = trip
        self.now = 0.0
        self.timers: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        self.arrivals: list[tuple[float, int]] = []

    def getsockopt(self, _level: int, _name: int, size: int) -> bytes:
        info, micros = bytearray(size), int(1000 * self.trip)
        for place, value in ((16, self.segment), (68, micros), (144, self.waiting), (148, micros)):
            struct.pack_into("=I", info, place, value)
        struct.pack_into("=Q", info, 120, self.acked)
        struct.pack_into("=Q", info, 200, self.sent)
        return bytes(info)

    def send(self, data: bytes, trip: float) -> None:
        self.sent += len(data)
        self.arrivals.append((self.now + trip / 1000, self.sent))

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[..., None], *args: Any) -> Timer:
        self.timers.append((self.now + delay, callback, args))
        return Timer()

    def run(self) -> None:
        while self.timers:
            self.timers.sort(key=lambda timer: timer[0])
            self.now, callback, args = self.timers.pop(0)
            self.acked = max([self.acked, *(end for at, end in self.arrivals if at <= self.now)])
            callback(*args)


class Timer:
    def cancel(self) -> None:
        pass


def probe(kernel: Kernel, trip: float, *more: bytes) -> list[float]:
    found: list[float] = []
    trips = KernelTrips(kernel, found.append)
    kernel.send(trips.padded(PROBE), trip)
    trips.watch(cast("Any", kernel))
    for data in more:
        kernel.send(data, trip + 40)
    kernel.run()
    return found


def test_a_probe_is_exactly_two_segments_so_that_the_kernel_of_the_client_answers_at_once() -> None:
    padded = KernelTrips(Kernel(segment=1448), print).padded(PROBE)
    assert len(padded) == 2 * 1448
    assert padded.startswith(PROBE)


@pytest.mark.parametrize("trip", [60, 61.5, 250, 399])
def test_the_round_trip_is_the_time_until_the_probe_is_acknowledged(trip: float) -> None:
    assert probe(Kernel(60), trip) == [pytest.approx(trip, abs=1000 * STEP / 2 + 0.01)]


def test_other_data_on_the_way_does_not_matter() -> None:
    """The acknowledgement of the last part of a message may be delayed by the client's kernel."""
    assert probe(Kernel(60), 100, b"more", b"and more") == [pytest.approx(100, abs=1000 * STEP / 2)]


def test_a_probe_that_is_not_acknowledged_took_as_long_as_it_was_waited_for() -> None:
    assert probe(Kernel(60), 10_000) == [pytest.approx(1000 * LONGEST, abs=1000 * STEP)]


@pytest.mark.parametrize(("segment", "waiting"), [(65483, 0), (1448, 3)])
def test_nothing_is_padded_where_it_would_tell_nothing(segment: int, waiting: int) -> None:
    kernel = Kernel(segment=segment)
    kernel.waiting = waiting
    assert KernelTrips(kernel, print).padded(PROBE) == PROBE
    assert probe(kernel, 60) == []


def test_the_handshake_is_the_first_measurement() -> None:
    found: list[float] = []
    KernelTrips(Kernel(60), found.append).first()
    assert found == [60]


@pytest.mark.parametrize("size", [2, 3, 127, 128, 129, 130, 254, 255, 256, 2886])
def test_padding_has_the_size_that_is_requested(size: int) -> None:
    rest = padding(size)
    assert len(rest) == size
    while rest:
        assert rest[0] == 0x8A
        rest = rest[2 + rest[1] :]


@pytest.mark.parametrize(
    ("address", "expected"),
    [("127.0.0.1", True), ("127.3.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.7", False),
     ("fe80::1%eth0", False), ("2001:db8::1", False), ("", False)],
)  # fmt: skip
def test_the_kernel_says_nothing_of_a_line_that_ends_on_this_machine(address: str, expected: bool) -> None:
    assert is_loopback(address) is expected
