"""Hostile or incomplete requests from strangers: nobody else notices, and the log stays short."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, http_parser
from yarl import URL

from purrlor.server.http import listener
from purrlor.server.http import requests as messages
from purrlor.server.http.limits import NO_LIMITS, PATIENCE, Limits
from purrlor.server.live.pings import NONCE
from purrlor.server.logs import REPEATS, JsonLines, RepeatFilter, error_text
from purrlor.server.store import StoreFailed
from purrlor.server.store.connection import DatabaseConnection
from purrlor.server.store.sqlite import SqliteConnection
from purrlor.server.store.tables import get_setting, set_setting
from purrlor.table.rows import Fence
from purrlor.table.table import Table
from tests.server.parlour import PATIENCE as SECONDS
from tests.server.parlour import Device, Parlour, parlour, run

HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


def visit(tmp_path: Path, work: Callable[[Parlour, Device], Awaitable[Any]], limits: Limits = NO_LIMITS) -> Any:
    async def go() -> Any:
        async with parlour(tmp_path / "s", limits) as house, house.device() as device:
            return await work(house, device)

    return run(go())


async def connect(house: Parlour) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(house.address.rpartition(":")[2]))


async def exchange(house: Parlour, request: bytes) -> bytes:
    """Return the response to these bytes, until the server closes or has nothing more to send."""
    reader, writer = await connect(house)
    writer.write(request)
    answer = await asyncio.wait_for(reader.read(65536), SECONDS)
    writer.close()
    return answer


# Connections


def test_a_request_that_is_never_finished_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "HEADER_SECONDS", 0.3)

    async def work(house: Parlour, device: Device) -> None:
        halves = [await connect(house) for _ in range(20)]
        for _, writer in halves:
            writer.write(HEAD)
        for reader, writer in halves:
            assert await asyncio.wait_for(reader.read(), SECONDS) == b""
            writer.close()
        assert (await device.get("/healthz"))[0] == 200

    visit(tmp_path, work)


def test_a_body_that_never_comes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "BODY_SECONDS", 0.2)

    async def work(house: Parlour, _: Device) -> None:
        answer = await exchange(house, b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"code":"too_slow"' in answer

    visit(tmp_path, work)


def test_one_address_has_so_many_connections_and_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: Parlour, device: Device) -> None:  # noqa: ARG001
        held = [await connect(house) for _ in range(5)]
        answer = await exchange(house, HEAD + b"\r\n")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"wait a moment" in answer
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        deadline = time.monotonic() + SECONDS
        while not (answer := await exchange(house, HEAD + b"\r\n")).startswith(b"HTTP/1.1 200 "):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)

    visit(tmp_path, work, Limits(connections=5))
    caplog.clear()


def test_running_out_of_descriptors_is_logged_and_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listener, "PAUSE_SECONDS", 0.05)
    failing, refused = True, 0
    accept = socket.socket.accept

    def exhausted(self: socket.socket) -> Any:
        nonlocal refused
        if failing:
            refused += 1
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return accept(self)

    async def work(_: Parlour, device: Device) -> None:
        nonlocal failing
        monkeypatch.setattr(socket.socket, "accept", exhausted)
        asked = asyncio.ensure_future(device.get("/healthz"))
        while refused < 3:
            await asyncio.sleep(0.01)
        assert not asked.done()
        failing = False
        assert (await asyncio.wait_for(asked, SECONDS))[0] == 200

    visit(tmp_path, work)
    assert {record.getMessage() for record in caplog.records} == {"cannot accept connections: Too many open files"}
    caplog.clear()


# Requests

ODD = {
    "long path": b"GET /" + b"a" * 300 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "path with a null": b"GET /assets/%00 HTTP/1.1\r\nHost: x\r\n\r\n",
    "path that is no UTF-8": b"GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
    "table that is no UTF-8": b"GET /api/tables/%ff HTTP/1.1\r\nHost: x\r\n\r\n",
    "body that is no UTF-8": b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{"name":"\xff"}',
    "broken gzip": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
    "broken deflate": b"POST /api/qr HTTP/1.1\r\nHost: x\r\nContent-Encoding: deflate\r\nContent-Length: 3\r\n\r\nabc",
    "deep JSON": b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n" + b"[" * 9000,
    "deep known field": b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9008\r\n\r\n{"name":' + b"[" * 9000,
    "huge number": b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9008\r\n\r\n{"pace":' + b"9" * 9000,
    "deep sheet": b"POST /api/sheets/check HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n" + b"[" * 9000,
    "odd cookie": b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: purrlor=\xff\xfe; =;;\r\n\r\n",
    "odd token": b"GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff.\xff\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\r\n\r\n",
    "odd origin": b"POST /api/me HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n",
    "odd upgrade": b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_request_is_refused_without_a_traceback(
    case: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(house: Parlour, _: Device) -> bytes:
        return await exchange(house, ODD[case])

    answer = visit(tmp_path, work)
    status = int(answer.split(b" ", 2)[1])
    assert 200 <= status < 500, answer
    lines = [JsonLines().format(record) for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) <= 1
    assert not any("Traceback" in line or "127.0.0.1" in line or "aaaa" in line for line in lines)
    caplog.clear()


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "identity", "gzip, gzip"])
def test_a_body_with_an_encoding_is_refused_and_not_unpacked(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A body of 48 kB can be one of 50 MB, which would be unpacked in the event loop, before any limit applies."""

    def unpack(*_: object, **__: object) -> None:
        raise AssertionError("a body was unpacked")

    monkeypatch.setattr(http_parser, "ZLibDecompressor", unpack)
    body = gzip.compress(b'{"name":"Ann"}')
    head = f"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n"

    async def work(house: Parlour, device: Device) -> bytes:
        answer = await exchange(house, head.encode() + body)
        assert (await device.get("/api/me"))[0] == 200
        return answer

    answer = visit(tmp_path, work)
    assert answer.startswith(b"HTTP/1.1 415 ")
    assert b'"code":"encoded_body"' in answer


def test_sockets_do_not_agree_to_compression(tmp_path: Path) -> None:
    """A frame of 16 kB could become one of 16 MB."""
    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"

    async def work(house: Parlour, device: Device) -> tuple[bytes, bytes]:
        table, _ = await device.host("yatzy", "person", watch="anyone")
        reader, writer = await connect(house)
        lines = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        keys = f"{offer}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        writer.write((lines + keys).encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
        writer.write(b"\xc1\x80" + bytes(4))  # a text frame that claims to be compressed
        rest = await asyncio.wait_for(reader.read(), SECONDS)
        writer.close()
        return head, rest

    head, rest = visit(tmp_path, work)
    assert b"101 Switching Protocols" in head
    assert b"permessage-deflate" not in head
    assert b"\x88" in rest, "the connection is closed"


@pytest.mark.parametrize(
    "path",
    ["/%00", "/assets/%00", *(f"/api/{each}/a%00b" for each in ("tables", "rooms", "evenings", "clubs", "today"))],
)
def test_the_character_nul_in_a_path_is_an_error_of_the_client(
    path: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(house: Parlour, device: Device) -> tuple[int, float | None]:
        async with device.session.get(URL(path, encoded=True)) as response:
            return response.status, house.app.services.metrics.registry.get_sample_value("purrlor_errors_total")

    assert visit(tmp_path, work) == (400, 0.0)
    assert not caplog.records


def test_one_of_many_cookies_is_found(tmp_path: Path) -> None:
    async def work(_: Parlour, device: Device) -> list[bool]:
        await device.post("/api/me", {"name": "Ann"})
        (mine,) = device.session.cookie_jar
        texts = (
            f"{mine.key}={mine.value}",
            f"a;b=;=c; {mine.key} = {mine.value} ;d",
            f'{mine.key}="{mine.value}"',
            "a=b",
        )
        device.session.cookie_jar.clear()
        return [(await device.get("/api/me", headers={"Cookie": each}))[1]["known"] for each in texts]

    assert visit(tmp_path, work) == [True, True, True, False]


@pytest.mark.parametrize(
    "request_line", [b"GET / HTTP/1.1", b"GET /api/me HTTP/1.1", b"GET /api/nothing HTTP/1.1", b"nonsense"]
)
def test_no_answer_tells_the_version_of_a_library(tmp_path: Path, request_line: bytes) -> None:
    async def go() -> bytes:
        async with parlour(tmp_path / "s") as house:
            return await exchange(house, request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")

    head = run(go()).partition(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.")
    assert b"aiohttp" not in head
    assert b"python" not in head


def test_the_last_address_that_the_proxy_added_counts(tmp_path: Path) -> None:
    """Also if the visitor sent a line of the same name, before the proxy's."""

    async def go() -> list[int]:
        async with parlour(tmp_path / "s", Limits(requests=0.2), proxied=True) as house:
            found: list[int] = []
            for number in range(4):
                lines = f"X-Forwarded-For: 10.0.0.{number}\r\nX-Forwarded-For: 10.1.1.1\r\n".encode()
                answer = await exchange(house, b"GET /api/me HTTP/1.1\r\nHost: x\r\n" + lines + b"\r\n")
                found.append(int(answer.split(b" ", 2)[1]))
            return found

    assert run(go()) == [200, 200, 429, 429]


# Sockets


@pytest.mark.parametrize(
    "text", ["[" * 4000, '{"type":"act","seat":' + "[" * 3000, '{"type":"say","id":' + "9" * 3000 + "}"]
)
def test_a_message_that_breaks_the_parser_is_refused_in_words(text: str, tmp_path: Path) -> None:
    async def work(house: Parlour, device: Device) -> str:  # noqa: ARG001
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table)
        await chair.socket.send_str(text)
        refusal = await chair.until_type("refused")
        await chair.send("say", phrase="hello")
        await chair.until_type("said")
        return str(refusal["code"])

    assert visit(tmp_path, work) == "malformed"


def test_an_error_at_a_table_closes_the_socket_and_writes_no_http_into_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(_house: Parlour, device: Device) -> tuple[WSMsgType, Any]:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table)
        await chair.until_type("table")

        def broken(*_: object) -> None:
            raise ValueError("no cat")

        monkeypatch.setattr(Table, "receive", broken)
        await chair.send("hint", seat=0)
        frame = await asyncio.wait_for(chair.socket.receive(), SECONDS)
        return frame.type, frame.data

    assert visit(tmp_path, work) == (WSMsgType.CLOSE, 1011)
    caplog.clear()


@pytest.mark.parametrize("kind", ["pong", "ping", "text", "binary"])
def test_a_socket_that_sends_too_much_is_cut_at_once(kind: str, tmp_path: Path) -> None:
    """Whatever it sends: after the refusals nothing more is read from it."""

    async def work(house: Parlour, device: Device) -> int:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table)
        await chair.until_type("table")
        live = house.app.tables.live[table]
        send: Callable[[], Awaitable[Any]] = {
            "pong": lambda: chair.socket.pong(NONCE.pack(1.0)),
            "ping": lambda: chair.socket.ping(b"x"),
            "text": lambda: chair.send("hint", seat=0),
            "binary": lambda: chair.socket.send_bytes(b"{}"),
        }[kind]
        sent = 0
        try:
            while live.sockets:
                await send()
                await asyncio.sleep(0)
                sent += 1
                assert sent < 100 * PATIENCE
        except ConnectionError:
            pass
        return sent

    assert visit(tmp_path, work, Limits(messages=1)) > PATIENCE


# Health


def test_health_writes_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def full(*_: object) -> None:
        raise StoreFailed("database or disk is full")

    async def work(house: Parlour, device: Device) -> None:
        monkeypatch.setattr("purrlor.server.http.about.HEALTH_MILLIS", 0)
        assert (await device.get("/healthz"))[0] == 200
        assert house.app.tables.store.blocking.get_setting("health")
        monkeypatch.setattr(SqliteConnection, "write", full)
        assert (await device.get("/healthz"))[0] == 503
        monkeypatch.undo()
        assert (await device.get("/healthz"))[0] == 200

    visit(tmp_path, work)
    caplog.clear()


def test_servers_that_share_a_store_do_not_disturb_each_others_health(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: Parlour, device: Device) -> None:
        def after_another(reader: DatabaseConnection, key: str) -> str | None:
            house.app.tables.store.blocking.transact(set_setting, key, "what another server wrote")
            return get_setting(reader, key)

        monkeypatch.setattr("purrlor.server.http.about.get_setting", after_another)
        assert (await device.get("/healthz"))[0] == 200

    visit(tmp_path, work)


def test_many_health_checks_are_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    write = SqliteConnection.write

    def counted(self: SqliteConnection, work: Any, fence: Fence | None = None) -> None:
        written.append(work)
        write(self, work, fence)

    async def work(_: Parlour, device: Device) -> None:
        monkeypatch.setattr(SqliteConnection, "write", counted)
        answers = await asyncio.gather(*(device.get("/healthz") for _ in range(20)))
        assert {status for status, _ in answers} == {200}

    visit(tmp_path, work)
    assert len(written) < 10


# Logs


def record(text: str, created: float) -> logging.LogRecord:
    made = logging.LogRecord("purrlor", logging.ERROR, "", 1, text, (), None)
    made.created = created
    return made


def test_the_same_error_is_logged_a_few_times_and_then_counted() -> None:
    repeats = RepeatFilter()
    passed = [repeats.filter(record("the store failed", 100 + number / 100)) for number in range(50)]
    assert sum(passed) == REPEATS
    later = record("the store failed", 120)
    assert repeats.filter(later)
    assert json.loads(JsonLines().format(later))["suppressed"] == 50 - REPEATS
    assert repeats.filter(record("something else", 100.2))


def test_a_chain_of_errors_is_cut() -> None:
    error = ValueError("the first")
    for number in range(200):
        later = ValueError(f"number {number} " + "x" * 1000)
        later.__cause__ = error
        error = later
    text = error_text(error)
    assert len(text) < 5000
    assert "number 199" in text
