"""One socket: what is waiting to be sent, and clients that read slowly or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from purrlor.server import connection as module
from purrlor.server.connection import CONGESTED, MOST_WAITING, SILENT_MILLIS, Connection
from purrlor.server.limits import NO_LIMITS, Bucket, Buckets
from tests.server.parlour import run
from tests.server.sitting import Sitting, person


class Hall:
    """As much of a hall as a connection needs."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self.mail: list[Connection] = []

    def now(self) -> int:
        return self.time

    def new_connection(self) -> int:
        return 1

    def has_mail(self, connection: Connection) -> None:
        self.mail.append(connection)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.ensure_future(work)


class Wire:
    """A socket with its transport; nobody reads at the other end."""

    def __init__(self) -> None:
        self.buffered = 0
        self.closed: list[bytes] = []
        self.aborted = False
        self.sent: list[bytes] = []

    def get_write_buffer_size(self) -> int:
        return self.buffered

    def abort(self) -> None:
        self.aborted = True

    async def send_frame(self, message: bytes, _: object) -> None:
        self.sent.append(message)

    async def ping(self, _: bytes) -> None:
        pass

    async def close(self, *, code: int, message: bytes) -> bool:
        self.closed.append(message)
        await asyncio.Event().wait()
        return code > 0


class Live:
    def __init__(self) -> None:
        self.table = Sitting("yatzy", [person()]).table


def connected() -> tuple[Connection, Any, Wire]:
    hall, wire = Hall(), Wire()
    parts: tuple[Any, ...] = (hall, Live(), wire, wire, NO_LIMITS)
    return Connection(*parts), hall, wire


def test_what_piles_up_is_sent_in_one_go_and_in_order() -> None:
    async def go() -> None:
        connection, hall, wire = connected()
        for message in (b"1", b"2", b"3"):
            connection.send(message)
        assert hall.mail == [connection]
        await connection.send_all()
        assert wire.sent == [b"1", b"2", b"3"]

    run(go())


def test_nobody_waits_for_what_does_not_fit_into_a_buffer() -> None:
    async def go() -> None:
        connection, _, wire = connected()
        found: list[bool] = []
        for size in (100, CONGESTED):
            connection.send(b"x" * size)
            found.append(connection.congested)
        assert found == [False, True]
        await connection.send_all()
        wire.buffered = CONGESTED + 1
        assert connection.congested

    run(go())


def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GOODBYE_SECONDS", 0.01)

    async def go() -> None:
        connection, _, wire = connected()
        for _ in range(MOST_WAITING + 2):
            connection.send(b"x")
        assert connection.farewell is not None
        await connection._part(connection.farewell)  # pyright: ignore[reportPrivateUsage]
        assert wire.closed == [b"too_slow"]
        assert wire.aborted
        connection.farewell.cancel()

    run(go())


def test_a_client_that_is_silent_for_long_is_closed() -> None:
    async def go() -> None:
        connection, hall, wire = connected()
        hall.time += SILENT_MILLIS
        connection.ping()
        assert not connection.closed
        hall.time += 1
        connection.ping()
        await asyncio.sleep(0)
        assert wire.closed == [b"silent"]
        assert connection.farewell is not None
        connection.farewell.cancel()

    run(go())


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(rate=2, size=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(500), bucket.take(500)] == [True, False]


def test_every_address_has_its_own_bucket_and_full_ones_are_forgotten() -> None:
    buckets = Buckets(rate=1, times=1)
    assert [buckets.take("here", 0), buckets.take("here", 0), buckets.take("there", 0)] == [True, False, True]
    for number in range(10_001):
        buckets.take(str(number), 0)
    buckets.take("late", 60_000)
    assert len(buckets.buckets) == 1
