"""Finished matches over HTTP: record, replay, review and random outcomes; uploads of matches; sheets to print."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Sequence
from weakref import WeakValueDictionary

from aiohttp import web

from purrlor.table import wire
from purrlor.table.checks import checked_sheet
from purrlor.table.record_import import LONGEST_RECORD, adopted, played_already
from purrlor.table.refusals import refused
from purrlor.table.rows import Person, SavePerson, Stored, Write

from ..history.queries import played_by
from ..http.requests import BODY_SECONDS, Feature, answer, endpoint, read_body
from ..live.registry import LiveTable
from ..services import Services
from ..store.connection import DatabaseConnection
from ..store.tables import find_person, load_table
from . import documents


class RecordRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/record", self.record),
            web.get("/api/tables/{table}/replay", self.replay),
            web.get("/api/tables/{table}/review", self.review),
            web.post("/api/tables/{table}/continuations", self.compare),
            web.get("/api/tables/{table}/fates", self.fates),
            web.get("/api/tables/{table}/races", self.races),
        ]

    async def _over(self, request: web.Request) -> LiveTable:
        """Return the table of a finished match. Refuses people who may not see it."""
        live = await self.tables.load_committed(request.match_info["table"])
        await self.access.check_watching(live, self.access.person(request))
        if live.table.status != "over":
            raise refused("no_record")
        return live

    @endpoint(str)
    async def record(self, request: web.Request) -> web.Response:
        """Return the record of a finished match."""
        live = await self._over(request)
        name = f"{live.table.setup.game}-{live.id}.purr"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        stored = await self.tables.stored(live)
        text = await self.thinkers.document(documents.shown_record, stored, self.now())
        return web.Response(text=text, headers=headers)

    @endpoint(wire.Replay, query=("seat",))
    async def replay(self, request: web.Request) -> web.Response:
        """Return a finished match step by step, as a seat or a spectator saw it."""
        live = await self._over(request)
        seat = viewer(request, len(live.table.setup.seats))
        info = live.table.info(self.access.person(request), self.now())
        made = await self.thinkers.document(documents.replay, await self.tables.stored(live), seat, info)
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            made = await self.threads.run(gzip.decompress, made)
        return web.Response(body=made, content_type="application/json", headers=headers)

    @endpoint(list[wire.AskedFate])
    async def fates(self, request: web.Request) -> web.Response:
        """List the random outcomes of a finished match, to check them."""
        live = await self._over(request)
        made = await self.thinkers.document(documents.fates, await self.tables.stored(live))
        return web.Response(body=made, content_type="application/json", headers={"Cache-Control": "no-store"})

    @endpoint(wire.ReviewAnswer)
    async def review(self, request: web.Request) -> web.Response:
        """Return the review of a finished match. Ask again while `working`."""
        live = await self._over(request)

        async def record() -> str:
            return await self.thinkers.document(documents.record, await self.tables.stored(live))

        found = await self.services.reviews.answer(live, record)
        response = answer(found, status=202 if found.status == "working" else 200)
        response.enable_compression()
        return response

    @endpoint(wire.Continuations, wire.CompareMoves)
    async def compare(self, request: web.Request) -> web.Response:
        """Compare moves in random continuations of a finished match. Ask again until all are done."""
        wanted = await read_body(request, wire.CompareMoves)
        live = await self._over(request)

        async def record() -> str:
            return await self.thinkers.document(documents.record, await self.tables.stored(live))

        return answer(await self.services.comparisons.answer(live.id, wanted, record))

    @endpoint(list[wire.RaceLedger])
    async def races(self, request: web.Request) -> web.Response:
        """Return the ledger of races of a table, to everybody who may be there."""
        live = await self.tables.load_committed(request.match_info["table"])
        await self.access.check_watching(live, self.access.person(request))
        return answer(live.table.ledger)


def viewer(request: web.Request, seats: int) -> int | None:
    """Return the seat whose view is requested, `?seat=0`; None for a spectator's view."""
    text = request.query.get("seat", "")
    if text in ("", "none"):
        return None
    if text not in map(str, range(seats)):
        raise refused("no_such_seat")
    return int(text)


class UploadRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.keeping: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks by table, held from looking it up to writing it: the same record may arrive twice at once."""

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/records", self.keep)]

    @endpoint(wire.TableMade, str)
    async def keep(self, request: web.Request) -> web.Response:
        """Check a record in a worker process, and keep it as a finished table of this person."""
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
    """Return the table that already holds the match of a record, imported earlier or played here."""

    def load(name: str) -> Stored | None:
        return load_table(reader, name)

    return table if load(table) else played_already(writes, played_by(reader, person), load)


async def read_text(request: web.Request) -> str:
    """Read the body, which may be longer than in other requests. Refuses if it is too long or not text."""
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


class SheetRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/sheets/check", self.check), web.get("/api/sheets/print", self.print_pages)]

    @endpoint(wire.SheetChecked, wire.SheetDrawn)
    async def check(self, request: web.Request) -> web.Response:
        """Check a drawing of a sheet, and return it as the value of the option `sheet`."""
        wanted = await read_body(request, wire.SheetDrawn)
        checked = await self.thinkers.document(checked_sheet, wanted.text)
        return answer(checked)

    async def print_pages(self, request: web.Request) -> web.Response:
        """Return sheets as PDF: `?game=GAME&pages=4&paper=a4&language=de`, and game options such as `&level=2`."""
        made = await self.thinkers.document(documents.printed_pages, dict(request.query))
        headers = {"Content-Disposition": 'inline; filename="sheets.pdf"', "Cache-Control": "no-store"}
        return web.Response(body=made, content_type="application/pdf", headers=headers)
