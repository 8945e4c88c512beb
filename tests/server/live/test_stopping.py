"""SIGTERM ends the server in a few seconds, whatever it is waiting for."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from purrlor.server import tasks as threads
from purrlor.server.cluster import supervisor
from purrlor.server.http.server import HANDLER_SECONDS, STOP_SECONDS, RunningServer
from purrlor.server.live import registry
from purrlor.server.live.live_tables import CLOSING_SECONDS
from purrlor.server.store.writer_process import EXIT_SECONDS
from purrlor.table.records import restored
from purrlor.table.rows import Stored
from purrlor.table.table import Table
from tests.server.parlour import PATIENCE, Device, parlour, run, serving

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals"),
    pytest.mark.slow,
]
PROMISED = 5
"""Seconds from the signal to the end of the process, in every case. It took 45 before."""


def test_what_stopping_waits_for_fits_into_what_is_promised() -> None:
    """Handlers (aiohttp waits for them twice), the commit under way, the writer process, what is being read; then the
    process is ended, and after it the supervisor of several."""
    waits = 2 * HANDLER_SECONDS + CLOSING_SECONDS + EXIT_SECONDS + threads.CLOSING_SECONDS
    assert waits < STOP_SECONDS < supervisor.STOP_SECONDS < PROMISED


def test_the_time_to_stop_is_counted_from_the_signal_even_if_the_event_loop_is_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[bool] = []
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)

    async def go() -> None:
        server = RunningServer.__new__(RunningServer)
        monkeypatch.setattr(server, "end_in_time", lambda: counted.append(True))
        stop = server.stop_signal()
        os.kill(os.getpid(), signal.SIGTERM)
        assert (counted, stop.is_set()) == ([True], False), "the event loop has not heard of it yet"
        await stop.wait()

    try:
        run(go())
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGINT, before[1])


def test_stopping_waits_for_no_work_that_is_queued_nor_long_for_what_is_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match is being replayed that takes for ever, and others wait for their turn."""
    begun: list[str] = []
    go_on = threading.Event()

    def endless(stored: Stored, now: int) -> Table:
        begun.append(stored.row.id)
        go_on.wait()
        return restored(stored, now)

    async def go() -> list[int]:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            live_tables = house.app.tables
            tables = [(await ann.host("yatzy", "person"))[0] for _ in range(5)]
            for table in tables:
                live_tables.forget(live_tables.live[table])
            monkeypatch.setattr(registry, "restored", endless)
            monkeypatch.setattr("purrlor.server.store.async_store.SHORT_EVENTS", -1)
            requests = [asyncio.ensure_future(ann.get(f"/api/tables/{table}")) for table in tables]
            while len(live_tables.store.threads.queue) < 4:
                await asyncio.sleep(0)
            live_tables.close_sockets()
            done, _ = await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 4:
                done, _ = await asyncio.wait(requests, timeout=0.01)
            for each in requests:
                each.cancel()
            return [each.result()[0] for each in done]

    try:
        assert run(go()) == [503] * 4
    finally:
        go_on.set()
    assert len(begun) == 1


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def half_open(address: str, _: int) -> list[socket.socket]:
    """Requests without their end, and a body that never comes."""
    opened: list[socket.socket] = []
    for text in (b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"):
        connection = socket.create_connection(("127.0.0.1", port_of(address)))
        connection.sendall(text)
        opened.append(connection)
    return opened


def deaf_socket(address: str, _: int) -> list[socket.socket]:
    """A WebSocket whose client neither reads nor says goodbye."""

    async def host() -> tuple[str, str]:
        async with Device(address) as ann:
            table, _ = await ann.host("yatzy", "person", lesson="")
            cookies = {each.key: each.value for each in ann.session.cookie_jar}
            return table, cookies["purrlor"]

    table, cookie = run(host())
    connection = socket.create_connection(("127.0.0.1", port_of(address)))
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: purrlor={cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    connection.sendall(lines.encode())
    assert connection.recv(12) == b"HTTP/1.1 101"
    return [connection]


def hanging_writer(address: str, server: int) -> list[socket.socket]:
    """The writer process is stopped, and somebody waits for what it should write; also a socket is being opened."""
    (writer,) = children(server, "writer_process")
    os.kill(writer, signal.SIGSTOP)
    opened: list[socket.socket] = []
    for _ in range(3):
        connection = socket.create_connection(("127.0.0.1", port_of(address)))
        connection.sendall(b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 14\r\n\r\n{"name":"Anna"}'[:-1])
        opened.append(connection)
    run(others_are_served(address))
    return opened


async def others_are_served(address: str) -> None:
    """Wait for the answer to a later request: those before it have been read."""
    async with Device(address) as device:
        assert (await device.get("/api/games"))[0] == 200


def long_work(address: str, _: int) -> list[socket.socket]:
    """Sheets to print, far more than can be done in time."""
    opened: list[socket.socket] = []
    for _ in range(25):
        connection = socket.create_connection(("127.0.0.1", port_of(address)))
        connection.sendall(b"GET /api/sheets/print?game=house-of-cats&pages=20 HTTP/1.1\r\nHost: x\r\n\r\n")
        opened.append(connection)
    return opened


def children(parent: int, word: str) -> list[int]:
    listed = subprocess.run(["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(row[0]) for row in rows if row[1] == str(parent) and word in row[2]]


Trouble: TypeAlias = Callable[[str, int], list[socket.socket]]
TROUBLES = pytest.mark.parametrize("trouble", [half_open, deaf_socket, hanging_writer, long_work])


def stop(trouble: Trouble, folder: Path) -> tuple[float, float]:
    """Start a server, which leaves no process behind when it ends; return the seconds to its start and to its end."""
    started = time.monotonic()
    with serving(folder) as (address, process):
        start_up = time.monotonic() - started
        opened = trouble(address, process.pid)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        ended = time.monotonic()
        while children(1, f"{folder}"):
            assert time.monotonic() < ended + PATIENCE, "a process was left behind"
        for connection in opened:
            connection.close()
    return start_up, ended - began


@TROUBLES
def test_a_signal_ends_the_server_and_all_its_processes(trouble: Trouble, tmp_path: Path) -> None:
    stop(trouble, tmp_path)


@pytest.mark.nightly
@TROUBLES
def test_a_signal_ends_the_server_in_time(trouble: Trouble, tmp_path: Path) -> None:
    """A busy machine also takes longer to end a process: the time that it took to start it is allowed on top."""
    start_up, seconds = stop(trouble, tmp_path)
    assert seconds < PROMISED + start_up


def test_a_second_server_on_the_same_store_says_so_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, process):
        command = [sys.executable, "-m", "purrlor.cli", "serve", "--local", "--port", "0", "--store", f"{tmp_path}/s"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert second.returncode == 2
        assert second.stderr.startswith("purrlor: the store cannot be used: another server is using it")
        assert second.stderr.count("\n") == 1
        assert process.poll() is None
