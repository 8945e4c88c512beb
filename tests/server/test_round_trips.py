"""Round trips as the kernel measures them."""

from __future__ import annotations

import struct

import pytest

from purrlor.server.frames import PING, frame
from purrlor.server.round_trips import KernelTrips, is_loopback, padding

PROBE = frame(PING, b"12345678")


class Kernel:
    """A TCP socket whose kernel averages round trips as Linux does."""

    def __init__(self, trip: float = 60, segment: int = 1448) -> None:
        self.segment = segment
        self.unacked = 0
        self.smoothed = int(trip * 1000)
        self.sent = 7

    def acknowledge(self, trip: float, segments: int = 2) -> None:
        self.smoothed += (int(trip * 1000) - self.smoothed) // 8
        self.sent += segments
        self.unacked = 0

    def getsockopt(self, _level: int, _name: int, size: int) -> bytes:
        info = bytearray(size)
        for place, value in ((16, self.segment), (24, self.unacked), (68, self.smoothed), (156, self.sent)):
            struct.pack_into("=I", info, place, value)
        return bytes(info)


def test_a_probe_is_exactly_two_segments_so_that_the_kernel_of_the_client_answers_at_once() -> None:
    assert len(KernelTrips(Kernel(segment=1448)).begin(PROBE)) == 2 * 1448
    assert KernelTrips(Kernel()).begin(PROBE).startswith(PROBE)


@pytest.mark.parametrize("trip", [1, 60, 61.5, 250])
def test_the_round_trip_of_a_probe_is_found_in_the_average(trip: float) -> None:
    kernel = Kernel(60)
    trips = KernelTrips(kernel)
    trips.begin(PROBE)
    kernel.acknowledge(trip)
    assert trips.finish() == pytest.approx(trip, abs=0.1)
    assert trips.finish() is None


def test_a_probe_that_is_not_back_yet_is_waited_for() -> None:
    kernel = Kernel()
    trips = KernelTrips(kernel)
    trips.begin(PROBE)
    kernel.unacked = 2
    assert trips.finish() is None
    kernel.acknowledge(80)
    assert trips.finish() == pytest.approx(80, abs=0.1)


def test_a_probe_among_other_data_tells_nothing() -> None:
    """The acknowledgement of the last part of a message may be delayed by the client's kernel."""
    kernel = Kernel()
    trips = KernelTrips(kernel)
    trips.begin(PROBE)
    kernel.acknowledge(100, segments=5)
    assert trips.finish() is None


@pytest.mark.parametrize(("segment", "unacked"), [(65483, 0), (1448, 3)])
def test_nothing_is_padded_where_it_would_tell_nothing(segment: int, unacked: int) -> None:
    kernel = Kernel(segment=segment)
    kernel.unacked = unacked
    assert KernelTrips(kernel).begin(PROBE) == PROBE


@pytest.mark.parametrize("size", [2, 3, 127, 128, 129, 130, 254, 255, 256, 2886])
def test_padding_has_the_size_that_is_asked_for(size: int) -> None:
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
