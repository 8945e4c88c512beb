"""Matches that were played elsewhere, over HTTP: `POST /api/records` keeps one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary

from aiohttp import web

from purrlor.table import wire
from purrlor.table.record_import import LONGEST_RECORD, adopted, played_already
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson, Stored, Write

from ..history.queries import played_by
from ..http.bodies import BODY_SECONDS, answer
from ..http.endpoint import endpoint
from ..http.feature import Feature
from ..services import Services
from ..store.connection import DatabaseConnection
from ..store.tables import find_person, load_table


class UploadRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.keeping: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By table, held between looking for it and writing it: the same record may come twice at once."""

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/records", self.keep)]

    @endpoint(wire.TableMade, str)
    async def keep(self, request: web.Request) -> web.Response:
        """Check a record in a thinking process and keep it as a finished table of this person."""
        self.admit_table(request, bots=False)
        text = await read_text(request)
        person = self.access.person_or_new(request)
        table: str
        writes: list[Write]
        table, writes = await self.thinkers.document(adopted, text, person, self.now())
        lock = self.keeping.setdefault(table, asyncio.Lock())
        async with lock:
            known = await self.store.read_long(known_table, table, person, writes)
            if known is None:
                if await self.store.read(find_person, person) is None:
                    writes = [SavePerson(Person(person, "")), *writes]
                await self.store.write(writes)
        response = answer(wire.TableMade(known or table, ""), status=200 if known else 201)
        self.access.remember(request, response, person)
        return response


def known_table(reader: DatabaseConnection, table: str, person: str, writes: Sequence[Write]) -> str | None:
    """Return the table that holds the match of a record already: it was imported before, or it was played here."""

    def load(name: str) -> Stored | None:
        return load_table(reader, name)

    return table if load(table) else played_already(writes, played_by(reader, person), load)


async def read_text(request: web.Request) -> str:
    """The body, which may be longer than those of other requests; a refusal if it is too long or no text."""
    found = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.content.iter_any():
                found += part
                if len(found) > LONGEST_RECORD:
                    raise refused("too_long", most=LONGEST_RECORD)
        return found.decode()
    except TimeoutError:
        raise refused("too_slow") from None
    except UnicodeError:
        raise refused("bad_request") from None
