"""Forks over HTTP: play on from an event of a finished match, alone or compared with everybody who follows a link."""

from __future__ import annotations

from aiohttp import web

from purrlor.core import new_secret
from purrlor.table import wire
from purrlor.table.checks import checked_name
from purrlor.table.forks import forked
from purrlor.table.keys import new_key, new_table, same
from purrlor.table.positions import OPEN_MILLIS, PositionFate, PositionSetup, shared_position
from purrlor.table.refusals import RequestRefused, refused
from purrlor.table.rows import Stored, Write

from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from ..tables.codes import code_of
from .positions import Positions
from .queries import (
    PositionRow,
    close_position,
    delete_position,
    find_position,
    make_position,
    own_position_table,
    positions_of,
)


class ForkRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/forks", self.make)]

    @endpoint(wire.TableMade, wire.NewFork)
    async def make(self, request: web.Request) -> web.Response:
        """Create a table that plays on from an event of a finished match, or from a puzzle."""
        self.admit_table(request, bots=False)
        wanted = await read_body(request, wire.NewFork)
        if any(seat.kind == "bot" for seat in wanted.seats):
            self.admit_bots(request)
        person = self.access.person_or_new(request)
        stored = await finished_match(self, wanted.table, person)
        made: wire.TableMade
        writes: list[Write]
        made, writes = await self.thinkers.document(forked, wanted, stored, person, self.now(), self.tables.node)
        await self.store.write(writes)
        response = answer(made, status=201)
        self.access.remember(request, response, person)
        return response


class PositionRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.code_owners.append(self.find_by_code)
        self.positions = Positions(services)

    def routes(self) -> list[web.RouteDef]:
        position = "/api/positions/{position}"
        return [
            web.get("/api/positions", self.list),
            web.post("/api/positions", self.make),
            web.post(f"{position}/look", self.look),
            web.post(f"{position}/code", self.code),
            web.post(f"{position}/play", self.play),
            web.post(f"{position}/close", self.close),
            web.delete(position, self.delete),
        ]

    @endpoint(list[wire.PositionOf])
    async def list(self, request: web.Request) -> web.Response:
        """List the positions that this person shares or plays."""
        person, now = self.access.person(request), self.now()
        rows = await self.store.read(positions_of, person) if person else []
        return answer(
            [
                wire.PositionOf(
                    row.fate.id, row.name, row.fate.setup.game, "open" if row.open(now) else "over", row.tries,
                    row.host == person, row.created,
                )
                for row in rows
            ]
        )  # fmt: skip

    @endpoint(wire.Position, wire.NewPosition)
    async def make(self, request: web.Request) -> web.Response:
        """Share a position of a finished match, or a puzzle."""
        self.admit_table(request, bots=False)
        wanted = await read_body(request, wire.NewPosition)
        name, host = checked_name(wanted.name), checked_name(wanted.host)
        person = self.access.person_or_new(request)
        stored = await finished_match(self, wanted.table, person)
        setup: PositionSetup = await self.thinkers.document(shared_position, wanted, stored, self.now())
        fate = PositionFate(new_table(), setup, new_secret(), self.now() + OPEN_MILLIS)
        row = PositionRow(fate, new_key(), person, name, 0, self.now())
        await self.store.transact(make_position, row, host)
        response = answer(await self._shown(row, person), status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Position, wire.PositionKey)
    async def look(self, request: web.Request) -> web.Response:
        """Return the position, with its results for people who may see them."""
        key, person = (await read_body(request, wire.PositionKey)).key, self.access.person(request)
        return answer(await self._shown(await self._entered(request, key, person), person))

    @endpoint(wire.TableCode, wire.PositionKey)
    async def code(self, request: web.Request) -> web.Response:
        """Create a code that leads to the position, for everybody who may play it."""
        key, person = (await read_body(request, wire.PositionKey)).key, self.access.person(request)
        row = await self._entered(request, key, person)
        return answer(wire.TableCode(await self.store.transact(code_of, row.fate.id, self.now())))

    async def find_by_code(self, _: web.Request, target: str) -> wire.CodeFound | None:
        try:
            row = await self.store.read(find_position, target)
        except RequestRefused:
            return None
        return wire.CodeFound("position", row.fate.id, row.word)

    @endpoint(wire.TableMade, wire.PlayPosition)
    async def play(self, request: web.Request) -> web.Response:
        """Return this person's table, always the same one."""
        self.admit_table(request)
        wanted, person = await read_body(request, wire.PlayPosition), self.access.person_or_new(request)
        made = await self.positions.begin(await self._entered(request, wanted.key, person), person, wanted)
        response = answer(made, status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Position)
    async def close(self, request: web.Request) -> web.Response:
        """Close the position for its host: nobody begins any more, and everybody sees the seed and all matches."""
        row, person = await self._hosted(request)
        await self.store.transact(close_position, row.fate.id, self.now())
        return answer(await self._shown(await self.store.read(find_position, row.fate.id), person))

    @endpoint(None)
    async def delete(self, request: web.Request) -> web.Response:
        """Delete the position and its results, for its host."""
        row, _ = await self._hosted(request)
        await self.store.transact(delete_position, row.fate.id)
        return answer({})

    async def _entered(self, request: web.Request, key: str, person: str) -> PositionRow:
        """Return the position. Refuses people who have neither its key nor a try."""
        row = await self.store.read(find_position, request.match_info["position"])
        if same(key, row.word) or (person and row.host == person):
            return row
        if not person or await self.store.read(own_position_table, row.fate.id, person) is None:
            raise refused("wrong_key")
        return row

    async def _hosted(self, request: web.Request) -> tuple[PositionRow, str]:
        person = self.access.known_person(request)
        row = await self.store.read(find_position, request.match_info["position"])
        if row.host != person:
            raise refused("position_host")
        return row, person

    async def _shown(self, row: PositionRow, person: str) -> wire.Position:
        return await self.positions.shown(row, person, await self.access.name_of(row.host))


async def finished_match(feature: Feature, table: str, person: str) -> Stored | None:
    """Return the finished match that this person may see; None if the request is about a puzzle, not a table."""
    if not table:
        return None
    live = await feature.tables.load_committed(table)
    await feature.access.check_watching(live, person)
    if live.table.status != "over":
        raise refused("no_record")
    return await feature.tables.stored(live)
