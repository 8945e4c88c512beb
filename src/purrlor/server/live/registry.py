"""The tables in memory with their connections: find, load, unload and delete them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from purrlor.kit import kit
from purrlor.table.records import restored
from purrlor.table.refusals import refused
from purrlor.table.rows import FIRST_EPOCH, DeleteTable, TableRow
from purrlor.table.table import Table

from ..cluster.ownership import Elsewhere, Ownership
from ..metrics import Metrics
from ..store.async_store import AsyncStore
from ..store.tables import unused_tables
from ..tasks import CALLER


class Socket(Protocol):
    """The table's interface to a connection."""

    def send(self, message: bytes) -> None: ...

    def ping(self) -> None: ...

    def close(self, code: str) -> None: ...


class LiveTable:
    """One table in memory, with its connections, its timer and its uncommitted changes."""

    def __init__(self, table: Table, epoch: int = 0) -> None:
        self.table = table
        self.races = kit(table.row.game).races(table.play.game)
        """Whether round trips of its players matter, even before the match begins."""
        self.epoch = epoch
        """The epoch in which this process owns the table, where several share a store."""
        self.sockets: dict[int, Socket] = {}
        self.addresses: dict[int, str] = {}
        """The share of each connection."""
        self.opener = CALLER.get().share
        """The share that created or loaded the table."""
        self.timer: asyncio.TimerHandle | None = None
        self.unwritten = 0
        """Number of changes that are not on disk yet."""
        self.sent_row: TableRow | None = None
        """The last row that was committed and sent."""
        self.idle_since = 0
        self.waiting_for: frozenset[str] = frozenset()
        """The people who were notified of their turn (`push/sender.py`)."""
        self.rematch = ""
        """The rematch that people were notified of."""
        self.gone = False
        """Whether the table was unloaded: messages to it or from it are ignored."""

    @property
    def id(self) -> str:
        return self.table.row.id

    @property
    def share(self) -> str:
        """The share that pays for the table's work: that of the host, or else of a player, or else of the opener."""
        setup, guests = self.table.setup, self.table.guests.values()
        hosts = [guest.connection for guest in guests if guest.person == setup.host]
        players = [guest.connection for guest in guests if guest.seats]
        return next((self.addresses[each] for each in (*hosts, *players) if each in self.addresses), self.opener)

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


MOST_REMOVED = 200
"""Maximum number of unused tables deleted in one pass."""


class TableRegistry:
    """The tables in memory by id, and the loading and deletion of tables."""

    def __init__(self, store: AsyncStore, metrics: Metrics, now: Callable[[], int]) -> None:
        self.store = store
        self.metrics = metrics
        self.now = now
        self.ownership: Ownership | None = None
        """The tables that this process owns, where several servers share the store; None if it owns all."""
        self.live: dict[str, LiveTable] = {}
        self.wanted: dict[tuple[str, str], asyncio.Task[LiveTable]] = {}
        """Tables that wait to be loaded, by table and share, so that no address waits for the turn of another."""
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.removing: set[str] = set()
        """Tables whose deletion is being written: they must not be loaded again."""
        self.on_added: list[Callable[[LiveTable], None]] = []
        """Functions to run when a table was added to memory."""

    @property
    def node(self) -> str:
        """Return the id of this process among the processes that share the store; empty if it is alone."""
        return "" if self.ownership is None else self.ownership.lease.id

    async def find(self, table: str) -> LiveTable:
        """Return a table, loading it if it is not in memory."""
        if table in self.live:
            return self.live[table]
        if not table.isascii() or not table.isalnum():
            raise refused("no_table")
        wanted = table, CALLER.get().share
        if wanted not in self.wanted:
            self.wanted[wanted] = asyncio.ensure_future(self._await_turn(table))
        try:
            return await asyncio.shield(self.wanted[wanted])
        finally:
            self.wanted.pop(wanted, None)

    async def _await_turn(self, table: str) -> LiveTable:
        """Load the table when its turn comes.

        Takes ownership first, so that no other process changes it after the read.
        """
        epoch: int = 0 if self.ownership is None else await self.store.threads.run(self.ownership.take, table)

        async def load() -> LiveTable:
            if table in self.live:  # it was loaded meanwhile for another address
                return self.live[table]
            if table in self.removing:
                raise refused("no_table")
            if table not in self.loading:
                self.loading[table] = asyncio.ensure_future(self._load(table, epoch))
            return await asyncio.shield(self.loading[table])

        return await self.store.in_turn_by_events(table, "find", load)

    async def _load(self, table: str, epoch: int) -> LiveTable:
        """Load and replay a table in a thread, because replaying a long match is slow."""

        def replayed(now: int) -> Table | None:
            stored = self.store.blocking.load(table)
            return None if stored is None else restored(stored, now)

        try:
            loaded = await self.store.threads.submit(replayed, self.now())
            if loaded is None:
                raise refused("no_table")
            return self.add(loaded, epoch)
        finally:
            del self.loading[table]

    def add(self, table: Table, epoch: int = FIRST_EPOCH) -> LiveTable:
        """Add a table to memory; if it was loaded twice at the same time, the first one is kept."""
        if table.row.id in self.live:
            return self.live[table.row.id]
        live = self.live[table.row.id] = LiveTable(table, epoch)
        live.idle_since = self.now()
        self.metrics.tables.set(len(self.live))
        for note_added in self.on_added:
            note_added(live)
        return live

    def forget(self, live: LiveTable) -> None:
        """Unload a table."""
        live.stop_timer()
        live.gone = True
        if self.live.get(live.id) is live:
            del self.live[live.id]
        self.metrics.tables.set(len(self.live))

    async def remove(self, live: LiveTable) -> None:
        """Delete a table for good and close its connections."""
        self.forget(live)
        for socket in list(live.sockets.values()):
            socket.close("removed")
        await self._delete(live.id, live.epoch)

    async def remove_unused(self, finished_before: int, abandoned_before: int) -> int:
        """Delete tables that were not changed since these times, and return their number. Tables in memory stay."""
        removed = 0
        for table in await self.store.read(unused_tables, finished_before, abandoned_before, MOST_REMOVED):
            if table not in self.live and table not in self.loading and table not in self.removing:
                with suppress(Elsewhere):
                    epoch = 0 if self.ownership is None else await self.store.threads.run(self.ownership.take, table)
                    await self._delete(table, epoch)
                    removed += 1
        return removed

    async def _delete(self, table: str, epoch: int) -> None:
        self.removing.add(table)
        try:
            await self.store.write([DeleteTable(table)], (table, epoch))
        finally:
            self.removing.discard(table)
