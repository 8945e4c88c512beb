"""One server of several, for benchmarks: `python -m bench.cluster_server STORE MACHINE [PORT]` prints its address."""

from __future__ import annotations

import asyncio
import signal
import sys

import uvloop

from purrlor.server.app import App
from purrlor.server.bots.workers import Thinkers
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.commands.serve import freeze_startup_objects
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.http.server import RunningServer
from purrlor.server.store import open_store


async def serve(place: str, machine: str, port: str = "0") -> None:
    plan = ClusterPlan(machine=machine, host="127.0.0.1", port=0)
    app = App(open_store(place, serving=True), Thinkers(1), NO_LIMITS, separate_writer=True, plan=plan)
    server = RunningServer(app)
    await server.open("127.0.0.1", int(port))
    freeze_startup_objects()
    print(f"http://127.0.0.1:{server.port}", flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await server.close()


if __name__ == "__main__":
    uvloop.run(serve(*sys.argv[1:]))
