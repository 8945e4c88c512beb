"""Bursts of expensive requests from one address, and their effect on another visitor: one row for each kind of burst.

The visitor requests `/api/me` and QR codes at a steady rate, without waiting for the last answer. People play at two
tables meanwhile. Every burst meets a fresh server with the limits of `purrlor serve`; clients and server
share the cores. Without a burst, the first row says what this machine does by itself.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import aiohttp
import uvloop
from msgspec.structs import replace

from harness.figures import REPORT, Figure, number
from purrlor.core import Act, Fates, Match, Record, fate_key
from purrlor.games.addi_cats import AddiCats
from purrlor.games.house_of_cats import HouseOfCats
from purrlor.server.people.identity import COOKIE, Signer
from purrlor.server.store import Store, open_store
from purrlor.table.record_import import adopted
from purrlor.table.rows import AddEvents, Person, SavePerson, SaveTable, Seated, Write

from .failover import SERVE
from .server import Load, Plan, playing

SECONDS = float(os.environ.get("PURRLOR_BENCH_BURST_SECONDS", "15"))
PLAYING = Plan("yatzy", 2, 2, rate=10)
ME_SECONDS, QR_SECONDS = 0.1, 0.25
"""Seconds between two requests of the visitor."""
GOALS = {"/api/me": 250.0, "move": 250.0, "QR code": 1000.0}
"""The maximum for the 95th percentile, in milliseconds."""
VISITOR, ATTACKER = "127.0.0.2", "127.0.0.9"
PERSON = "attacker"
COLD_TABLES, REPLAYS, WARM_TABLES, IMPORTS, EXPORTS = 39, 45, 5, 20, 10
REVIEWS, BOT_TABLES, FORKS, SHEETS, CALLS = 25, 30, 30, 45, 45
TIGERS = [{"kind": "person"}, *[{"kind": "bot", "level": "tiger"}] * 5]
"""Seats of House of Cats: on every roll all five think for half a second."""
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rules", "arguments": {"game": "meow"}}}
BOMB = gzip.compress(bytes(50_000_000))
BOMBS_A_SECOND = 20


@dataclass
class Place:
    """A store with long matches of one person."""

    path: Path
    tables: list[str]
    reviewed: list[str]
    """Tables of another game, whose decisions take long to review."""
    record: str
    events: int
    cookie: str


def random_record(game: Any, seed: bytes) -> Record[Any, Any, Any]:
    choose = Random(1)
    match: Match[Any, Any, Any] = Match(game, fates=Fates(fate_key(seed)))
    match.settle()
    while not match.over:
        seat = choose.choice(sorted(match.awaiting.seats))
        match.push(Act(seat, choose.choice(list(match.legal(seat))), match.log[-1].at))
        match.settle()
    return Record(game, ("Ann", "Ben"), tuple(match.log), seed=seed)


def keep(store: Store, record: Record[Any, Any, Any], tables: list[str]) -> int:
    """Store a match as many tables; return its number of events."""
    _, writes = adopted(str(record), PERSON, 1)
    (row,) = [write.row for write in writes if isinstance(write, SaveTable)]
    (events,) = [write.events for write in writes if isinstance(write, AddEvents)]
    for table in tables:
        kept: list[Write] = [
            SaveTable(replace(row, id=table)),
            AddEvents(table, events),
            Seated(table, PERSON, "host"),
        ]
        store.write(kept)
    return len(events)


def filled(folder: Path) -> Place:
    seed = b"burst" * 6 + b"!!"
    long = random_record(AddiCats(seats=2, timed=False), seed)  # it ends after this number of cards
    tables = [f"burst{number:03}" for number in range(COLD_TABLES)]
    reviewed = [f"judge{number:03}" for number in range(REVIEWS)]
    path = folder / "parlour.sqlite"
    with open_store(str(path)) as store:
        store.write([SavePerson(Person(PERSON, "Eve"))])
        events = keep(store, long, tables)
        keep(store, random_record(HouseOfCats(seats=2), seed), reviewed)
        key = store.keep_setting("signing_key", lambda: os.urandom(32).hex())
    return Place(path, tables, reviewed, str(long), events, Signer(bytes.fromhex(key)).signed(PERSON))


@contextmanager
def serving(place: Place, *options: str) -> Generator[str]:
    command = [sys.executable, "-c", SERVE, "serve", "--local", "--port", "0", "--log", "error", *options]
    environment = {**os.environ, "PURRLOR_STORE": str(place.path)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    try:
        yield next(word for word in server.stdout.readline().split() if word.startswith("http://")).rstrip("/")
    finally:
        server.terminate()
        server.wait()


@dataclass
class Visit:
    """The response times, and the answers to the burst."""

    times: dict[str, Load] = field(default_factory=lambda: {name: Load() for name in GOALS})
    answers: Counter[int] = field(default_factory=Counter[int])


class Attack:
    def __init__(self, base: str, place: Place, session: aiohttp.ClientSession, answers: Counter[int]) -> None:
        self.base = base
        self.place = place
        self.session = session
        self.answers = answers

    async def send(self, method: str, path: str, **how: object) -> None:
        headers = {"Cookie": f"{COOKIE}={self.place.cookie}"}
        try:
            async with self.session.request(method, self.base + path, **{"headers": headers, **how}) as answer:  # type: ignore[arg-type]
                await answer.read()
                self.answers[answer.status] += 1
        except (aiohttp.ClientError, TimeoutError):
            self.answers[0] += 1

    async def nothing(self) -> None:
        await asyncio.sleep(SECONDS)

    async def compressed_bodies(self) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(round(SECONDS * BOMBS_A_SECOND)):
                how = {"headers": {"Content-Encoding": "gzip"}, "data": BOMB}
                group.create_task(self.send("POST", "/api/me", **how))
                await asyncio.sleep(1 / BOMBS_A_SECOND)

    async def cold_tables(self) -> None:
        await asyncio.gather(*(self.send("GET", f"/api/tables/{table}") for table in self.place.tables))

    async def replays(self) -> None:
        tables = self.place.tables[:WARM_TABLES] * (REPLAYS // WARM_TABLES)
        await asyncio.gather(*(self.send("GET", f"/api/tables/{table}/replay") for table in tables))

    async def imports(self) -> None:
        """Import records, each for another person, so that each is checked and stored."""
        how: dict[str, object] = {"headers": {"Accept": "*/*"}, "data": self.place.record.encode()}
        await asyncio.gather(*(self.send("POST", "/api/records", **how) for _ in range(IMPORTS)))

    async def exports(self) -> None:
        await asyncio.gather(*(self.send("GET", "/api/history/export") for _ in range(EXPORTS)))

    async def reviews(self) -> None:
        """Request reviews, each until it is finished, as a web client does."""

        async def review(table: str) -> None:
            while True:
                await self.send("GET", f"/api/tables/{table}/review")
                await asyncio.sleep(0.5)

        await asyncio.gather(*(review(table) for table in self.place.reviewed))

    async def bot_tables(self) -> None:
        async def table() -> None:
            asked = {"game": "house-of-cats", "name": "Eve", "pace": 1, "seats": TIGERS}
            headers = {"Cookie": f"{COOKIE}={self.place.cookie}"}
            async with self.session.post(f"{self.base}/api/tables", json=asked, headers=headers) as answer:
                self.answers[answer.status] += 1
                made = await answer.json()
            if "id" in made:
                path = f"{self.base}/api/tables/{made['id']}/socket"
                async with self.session.ws_connect(path, compress=0, headers=headers) as socket:
                    await socket.send_json({"type": "ready"})
                    async for _ in socket:
                        pass

        await asyncio.gather(*(table() for _ in range(BOT_TABLES)))

    async def forks(self) -> None:
        seats = [{"kind": "person"}, {"kind": "open"}]
        asked = {"name": "Eve", "seats": seats, "at": self.place.events - 1, "dice": "new"}
        tables = (self.place.tables * FORKS)[:FORKS]
        await asyncio.gather(*(self.send("POST", "/api/forks", json={**asked, "table": table}) for table in tables))

    async def sheets(self) -> None:
        path = "/api/sheets/print?game=house-of-cats&pages=20"
        await asyncio.gather(*(self.send("GET", path) for _ in range(SHEETS)))

    async def assistants(self) -> None:
        how = {"headers": {"Accept": "application/json, text/event-stream"}, "json": CALL}

        async def call() -> None:
            while True:
                await self.send("POST", "/mcp", **how)
                await asyncio.sleep(0.5)

        await asyncio.gather(*(call() for _ in range(CALLS)))

    async def warm(self) -> None:
        for table in self.place.tables[:WARM_TABLES]:
            await self.send("GET", f"/api/tables/{table}")
        self.answers.clear()


async def at_a_rate(pause: float, load: Load, ask: Callable[[int], Awaitable[bool]]) -> None:
    """Send requests at a steady rate, then wait for all answers; a refusal counts as an infinite time."""

    async def timed(number: int) -> None:
        began = perf_counter()
        answered = await ask(number)
        load.times.append(perf_counter() - began if answered else float("inf"))

    async with asyncio.TaskGroup() as group:
        for number in range(round(SECONDS / pause)):
            group.create_task(timed(number))
            await asyncio.sleep(pause)


def session_from(address: str) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(limit=0, local_addr=(address, 0))
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=600))


async def drive(base: str, place: Place, burst: str) -> Visit:
    seen = Visit()
    async with session_from(VISITOR) as visitor, session_from(ATTACKER) as stranger, playing(base, PLAYING) as load:
        attack = Attack(base, place, stranger, seen.answers)

        async def me(_: int) -> bool:
            async with visitor.get(f"{base}/api/me") as answer:
                return answer.ok

        async def qr(number: int) -> bool:
            async with visitor.post(f"{base}/api/qr", json={"text": f"http://x/{burst}/{number}"}) as answer:
                return answer.ok

        async with visitor.post(f"{base}/api/me", json={"name": "Ann"}) as answer:
            assert answer.ok
        await qr(-1)
        if burst == "replays":
            await attack.warm()
        load.times, load.moves = [], 0
        strike = asyncio.ensure_future(getattr(attack, burst)())
        await asyncio.gather(
            at_a_rate(ME_SECONDS, seen.times["/api/me"], me), at_a_rate(QR_SECONDS, seen.times["QR code"], qr)
        )
        seen.times["move"].times = list(load.times)
        strike.cancel()
        await asyncio.gather(strike, return_exceptions=True)
    return seen


def figures(name: str, seen: Visit) -> list[Figure]:
    return [Figure(f"{name}: {what}, p95", seen.times[what].part(0.95), "ms", goal) for what, goal in GOALS.items()]


def row(name: str, found: list[Figure], answers: Counter[int]) -> str:
    cells = [f"{number(each.value):>8} ms {'' if each.reached else 'MISSED':<7}" for each in found]
    return " ".join([f"  {name:<46}", *cells, ", ".join(f"{status}: {answers[status]}" for status in sorted(answers))])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = filled(Path(folder))
        title = f"Bursts from one address, {place.events} events in a match; p95 of another visitor in {SECONDS:.0f} s"
        measured: list[Figure] = []
        print(title)
        heads = [f"  {'burst':<46}", *(f"{what + f' ≤ {goal:.0f}':>19}" for what, goal in GOALS.items()), "answers"]
        print(" ".join(heads), flush=True)
        rows = {
            "nothing": "none",
            "compressed_bodies": f"{BOMBS_A_SECOND} bodies a second of {len(BOMB) // 1000} kB, 50 MB unpacked",
            "cold_tables": f"{COLD_TABLES} cold tables at once",
            "replays": f"{REPLAYS} replays at once",
            "imports": f"{IMPORTS} records to check at once",
            "exports": f"{EXPORTS} exports of {len(place.tables) + REVIEWS} matches at once",
            "reviews": f"{REVIEWS} reviews of House of Cats at once",
            "bot_tables": f"{BOT_TABLES} tables with five tigers each",
            "forks": f"{FORKS} forks at once",
            "sheets": f"{SHEETS} times 20 printed sheets at once",
        }
        if find_spec("mcp"):
            rows["assistants"] = f"{CALLS} assistants at once, each with two calls a second"
        for burst, name in rows.items():
            with serving(place, *(["--mcp"] if burst == "assistants" else [])) as base:
                seen = uvloop.run(drive(base, place, burst))
            found = figures(name, seen)
            print(row(name, found, seen.answers), f"(load {os.getloadavg()[0]:.0f})", flush=True)
            measured += found
        REPORT.sections.append((title, tuple(measured)))
        print(flush=True)


if __name__ == "__main__":
    main()
