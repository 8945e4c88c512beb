"""Turn notifications under load: the delay from a turn's commit to the request to the push service.

Players of Yatzy with a day per turn move at a steady rate, and everybody is notified of every turn. The push service is
in this process; the delay is what the server measures, from the commit to the request.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

import aiohttp
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec

from harness.figures import Figure, section
from purrlor.server.push.encryption import point_of, to_text

from .server import SECONDS, Crowd, Plan

RATE, GOAL_MILLIS = 1000, 1000
BUCKET = re.compile(r'purrlor_push_delay_seconds_bucket\{le="([^"]+)"\} (\S+)')


class Service:
    """A push service that accepts every message and keeps none."""

    def __init__(self) -> None:
        self.got = 0

    async def take(self, request: web.Request) -> web.Response:
        await request.read()
        self.got += 1
        return web.Response(status=201)


class Called(Crowd):
    """People with turn notifications, at tables with a day per turn."""

    options: ClassVar[dict[str, Any]] = {"clock": "day"}
    endpoint = ""
    point = to_text(point_of(ec.generate_private_key(ec.SECP256R1()).public_key()))

    async def prepare(self, seat: str, headers: dict[str, str]) -> None:
        wanted = {"endpoint": f"{self.endpoint}/{seat}", "point": self.point, "auth": to_text(os.urandom(16))}
        await (await self.session.post(f"{self.base}/api/push", json=wanted, headers=headers)).read()


async def delays(session: aiohttp.ClientSession, base: str) -> dict[float, float]:
    """Return the number of requests made so far within each number of seconds, as the server measures it."""
    text = await (await session.get(f"{base}/metrics")).text()
    return {float(limit.replace("+Inf", "inf")): float(count) for limit, count in BUCKET.findall(text)}


def bound(before: dict[float, float], after: dict[float, float], share: float) -> float:
    """Return the upper limit of the bucket in which this quantile lies, in milliseconds."""
    counts = {limit: after[limit] - before[limit] for limit in sorted(after)}
    whole = counts[float("inf")]
    return next(limit for limit, count in counts.items() if count >= share * whole) * 1000


async def drive(base: str, plan: Plan) -> list[Figure]:
    service, application = Service(), web.Application()
    application.router.add_post("/{name}", service.take)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:
        crowd = Called(base, plan, session)
        crowd.endpoint = f"http://127.0.0.1:{runner.addresses[0][1]}"
        players = [asyncio.ensure_future(crowd.play(number)) for number in range(plan.tables)]
        await asyncio.sleep(3 + plan.tables / 50)
        before, moves, got, began = await delays(session, base), crowd.load.moves, service.got, perf_counter()
        await asyncio.sleep(SECONDS)
        after, seconds = await delays(session, base), perf_counter() - began
        moves, got = crowd.load.moves - moves, service.got - got
        crowd.load.stop = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    await runner.cleanup()
    return [
        Figure("moves with a day per turn", moves / seconds, "moves/s", RATE, smaller_is_better=False),
        Figure("messages that the push service got", got / seconds, "requests/s"),
        Figure("from the commit to the request, p50 at most", bound(before, after, 0.5), "ms"),
        Figure("from the commit to the request, p99 at most", bound(before, after, 0.99), "ms", GOAL_MILLIS),
    ]


def main() -> None:
    import uvloop

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.push_server", str(Path(folder) / "parlour.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        base = server.stdout.readline().strip()
        try:
            found = uvloop.run(drive(base, Plan("yatzy", 300, 2, rate=1.15 * RATE)))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    section("Push: everybody is called to every turn, SQLite", *found)
