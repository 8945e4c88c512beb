"""Several server processes on one PostgreSQL: moves per second, CPU time of a move, failover.

All figures come from one run, because the machine's speed changes from hour to hour: what counts are the ratios.
`direct` means that every connection is made to the process that owns its table, `handed over` that it is made to
another process of the same machine, `relayed` that it comes through a process of another machine (over TCP on
loopback). Clients and servers share the cores: with fewer cores than processes the rate cannot grow, but the CPU time
of a move shows what each process adds.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import uvloop

from harness.figures import Figure, section
from harness.postgres import database

from .server import SECONDS, Crowd, Load, Plan

TABLES = 48
PLAY = Plan("yatzy", TABLES, 2)
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[str]
    base: str

    def cpu(self) -> float:
        """Return the seconds of CPU time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def servers(url: str, machines: Sequence[str]) -> Generator[list[Server]]:
    started: list[Server] = []
    try:
        for machine in machines:
            command = [sys.executable, "-m", "bench.cluster_server", url, machine]
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert process.stdout is not None
            started.append(Server(process, process.stdout.readline().strip()))
        yield started
    finally:
        for server in started:
            server.process.send_signal(signal.SIGTERM)
        for server in started:
            server.process.wait()


class SpreadCrowd(Crowd):
    """A crowd that creates tables at one server after the other; people join there, or through the next server."""

    def __init__(self, bases: Sequence[str], session: aiohttp.ClientSession, *, elsewhere: bool) -> None:
        super().__init__(bases[0], PLAY, session)
        self.turns = itertools.cycle(range(len(bases)))
        self.bases = bases
        self.elsewhere = elsewhere

    async def play(self, number: int) -> None:
        import random

        choose = random.Random(number)
        while not self.load.stop:
            turn = next(self.turns)
            seats = [{"kind": "open"}] * self.plan.people
            wanted = {"game": self.plan.game, "name": "Host", "seats": seats, "pace": 0, "hints": False}
            answer = await self.session.post(f"{self.bases[turn]}/api/tables", json=wanted)
            made = await answer.json()
            door = Crowd(self.bases[(turn + self.elsewhere) % len(self.bases)], self.plan, self.session)
            door.load = self.load
            await asyncio.gather(*(door.sit(made, choose) for _ in range(self.plan.people)))


@dataclass(frozen=True)
class Run:
    load: Load
    cpu: float
    """Microseconds of CPU time per move, all servers together, without the database."""


async def drive(running: Sequence[Server], *, elsewhere: bool) -> Run:
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        crowd = SpreadCrowd([server.base for server in running], session, elsewhere=elsewhere)
        players = [asyncio.ensure_future(crowd.play(number)) for number in range(TABLES)]
        await asyncio.sleep(3)
        crowd.load.moves, crowd.load.times = 0, []
        began, used = time.perf_counter(), sum(server.cpu() for server in running)
        await asyncio.sleep(SECONDS)
        seen = Load(crowd.load.moves, crowd.load.times, seconds=time.perf_counter() - began)
        cpu = sum(server.cpu() for server in running) - used
        crowd.load.stop = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return Run(seen, 1e6 * cpu / max(1, seen.moves))


def measured(url: str, machines: Sequence[str], *, elsewhere: bool = False) -> Run:
    with servers(url, machines) as running:
        return uvloop.run(drive(running, elsewhere=elsewhere))


async def failover(running: Sequence[Server]) -> float:
    """Measure the seconds from killing a table's owner until its player has the table again, by the lease alone."""
    async with aiohttp.ClientSession() as session:
        wanted = {"game": "yatzy", "name": "Ann", "seats": [{"kind": "open"}], "pace": 0}
        made = await (await session.post(f"{running[0].base}/api/tables", json=wanted)).json()
        joining = {"name": "Ann", "key": made["key"], "token": True}
        path = f"/api/tables/{made['id']}"
        joined = await (await session.post(f"{running[0].base}{path}/join", json=joining)).json()
        headers = {"Authorization": f"Bearer {joined['token']}"}
        async with session.ws_connect(f"{running[0].base}{path}/socket", headers=headers) as socket:
            await socket.receive()
            running[0].process.kill()
            began = time.perf_counter()
            while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        async with session.ws_connect(f"{running[1].base}{path}/socket", headers=headers) as socket:
            await socket.receive()
        return time.perf_counter() - began


def main() -> None:
    with database() as url:
        one = measured(url, ["a"])
        two, four = measured(url, ["a"] * 2), measured(url, ["a"] * 4)
        handed = measured(url, ["a"] * 2, elsewhere=True)
        relayed = measured(url, ["a", "b"], elsewhere=True)
        with servers(url, ["a", "a"]) as running:
            back = uvloop.run(failover(running))
    runs = {"1 process": one, "2 processes, direct": two, "4 processes, direct": four}
    runs |= {"2 processes, handed over": handed, "2 machines, relayed": relayed}
    section(
        f"Cluster: PostgreSQL, {TABLES} tables of Yatzy for two, {os.cpu_count()} cores for everything",
        *(Figure(f"{name}: durable moves", run.load.rate, "moves/s") for name, run in runs.items()),
        *(Figure(f"{name}: CPU time of a move", run.cpu, "µs") for name, run in runs.items()),
        Figure("2 processes against 1: moves/s", two.load.rate / one.load.rate, "times"),
        Figure("4 processes against 1: moves/s", four.load.rate / one.load.rate, "times"),
        Figure("4 processes against 1: CPU time of a move", four.cpu / one.cpu, "times"),
        Figure("handed over against direct: CPU time of a move", handed.cpu / two.cpu, "times"),
        Figure("relayed against direct: CPU time of a move", relayed.cpu / two.cpu, "times"),
        Figure("a table is back after its owner was killed", back, "s", 5),
    )
