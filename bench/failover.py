"""How long players wait when a server of a cluster ends, over real sockets and under load.

Players reconnect as the web client does: half a second after their connection was cut, then after twice as long each
time. A pause is counted for everybody whose connection was cut: from the cut, or from an act sent before it and not
answered, until a new connection has received the table.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import aiohttp
import uvloop

from harness.figures import Figure, section
from harness.postgres import database
from harness.proxies import HAPROXY, free_port, haproxy, round_robin
from purrlor.table.wire import Act

from .server import DECODER, ENCODER, Seen

TABLES = 24
THINK_SECONDS = 0.5
ROUNDS = int(os.environ.get("PURRLOR_BENCH_ROUNDS", "6"))
FIRST_SECONDS, LONGEST_SECONDS = 0.5, 15.0
"""The delays of the web client before it reconnects (`web/src/net/socket.ts`)."""
SETTLING_SECONDS = 3.0
GONE_SECONDS = 60.0
SERVE = "import sys; from purrlor.cli import main; sys.exit(main(sys.argv[1:]))"


@dataclass
class Pauses:
    """The pauses of everybody whose connection was cut."""

    seconds: list[float] = field(default_factory=list[float])
    moves: int = 0
    away: int = 0
    """The number of people who are disconnected now."""
    stop: bool = False

    def part(self, share: float) -> float:
        times = sorted(self.seconds)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0


class Returning:
    """One person at a table, who reconnects however often the connection is cut."""

    def __init__(self, address: str, seat: int, token: str, pauses: Pauses, choose: random.Random) -> None:
        self.address = address
        self.seat = seat
        self.headers = {"Authorization": f"Bearer {token}"}
        self.pauses = pauses
        self.choose = choose
        self.sent: float | None = None
        self.cut: float | None = None
        self.over = False

    async def play(self, session: aiohttp.ClientSession) -> None:
        attempt = 0
        while not self._ended():
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with session.ws_connect(self.address, headers=self.headers, compress=0) as socket:
                    attempt = 0
                    await socket.send_str('{"type":"ready"}')
                    await self._answer(socket)
            if self._ended():
                break
            if self.cut is None:
                self.cut = perf_counter() if self.sent is None else self.sent
                self.pauses.away += 1
            self.sent = None
            await asyncio.sleep(min(LONGEST_SECONDS, FIRST_SECONDS * 2**attempt) * (0.75 + self.choose.random() / 2))
            attempt += 1

    def _ended(self) -> bool:
        return self.over or self.pauses.stop

    async def _answer(self, socket: aiohttp.ClientWebSocketResponse[bool]) -> None:
        async for message in socket:
            if message.type is not aiohttp.WSMsgType.TEXT or not message.data.startswith('{"type":"update"'):
                continue
            update = DECODER.decode(message.data)
            if self.cut is not None:
                self.pauses.seconds.append(perf_counter() - self.cut)
                self.pauses.away -= 1
                self.cut = None
            self.pauses.moves += self.sent is not None
            self.sent, self.over = None, update.over
            if update.over:
                return
            if update.legal:
                await self._act(socket, update)

    async def _act(self, socket: aiohttp.ClientWebSocketResponse[bool], update: Seen) -> None:
        await asyncio.sleep(self.choose.expovariate(1 / THINK_SECONDS))
        action = self.choose.choice([each for each in update.legal if each != "back"])
        act = Act(seat=self.seat, version=update.version, action=action)
        self.sent = perf_counter()
        await socket.send_frame(ENCODER.encode(act), aiohttp.WSMsgType.TEXT)


async def play_for_ever(base: str, session: aiohttp.ClientSession, pauses: Pauses, number: int) -> None:
    choose = random.Random(number)
    while not pauses.stop:
        with suppress(aiohttp.ClientError, OSError, TimeoutError, KeyError):  # the server may be stopping
            wanted = {"game": "yatzy", "name": "Host", "seats": [{"kind": "open"}] * 2, "pace": 0, "hints": False}
            made = await (await session.post(f"{base}/api/tables", json=wanted)).json()
            path = f"/api/tables/{made['id']}"
            people: list[Returning] = []
            for name in ("Ann", "Ben"):
                joining = {"name": name, "key": made["key"], "token": True}
                joined = await (await session.post(f"{base}{path}/join", json=joining)).json()
                token, seat = joined["token"], joined["seat"]
                people.append(Returning(f"{base}{path}/socket", seat, token, pauses, choose))
            await asyncio.gather(*(person.play(session) for person in people))
        await asyncio.sleep(0.2)


Trouble = Callable[[int], Awaitable[None]]


async def measured(base: str, make_trouble: Trouble) -> Pauses:
    """Measure the players' pauses while servers end, one after the other."""
    pauses = Pauses()
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        playing = [asyncio.ensure_future(play_for_ever(base, session, pauses, each)) for each in range(TABLES)]
        for number in range(ROUNDS):
            await asyncio.sleep(SETTLING_SECONDS * (1 + random.random()))
            await make_trouble(number)
            deadline = perf_counter() + GONE_SECONDS
            while pauses.away:
                assert perf_counter() < deadline, "somebody does not come back"
                await asyncio.sleep(0.05)
        pauses.stop = True
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return pauses


class Nodes:
    """Servers on fixed ports, each as if on a machine of its own."""

    def __init__(self, url: str, ports: list[int]) -> None:
        self.url = url
        self.ports = ports
        self.processes = [self._start(number) for number in range(len(ports))]

    def _start(self, number: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "bench.cluster_server", self.url, str(number), str(self.ports[number])]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        return process

    async def end(self, how: signal.Signals, number: int) -> None:
        """End one of them; start it again when it has exited, as a service manager would."""
        which = number % len(self.ports)
        self.processes[which].send_signal(how)
        await asyncio.to_thread(self.processes[which].wait)
        self.processes[which] = await asyncio.to_thread(self._start, which)

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


@asynccontextmanager
async def machines(url: str) -> AsyncGenerator[tuple[str, Nodes]]:
    """Run three servers behind a proxy."""
    nodes = Nodes(url, [free_port() for _ in range(3)])
    with tempfile.TemporaryDirectory() as folder:
        proxy = round_robin(nodes.ports) if HAPROXY is None else haproxy(nodes.ports, Path(folder))
        try:
            async with proxy as base:
                await asyncio.sleep(1)  # wait until the proxy has found its servers
                yield base, nodes
        finally:
            nodes.close()


@asynccontextmanager
async def workers(url: str) -> AsyncGenerator[tuple[str, subprocess.Popen[str]]]:
    """Run `purrlor serve --workers 3`."""
    command = [sys.executable, "-c", SERVE, "serve", "--local", "--port", "0", "--workers", "3", "--log", "error"]
    environment = {**os.environ, "PURRLOR_STORE": url}
    supervisor = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert supervisor.stdout is not None
    address = next(word for word in supervisor.stdout.readline().split() if word.startswith("http://"))
    try:
        yield address.rstrip("/"), supervisor
    finally:
        supervisor.terminate()
        supervisor.wait()


def workers_of(supervisor: subprocess.Popen[str]) -> list[int]:
    children = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"cluster.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def ended_machines(url: str, how: signal.Signals) -> Pauses:
    async with machines(url) as (base, nodes):
        return await measured(base, lambda number: nodes.end(how, number))


async def replaced_workers(url: str) -> Pauses:
    async with workers(url) as (base, supervisor):

        async def replace(_: int) -> None:
            before = set(workers_of(supervisor))
            supervisor.send_signal(signal.SIGHUP)
            while before & set(workers_of(supervisor)):
                await asyncio.sleep(0.1)

        return await measured(base, replace)


async def killed_workers(url: str) -> Pauses:
    async with workers(url) as (base, supervisor):

        async def kill(_: int) -> None:
            os.kill(random.choice(workers_of(supervisor)), signal.SIGKILL)

        return await measured(base, kill)


def main() -> None:
    with database() as url:
        runs = {
            "a server was asked to stop (SIGTERM)": (uvloop.run(ended_machines(url, signal.SIGTERM)), 2.0),
            "all workers were replaced (SIGHUP)": (uvloop.run(replaced_workers(url)), 2.0),
            "a worker was killed, its supervisor lives": (uvloop.run(killed_workers(url)), 5.0),
            "a server was killed, by its lease alone": (uvloop.run(ended_machines(url, signal.SIGKILL)), 5.0),
        }
    title = f"Failover: {TABLES} tables of Yatzy for two, {ROUNDS} times each, {os.cpu_count()} cores, load"
    section(
        f"{title} {os.getloadavg()[0]:.0f}",
        *(
            figure
            for what, (pauses, goal) in runs.items()
            for figure in (
                Figure(f"{what}: lines cut", len(pauses.seconds), "people"),
                Figure("  pause, p50", pauses.part(0.5), "s"),
                Figure("  pause, p90", pauses.part(0.9), "s"),
                Figure("  pause, longest", pauses.part(1.0), "s", goal),
            )
        ),
    )
