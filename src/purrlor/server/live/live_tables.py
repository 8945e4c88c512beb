"""Keep the live tables: load from the store, commit before broadcasting, fire timers, unload when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec import Struct

from purrlor.table.bots import adapting, next_levels
from purrlor.table.creation import first_writes, people_of, rematch_of, spectators_of
from purrlor.table.effects import Effects
from purrlor.table.refusals import refused
from purrlor.table.rows import Stored, Write

from ..bots.requests import Bots
from ..bots.workers import Thinkers
from ..children.queries import room_leads
from ..cluster.ownership import Elsewhere
from ..metrics import Metrics
from ..store import LeaseLost, Store
from ..store.async_store import AsyncStore
from ..store.committer import Entry, TableEpoch, finish
from ..store.tables import due_tables
from ..tasks import CALLER, BackgroundTasks, FairThreads, acting_for
from .pings import Heartbeat
from .registry import LiveTable, Socket, TableRegistry

log = logging.getLogger("purrlor.server")
IDLE_MILLIS = 60_000
"""Time after which a table without connections is unloaded."""
WORK_THREADS = 2
CLOSING_SECONDS = 1.5
"""How long a stopping server waits for a running commit."""


class SteadyClock:
    """A clock of milliseconds since 1970 that never runs backwards."""

    def __init__(self) -> None:
        self.offset = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int((time.monotonic() + self.offset) * 1000)


class TableChange(Struct, frozen=True):
    """Effects of an event at a table, broadcast once they are committed."""

    tables: LiveTables
    live: LiveTable
    effects: Effects
    began: float | None
    writes: Sequence[Write]
    done: asyncio.Future[bool] | None = None
    """Set when a request waits for the write."""

    @property
    def fence(self) -> TableEpoch:
        return self.live.id, self.live.epoch

    def written(self) -> None:
        self.live.unwritten -= 1
        self.tables.broadcast(self.live, self.effects, self.began)
        if self.done is not None:
            finish(self.done, written=True)

    def failed(self, error: Exception) -> None:
        if self.done is not None:
            finish(self.done, written=False)
        self.tables.drop(self.live, error)


class TableNotices(Protocol):
    def loaded(self, live: LiveTable) -> None: ...

    def row_sent(self, live: LiveTable) -> None:
        """Handle a new row of the table, once it is committed and its updates are sent."""
        ...


class LiveTables(TableRegistry):
    """The tables in memory with their connections: commits events, broadcasts them, and fires timers."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        super().__init__(AsyncStore(store, metrics), metrics, SteadyClock())
        self.commits = self.store.committer
        self.thinkers = thinkers
        self.threads = FairThreads("purrlor-work", WORK_THREADS)
        """Threads for computing that is too long for the event loop, apart from the store's."""
        self.tasks = BackgroundTasks(metrics)
        self.heartbeat = Heartbeat()
        self.bots = Bots(self.run, self.now, thinkers, metrics)
        self.on_added.append(self._note_added)
        self.notices: TableNotices | None = None
        """Handler of every row of a table that is committed and sent; None if there is none."""
        self.connections = 0
        self.closing = False
        self.on_over: list[Callable[[LiveTable], None]] = []
        """Functions to run when the row of a finished table is committed and sent; they may run more than once.

        They run for the share of the table.
        """
        self.seed_revealers: list[Callable[[LiveTable], Awaitable[None]]] = []
        """Functions that reveal the seed that a table of their feature shares with others, as soon as they may."""
        self.handed_over = False
        """Whether other servers are about to own the tables, so that nothing more happens here."""

    async def load_committed(self, table: str) -> LiveTable:
        """Return a table with all its changes committed, because a pending write may still fail."""
        live = await self.find(table)
        while live.unwritten:
            await self.store.write([])
            live = await self.find(table)
        if live.table.setup.shared_fate:
            for reveal_seed in self.seed_revealers:
                await reveal_seed(live)
        return live

    async def stored(self, live: LiveTable) -> Stored:
        """Return everything that the store has of a table."""
        found = await self.store.load(live.id)
        if found is None:
            raise refused("no_table")
        return found

    def _note_added(self, live: LiveTable) -> None:
        if self.notices is not None:
            self.notices.loaded(live)
        self._set_timer(live)

    # Connections

    def connect(self, live: LiveTable, socket: Socket) -> int:
        """Add a connection and return its number."""
        self.connections += 1
        live.sockets[self.connections] = socket
        live.addresses[self.connections] = CALLER.get().share
        self.heartbeat.add(self.connections, socket)
        return self.connections

    def disconnect(self, live: LiveTable, number: int) -> None:
        live.sockets.pop(number, None)
        live.addresses.pop(number, None)
        self.heartbeat.remove(number)
        live.idle_since = self.now()

    def dismiss(self, live: LiveTable, person: str, code: str) -> None:
        """Close the connections of one person."""
        for number, guest in list(live.table.guests.items()):
            if guest.person == person and number in live.sockets:
                live.sockets[number].close(code)

    # Carrying out

    async def carry_out(self, live: LiveTable, effects: Effects) -> None:
        """Commit and broadcast, then return. Refuses with `store_failed` if the store fails."""
        assert effects.writes
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.run(live, effects, done=done)
        if live.gone or self.handed_over or not await done:
            raise refused("store_failed")

    def run(
        self, live: LiveTable, effects: Effects, began: float | None = None, done: asyncio.Future[bool] | None = None
    ) -> None:
        """Commit, then broadcast. Effects without writes are sent after effects that still wait for their commit."""
        if live.gone or self.handed_over:
            return
        if effects.writes or live.unwritten:
            live.unwritten += 1
            self.commits.write(TableChange(self, live, effects, began, effects.writes, done))
        else:
            self.broadcast(live, effects, began)
        self._set_timer(live)

    def broadcast(self, live: LiveTable, effects: Effects, began: float | None) -> None:
        """Send committed effects to the connections, and start what follows from them.

        `began` is when the move that caused them arrived, by the performance counter.
        """
        if self.ownership is not None and not self.ownership.held:
            self.drop(live, LeaseLost())
            return
        if effects.version:
            live.table.sent(effects.version, self.now())
        for connection, message in effects.sends:
            if (socket := live.sockets.get(connection)) is not None:
                socket.send(message)
        if began is not None:
            self.metrics.traffic.moved(time.perf_counter() - began)
        if effects.requests or effects.rematch:
            with acting_for(live.share):
                for ask in effects.requests:
                    self.tasks.start(self.bots.think(live, ask))
                if effects.rematch:
                    self.tasks.start(self._make_rematch(live, effects.next_game))
        if live.sent_row is not live.table.row and not live.unwritten:
            live.sent_row = live.table.row
            self._note_row(live)

    def _note_row(self, live: LiveTable) -> None:
        if live.table.status == "over":
            with acting_for(live.share):
                for note_over in self.on_over:
                    note_over(live)
        if self.notices is not None:
            self.notices.row_sent(live)

    def drop(self, live: LiveTable, error: Exception) -> None:
        """Forget a table after a failed write, before anything is sent; it is then loaded from the store again."""
        if live.gone:
            return
        self.forget(live)

        def is_of_table(entry: Entry) -> bool:
            return isinstance(entry, TableChange) and entry.live is live

        self.commits.fail_waiting(is_of_table, error)
        for socket in list(live.sockets.values()):
            socket.close("moved" if isinstance(error, LeaseLost) else "store_failed")

    def drop_all(self) -> None:
        """Forget all tables because the lease has expired: others may own them now."""
        for live in list(self.live.values()):
            self.drop(live, LeaseLost())

    async def _make_rematch(self, live: LiveTable, game: str) -> None:
        levels: dict[str, str] = {}
        if adapting(live.table.setup):
            levels = await self.threads.run(next_levels, live.table, live.table.setup.host)
        leads: dict[str, int] = {}
        if live.table.setup.room:
            leads = await self.store.read(room_leads, live.table.setup.room, live.table.setup.game)
        if live.gone or live.table.setup.next:
            return
        table = rematch_of(live.table, self.now(), levels, leads, game)
        made = live.table.rematch_made(table.row.id, table.setup.key, self.now())
        made.writes = [*first_writes(table, people_of(live.table), self.node, spectators_of(live.table)), *made.writes]
        self.add(table)
        self.run(live, made)

    # Time

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.stop_timer()
        due = live.table.next_wake()
        if due is not None and not self.closing and live.id in self.live:
            delay = max(0, due - self.now()) / 1000
            live.timer = asyncio.get_running_loop().call_later(delay + 0.0005, self._wake, live)

    def _wake(self, live: LiveTable) -> None:
        live.timer = None
        self.run(live, live.table.wake(self.now()))

    async def tidy(self) -> None:
        """Unload idle tables, and load those with an expired timer. Runs periodically."""
        now = self.now()
        for live in list(self.live.values()):
            if live.sockets or live.unwritten or live.table.bots_play:
                live.idle_since = now
            elif now - live.idle_since > IDLE_MILLIS:
                self.forget(live)
        for table in await self.store.read(due_tables, now, self.node):
            try:
                live = await self.find(table)
                self.run(live, live.table.wake(now))
            except Elsewhere:  # another process has loaded it meanwhile
                continue
            except Exception:  # a table that cannot be loaded must not stop the others
                self.metrics.errors.inc()
                log.exception("cannot wake a table")

    # The end

    async def stop_playing(self) -> None:
        """Commit and send pending changes; if other servers share the store, nothing more happens here."""
        self.closing = self.tasks.closing = True
        self.handed_over = self.ownership is not None
        for live in self.live.values():
            live.stop_timer()
        await self.commits.drain(CLOSING_SECONDS)

    def close_sockets(self) -> None:
        """Close all connections because the server stops, and refuse callers that wait for long work."""
        self.closing = self.tasks.closing = True
        self.store.refuse()
        self.threads.queue.close()
        self.thinkers.refuse()
        for live in list(self.live.values()):
            for socket in list(live.sockets.values()):
                socket.close("closing")

    async def close(self) -> None:
        self.close_sockets()
        await self.stop_playing()
        await self.tasks.cancel_all()
        self.thinkers.close()
        await self.threads.close()
        await self.store.close()
