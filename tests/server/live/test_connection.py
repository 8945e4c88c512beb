"""One socket: the queue of messages to send, and clients that read slowly or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from purrlor.server.http.limits import NO_LIMITS, Bucket, Buckets
from purrlor.server.http.overload import Overload
from purrlor.server.live.connection import Connection
from purrlor.server.live.outbox import CONGESTED, MOST_WAITING, text_frame
from purrlor.server.live.pings import SILENT_MILLIS
from tests.server.parlour import run
from tests.table.table_driver import Sitting, person


class LiveTables:
    """The parts of `LiveTables` that a connection needs."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def now(self) -> int:
        return self.time

    @property
    def tasks(self) -> LiveTables:
        return self

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.ensure_future(work)


class Wire:
    """A socket with its transport; what is written stays in the buffer until somebody reads at the other end."""

    def __init__(self) -> None:
        self.buffered = 0
        self.goodbyes: list[bytes] = []
        self.aborted = False
        self.sent: list[bytes] = []
        self.read = asyncio.Event()

    @property
    def closed(self) -> bool:
        return bool(self.goodbyes)

    def get_extra_info(self, _: str) -> None:
        """No TCP socket: the kernel measures nothing."""

    def resume_reading(self) -> None:
        """It always reads."""

    def is_closing(self) -> bool:
        return self.aborted

    def get_write_buffer_size(self) -> int:
        return self.buffered

    def write(self, frame: bytes) -> None:
        self.buffered += len(frame)
        self.sent.append(frame)

    def abort(self) -> None:
        self.aborted = True

    async def send_frame(self, message: bytes, _: object) -> None:
        await self.read.wait()
        self.sent.append(text_frame(message))

    async def ping(self, _: bytes) -> None:
        pass

    async def close(self, *, code: int, message: bytes) -> bool:
        self.goodbyes.append(message)
        await asyncio.Event().wait()
        return code > 0


class Live:
    def __init__(self) -> None:
        self.table = Sitting("yatzy", [person()]).table
        self.races = False


def connected() -> tuple[Connection, Any, Wire]:
    live_tables, wire = LiveTables(), Wire()
    parts: tuple[Any, ...] = (live_tables, Live(), wire, wire, NO_LIMITS)
    return Connection(*parts, overload=Overload(NO_LIMITS, lambda: 0)), live_tables, wire


SIZES = (0, 1, 125, 126, 127, 65_535, 65_536, 70_000)


async def say_sizes(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    assert request.transport is not None
    for size in SIZES:
        request.transport.write(text_frame(b"x" * size))
    await socket.close()
    return socket


def test_frames_of_all_sizes_are_read_by_a_real_client() -> None:
    async def go() -> None:
        app = web.Application()
        app.router.add_get("/", say_sizes)
        async with (
            TestServer(app) as server,
            ClientSession() as session,
            session.ws_connect(server.make_url("/")) as ws,
        ):
            assert [len(message.data) async for message in ws] == list(SIZES)

    run(go())


def test_what_fits_is_sent_at_once_and_in_order() -> None:
    async def go() -> None:
        connection, _, wire = connected()
        for message in (b"1", b"2", b"3"):
            connection.send(message)
        assert wire.sent == [text_frame(message) for message in (b"1", b"2", b"3")]

    run(go())


def test_what_does_not_fit_waits_until_the_client_reads_and_later_messages_wait_behind_it() -> None:
    async def go() -> None:
        connection, _, wire = connected()
        messages = [b"first", b"x" * CONGESTED, b"small"]
        for message in messages:
            connection.send(message)
        assert wire.sent == [text_frame(b"first")]
        wire.read.set()
        while connection.outbox.sending:
            await asyncio.sleep(0)
        assert wire.sent == [text_frame(message) for message in messages]

    run(go())


def test_nothing_is_sent_after_the_goodbye() -> None:
    async def go() -> None:
        connection, _, wire = connected()
        connection.close("closing")
        connection.send(b"late")
        await asyncio.sleep(0)
        assert wire.sent == []
        assert connection.outbox.closing is not None
        connection.outbox.closing.cancel()

    run(go())


def test_a_client_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.live.outbox.GOODBYE_SECONDS", 0.01)

    async def go() -> None:
        connection, _, wire = connected()
        wire.buffered = CONGESTED
        for _ in range(MOST_WAITING + 1):
            connection.send(b"x")
        assert connection.outbox.closing is not None
        await connection.outbox.wait_for_close()
        assert wire.goodbyes == [b"too_slow"]
        assert wire.aborted
        connection.outbox.closing.cancel()

    run(go())


def test_a_client_that_is_silent_for_long_is_closed() -> None:
    async def go() -> None:
        connection, live_tables, wire = connected()
        live_tables.time += SILENT_MILLIS
        connection.ping()
        assert not connection.outbox.closed
        live_tables.time += 1
        connection.ping()
        await asyncio.sleep(0)
        assert wire.goodbyes == [b"silent"]
        assert connection.outbox.closing is not None
        connection.outbox.closing.cancel()

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
