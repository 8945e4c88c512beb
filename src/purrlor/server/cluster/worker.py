"""One of the processes behind a port, started by the supervisor: `python -m purrlor.server.cluster.worker`.

Its plan is the first line of its standard input. When the input ends, the supervisor has ended, and so does the worker.
It writes a line to its standard output when it is open.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys

import msgspec

from ..app import App
from ..command import freeze_startup_objects
from ..limits import NO_LIMITS, Limits
from ..logs import log_to_stderr
from ..running import RunningServer
from ..store import StoreFailed, open_store
from ..store_console import unusable
from .member import Plan
from .remote_thinkers import RemoteThinkers


class WorkerPlan(msgspec.Struct, frozen=True):
    store: str
    sockets: tuple[int, ...]
    """Descriptors of listening sockets, which all workers share."""
    node: Plan
    thinking: str
    """Where the thinking service of the machine listens."""
    proxied: bool = False
    rtt_header: str = ""
    limited: bool = True
    remove_finished: int | None = None
    remove_abandoned: int | None = None
    log: str = "warning"


async def work(plan: WorkerPlan) -> int:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stop.set)
    loop.add_reader(sys.stdin, stop.set)
    try:
        app = App(
            open_store(plan.store, serving=True),
            RemoteThinkers(plan.thinking),
            Limits() if plan.limited else NO_LIMITS,
            proxied=plan.proxied,
            rtt_header=plan.rtt_header,
            separate_writer=True,
            remove_finished=plan.remove_finished,
            remove_abandoned=plan.remove_abandoned,
            plan=plan.node,
        )
        server = RunningServer(app)
        await server.open_with([socket.socket(fileno=descriptor) for descriptor in plan.sockets])
    except StoreFailed as error:
        return unusable(error)
    freeze_startup_objects()
    sys.stdout.write("open\n")
    sys.stdout.flush()
    await stop.wait()
    server.end_in_time()
    await server.close()
    return 0


def main() -> int:
    import uvloop

    with open(0, "rb", buffering=0, closefd=False) as unbuffered:
        plan = msgspec.json.decode(unbuffered.readline(), type=WorkerPlan)
    log_to_stderr(plan.log)
    return uvloop.run(work(plan))


if __name__ == "__main__":
    sys.exit(main())
