"""Fairness of races, also among clients that cheat: real sockets, delayed connections, equal reflexes.

At every table four clients react to each Chase of Addi Cat's with a time drawn from the same distribution. The
benchmark counts how often each client leads; a fair share is 25 %. It uses direct connections, delayed packet by packet
(`harness/delayed_network.py`); the same to nginx and HAProxy, where installed, which report to the server what their
kernel measured; and a TCP proxy, where the server can measure only by the clients' own pongs.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import aiohttp
import uvloop

from bench import real_proxy
from bench.racer import Client, Racer
from harness import delayed_network
from harness.delayed_network import Delay
from purrlor.kit.statistics import wilson

TABLES = int(os.environ.get("PURRLOR_RACE_TABLES", "90"))
RACES = int(os.environ.get("PURRLOR_RACES", "1000"))
ONLY = os.environ.get("PURRLOR_RACE_ONLY", "")
"""Run only the scenarios whose name contains this."""
PATH = os.environ.get("PURRLOR_RACE_PATH", "direct nginx haproxy proxied").split()
"""The kinds of connections to the server that are measured."""
OPTIONS = {"numbers_up_to": "5", "actions": "chase", "pace": "0", "hit_window": "1500", "most_cards": "60"}
STEADY = Delay(60)
TITLES = {
    "direct": "Direct connections",
    "nginx": "Through nginx, which tells the round trip",
    "haproxy": "Through HAProxy, which tells the round trip",
}


class Scenario(NamedTuple):
    """Four clients at every table; the shares of the first `shown` of them are printed."""

    name: str
    clients: tuple[Client, ...]
    shown: int = 1


def against_three(name: str, client: Client) -> Scenario:
    return Scenario(name, (client, *[Client(STEADY)] * 3))


SCENARIOS = (
    Scenario("honest, steady line", tuple(Client(Delay(trip)) for trip in (20, 60, 120, 250)), shown=4),
    against_three("honest, unsteady line", Client(Delay(60, 75))),
    against_three("honest, unsteady line", Client(Delay(250, 30))),
    against_three("never answers a ping, shaves off 100 ms", Client(STEADY, shaves=100, answers_pings=False)),
    against_three("shaves off 45 ms", Client(STEADY, shaves=45)),
    against_three("shaves off 200 ms", Client(STEADY, shaves=200)),
    against_three("answers pings unsteadily, shaves off 75 ms", Client(STEADY, shaves=75, unsteady=150)),
    against_three("answers pings 200 ms late, shaves off 200 ms", Client(STEADY, shaves=200, late=200)),
    against_three("does everything but hit 200 ms late", Client(STEADY, shaves=200, late=200, patient=200)),
)
DELAYS = tuple(dict.fromkeys(client.delay for scenario in SCENARIOS for client in scenario.clients))
Connect = Callable[[Delay], Awaitable[tuple[aiohttp.ClientSession, str]]]
"""Returns the session and the base address that a client with this delay uses."""


class DelayProxy:
    """Terminates TCP connections and forwards their bytes after a delay, in order."""

    def __init__(self, address: str, delay: Delay) -> None:
        self.address = address
        self.delay = delay

    async def open(self) -> int:
        self.server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self.address.removeprefix("http://").partition(":")
        try:
            there, back = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        writing = asyncio.ensure_future(_write_late(writer, waiting))
        try:
            while data := await reader.read(65536):
                waiting.put_nowait((loop.time() + self.delay.one_way(), data))
        except ConnectionError:
            pass
        waiting.put_nowait((loop.time(), b""))
        await writing


async def _write_late(writer: asyncio.StreamWriter, waiting: asyncio.Queue[tuple[float, bytes]]) -> None:
    """Write each piece when it is due, one after the other; an empty one is the end."""
    loop = asyncio.get_running_loop()
    while True:
        at, data = await waiting.get()
        await asyncio.sleep(max(0.0, at - loop.time()))
        if not data or writer.is_closing():
            writer.close()
            return
        writer.write(data)


class Tally:
    """The number of chases that each client led, and how much later its presses counted than they were made."""

    def __init__(self) -> None:
        self.led: Counter[int] = Counter()
        self.errors: dict[int, list[int]] = defaultdict(list)


async def run(scenario: Scenario, connect: Connect) -> Tally:
    """Play at many tables at once."""
    tally = Tally()
    doors = [await connect(client.delay) for client in scenario.clients]

    async def table(number: int) -> None:
        chance = random.Random(f"{scenario.name}/{number}")
        while tally.led.total() < RACES:
            await _match(scenario, doors, chance, tally)

    await asyncio.gather(*(table(number) for number in range(TABLES)))
    return tally


async def _match(
    scenario: Scenario, doors: Sequence[tuple[aiohttp.ClientSession, str]], chance: random.Random, tally: Tally
) -> None:
    """Play one match, with the clients seated at random."""
    clients = scenario.clients
    wanted = {"game": "addi-cats", "name": "Host", "seats": [{"kind": "open"}] * len(clients), "options": OPTIONS}
    session, base = doors[0]
    made = await (await session.post(f"{base}/api/tables", json=wanted)).json()
    order = chance.sample(range(len(clients)), len(clients))

    async def sit(seat: int, number: int) -> list[int]:
        session, base = doors[number]
        table = f"{base}/api/tables/{made['id']}"
        join = {"name": f"Client {number}", "key": made["key"], "token": True, "seat": seat}
        joined = await (await session.post(f"{table}/join", json=join)).json()
        headers = {"Authorization": f"Bearer {joined['token']}"}
        async with session.ws_connect(f"{table}/socket", headers=headers, compress=0, autoping=False) as socket:

            async def probe() -> None:
                async with session.ws_connect(f"{table}/line", headers=headers) as probe:
                    await probe.receive()

            racer = Racer(socket, seat, clients[number], random.Random(chance.random()), probe)
            await racer.play()
        tally.errors[number] += racer.errors
        return racer.led

    seen = await asyncio.gather(*(sit(seat, number) for seat, number in enumerate(order)))
    tally.led.update(order[seat] for seat in seen[0])


def interval(count: int, races: int) -> str:
    return str(wilson(count, races))


async def measure(title: str, connect: Connect) -> None:
    print(f"\n{title}\n\n| client | line | leads the chase | counted later by |\n|---|---|---|---|", flush=True)
    for scenario in SCENARIOS:
        if ONLY in scenario.name:
            tally = await run(scenario, connect)
            for number, client in enumerate(scenario.clients[: scenario.shown]):
                share = interval(tally.led[number], tally.led.total())
                error = f"{fmean(tally.errors[number] or [0]):+.1f} ms"
                print(f"| {scenario.name} | {client.delay} | {share} | {error} |", flush=True)


def session_from(address: str | None = None) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(limit=0, local_addr=(address, 0) if address else None)
    return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())


async def measure_packets(title: str, address: str) -> None:
    """Measure over the delayed connections between the two namespaces."""
    async with AsyncExitStack() as stack:
        sessions = {
            delay: await stack.enter_async_context(session_from(delayed_network.address_of(number)))
            for number, delay in enumerate(DELAYS)
        }

        async def connect(delay: Delay) -> tuple[aiohttp.ClientSession, str]:
            return sessions[delay], address

        await measure(title, connect)


async def measure_proxied(address: str) -> None:
    ports = {delay: await DelayProxy(address, delay).open() for delay in DELAYS}
    async with session_from() as session:

        async def connect(delay: Delay) -> tuple[aiohttp.ClientSession, str]:
            return session, f"http://127.0.0.1:{ports[delay]}"

        await measure("Through a proxy", connect)


def main() -> None:
    packets = [way for way in PATH if way in TITLES and (way == "direct" or real_proxy.available(way))]
    if packets and not delayed_network.available():
        print(f"no network namespaces here: {', '.join(packets)} left out")
        packets = []
    if packets and delayed_network.run_apart("bench.fair_race"):
        return
    with tempfile.TemporaryDirectory() as folder:
        for way in packets:
            command = _server(folder, way, delayed_network.SERVER, *([] if way == "direct" else [way]))
            with delayed_network.started(command, DELAYS) as server:
                _serve(server, partial(measure_packets, TITLES[way]))
        if "proxied" in PATH:
            command = _server(folder, "proxied")
            _serve(subprocess.Popen(command, stdout=subprocess.PIPE, text=True), measure_proxied)


def _server(folder: str, way: str, *options: str) -> list[str]:
    place = Path(folder) / way
    place.mkdir()
    return [sys.executable, "-m", "bench.open_server", str(place / "parlour.sqlite"), *options]


def _serve(server: subprocess.Popen[str], measuring: Callable[[str], Awaitable[None]]) -> None:
    assert server.stdout is not None
    address = server.stdout.readline().strip()

    async def go() -> None:
        await measuring(address)

    try:
        uvloop.run(go())
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


if __name__ == "__main__":
    main()
