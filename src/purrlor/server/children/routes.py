"""Rooms for children over HTTP: opened by a parent or teacher, entered by link or code, left when the lock is lifted.

All state is in the store, so any server can answer; only taking a seat goes to the server that owns the table.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from aiohttp import web
from msgspec import json

from purrlor.core import Seat
from purrlor.kit import kits
from purrlor.kit.children import for_children
from purrlor.table import creation, wire
from purrlor.table.children.rooms import CATS, room_cat, room_table, take_seat
from purrlor.table.keys import same
from purrlor.table.records import record_of
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.rows import Person, SavePerson, Stored, TableRow
from purrlor.table.seats import free_unclaimed
from purrlor.table.setup import Setup

from ..http.requests import Feature, answer, endpoint, read_body
from ..live.registry import LiveTable
from ..people.identity import child_room
from ..services import Services
from ..tables.codes import code_of
from .admission import OF_ROOM, Admission
from .queries import (
    MOST_WAITING,
    RoomRow,
    admit_devices,
    answers_of_room,
    choose_cat,
    delete_answers,
    delete_room,
    find_room,
    free_cats,
    lock_room,
    open_room,
    open_tables,
    room_leads,
    rooms_of,
    save_answers,
    unlearned,
    waiting_devices,
)

log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 50
"""Maximum number of matches to learn from while a teacher waits."""


class RoomKnowledge(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.learning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by room: its matches are learned from one by one."""
        self.tables.on_over.append(self.note_over)

    def note_over(self, live: LiveTable) -> None:
        setup = live.table.setup
        if setup.room and not self.tables.closing:
            self.services.tasks.start(self._learn_later(setup.room, live.id))

    async def _learn_later(self, room: str, table: str) -> None:
        try:
            await self._learn(room, table)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("cannot update what the cats know from a match; will retry when the room is opened")

    async def _learn(self, room: str, table: str) -> None:
        async with self.learning.setdefault(room, asyncio.Lock()):
            stored = await self.store.load(table)
            if stored is None or stored.row.status != "over":
                return
            answers = await self.thinkers.document(answers_of, stored)
            await self.store.transact(save_answers, room, table, stored.row.game, answers)

    async def catch_up(self, room: str) -> None:
        """Learn from matches that ended while a server was stopping."""
        for table in await self.store.read(unlearned, room, MOST_AT_ONCE):
            await self._learn(room, table)

    async def of(self, room: str) -> list[wire.RoomKnowledge]:
        await self.catch_up(room)
        lines = await self.store.read(answers_of_room, room)
        return await self.threads.run(shown, lines)


def answers_of(stored: Stored) -> dict[str, list[str]]:
    """Return, by cat, the answers of its seat in a finished match, for games that record knowledge."""
    knowledge, setup = for_children(stored.row.game).knowledge, json.decode(stored.row.setup, type=Setup)
    if knowledge is None:
        return {}
    record, ended = record_of(stored), datetime.fromtimestamp(stored.row.changed / 1000, UTC)
    cats = {seat.cat: Seat(number) for number, seat in enumerate(setup.seats) if seat.kind == "person" and seat.person}
    return {cat: list(knowledge.answers(record, seat, ended)) for cat, seat in cats.items()}


def shown(lines: dict[tuple[str, str], list[str]]) -> list[wire.RoomKnowledge]:
    found: list[wire.RoomKnowledge] = []
    for game in kits():
        knowledge = for_children(game).knowledge
        if knowledge is None:
            continue
        cats: list[wire.CatKnowledge] = []
        for (name, cat), own in lines.items():
            if name == game:
                items = [wire.KnownItem(each.item, each.grade, each.millis) for each in knowledge.known(own)]
                cats.append(wire.CatKnowledge(cat, items))
        if cats:
            found.append(wire.RoomKnowledge(game, cats))
    return found


SETUP = msgspec.json.Decoder(Setup)


class ChildrenRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.knowledge_of = RoomKnowledge(services)
        self.admission = Admission(services)

    def routes(self) -> list[web.RouteDef]:
        room = "/api/rooms/{room}"
        return [
            *self.admission.routes(),
            web.get("/api/rooms", self.list),
            web.post("/api/rooms", self.open),
            web.get(room, self.show),
            web.delete(room, self.delete),
            web.post(f"{room}/admit", self.admit),
            web.post(f"{room}/enter", self.enter),
            web.post(f"{room}/leave", self.leave),
            web.post(f"{room}/cat", self.choose_cat),
            web.post(f"{room}/tables", self.make_table),
            web.post(f"{room}/code", self.code),
            web.post(f"{room}/lock", self.lock),
            web.post(f"{room}/free", self.free),
            web.get(f"{room}/knowledge", self.knowledge),
            web.delete(f"{room}/knowledge", self.forget_knowledge),
            web.post("/api/tables/{table}/sit", self.sit),
        ]

    # For the opener

    @endpoint(list[wire.RoomInfo])
    async def list(self, request: web.Request) -> web.Response:
        """List the rooms that this device opened."""
        person = self.access.person(request)
        found = await self.store.read(rooms_of, person) if person else []
        return answer([wire.RoomInfo(each.id, each.created, each.cats, each.locked) for each in found])

    @endpoint(wire.RoomFound)
    async def open(self, request: web.Request) -> web.Response:
        """Open a room for children."""
        if not self.services.counting.tables.take(request.remote or "", self.now()):
            raise refused("too_much")
        person = self.access.person_or_new(request)
        room = await self.store.transact(open_room, person, self.now())
        response = answer(wire.RoomFound(room.id, room.word), status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(None)
    async def delete(self, request: web.Request) -> web.Response:
        """Close a room, for its opener."""
        room = await self._own(request)
        await self.store.transact(delete_room, room.id)
        return answer({})

    @endpoint(wire.TableCode)
    async def code(self, request: web.Request) -> web.Response:
        """Make a code of the room, for the opener."""
        room = await self._own(request)
        return answer(wire.TableCode(await self.store.transact(code_of, OF_ROOM + room.id, self.now())))

    @endpoint(wire.Room, wire.RoomLock)
    async def lock(self, request: web.Request) -> web.Response:
        """Lock or unlock the room, for the opener."""
        wanted, room = await read_body(request, wire.RoomLock), await self._own(request)
        return await self._changed(request, lock_room, room.id, locked=wanted.locked)

    @endpoint(wire.Room, wire.RoomAdmit)
    async def admit(self, request: web.Request) -> web.Response:
        """Admit devices that know only the code, or turn them away."""
        wanted, room = await read_body(request, wire.RoomAdmit), await self._own(request)
        return await self._changed(request, admit_devices, room.id, wanted.devices[:MOST_WAITING], let_in=wanted.let_in)

    @endpoint(wire.Room, wire.RoomCatWanted)
    async def free(self, request: web.Request) -> web.Response:
        """Free a cat for another child, for the opener."""
        wanted, room = await read_body(request, wire.RoomCatWanted), await self._own(request)
        return await self._changed(request, free_cats, room.id, cat=wanted.cat and room_cat(wanted.cat))

    @endpoint(tuple[wire.RoomKnowledge, ...])
    async def knowledge(self, request: web.Request) -> web.Response:
        """Return the knowledge of the room's cats, for the opener."""
        room = await self._own(request)
        return answer(await self.knowledge_of.of(room.id))

    @endpoint(tuple[wire.RoomKnowledge, ...], query=("cat",))
    async def forget_knowledge(self, request: web.Request) -> web.Response:
        """Delete what one cat or all cats know, for the opener."""
        room, cat = await self._own(request), request.query.get("cat", "")
        await self.knowledge_of.catch_up(room.id)  # otherwise a later catch-up would restore it
        await self.store.transact(delete_answers, room.id, cat and room_cat(cat))
        return answer(await self.knowledge_of.of(room.id))

    # For everybody in the room

    @endpoint(wire.Room, wire.RoomKey)
    async def enter(self, request: web.Request) -> web.Response:
        """Sign the device in as a child of the room; the opener stays signed in, unless they hand the device over."""
        wanted, room = await read_body(request, wire.RoomKey), await self._found(request.match_info["room"])
        person = self.access.person(request)
        inside = child_room(person) == room.id
        if not inside and person != room.opener and not await self.admission.may_enter(room, wanted):
            raise refused("wrong_key")
        if inside or (person == room.opener and not wanted.child):
            return answer(await self._shown(room, person))
        response = answer({})
        child = self.access.enter_room(request, response, room.id)
        await self.store.write([SavePerson(Person(child, ""))])
        response.body = answer(await self._shown(room, child)).body
        return response

    @endpoint(None, wire.RoomNumber)
    async def leave(self, request: web.Request) -> web.Response:
        """Leave the room, if it is not locked."""
        wanted, name = await read_body(request, wire.RoomNumber), request.match_info["room"]
        person = self.access.person(request)
        if child_room(person) != name:
            raise refused("not_known")
        await self._check_lifted(name, person, wanted.number)
        await self.store.transact(free_cats, name, child=person)
        response = answer({})
        self.access.leave_room(request, response)
        return response

    async def _check_lifted(self, name: str, device: str, number: str) -> None:
        """Check the number that lifts the lock. Refuses if it is wrong.

        A deleted room locks no device in. Attempts are counted per device, so that other devices are not locked out.
        """
        try:
            room = await self._found(name)
        except RequestRefused:
            return
        if not room.locked:
            return
        if not number:
            raise refused("room_locked")
        if not self.services.counting.numbers.take(device, self.now()):
            raise refused("number_locked")
        if not same(number, room.number):
            raise refused("wrong_number")

    @endpoint(wire.Room)
    async def show(self, request: web.Request) -> web.Response:
        """Return a room, for its members."""
        room, person = await self._inside(request)
        return answer(await self._shown(room, person))

    @endpoint(wire.Room, wire.RoomCatWanted)
    async def choose_cat(self, request: web.Request) -> web.Response:
        """Choose a cat to be in the room."""
        wanted = await read_body(request, wire.RoomCatWanted)
        room, person = await self._inside(request)
        return await self._changed(request, choose_cat, room.id, room_cat(wanted.cat), person)

    @endpoint(wire.TableMade, wire.RoomTable)
    async def make_table(self, request: web.Request) -> web.Response:
        """Make a table of the room."""
        self.admit_table(request)
        wanted = await read_body(request, wire.RoomTable)
        room, person = await self._inside(request)
        table = room_table(room.id, wanted, person, _own_cat(room, person), self.now())
        await self.store.write(creation.first_writes(table, {person: ""}, self.tables.node))
        self.tables.add(table)
        return answer(wire.TableMade(table.row.id, ""), status=201)

    @endpoint(wire.Joined, wire.RoomSit)
    async def sit(self, request: web.Request) -> web.Response:
        """Take an open seat, as this device's cat in the table's room."""
        await read_body(request, wire.RoomSit)
        live = await self.tables.find(request.match_info["table"])
        setup = live.table.setup
        room, person = await self._inside(request, setup.room)
        cat = _own_cat(room, person)
        leads = await self.store.read(room_leads, room.id, setup.game)
        live = await self.tables.find(live.id)
        free_unclaimed(live.table, self.now())
        seat = take_seat(live.table, person, cat, leads)
        effects = live.table.seat_changed(self.now())
        role: wire.Role = "host" if person == setup.host else "player"
        effects.writes.append(live.table.seated(person, role))
        await self.tables.carry_out(live, effects)
        return answer(wire.Joined(seat))

    # What the handlers share

    async def _found(self, name: str) -> RoomRow:
        return await self.store.read(find_room, name)

    async def _own(self, request: web.Request) -> RoomRow:
        room = await self._found(request.match_info["room"])
        if self.access.person(request) != room.opener:
            raise refused("opener_only")
        return room

    async def _inside(self, request: web.Request, name: str | None = None) -> tuple[RoomRow, str]:
        """Return the room if the request comes from a device in it or from its opener."""
        person = self.access.person(request)
        room = await self._found(request.match_info["room"] if name is None else name)
        if child_room(person) != room.id and person != room.opener:
            raise refused("room_only")
        return room, person

    async def _changed(self, request: web.Request, change: Any, *values: Any, **named: Any) -> web.Response:
        """Apply a change to the room and return the changed room."""
        await self.store.transact(change, *values, **named)
        return answer(await self._shown(await self._found(request.match_info["room"]), self.access.person(request)))

    async def _shown(self, room: RoomRow, person: str) -> wire.Room:
        opener, cat = person == room.opener, room.cat_of(person)
        rows = await self.store.read(open_tables, room.id)
        cats = [wire.RoomCat(each, each in room.cats, each == cat) for each in CATS]
        tables = [found for row in rows if (found := _table(row, person)) is not None]
        shown = wire.Room(room.id, opener, room.locked, cat, cats, tables)
        if not opener:
            return shown
        waiting = await self.store.read(waiting_devices, room.id, self.now())
        devices = [wire.RoomDevice(each.id, each.number) for each in waiting]
        return msgspec.structs.replace(shown, key=room.word, number=room.number, waiting=devices)


def _own_cat(room: RoomRow, person: str) -> str:
    cat = room.cat_of(person)
    if not cat:
        raise refused("no_own_cat")
    return cat


def _table(row: TableRow, person: str) -> wire.RoomTableInfo | None:
    """Describe a table that the person can join or already sits at; return None for other tables."""
    setup = SETUP.decode(row.setup)
    yours = bool(setup.seats_of(person))
    if not yours and (row.status != "open" or setup.full):
        return None
    seats = [wire.RoomSeat(seat.kind, seat.cat, seat.level) for seat in setup.seats]
    return wire.RoomTableInfo(row.id, row.game, row.status, seats, yours)
