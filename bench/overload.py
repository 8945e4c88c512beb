"""A server beyond its capacity: which requests it refuses and serves, and how soon it recovers.

People play at a few tables. Then spectators from many addresses send as many messages as a connection may. Each message
must be read, checked and refused with a reason: together far more than one process can handle. New tables and
spectators are requested all the time, and spectators who were cut off reconnect. The server has the limits of
`purrlor serve`; clients and server share the cores. Bursts of long work from one address follow (`bursts.py`).
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit

import aiohttp
import uvloop

from harness.figures import Figure, section

from . import bursts
from .failover import SERVE
from .server import Crowd, Load, Plan

PLAYING = Plan("yatzy", 10, 2, rate=20)
SPECTATORS = int(os.environ.get("PURRLOR_BENCH_WATCHERS", "800"))
A_TABLE = 80
"""Spectators at one table; 100 are allowed."""
AN_ADDRESS = 100
"""Connections from one address; 200 are allowed."""
MESSAGES = 36.0
"""Messages per second from each spectator; 40 are allowed."""
QUIET_SECONDS, FLOOD_SECONDS, RECOVERY_SECONDS = 8.0, 25.0, 60.0
ASKING_SECONDS = 0.25
RETURN_SECONDS = 2.0
"""Time after which a spectator who was cut or refused returns, as long as the flood lasts."""
MESSAGE = b'{"type":"act","seat":0,"version":0,"action":"roll","id":1}'
FRAME = b"\x81" + bytes([0x80 | len(MESSAGE)]) + bytes(4) + MESSAGE
"""A text frame with a mask of zeros."""
HANDSHAKE = "GET {} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{}\r\n\r\n"
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="


@dataclass
class Answers:
    """The answers to requests for new tables or to watch, by status."""

    answers: Counter[int] = field(default_factory=Counter[int])
    slowest: float = 0.0

    def note(self, status: int, began: float) -> None:
        self.answers[status] += 1
        self.slowest = max(self.slowest, perf_counter() - began)

    def share(self, *statuses: int) -> float:
        return 100 * sum(self.answers[each] for each in statuses) / max(1, self.answers.total())


@dataclass
class Phase:
    load: Load
    tables: Answers = field(default_factory=Answers)
    spectators: Answers = field(default_factory=Answers)
    memory: float = 0.0
    """The maximum memory used, in MB."""


class Spectator(asyncio.Protocol):
    """A spectator that sends without waiting, and discards what it receives."""

    def __init__(self, path: str, host: str) -> None:
        self.head = HANDSHAKE.format(path, host, KEY).encode()
        self.transport: asyncio.WriteTransport | None = None
        self.let_in = self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.WriteTransport", transport)  # uvloop's transports have no class of asyncio
        self.transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        if not self.let_in and self.transport is not None:
            self.let_in = data.startswith(b"HTTP/1.1 101")
            if not self.let_in:
                self.transport.close()

    def write(self, data: bytes) -> None:
        if (
            self.let_in
            and self.transport is not None
            and not self.closed
            and not self.transport.get_write_buffer_size()
        ):
            self.transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.closed = True


class Drive:
    def __init__(self, base: str, pid: int, session: aiohttp.ClientSession) -> None:
        self.base = base
        self.pid = pid
        self.session = session
        self.crowd = Crowd(base, PLAYING, session)
        self.spectators: list[Spectator] = []
        self.watched: list[str] = []
        self.flooding = False
        self.cut = 0
        """Connections of spectators that the server closed."""

    async def new_table(self, address: str = "", **wanted: object) -> tuple[int, str]:
        """Request a table, from another address each time, because the number of new tables from one is limited."""
        seats = [{"kind": "open"}] * 2
        asked = {"game": "yatzy", "name": "Ann", "seats": seats, "watch": "anyone", **wanted}
        where = (address or f"127.0.{random.randrange(2, 200)}.{random.randrange(1, 250)}", 0)
        connector = aiohttp.TCPConnector(local_addr=where)
        async with (
            aiohttp.ClientSession(connector=connector) as session,
            session.post(f"{self.base}/api/tables", json=asked) as answer,
        ):
            body = await answer.json()
            return answer.status, body.get("id", "")

    async def open_spectators(self) -> None:
        for number in range(SPECTATORS):
            if number % A_TABLE == 0:
                self.watched.append((await self.new_table())[1])
            self.spectators.append(await self.spectator(number))

    async def spectator(self, number: int) -> Spectator:
        host, _, port = urlsplit(self.base).netloc.partition(":")
        made = partial(Spectator, f"/api/tables/{self.watched[number // A_TABLE]}/socket", host)
        where = (f"127.0.1.{1 + number // AN_ADDRESS}", 0)
        _, spectator = await asyncio.get_running_loop().create_connection(made, host, int(port), local_addr=where)
        return spectator

    async def flood(self) -> None:
        """Let an equal part of the spectators send in each tick."""
        ticks = 20
        while True:
            for tick in range(ticks):
                began = perf_counter()
                if self.flooding:
                    for spectator in self.spectators[tick::ticks]:
                        spectator.write(FRAME * max(1, round(MESSAGES / 2)))
                await asyncio.sleep(max(0.0, 0.5 / ticks - (perf_counter() - began)))

    async def come_back(self) -> None:
        """Reconnect the spectators who were cut off or refused."""
        while True:
            began = perf_counter()
            for number, spectator in enumerate(self.spectators):
                if self.flooding and spectator.closed:
                    self.cut += spectator.let_in
                    with suppress(OSError):
                        self.spectators[number] = await self.spectator(number)
            await asyncio.sleep(max(0.0, RETURN_SECONDS - (perf_counter() - began)))

    async def phase(self, seconds: float) -> Phase:
        self.crowd.load.times, self.crowd.load.moves = [], 0
        seen, began = Phase(self.crowd.load), perf_counter()
        while perf_counter() - began < seconds:
            asked = perf_counter()
            status, _ = await self.new_table()
            seen.tables.note(status, asked)
            asked = perf_counter()
            seen.spectators.note(await self.watch(), asked)
            seen.memory = max(seen.memory, self.memory())
            await asyncio.sleep(ASKING_SECONDS)
        seen.load = Load(self.crowd.load.moves, self.crowd.load.times, seconds=perf_counter() - began)
        return seen

    async def watch(self) -> int:
        path = f"{self.base}/api/tables/{random.choice(self.watched)}/socket"
        try:
            async with self.session.ws_connect(path, compress=0) as socket:
                await socket.receive()
                return 101
        except aiohttp.WSServerHandshakeError as refused:
            return refused.status

    def memory(self) -> float:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def until(self, status: int, ask: Callable[[], Awaitable[int]]) -> float:
        """Return the seconds until this is the answer again."""
        began = perf_counter()
        while await ask() != status:
            assert perf_counter() - began < RECOVERY_SECONDS, "it does not recover"
            await asyncio.sleep(0.05)
        return perf_counter() - began

    async def table_status(self) -> int:
        return (await self.new_table())[0]


@dataclass(frozen=True)
class Found:
    quiet: Phase
    flooded: Phase
    after: Phase
    watching_again: float
    table_again: float
    cut: int


async def drive(base: str, pid: int) -> Found:
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        work = Drive(base, pid, session)
        playing = [asyncio.ensure_future(work.crowd.play(number)) for number in range(PLAYING.tables)]
        await work.open_spectators()
        flooding = [asyncio.ensure_future(each) for each in (work.flood(), work.come_back())]
        quiet = await work.phase(QUIET_SECONDS)
        work.flooding = True
        await asyncio.sleep(3)
        flooded = await work.phase(FLOOD_SECONDS)
        work.flooding = False
        watching_again, table_again = await asyncio.gather(
            work.until(101, work.watch), work.until(201, work.table_status)
        )
        after = await work.phase(QUIET_SECONDS)
        cut = work.cut + sum(spectator.let_in and spectator.closed for spectator in work.spectators)
        for task in (*playing, *flooding):
            task.cancel()
        await asyncio.gather(*playing, *flooding, return_exceptions=True)
        for spectator in work.spectators:
            if spectator.transport is not None:
                spectator.transport.close()
    return Found(quiet, flooded, after, watching_again, table_again, cut)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, "serve", "--local", "--port", "0", "--log", "error"]
        environment = {**os.environ, "PURRLOR_STORE": str(Path(folder) / "parlour.sqlite")}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        try:
            found = uvloop.run(drive(address.rstrip("/"), server.pid))
        finally:
            server.terminate()
            server.wait()
    phases = {"quiet": found.quiet, "overloaded": found.flooded, "afterwards": found.after}
    messages = round(SPECTATORS * MESSAGES)
    title = f"Overload: {messages:,} messages/s from {SPECTATORS} spectators, {PLAYING.tables} tables at play, SQLite"
    section(
        f"{title}, load {os.getloadavg()[0]:.0f}",
        *(
            figure
            for name, phase in phases.items()
            for figure in (
                Figure(f"{name}: moves answered", phase.load.rate, "moves/s"),
                Figure(f"{name}: a move, p50", phase.load.part(0.5), "ms"),
                Figure(f"{name}: a move, p99", phase.load.part(0.99), "ms"),
                Figure(f"{name}: new tables refused (503)", phase.tables.share(503), "%"),
                Figure(f"{name}: spectators refused (503)", phase.spectators.share(503), "%"),
                Figure(f"{name}: slowest answer to either", max(phase.tables.slowest, phase.spectators.slowest), "s"),
                Figure(f"{name}: memory of the server, most", phase.memory, "MB"),
            )
        ),
        Figure("times that a spectator was cut", found.cut, ""),
        Figure("after the flood: a new spectator is let in after", found.watching_again, "s"),
        Figure("after the flood: a new table is made after", found.table_again, "s"),
    )
    bursts.main()
