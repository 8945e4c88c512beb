"""The server under load: durable moves per second, and how long a move takes, over real sockets on loopback.

The server runs in a process of its own, the clients in this one: they play as soon as they see their turn
(closed loop), or at a steady rate. A move counts when its player has received it; it was on the disk before.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import aiohttp
import msgspec

from harness.figures import Figure, sampled, section
from purrlor.table.wire import Act

ENCODER = msgspec.json.Encoder()


class Seen(msgspec.Struct):
    """The parts of an update that a random player reads."""

    version: int
    legal: list[str]
    over: bool


DECODER = msgspec.json.Decoder(Seen)
SECONDS = float(os.environ.get("PURRLOR_BENCH_SECONDS", "10"))
PARTS = 5


@dataclass
class Load:
    """The measurements of the clients."""

    moves: int = 0
    times: list[float] = field(default_factory=list[float])
    stop: bool = False
    seconds: float = 1.0
    rates: list[float] = field(default_factory=list[float])
    """Moves per second in equal parts of the duration."""

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def part(self, share: float) -> float:
        """Return a quantile of the time from sending a move to receiving it, in milliseconds."""
        times = sorted(self.times)
        return times[min(len(times) - 1, int(share * len(times)))] * 1000 if times else 0.0


class Seat:
    """One client in one seat, which answers each of its turns with a random legal action."""

    def __init__(self, socket: Any, seat: int, load: Load, pause: float, choose: random.Random) -> None:
        self.socket = socket
        self.seat = seat
        self.load = load
        self.pause = pause
        self.choose = choose
        self.sent: float | None = None

    async def play(self) -> None:
        async for message in self.socket:
            if message.type is not aiohttp.WSMsgType.TEXT or not message.data.startswith('{"type":"update"'):
                continue
            update = DECODER.decode(message.data)
            if self.sent is not None:
                self.load.moves += 1
                self.load.times.append(perf_counter() - self.sent)
                self.sent = None
            if update.over or self.load.stop:
                return
            if update.legal:
                await self._answer(update)

    async def _answer(self, update: Seen) -> None:
        if self.pause:
            await asyncio.sleep(self.choose.expovariate(1 / self.pause))
        act = Act(seat=self.seat, version=update.version, action=self._action(update.legal))
        self.sent = perf_counter()
        await self.socket.send_frame(ENCODER.encode(act), aiohttp.WSMsgType.TEXT)

    def _action(self, legal: list[str]) -> str:
        return self.choose.choice([action for action in legal if action != "back"])


@dataclass(frozen=True)
class Plan:
    """The load: number of tables of a game, people and bots at each; `rate`: moves per second of all."""

    game: str
    tables: int
    people: int
    bots: int = 0
    rate: float | None = None

    @property
    def pause(self) -> float:
        return 0.0 if self.rate is None else self.tables / self.rate


class Crowd:
    """The people at all tables, in one session."""

    options: ClassVar[dict[str, Any]] = {"pace": 0}
    """The options of the tables."""

    def __init__(self, base: str, plan: Plan, session: aiohttp.ClientSession) -> None:
        self.base = base
        self.plan = plan
        self.session = session
        self.load = Load()

    async def play(self, number: int) -> None:
        """Play one match after the other until the benchmark stops."""
        choose = random.Random(number)
        while not self.load.stop:
            seats = [{"kind": "open"}] * self.plan.people + [{"kind": "bot", "level": "kitten"}] * self.plan.bots
            wanted = {"game": self.plan.game, "name": "Host", "seats": seats, "hints": False, **self.options}
            made = await (await self.session.post(f"{self.base}/api/tables", json=wanted)).json()
            await asyncio.gather(*(self.sit(made, choose) for _ in range(self.plan.people)))

    async def sit(self, made: dict[str, str], choose: random.Random) -> None:
        address = f"{self.base}/api/tables/{made['id']}"
        join = {"name": f"P{choose.randrange(10**6)}", "key": made["key"], "token": True}
        joined = await (await self.session.post(f"{address}/join", json=join)).json()
        headers = {"Authorization": f"Bearer {joined['token']}"}
        await self.prepare(f"{made['id']}-{joined['seat']}", headers)
        async with self.session.ws_connect(f"{address}/socket", headers=headers, compress=0) as socket:
            await socket.send_str('{"type":"ready"}')
            await Seat(socket, joined["seat"], self.load, self.plan.pause, choose).play()

    async def prepare(self, seat: str, headers: dict[str, str]) -> None:
        """Prepare the client of somebody who has just joined; `seat` is a name of its own for every seat."""


@asynccontextmanager
async def playing(base: str, plan: Plan) -> AsyncGenerator[Load]:
    """Keep all tables of a plan at play; enter the block after a warm-up."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        crowd = Crowd(base, plan, session)
        players = [asyncio.ensure_future(crowd.play(number)) for number in range(plan.tables)]
        await asyncio.sleep(3 + plan.tables / 100)
        yield crowd.load
        crowd.load.stop = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)


async def drive(base: str, plan: Plan) -> Load:
    """Play for some seconds and return the load."""
    async with playing(base, plan) as load:
        load.times, moves, rates = [], 0, list[float]()
        began = perf_counter()
        for _ in range(PARTS):
            load.moves, part_began = 0, perf_counter()
            await asyncio.sleep(SECONDS / PARTS)
            rates.append(load.moves / (perf_counter() - part_began))
            moves += load.moves
        return Load(moves, load.times, seconds=perf_counter() - began, rates=rates)


def measured(plan: Plan) -> Load:
    with tempfile.TemporaryDirectory() as folder:
        return driven(plan, "bench.open_server", str(Path(folder) / "parlour.sqlite"))


def driven(plan: Plan, *module: str) -> Load:
    """Run a server in a process of its own under this load."""
    import uvloop

    server = subprocess.Popen([sys.executable, "-m", *module], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    base = server.stdout.readline().strip()
    try:
        return uvloop.run(drive(base, plan))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def figures(what: str, load: Load, goal: float | None = None) -> list[Figure]:
    return [
        sampled(f"{what}: durable moves", load.rates, "moves/s", goal, smaller_is_better=False),
        Figure(f"{what}: a move, p50", load.part(0.5), "ms"),
        Figure(f"{what}: a move, p99", load.part(0.99), "ms"),
    ]


def main() -> None:
    steady = measured(Plan("yatzy", 200, 2, rate=1000))
    bare, yatzy = driven(Plan("yatzy", 200, 2), "bench.bare_server"), measured(Plan("yatzy", 200, 2))
    section(
        "Server: SQLite, every move on the disk before it is told",
        sampled("200 tables where nothing is played, worked out or kept", bare.rates, "moves/s"),
        *figures("200 tables of Yatzy for two", yatzy, 6000),
        Figure("of what is possible where nothing is played", 100 * yatzy.rate / bare.rate, "%"),
        *figures("250 tables of MEOW for four", measured(Plan("meow", 250, 4)), 3000),
        sampled("steady load on 200 tables of Yatzy", steady.rates, "moves/s"),
        Figure("steady load: a move, p50", steady.part(0.5), "ms"),
        Figure("steady load: a move, p99", steady.part(0.99), "ms", 50),
        *figures("50 tables of Yatzy against a bot", measured(Plan("yatzy", 50, 1, bots=1))),
    )
