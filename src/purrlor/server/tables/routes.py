"""Tables over HTTP: create, find, view and join a table, and open its socket."""

from __future__ import annotations

import asyncio
import time

import msgspec
from aiohttp import web
from msgspec.structs import replace

from purrlor.kit import is_installed, kit
from purrlor.table import admission, checks, creation, wire
from purrlor.table.bots import measures, next_levels
from purrlor.table.records import restored
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson
from purrlor.table.seats import free_unclaimed
from purrlor.table.setup import Setup

from ..http.access import is_program
from ..http.limits import ALL_ADDRESSES, LONGEST_MESSAGE, Buckets
from ..http.listener import is_internal
from ..http.requests import Feature, answer, endpoint, read_body
from ..http.security import SOCKET, spoken_by
from ..live.connection import Connection
from ..live.outbox import GOODBYE_SECONDS
from ..live.registry import LiveTable
from ..people.identity import new_person
from ..services import Services
from ..store.async_store import AsyncStore
from ..store.connection import DatabaseConnection
from ..store.tables import load_table, tables_of
from .codes import code_of

MOST_SPECTATORS = 100
"""Maximum number of connections without a seat at one table."""
MOST_OF_ONE = 10
"""Maximum number of connections of one person to one table."""
SHORTEST_REQUEST, LONGEST_REQUEST = 16, 64
MOST_READ = 30
"""Maximum number of a person's tables that are read, latest first."""
MOST_OPEN = 50
# Every waiting room has a code, and old codes are deleted: reading them is faster than reading all tables.
WAITING = """SELECT DISTINCT id, setup, changed FROM codes JOIN tables ON id = table_id
WHERE until > ? AND status = 'open' AND setup LIKE ? ORDER BY changed DESC, id LIMIT ?"""
LISTED = '%"listed":true%'
"""Where it is part of a name or an option, its quotation marks are escaped."""
SETUP = msgspec.json.Decoder(Setup)


class TableRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        limits = services.limits
        self.guesses = Buckets(limits.guesses / 60, times=300)
        self.all_guesses = Buckets(ALL_ADDRESSES * limits.guesses / 60, times=300)
        """Pass-phrase attempts of all addresses together, per table."""
        self.open_sockets = services.counting.sockets

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/tables", self.make),
            web.get("/api/open-tables", self.list),
            web.get("/api/tables/{table}", self.show),
            web.post("/api/tables/{table}/join", self.join),
            web.post("/api/tables/{table}/link", self.link),
            web.get("/api/tables/{table}/socket", self.socket),
            web.get("/api/tables/{table}/line", self.services.proxy_round_trips.probe),
        ]

    @endpoint(wire.TableMade, wire.NewTable)
    async def make(self, request: web.Request) -> web.Response:
        """Create a table."""
        self.admit_table(request, bots=False)
        wanted = await read_body(request, wire.NewTable)
        checks.check_lesson(wanted)
        if any(seat.kind == "bot" for seat in wanted.seats):
            self.admit_bots(request)
        person = self.access.person_or_new(request)
        levels = await adapted_levels(self.store, wanted, person, self.now())
        if wanted.pass_phrase:  # slow to hash, so that it is slow to guess
            table = await self.threads.run(creation.new_table_for, wanted, person, self.now(), levels)
        else:
            table = creation.new_table_for(wanted, person, self.now(), levels)
        people = {person: checks.checked_name(wanted.name)}
        await self.store.write(creation.first_writes(table, people, self.tables.node))
        self.tables.add(table)
        if wanted.listed:
            await self.store.transact(code_of, table.row.id, self.now())
        response = answer(wire.TableMade(table.row.id, table.setup.key), status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(list[wire.OpenTable])
    async def list(self, _: web.Request) -> web.Response:
        """List the open tables with a free seat, latest first."""
        found = await self.store.read(open_tables, self.now())
        return answer([table for table in found if self._attended(table.id)])

    def _attended(self, table: str) -> bool:
        """Return whether somebody has the table open; assumed if another process owns it."""
        live = self.tables.live.get(table)
        return bool(live.table.guests) if live else self.tables.ownership is not None

    @endpoint(wire.TableInfo)
    async def show(self, request: web.Request) -> web.Response:
        """Return everything about a table except its match. Only people who may see the match receive the seed."""
        live = await self.tables.load_committed(request.match_info["table"])
        person = self.access.person(request)
        self.access.check_room(live, person)
        info = live.table.info(person, self.now())
        return answer(info if await self.access.may_watch(live, person) else replace(info, seed=""))

    @endpoint(wire.Joined, wire.Join)
    async def join(self, request: web.Request) -> web.Response:
        """Take an open seat, or watch. Needs the token of the invitation."""
        live = await self.tables.find(request.match_info["table"])
        wanted = await read_body(request, wire.Join)
        if live.table.setup.room:  # children take a seat as a cat of their room
            raise refused("room_only")
        person = self.access.person(request) if not wanted.token or is_program(request) else ""
        person = person or self._person_of(live, wanted)
        await self._admit(request, live, wanted, person)
        live = await self.tables.find(live.id)
        free_unclaimed(live.table, self.now())
        seat = admission.sit(live.table, wanted, person)
        name = checks.checked_name(wanted.name)
        effects = live.table.seat_changed(self.now())
        sits = seat is not None or live.table.setup.seats_of(person)
        role: wire.Role = "host" if person == live.table.setup.host else "player" if sits else "watcher"
        effects.writes += [SavePerson(Person(person, name)), live.table.seated(person, role)]
        await self.tables.carry_out(live, effects)
        if wanted.token:
            return answer(wire.Joined(seat, self.access.signer.signed(person)))
        response = answer(wire.Joined(seat))
        self.access.remember(request, response, person)
        return response

    def _person_of(self, live: LiveTable, wanted: wire.Join) -> str:
        """Create a person; the same `request` always gives the same person, so that a join may be repeated."""
        if not wanted.request:
            return new_person()
        if not SHORTEST_REQUEST <= len(wanted.request) <= LONGEST_REQUEST:
            raise refused("bad_request_word", least=SHORTEST_REQUEST, most=LONGEST_REQUEST)
        return self.access.signer.derived(live.id, wanted.request)

    async def _admit(self, request: web.Request, live: LiveTable, wanted: wire.Join, person: str) -> None:
        """Refuse people who may not enter. Checking a pass phrase is slow, so attempts are limited."""
        setup = live.table.setup
        admission.check_key(live.table, wanted.key, person)
        if not setup.pass_phrase or admission.belongs(live.table, person):
            return
        now = self.now()
        if not self.guesses.take(f"{live.id} {request.remote}", now) or not self.all_guesses.take(live.id, now):
            raise refused("phrase_locked")
        await self.threads.run(admission.check_phrase, live.table, wanted.pass_phrase)

    @endpoint(wire.TableMade)
    async def link(self, request: web.Request) -> web.Response:
        """Return the token of the invitation again, for the people at the table."""
        live = await self.tables.find(request.match_info["table"])
        if not admission.belongs(live.table, self.access.person(request)):
            raise refused("wrong_key")
        return answer(wire.TableMade(live.id, live.table.setup.key))

    @endpoint(None)
    async def socket(self, request: web.Request) -> web.StreamResponse:
        live = await self.tables.find(request.match_info["table"])
        person = self.access.person(request)
        await self.access.check_watching(live, person)
        check_room(live, person)
        if self.services.overload.crowded and not admission.belongs(live.table, person):
            raise refused("too_busy")
        address = request.remote or ""
        if self.open_sockets.of(address) >= self.services.limits.sockets:
            raise refused("too_much")
        self.open_sockets.add(address, 1)
        try:
            return await self._converse(request, live, person)
        finally:
            self.open_sockets.add(address, -1)

    async def _converse(self, request: web.Request, live: LiveTable, person: str) -> web.WebSocketResponse:
        screen = "screen" in request.query
        seats = () if screen else live.table.setup.seats_of(person)
        name = live.table.setup.seats[seats[0]].name if seats else await self.access.name_of(person)
        socket = web.WebSocketResponse(
            timeout=GOODBYE_SECONDS, autoping=False, compress=False, max_msg_size=4 * LONGEST_MESSAGE
        )
        opened = time.perf_counter()
        await socket.prepare(request)
        request[SOCKET] = socket
        live = await self.tables.find(live.id)
        with self.services.metrics.sockets.track_inprogress():
            connection = Connection(
                self.tables,
                live,
                socket,
                request.transport,
                self.services.limits,
                overload=self.services.overload,
                proxied=self.services.proxied or is_internal(request),  # the kernel only measures up to the node
                language=spoken_by(request),
                opened=opened,
            )
            with self.services.proxy_round_trips.attending(request, connection), self.services.present.of(person):
                # A separate task: a message wakes it directly, without passing through the middlewares.
                await asyncio.ensure_future(connection.listen(person, name, screen=screen))
        return socket


def check_room(live: LiveTable, person: str) -> None:
    """Refuse a connection if the table has too many spectators or the person too many connections."""
    guests = live.table.guests.values()
    if person and sum(guest.person == person for guest in guests) >= MOST_OF_ONE:
        raise refused("too_much")
    if not live.table.setup.seats_of(person) and sum(not guest.seats for guest in guests) >= MOST_SPECTATORS:
        raise refused("too_many_watchers", most=MOST_SPECTATORS)


async def adapted_levels(store: AsyncStore, wanted: wire.NewTable, person: str, now: int) -> dict[str, str]:
    """Return, for each adaptive level that a new table requests, the level at the pace that fits this person."""
    bots = {seat.level for seat in wanted.seats if seat.kind == "bot"}
    if not bots or not is_installed(wanted.game):
        return {}
    if bots.isdisjoint(each.name for each in kit(wanted.game).levels if each.at is not None):
        return {}
    rows = await store.read(tables_of, person, MOST_READ)
    over = [each.row for each in rows if each.row.game == wanted.game and each.row.status == "over"]
    for row in sorted(over, key=lambda row: row.changed, reverse=True):
        if measures(SETUP.decode(row.setup), person):
            return await store.read_events(_next_levels, row.id, person, now)
    return {}


def _next_levels(reader: DatabaseConnection, table: str, person: str, now: int) -> dict[str, str]:
    """Load and replay the match; must run outside the event loop."""
    stored = load_table(reader, table)
    return {} if stored is None else next_levels(restored(stored, now), person)


def open_tables(reader: DatabaseConnection, now: int) -> list[wire.OpenTable]:
    rows = reader.run(WAITING, (now, LISTED, MOST_OPEN))
    found = [open_table(row[0], SETUP.decode(row[1])) for row in rows]
    return [table for table in found if table.free]


def open_table(table: str, setup: Setup) -> wire.OpenTable:
    free = sum(seat.kind == "open" for seat in setup.seats)
    hosts = [setup.seats[seat].name for seat in setup.seats_of(setup.host)]
    return wire.OpenTable(
        table, setup.key, setup.game, host=next(iter(hosts), ""), clock=setup.clock, free=free, seats=len(setup.seats)
    )
