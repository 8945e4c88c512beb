"""A server without limits, for the benchmark: `python -m bench.open_server STORE [HOST]` prints its address."""

from __future__ import annotations

import asyncio
import signal
import sys

import uvloop
from aiohttp import web

from purrlor.server.app import App
from purrlor.server.command import freeze_startup_objects
from purrlor.server.limits import NO_LIMITS
from purrlor.server.store import open_store
from purrlor.server.thinking import Thinkers


async def serve(place: str, host: str = "127.0.0.1") -> None:
    freeze_startup_objects()
    await open_until_told(App(open_store(place), Thinkers(1), NO_LIMITS, separate_writer=True).application(), host)


async def open_until_told(application: web.Application, host: str = "127.0.0.1") -> None:
    """Serve on a free port, print the address, and close on SIGTERM."""
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, host, 0, backlog=4096).start()
    print(f"http://{host}:{runner.addresses[0][1]}", flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await runner.cleanup()


if __name__ == "__main__":
    uvloop.run(serve(*sys.argv[1:]))
