"""This process in the cluster that shares its store: its lease, its tables, and how other processes reach it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct, field

from purrlor.core import new_secret

from ..live.live_tables import LiveTables
from ..store import Node, Store
from .handover import BACKLOG, Receiver, node_path, relay_path
from .lease import LEASE_SECONDS, Lease, new_process
from .machine_metrics import MachineMetrics, folder_name
from .ownership import Ownership
from .routing import Router
from .shared_limits import SharedLimits, UsageExchange

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
MOUNTS = Path("/proc/self/ns/mnt")
"""Identifies the mount namespace: containers, and services with a private /tmp, do not see each other's sockets."""
KEY_SETTING = "cluster_key"


@cache
def this_machine() -> str:
    """Return an id shared by all processes that share this machine and its files, until it reboots.

    On systems other than Linux this is the machine's name.
    """
    try:
        return f"{BOOT_ID.read_text().strip()} {MOUNTS.readlink()}"
    except OSError:
        return socket.gethostname()


class ClusterPlan(Struct, frozen=True):
    """How other processes identify and reach this one."""

    process: str = field(default_factory=new_process)
    machine: str = field(default_factory=this_machine)
    host: str = ""
    """Host name for nodes of other machines; empty if they do not connect."""
    port: int | None = None
    """Port for nodes of other machines, or the first of `ports` to try; None if this node does not listen for them."""
    ports: int = 1
    folder: str = ""
    """Folder for the sockets of one supervisor's workers, side by side; empty if there are no siblings."""
    worker: str = ""
    """The number of this worker among its siblings, used as a metrics label."""
    lease: float = LEASE_SECONDS
    """Seconds after which others may take this node's tables if it does not renew its lease."""


def cluster_key(store: Store) -> str:
    """Return the key by which the nodes of a store recognise each other."""
    return store.keep_setting(KEY_SETTING, lambda: new_secret().hex())


class ClusterMember:
    """Joins the nodes of the store when the server opens, and leaves them when it closes."""

    def __init__(self, tables: LiveTables, plan: ClusterPlan, shared: SharedLimits, *, proxied: bool) -> None:
        self.tables = tables
        self.plan = plan
        self.shared = shared
        self.router = Router(tables, plan.machine, cluster_key(tables.store.blocking), proxied=proxied)
        self.listening: socket.socket | None = None
        """Listening socket for nodes of other machines."""
        self.relaying: socket.socket | None = None
        """Listening socket for requests from nodes of this machine."""
        self._receiver: Receiver | None = None
        self._folder: Path | None = None

    async def join(self) -> None:
        """Join the cluster. Raises `StoreFailed`, `NoClusterPort` or `OSError` if that is impossible."""
        loop, connect = asyncio.get_running_loop(), self.tables.store.blocking.connect_nodes
        assert connect is not None

        def lost() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.tables.drop_all)

        node = Node(self.plan.process, self.plan.machine, self._open_receiver(), self._listen())
        usage = UsageExchange(self.shared, self.plan.folder or self.plan.process, self.tables.now)
        lease = Lease(connect(), node, lost, seconds=self.plan.lease, usage=usage)
        await asyncio.to_thread(lease.open)
        self.tables.ownership = Ownership(connect(), lease)
        self.tables.commits.fence = self.tables.ownership.fence

    def adopt_with(self, adopt: Callable[[socket.socket, bytes], None]) -> None:
        """Accept connections that other processes hand over from now on, and serve them with `adopt`."""
        if self._receiver is not None:
            self._receiver.adopt = adopt

    def _open_receiver(self) -> str:
        if sys.platform == "win32":
            return ""
        self._folder = self._own_folder()
        path = node_path(self._folder)
        self._receiver = Receiver(Path(path))
        self._receiver.open()
        self.relaying = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.relaying.bind(relay_path(path))
        self.relaying.listen(BACKLOG)
        return path

    def _own_folder(self) -> Path:
        """Create this node's folder, which other users cannot read."""
        if not self.plan.folder:
            return Path(tempfile.mkdtemp(prefix="purrlor-"))
        folder = Path(self.plan.folder) / folder_name(self.plan.worker, self.plan.process)
        folder.mkdir(mode=0o700)
        return folder

    async def metrics_text(self) -> bytes:
        """Return the metrics of this worker and its siblings."""
        if not self.plan.folder or self._folder is None:
            return self.tables.metrics.text()
        return (await MachineMetrics(self.tables.metrics, self._folder, self.router.key).text()).encode()

    def _listen(self) -> str:
        if self.plan.port is None:
            return ""
        self.listening = first_free(self.plan.port, self.plan.ports)
        return f"{self.plan.host}:{self.listening.getsockname()[1]}"

    def refuse_connections(self) -> None:
        """Refuse handed-over connections; the other processes keep them."""
        if self._receiver is not None:
            self._receiver.close()
            self._receiver = None

    async def leave(self) -> None:
        """Leave the cluster. Everything is free for others when this returns, so commit pending writes first."""
        self.refuse_connections()
        if self.tables.ownership is not None:
            await asyncio.to_thread(self.tables.ownership.close)
        await self.router.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


class NoClusterPort(Exception):
    """Raised when none of the ports for other machines can be opened."""

    def __init__(self, first: int, last: int, reason: str) -> None:
        super().__init__(reason)
        self.first, self.last, self.reason = first, last, reason


def first_free(port: int, count: int) -> socket.socket:
    """Open a listening socket on the first free port of a range."""
    reason = ""
    for each in range(port, port + count):
        try:
            return socket.create_server(("", each))
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
    raise NoClusterPort(port, port + count - 1, reason)
