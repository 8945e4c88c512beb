"""Figures that operators plan with: memory per socket and table, CPU time per move, disk per match.

`python -m bench sizing`. The server runs in a process of its own with SQLite; its memory is what the kernel counts as
its own pages (`Private_*` in smaps_rollup), its CPU time that of the server and of its writing process.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import aiohttp
import uvloop
from msgspec import json

from harness.figures import Figure, section
from purrlor.core.options import option_texts, with_recorded_options
from purrlor.core.record import event_text
from purrlor.kit import games, levels
from purrlor.lab.playout import play_out
from purrlor.server.store import open_store
from purrlor.table.rows import AddEvents, EventRow, SaveTable, TableRow

from .server import Plan, drive

PEOPLE = {"yatzy": 2, "meow": 4, "addi-cats": 3, "house-of-cats": 2}
TABLES = int(os.environ.get("PURRLOR_BENCH_TABLES", "200"))
MATCHES = 30
SETUP_LENGTH, SUMMARY_LENGTH = 700, 150
"""Numbers of characters, as in the store of a server."""
TICKS = os.sysconf("SC_CLK_TCK")


def private_bytes(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process and its children, such as the one that writes to SQLite."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / TICKS + sum(cpu_seconds(int(child)) for child in children)


@dataclass(frozen=True)
class Memory:
    """Memory in bytes."""

    idle_table: float
    socket: float
    running_table: float


class Guests:
    """People at tables who connect and do nothing."""

    def __init__(self, base: str, session: aiohttp.ClientSession, game: str) -> None:
        self.base = base
        self.session = session
        self.game = game
        self.made: list[dict[str, str]] = []
        self.sockets: list[Any] = []

    async def make_table(self) -> None:
        seats = [{"kind": "open"}] * PEOPLE[self.game]
        wanted = {"game": self.game, "name": "Host", "seats": seats, "hints": False}
        self.made.append(await (await self.session.post(f"{self.base}/api/tables", json=wanted)).json())

    async def connect(self, table: dict[str, str]) -> None:
        address = f"{self.base}/api/tables/{table['id']}"
        join = {"name": f"P{random.randrange(10**6)}", "key": table["key"], "token": True}
        joined = await (await self.session.post(f"{address}/join", json=join)).json()
        headers = {"Authorization": f"Bearer {joined['token']}"}
        socket = await self.session.ws_connect(f"{address}/socket", headers=headers, compress=0)
        self.sockets.append(socket)
        await socket.receive()

    async def start(self, socket: Any) -> None:
        await socket.send_str('{"type":"ready"}')

    async def metric(self, name: str) -> float:
        text = await (await self.session.get(f"{self.base}/metrics")).text()
        return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


async def measured_memory(base: str, process: int, game: str) -> Memory:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        warm = Guests(base, session, game)
        for _ in range(5):  # what is loaded only once does not count for a table
            await warm.make_table()
        for table in warm.made:
            await warm.connect(table)
        guests = Guests(base, session, game)
        sizes = [private_bytes(process)]
        await _all(guests.make_table for _ in range(TABLES))
        sizes.append(private_bytes(process))
        people = PEOPLE[game]
        for _ in range(people):
            await _all(partial(guests.connect, table) for table in guests.made)
        sizes.append(private_bytes(process))
        before = await guests.metric("purrlor_messages_total")
        await _all(partial(guests.start, socket) for socket in guests.sockets)
        while await guests.metric("purrlor_messages_total") < before + len(guests.sockets):
            await asyncio.sleep(0.1)
        sizes.append(private_bytes(process))
    idle, connected, running = (after - before for before, after in pairwise(sizes))
    return Memory(idle / TABLES, connected / TABLES / people, running / TABLES)


async def _all(calls: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Run all calls, twenty at a time."""
    waiting = list(calls)
    for start in range(0, len(waiting), 20):
        await asyncio.gather(*(call() for call in waiting[start : start + 20]))


async def measured_cpu(base: str, process: int, game: str) -> tuple[float, float]:
    """Return the microseconds of CPU time and the events per message, with all tables at play."""
    async with aiohttp.ClientSession() as session:
        guests = Guests(base, session, game)
        before = (
            cpu_seconds(process),
            await guests.metric("purrlor_messages_total"),
            await guests.metric("purrlor_events_total"),
        )
        await drive(base, Plan(game, TABLES // 4, PEOPLE[game]))
        messages = await guests.metric("purrlor_messages_total") - before[1]
        events = await guests.metric("purrlor_events_total") - before[2]
        return 1e6 * (cpu_seconds(process) - before[0]) / messages, events / messages


def with_server(what: Callable[[str, int, str], Any], game: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.open_server", str(Path(folder) / "parlour.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        base = server.stdout.readline().strip()
        try:
            return uvloop.run(what(base, server.pid, game))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def kept_match(game: str, number: int) -> tuple[TableRow, AddEvents]:
    """Return a match of the weakest bots as the store keeps it, with a setup as long as the server's."""
    rules = with_recorded_options(games()[game], {"seats": str(PEOPLE[game])})
    match = play_out(rules, [levels(game)[0].make(rules)] * rules.seats, f"sizing/{number}")
    events = tuple(EventRow(place, event.at, event_text(rules, event)) for place, event in enumerate(match.log, 1))
    setup = json.encode({"options": option_texts(rules), "filler": "x" * SETUP_LENGTH}).decode()
    name = f"{game[:2]}{number:08}"
    return TableRow(name, game, setup, b"s" * 32, "over", 0, 0, None, "x" * SUMMARY_LENGTH), AddEvents(name, events)


def measured_disk(game: str) -> tuple[float, float]:
    """Return the events per match, and the bytes of a compact SQLite file per match."""
    kept = [kept_match(game, number) for number in range(MATCHES)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parlour.sqlite"
        with open_store(path) as store:
            store.vacuum()
            empty = path.stat().st_size
            for row, events in kept:
                store.write([SaveTable(row), events])
            store.vacuum()
            size = path.stat().st_size - empty
    return sum(len(events.events) for _, events in kept) / MATCHES, size / MATCHES


def main() -> None:
    for game, people in PEOPLE.items():
        memory: Memory = with_server(measured_memory, game)
        cpu, per_message = with_server(measured_cpu, game)
        events, disk = measured_disk(game)
        section(
            f"Sizing: {game} for {people}",
            Figure("memory of a table in memory that nobody attends", memory.idle_table / 1000, "kB"),
            Figure("memory of an idle socket", memory.socket / 1000, "kB"),
            Figure("more memory of a table once its match runs", memory.running_table / 1000, "kB"),
            Figure("CPU time of a message, server and writer", cpu, "µs"),
            Figure("events written for a message", per_message, "events"),
            Figure("events of a match", events, "events"),
            Figure("disk of a match", disk / 1000, "kB"),
            Figure("disk of an event", disk / events, "bytes"),
        )
