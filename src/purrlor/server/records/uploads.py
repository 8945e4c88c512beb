"""Matches that were played elsewhere, over HTTP: `POST /api/records` keeps one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary

from aiohttp import web

from purrlor.table import wire
from purrlor.table.record_import import LONGEST_RECORD, adopted, played_already
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson, Write

from ..history.queries import HistoryStore
from ..http.access import Access
from ..http.bodies import BODY_SECONDS, answer
from ..http.endpoint import endpoint
from ..http.limits import Buckets
from ..http.overload import Overload
from ..live.live_tables import Hall


class RecordsApi:
    def __init__(self, hall: Hall, access: Access, new_tables: Buckets, overload: Overload) -> None:
        self.hall = hall
        self.access = access
        self.new_tables = new_tables
        self.overload = overload
        self.histories = HistoryStore(hall.store)
        self.keeping: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """By table, held between looking for it and writing it: the same record may come twice at once."""

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/records", self.keep)]

    @endpoint(wire.TableMade, str)
    async def keep(self, request: web.Request) -> web.Response:
        """Check a record in a thinking process and keep it as a finished table of this person."""
        if not self.new_tables.take(request.remote or "", self.hall.now()):
            raise refused("too_many_tables")
        if self.overload.busy:
            raise refused("too_busy")
        text = await read_text(request)
        person = self.access.person_or_new(request)
        table: str
        writes: list[Write]
        table, writes = await self.hall.thinkers.document(adopted, text, person, self.hall.now())
        lock = self.keeping.setdefault(table, asyncio.Lock())
        async with lock:
            known = await self.hall.work(self._known, table, person, writes)
            if known is None:
                if await self.hall.read(self.hall.store.person, person) is None:
                    writes = [SavePerson(Person(person, "")), *writes]
                await self.hall.commits.save(writes)
        response = answer(wire.TableMade(known or table, ""), status=200 if known else 201)
        self.access.remember(request, response, person)
        return response

    def _known(self, table: str, person: str, writes: Sequence[Write]) -> str | None:
        """The table that the match of a record has already: the same record came before, or it was played here."""
        load = self.hall.store.load
        return table if load(table) else played_already(writes, self.histories.played(person), load)


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
