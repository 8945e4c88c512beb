"""Is the race fair? Real sockets behind a delay proxy on loopback: equal reflexes, different lines.

At every table four clients react to each Chase of Addi Cat's with a time drawn from the same distribution. Each sits
behind its own delay. Who leads the chase is counted by line. In a second run all lines are equal, and one client
reports 200 milliseconds too little.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import aiohttp

TABLES = int(os.environ.get("PURRLOR_RACE_TABLES", "80"))
RACES = int(os.environ.get("PURRLOR_RACES", "2000"))
TRIPS = (20, 60, 120, 250)
OPTIONS = {"numbers_up_to": "5", "actions": "chase", "pace": "0", "hit_window": "1500", "most_cards": "60"}
MEAN, SPREAD, TAIL = 300.0, 40.0, 60.0
"""The reflexes of an adult (games/addi_cats/rules/en.md), ex-Gaussian."""


class DelayProxy:
    """Passes bytes on after half a round trip, in both directions, in order."""

    def __init__(self, port: int, trip: float) -> None:
        self.port = port
        self.half = trip / 2000

    async def open(self) -> int:
        self.server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await reader.read(65536):
                loop.call_later(self.half, writer.write, data)
        except ConnectionError:
            pass
        loop.call_later(self.half, writer.close)


class Racer:
    """Turns its cards at once, and hits in every Chase."""

    def __init__(self, socket: Any, seat: int, lie: int, chance: random.Random) -> None:
        self.socket = socket
        self.seat = seat
        self.lie = lie
        self.chance = chance
        self.led: list[int] = []
        """The seats that led the chases."""
        self.answered = -1
        self.doing: asyncio.Task[None] | None = None

    async def play(self) -> None:
        async for message in self.socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                return
            heard = json.loads(message.data)
            if heard["type"] == "update" and not self._see(heard):
                return

    def _see(self, update: dict[str, Any]) -> bool:
        """Whether the match goes on."""
        notes = [told["note"] for told in update["notes"]]
        self.led += [note["seat"] for note in notes if note["kind"] == "leads_chase"]
        view = update["view"]
        if view["phase"] == "chase" and view["cards_turned"] != self.answered and "hit head" in update["legal"]:
            self.answered = view["cards_turned"]
            self.doing = asyncio.ensure_future(self._hit(update["version"]))
        elif "turn" in update["legal"]:
            self.doing = asyncio.ensure_future(self._act("turn", update["version"], None))
        return not update["over"]

    async def _hit(self, version: int) -> None:
        seen = perf_counter()
        reaction = max(120.0, self.chance.gauss(MEAN, SPREAD) + self.chance.expovariate(1 / TAIL))
        await asyncio.sleep(reaction / 1000)
        pressed = round((perf_counter() - seen) * 1000)
        await self._act("hit head", version, max(0, pressed - self.lie))

    async def _act(self, action: str, version: int, reaction: int | None) -> None:
        act = {"type": "act", "seat": self.seat, "version": version, "action": action, "reaction": reaction}
        try:
            await self.socket.send_str(json.dumps(act))
        except ConnectionError:
            return


async def run(port: int, trips: Sequence[int], lies: Sequence[int]) -> Counter[int]:
    """Who led how many chases at many tables, by line; so are `trips` and `lies`."""
    proxies = [DelayProxy(port, trip) for trip in trips]
    ports = [await proxy.open() for proxy in proxies]
    led: Counter[int] = Counter()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

        async def table(number: int) -> None:
            chance = random.Random(number)
            while led.total() < RACES:
                led.update(await _table(session, port, list(zip(ports, lies, strict=True)), chance))

        playing = [asyncio.ensure_future(table(number)) for number in range(TABLES)]
        await asyncio.gather(*playing)
    return led


async def _table(
    session: aiohttp.ClientSession, port: int, lines: Sequence[tuple[int, int]], chance: random.Random
) -> list[int]:
    """One match, with the lines seated at random; the lines that led its chases."""
    wanted = {"game": "addi-cats", "name": "Host", "seats": [{"kind": "open"}] * len(lines), "options": OPTIONS}
    base = f"http://127.0.0.1:{port}/api/tables"
    made = await (await session.post(base, json=wanted)).json()
    order = chance.sample(range(len(lines)), len(lines))

    async def sit(seat: int, line: int) -> list[int]:
        through, lie = lines[line]
        join = {"name": f"Line {line}", "key": made["key"], "token": True, "seat": seat}
        joined = await (await session.post(f"{base}/{made['id']}/join", json=join)).json()
        headers = {"Authorization": f"Bearer {joined['token']}"}
        address = f"http://127.0.0.1:{through}/api/tables/{made['id']}/socket"
        async with session.ws_connect(address, headers=headers, compress=0) as socket:
            await asyncio.sleep(2)
            await socket.send_str('{"type":"ready"}')
            racer = Racer(socket, seat, lie, random.Random(chance.random()))
            await racer.play()
        return racer.led

    seen = await asyncio.gather(*(sit(seat, line) for seat, line in enumerate(order)))
    return [order[seat] for seat in seen[0]]


def interval(count: int, races: int) -> str:
    share = count / races
    error = 1.96 * math.sqrt(share * (1 - share) / races)
    return f"{100 * share:5.1f} ± {100 * error:.1f} %"


async def measure(port: int) -> None:
    fair = await run(port, TRIPS, (0, 0, 0, 0))
    print(f"Equal reflexes, {fair.total()} chases; a fair share is 25 %")
    for line, trip in enumerate(TRIPS):
        print(f"  round trip {trip:>3} ms   leads {interval(fair[line], fair.total())}")
    for trip in (60, 120):
        lied = await run(port, (trip,) * 4, (200, 0, 0, 0))
        print(f"All at {trip} ms, one reports 200 ms too little, {lied.total()} chases")
        print(f"  the liar           leads {interval(lied[0], lied.total())}")
    print(flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.open_server", str(Path(folder) / "parlour.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rsplit(":", 1)[1])
        try:
            asyncio.run(measure(port))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


if __name__ == "__main__":
    main()
