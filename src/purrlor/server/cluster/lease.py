"""The lease of this process, renewed by a thread with its own connection.

Neither a busy event loop nor a long commit delays a renewal. Whether the lease is still valid is judged by the
monotonic clock of this machine, from the moment *before* the request to the database. So a process that was suspended
and resumes later knows without asking that it may no longer own anything.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from threading import Event, Thread

from msgspec.structs import replace

from ..store import Node, Nodes, StoreFailed
from .shared_limits import UsageExchange

log = logging.getLogger("purrlor.server.cluster")
LEASE_SECONDS = 3.0
BEAT_SECONDS = 1.0
RETRY_SECONDS = 0.25
MARGIN_SECONDS = 0.25
"""How much earlier a lease counts as expired here than in the database."""


def new_process() -> str:
    """Return a new name for a process; the ids of its nodes begin with it."""
    return secrets.token_hex(8)


class Lease:
    """The lease of a process. `lost` runs in the lease's thread whenever the lease has expired.

    From then on this process may own nothing that it owned. An expired lease that no other node has ended is renewed;
    otherwise the process continues as a new node.
    """

    def __init__(
        self,
        nodes: Nodes,
        node: Node,
        lost: Callable[[], None] = lambda: None,
        *,
        seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        usage: UsageExchange | None = None,
    ) -> None:
        """Prepare the lease; `node.id` is the name of the process."""
        self.lost = lost
        self._usage = usage
        self._published = ("", "")
        """The node that published last, and what it published."""
        self._nodes = nodes
        self._process = node.id
        self._count = 0
        self.node = node
        self._seconds = seconds
        self._clock = clock
        self._until = float("-inf")
        self.unbroken_since = float("-inf")
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="purrlor-lease", daemon=True)

    @property
    def id(self) -> str:
        return self.node.id

    @property
    def held(self) -> bool:
        """Return whether this process may still send anything."""
        return self._clock() < self._until

    @property
    def unbroken(self) -> bool:
        """Return whether the database was reachable for the length of a lease.

        If so, other nodes could reach it as well, and nodes whose leases expired are really gone.
        """
        return self._clock() - self.unbroken_since >= self._seconds

    def open(self) -> None:
        """Register this process. Raises `StoreFailed` with the reason if that is impossible."""
        self.register()
        self._thread.start()

    def close(self) -> None:
        """Give everything up at once. Others may own it when this returns, unless the database is unreachable."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        self._until = float("-inf")
        try:
            self._nodes.remove(self.id)
        except StoreFailed as error:
            log.warning("cannot release the lease; it will expire: %s", error)
        self._nodes.close()

    def register(self) -> None:
        """Register as a new node, with a lease that every `beat` renews."""
        self._count += 1
        node = replace(self.node, id=f"{self._process}-{self._count}")
        before = self._clock()
        self._nodes.add(node, int(1000 * self._seconds))
        self.node = node
        self._until = before + self._seconds - MARGIN_SECONDS

    def _run(self) -> None:
        pause = BEAT_SECONDS
        while not self._stopped.wait(pause):
            pause = BEAT_SECONDS if self.beat() else RETRY_SECONDS
            if pause == BEAT_SECONDS and self._usage is not None:
                self.exchange(self._usage)

    def beat(self) -> bool:
        """Renew the lease; return False if the database did not answer."""
        before, was_held = self._clock(), self.held
        try:
            renewed = self._nodes.renew(self.id, int(1000 * self._seconds))
            if not renewed:
                log.warning("another node has removed this one; continuing under a new node id")
                self._until = float("-inf")
                self.lost()
                self.register()
        except StoreFailed as error:
            self.unbroken_since = self._clock()
            log.warning("cannot renew the lease: %s", error)
            if was_held and not self.held:
                self.lost()
            return False
        if renewed:
            if not was_held:
                self.lost()
            self._until = before + self._seconds - MARGIN_SECONDS
        return True

    def exchange(self, usage: UsageExchange) -> None:
        """Publish what addresses have used here, and read what other nodes published."""
        try:
            node, report = self.id, usage.report()
            if report != (self._published[1] if self._published[0] == node else ""):
                self._nodes.publish(node, report)
                self._published = node, report
            usage.learn(self._nodes.usage_of_others(self.id))
        except StoreFailed as error:
            log.warning("cannot share rate limits: %s", error)
        except Exception:
            log.exception("cannot share rate limits")  # a failure here must not lose the lease
