"""Where tables live: writes before it tells, wakes them in time, carries questions to the bots."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from msgspec import Struct

from purrlor.core import Record, commitment
from purrlor.table import wire
from purrlor.table.lobby import people_of, rematch_of, woken
from purrlor.table.looking_back import judged_by_seat
from purrlor.table.outcome import Ask, Outcome
from purrlor.table.refusals import refused
from purrlor.table.rows import AddEvents, DeleteTable, Person, SavePerson, Write
from purrlor.table.table import Table

from .metrics import Metrics
from .store import Store, Writer, WriterThread
from .thinking import Thinkers

log = logging.getLogger("purrlor.server")
IDLE_MILLIS = 60_000
"""A table that nobody attends leaves the memory after this long."""
KEPT_REVIEWS = 100
REVIEW_SECONDS = 1
"""Whoever waits for a review hears so often how far it is."""
MOST_REMOVED = 200
"""Unused tables deleted in one pass."""
PING_SECONDS = 1
PING_TURNS = 20
CLOSING_SECONDS = 1.5
"""How long a server that stops waits for a commit that is under way."""


class Socket(Protocol):
    """The hall's side of a connection."""

    def send(self, message: bytes) -> None: ...

    def ping(self) -> None: ...

    def close(self, code: str) -> None: ...


class Clock:
    """Milliseconds since 1970 that never run backwards."""

    def __init__(self) -> None:
        self.offset = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int((time.monotonic() + self.offset) * 1000)


class Entry(Protocol):
    """Something to write, and what to do then."""

    @property
    def writes(self) -> Sequence[Write]: ...

    def written(self) -> None: ...

    def failed(self) -> None: ...


class Commit(Struct, frozen=True):
    """What is being written all at once."""

    entries: Sequence[Entry]
    events: int
    began: float


class Live:
    """A table that is awake, with its connections."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sockets: dict[int, Socket] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.unwritten = 0
        self.idle_since = 0
        self.gone = False
        """It left the memory: whatever is still said to it or by it counts for nothing."""


class Change(Struct, frozen=True):
    """What came of something at a table: told when it is written."""

    hall: Hall
    live: Live
    outcome: Outcome
    began: float | None
    writes: Sequence[Write]
    done: asyncio.Future[bool] | None = None
    """Somebody may wait for it."""

    def written(self) -> None:
        self.live.unwritten -= 1
        self.hall.tell(self.live, self.outcome, self.began)
        if self.done is not None:
            finish(self.done, well=True)

    def failed(self) -> None:
        if self.done is not None:
            finish(self.done, well=False)
        self.hall.drop(self.live)


class Saving(Struct, frozen=True):
    """Something that somebody waits for."""

    writes: Sequence[Write]
    done: asyncio.Future[bool]

    def written(self) -> None:
        finish(self.done, well=True)

    def failed(self) -> None:
        finish(self.done, well=False)


def finish(done: asyncio.Future[bool], *, well: bool) -> None:
    if not done.done():  # whoever waited may have gone
        done.set_result(well)


class ReviewWork(Struct, frozen=True):
    """The review of one match: a task for each part of it, by the number under which its progress is known."""

    parts: dict[int, asyncio.Task[wire.Review | None]]

    def answer(self, thinkers: Thinkers) -> wire.ReviewAnswer:
        """What is known so far, in the order of seats."""
        done = [task.result() for task in self.parts.values() if task.done()]
        found = [part for part in done if part is not None]
        accounts = sorted((each for part in found for each in part.accounts), key=lambda account: account.seat)
        looks_back = next((part.looks_back for part in found if part.looks_back is not None), None)
        review = wire.Review(accounts, looks_back) if found else None
        if len(done) == len(self.parts):
            return wire.ReviewAnswer("done" if found else "none", review, 1.0)
        shares = [1.0 if task.done() else thinkers.progress(number) for number, task in self.parts.items()]
        return wire.ReviewAnswer("working", review, sum(shares) / len(shares))


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.traffic = metrics.traffic
        self.now = Clock()
        self.live: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.removing: set[str] = set()
        """Tables whose deletion is being written: nobody may load them again."""
        self.reading = ThreadPoolExecutor(2, thread_name_prefix="purrlor-read")
        self.writer: Writer = WriterThread(store)
        self.waiting: deque[Entry] = deque()
        self.commit: Commit | None = None
        self.cautious = 0
        """So many of the waiting entries are written one by one."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.lines: list[dict[int, Socket]] = [{} for _ in range(PING_TURNS)]
        """All sockets, by the turn in which they are pinged."""
        self.reviews: OrderedDict[str, ReviewWork] = OrderedDict()
        """By table."""
        self.reviewed = 0
        self.connections = 0
        self.closing = False

    # Finding tables

    async def find(self, table: str) -> Live:
        """The table, woken if it slept."""
        if table in self.live:
            return self.live[table]
        if not table.isascii() or not table.isalnum() or table in self.removing:
            raise refused("no_table")
        if table not in self.loading:
            self.loading[table] = asyncio.ensure_future(self._load(table))
        try:
            return await asyncio.shield(self.loading[table])
        finally:
            self.loading.pop(table, None)

    async def _load(self, table: str) -> Live:
        """In a thread: a long match takes long to replay."""
        loaded: Table | None = await self.read(self._load_now, table, self.now())
        if loaded is None:
            raise refused("no_table")
        return self.add(loaded)

    def _load_now(self, table: str, now: int) -> Table | None:
        stored = self.store.load(table)
        return None if stored is None else woken(stored, now)

    async def read(self, ask: Callable[..., Any], *values: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.reading, ask, *values)

    async def settled(self, table: str) -> Live:
        """The table as the store has it: what is still being written may never have been."""
        live = await self.find(table)
        while live.unwritten:
            await self.save([])
            live = await self.find(table)
        return live

    def add(self, table: Table) -> Live:
        """Let a table live; of two that come from the store at the same time the first one does."""
        if table.row.id in self.live:
            return self.live[table.row.id]
        live = self.live[table.row.id] = Live(table)
        live.idle_since = self.now()
        self.metrics.tables.set(len(self.live))
        self._set_timer(live)
        return live

    def forget(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
        live.gone = True
        if self.live.get(live.table.row.id) is live:
            del self.live[live.table.row.id]
        self.metrics.tables.set(len(self.live))

    async def remove(self, live: Live) -> None:
        """Delete a table for good. Connections to it are closed."""
        self.forget(live)
        for socket in list(live.sockets.values()):
            socket.close("removed")
        await self._delete(live.table.row.id)

    async def _delete(self, table: str) -> None:
        self.removing.add(table)
        try:
            await self.save([DeleteTable(table)])
        finally:
            self.removing.discard(table)

    async def remove_unused(self, finished_before: int, abandoned_before: int) -> int:
        """Delete tables that nobody changed since then; the number deleted. Tables in memory stay."""
        removed = 0
        for table in await self.read(self.store.unused, finished_before, abandoned_before, MOST_REMOVED):
            if table not in self.live and table not in self.loading and table not in self.removing:
                await self._delete(table)
                removed += 1
        return removed

    def dismiss(self, live: Live, person: str, code: str) -> None:
        """Close the connections of one person."""
        for number, guest in list(live.table.guests.items()):
            if guest.person == person and number in live.sockets:
                live.sockets[number].close(code)

    def new_connection(self) -> int:
        self.connections += 1
        return self.connections

    def connect(self, live: Live, number: int, socket: Socket) -> None:
        live.sockets[number] = socket
        self.lines[number % PING_TURNS][number] = socket

    def disconnect(self, live: Live, number: int) -> None:
        live.sockets.pop(number, None)
        self.lines[number % PING_TURNS].pop(number, None)
        live.idle_since = self.now()

    async def ping_all(self) -> None:
        """Keep measuring every line, a few at a time: answers that come all at once would wait for each other."""
        for turn in itertools.cycle(self.lines):
            await asyncio.sleep(PING_SECONDS / PING_TURNS)
            for socket in list(turn.values()):
                socket.ping()

    # Carrying out

    async def carry_out(self, live: Live, outcome: Outcome) -> None:
        """Write, tell, and come back then; a refusal if the store fails."""
        assert outcome.writes
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.run(live, outcome, done=done)
        if live.gone or not await done:
            raise refused("store_failed")

    def run(
        self, live: Live, outcome: Outcome, began: float | None = None, done: asyncio.Future[bool] | None = None
    ) -> None:
        """Write, then tell. What changes nothing in the store is told in the same order."""
        if live.gone:
            return
        if outcome.writes or live.unwritten:
            live.unwritten += 1
            self.write(Change(self, live, outcome, began, outcome.writes, done))
        else:
            self.tell(live, outcome, began)
        self._set_timer(live)

    def tell(self, live: Live, outcome: Outcome, began: float | None) -> None:
        if outcome.version:
            live.table.told(outcome.version, self.now())
        for connection, message in outcome.sends:
            if (socket := live.sockets.get(connection)) is not None:
                socket.send(message)
        if began is not None:
            self.traffic.moved(time.perf_counter() - began)
        for ask in outcome.asks:
            self.start(self._think(live, ask))
        if outcome.rematch:
            self._make_rematch(live)

    def write(self, entry: Entry) -> None:
        self.waiting.append(entry)
        if self.commit is None:
            self._begin_commit()

    async def save(self, writes: Sequence[Write]) -> None:
        """Write and wait for it; a refusal if the store fails."""
        saving = Saving(writes, asyncio.get_running_loop().create_future())
        self.write(saving)
        if not await saving.done:
            raise refused("store_failed")

    def _begin_commit(self) -> None:
        """One commit for all that piled up during the last one."""
        entries = [self.waiting.popleft() for _ in range(1 if self.cautious else len(self.waiting))]
        self.cautious = max(0, self.cautious - 1)
        writes = [write for entry in entries for write in entry.writes]
        events = sum([len(write.events) for write in writes if isinstance(write, AddEvents)])
        self.commit = Commit(entries, events, time.perf_counter())
        self.writer.write(writes, self._committed)

    def _committed(self, error: Exception | None) -> None:
        """What has been written is told."""
        assert self.commit is not None
        commit, self.commit = self.commit, None
        if error is not None:
            self._not_committed(commit.entries, error)
        if self.waiting:
            self._begin_commit()
        if error is None:
            self.metrics.commit.observe(time.perf_counter() - commit.began)
            self.metrics.events.inc(commit.events)
            self._tell_written(commit.entries)

    def _tell_written(self, entries: Sequence[Entry]) -> None:
        """Whoever is told something in the same moment must not suffer for somebody else's trouble."""
        for entry in entries:
            try:
                entry.written()
            except Exception:
                self.metrics.errors.inc()
                log.exception("what was written could not be told")

    def _not_committed(self, entries: Sequence[Entry], error: Exception) -> None:
        """Each entry is tried by itself, so that nobody suffers for somebody else's trouble."""
        if len(entries) > 1:
            self.waiting.extendleft(reversed(entries))
            self.cautious = len(entries)
            return
        log.error("the store could not be written", exc_info=error)
        self.metrics.errors.inc()
        entries[0].failed()

    def drop(self, live: Live) -> None:
        """Nobody was told anything; the table is forgotten, and whoever comes back finds what the store has."""
        if live.gone:
            return
        self.forget(live)
        waiting, self.waiting = self.waiting, deque()
        for entry in waiting:
            if isinstance(entry, Change) and entry.live is live:
                entry.failed()
            else:
                self.waiting.append(entry)
        for socket in list(live.sockets.values()):
            socket.close("store_failed")

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not self.closing:
            self.metrics.errors.inc()
            log.error("a task failed", exc_info=error)

    # Time

    def _set_timer(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = live.table.next_wake()
        if due is not None and not self.closing and live.table.row.id in self.live:
            delay = max(0, due - self.now()) / 1000
            live.timer = asyncio.get_running_loop().call_later(delay + 0.0005, self._wake, live)

    def _wake(self, live: Live) -> None:
        live.timer = None
        self.run(live, live.table.wake(self.now()))

    async def tidy(self) -> None:
        """Tables that nobody attends leave the memory; tables whose time has come are woken. Called now and then."""
        now = self.now()
        for live in list(self.live.values()):
            if live.sockets or live.unwritten or live.table.bots_play:
                live.idle_since = now
            elif now - live.idle_since > IDLE_MILLIS:
                self.forget(live)
        for table in await self.read(self.store.due, now):
            await self._wake_due(table, now)

    async def _wake_due(self, table: str, now: int) -> None:
        """One table that cannot be woken is no reason to let the others sleep."""
        try:
            live = await self.find(table)
            self.run(live, live.table.wake(now))
        except Exception:
            self.metrics.errors.inc()
            log.exception("a table could not be woken")

    # Bots

    async def _think(self, live: Live, ask: Ask) -> None:
        setup = live.table.setup
        options = tuple(setup.options.items())
        with self.metrics.thinking.track_inprogress():
            if ask.hint is not None:
                found = await self._thought(self.thinkers.advise(setup.game, options, ask), None)
                self.run(live, live.table.hint_found(ask, self._hint(ask, found)))
                return
            anything = (str(ask.legal[0]), 0)
            action, delay = await self._thought(self.thinkers.choose(setup.game, options, ask), anything)
        self.run(live, live.table.bot_chose(ask, action, delay, self.now()))

    async def _thought(self, thinking: Awaitable[Any], otherwise: Any) -> Any:
        """What comes of it; a bot that fails is our trouble, and the match goes on all the same."""
        try:
            return await thinking
        except Exception:
            self.metrics.errors.inc()
            log.exception("a bot failed")
            return otherwise

    def _hint(self, ask: Ask, found: Any) -> wire.Hint | None:
        if found is None or ask.hint is None:
            return None
        ranked, reason = found
        entries = [wire.Ranked(action, worth) for action, worth in ranked[:10]]
        return wire.Hint(ask.seat, ask.hint[1], ask.version, entries, reason)

    # Rematches, records, reviews

    def _make_rematch(self, live: Live) -> None:
        if live.table.setup.next:
            return
        table = rematch_of(live.table, self.now())
        made = live.table.rematch_made(table.row.id, table.setup.key, self.now())
        made.writes = [*first_writes(table, people_of(live.table)), *made.writes]
        self.add(table)
        self.run(live, made)

    async def review(self, live: Live) -> wire.ReviewAnswer:
        """The review of a finished match, or the part of it that is done."""
        table = live.table.row.id
        if table not in self.reviews:
            self.reviews[table] = self._begin_review(live.table)
            while len(self.reviews) > KEPT_REVIEWS:
                self.reviews.popitem(last=False)
        work = self.reviews[table]
        waiting = [task for task in work.parts.values() if not task.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=REVIEW_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if any(task.done() and task.exception() is not None for task in work.parts.values()):
            self.reviews.pop(table, None)
        return work.answer(self.thinkers)

    def _begin_review(self, table: Table) -> ReviewWork:
        """Seat by seat, people first: they can be read before the bots are judged."""
        record, seats = str(record_of(table)), table.setup.seats
        order = sorted(range(len(seats)), key=lambda seat: seats[seat].kind != "person")
        parts: dict[int, asyncio.Task[wire.Review | None]] = {}
        for part in [(seat,) for seat in order] if judged_by_seat(table.game.name) else [None]:
            self.reviewed += 1
            parts[self.reviewed] = self.start(self.thinkers.review(record, self.reviewed, part))
        return ReviewWork(parts)

    def send_home(self) -> None:
        """The parlour closes: whoever is there is told so."""
        self.closing = True
        for live in list(self.live.values()):
            for socket in list(live.sockets.values()):
                socket.close("closing")

    async def close(self) -> None:
        self.send_home()
        for live in self.live.values():
            if live.timer is not None:
                live.timer.cancel()
        patience = time.monotonic() + CLOSING_SECONDS
        while self.commit is not None and time.monotonic() < patience:
            await asyncio.sleep(0.01)
        for task in list(self.tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.close()
        await self.writer.close()
        self.reading.shutdown()
        self.store.close()


def first_writes(table: Table, people: dict[str, str]) -> list[Write]:
    """What is written of a new table: itself, and whose it is."""
    outcome = Outcome()
    table.save(outcome, table.row.created)
    for person, name in people.items():
        role: wire.Role = "host" if person == table.setup.host else "player"
        outcome.writes += [SavePerson(Person(person, name)), table.seated(person, role)]
    return outcome.writes


def record_of(table: Table) -> Record[Any, Any, Any]:
    """The match as a text for everybody; only ask for it when it is over."""
    assert table.status == "over"
    return Record(
        game=table.game,
        names=tuple(
            seat.name if seat.kind != "bot" else f"{seat.name} (bot {seat.level})" for seat in table.setup.seats
        ),
        events=tuple(table.play.match.log),
        commitment=commitment(table.row.secret),
        contributions=tuple(table.setup.contributions),
        seed=table.row.secret,
    )
