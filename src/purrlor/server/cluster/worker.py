"""One of the processes behind a port, started by the supervisor: `python -m purrlor.server.cluster.worker`.

The first line of standard input is its plan. The input ends when the supervisor ends, and then the worker ends too. The
worker writes a line to standard output when it is open.
"""

from __future__ import annotations

import asyncio
import socket
import sys

import msgspec

from ..app import App
from ..commands.console import unusable
from ..commands.serve import freeze_startup_objects, no_cluster_port
from ..http.limits import NO_LIMITS, Limits
from ..http.overload import MEMORY_SHARE, whole_memory
from ..http.server import RunningServer
from ..logs import log_to_stderr
from ..store import StoreFailed, open_store
from .member import ClusterPlan, NoClusterPort
from .remote_thinkers import RemoteThinkers
from .shared_limits import SharedLimits


class WorkerPlan(msgspec.Struct, frozen=True):
    store: str
    sockets: tuple[int, ...]
    """Descriptors of the listening sockets, which all workers share."""
    node: ClusterPlan
    workers: int
    """Number of workers that share the memory of the machine."""
    thinking: str
    """Socket path of the machine's thinking service."""
    memory: int = -1
    """Descriptor of the memory that counts the limits of all workers."""
    rows: int = 1
    row: int = 0
    key: bytes = b""
    proxied: bool = False
    rtt_header: str = ""
    limited: bool = True
    remove_finished: int | None = None
    remove_abandoned: int | None = None
    local_push: bool = False
    mcp: bool = False
    log: str = "warning"


async def work(plan: WorkerPlan) -> int:
    limits = Limits(memory=int(MEMORY_SHARE * whole_memory() / plan.workers)) if plan.limited else NO_LIMITS
    shared = SharedLimits(plan.memory, plan.rows, plan.row, plan.key, limits)
    shared.clear()
    try:
        app = App(
            open_store(plan.store, serving=True),
            RemoteThinkers(plan.thinking),
            limits,
            proxied=plan.proxied,
            rtt_header=plan.rtt_header,
            separate_writer=True,
            remove_finished=plan.remove_finished,
            remove_abandoned=plan.remove_abandoned,
            local_push=plan.local_push,
            mcp=plan.mcp,
            plan=plan.node,
            shared=shared,
        )
        server = RunningServer(app)
        await server.open_with([socket.socket(fileno=descriptor) for descriptor in plan.sockets])
    except StoreFailed as error:
        return unusable(error)
    except NoClusterPort as error:
        return no_cluster_port(error)
    freeze_startup_objects()
    stop = server.stop_signal()
    asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
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
