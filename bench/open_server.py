"""A server without limits, for the benchmark: `python -m bench.open_server STORE [HOST [PROXY]]` prints its address.

PROXY is `nginx` or `haproxy`: then that listens on HOST, in front of the server.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path

import uvloop
from aiohttp import web

from bench import real_proxy
from purrlor.server.app import App
from purrlor.server.bots.workers import Thinkers
from purrlor.server.commands.serve import freeze_startup_objects
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.store import open_store


async def serve(place: str, host: str = "127.0.0.1", proxy: str = "") -> None:
    freeze_startup_objects()
    header = real_proxy.HEADER if proxy else ""
    app = App(open_store(place), Thinkers(1), NO_LIMITS, separate_writer=True, proxied=bool(proxy), rtt_header=header)
    if not proxy:
        await serve_until_stopped(app.application(), host)
        return
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(4096)
        process, port = real_proxy.start(proxy, Path(place).parent, host, int(listening.getsockname()[1]))
        try:
            await serve_until_stopped(app.application(), listening=listening, address=f"http://{host}:{port}")
        finally:
            process.terminate()
            process.wait()


async def serve_until_stopped(
    application: web.Application,
    host: str = "127.0.0.1",
    listening: socket.socket | None = None,
    address: str = "",
) -> None:
    """Serve on a free port, or on a socket that already listens, print the address, and close on SIGTERM."""
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.SockSite(runner, listening) if listening else web.TCPSite(runner, host, 0, backlog=4096)
    await site.start()
    print(address or f"http://{host}:{runner.addresses[0][1]}", flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await runner.cleanup()


if __name__ == "__main__":
    uvloop.run(serve(*sys.argv[1:]))
