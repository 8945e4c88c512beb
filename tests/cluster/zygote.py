"""A program that has everything imported and forks a server process for each line that it reads.

So a test can kill and start processes by the dozen. A line is `URL PORT MACHINE`; the answer is the id of the process.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time

import uvloop

from purrlor.server.app import App
from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.http.limits import NO_LIMITS
from purrlor.server.http.server import RunningServer
from purrlor.server.logs import log_to_stderr
from purrlor.server.store import Store, StoreFailed, open_store
from purrlor.table import timers
from tests.server.parlour import Inline

timers.AWAY = 10**12  # nobody plays for people who are away for a long while here


def opened(url: str) -> Store:
    """The database may be away just now."""
    while True:
        try:
            return open_store(url, serving=True)
        except StoreFailed:
            time.sleep(0.1)


async def serve(url: str, port: int, machine: str) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    plan = ClusterPlan(machine=machine, host="127.0.0.1", port=0)
    server = RunningServer(App(opened(url), Inline(), NO_LIMITS, separate_writer=True, plan=plan))
    try:
        await server.open("127.0.0.1", port)
    except StoreFailed:
        if stop.is_set():  # it was asked to stop while the database was unreachable
            return
        raise
    await stop.wait()
    await server.close()


def work(url: str, port: str, machine: str) -> None:
    while True:
        try:
            uvloop.run(serve(url, int(port), machine))
        except StoreFailed:
            continue
        os._exit(0)


def main() -> None:
    log_to_stderr("warning")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            sys.stdin.close()
            work(*line.split())
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
