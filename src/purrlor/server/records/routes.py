"""Finished matches over HTTP: record, replay, review, fates; and the ledger of races."""

from __future__ import annotations

import gzip

from aiohttp import web

from purrlor.table import wire
from purrlor.table.refusals import refused

from ..http.bodies import answer
from ..http.endpoint import endpoint
from ..http.feature import Feature
from ..live.live_table import LiveTable
from . import documents


class RecordRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/record", self.record),
            web.get("/api/tables/{table}/replay", self.replay),
            web.get("/api/tables/{table}/review", self.review),
            web.get("/api/tables/{table}/fates", self.fates),
            web.get("/api/tables/{table}/races", self.races),
        ]

    async def _over(self, request: web.Request) -> LiveTable:
        """The table of a finished match, for those who may see it."""
        live = await self.tables.load_committed(request.match_info["table"])
        await self.access.check_watching(live, self.access.person(request))
        if live.table.status != "over":
            raise refused("no_record")
        return live

    @endpoint(str)
    async def record(self, request: web.Request) -> web.Response:
        live = await self._over(request)
        name = f"{live.table.setup.game}-{live.id}.purr"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        stored = await self.tables.stored(live)
        text = await self.thinkers.document(documents.shown_record, stored, self.now())
        return web.Response(text=text, headers=headers)

    @endpoint(wire.Replay, query=("seat",))
    async def replay(self, request: web.Request) -> web.Response:
        live = await self._over(request)
        seat = viewer(request, len(live.table.setup.seats))
        info = live.table.info(self.access.person(request), self.now())
        made = await self.thinkers.document(documents.replay, await self.tables.stored(live), seat, info)
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            made = await self.store.threads.run(gzip.decompress, made)
        return web.Response(body=made, content_type="application/json", headers=headers)

    @endpoint(list[wire.AskedFate])
    async def fates(self, request: web.Request) -> web.Response:
        live = await self._over(request)
        made = await self.thinkers.document(documents.fates, await self.tables.stored(live))
        return web.Response(body=made, content_type="application/json", headers={"Cache-Control": "no-store"})

    @endpoint(wire.ReviewAnswer)
    async def review(self, request: web.Request) -> web.Response:
        live = await self._over(request)

        async def record() -> str:
            return await self.thinkers.document(documents.record, await self.tables.stored(live))

        found = await self.services.reviews.answer(live, record)
        response = answer(found, status=202 if found.status == "working" else 200)
        response.enable_compression()
        return response

    @endpoint(list[wire.RaceLedger])
    async def races(self, request: web.Request) -> web.Response:
        """The ledger of races of a table, for everybody who may be there."""
        live = await self.tables.load_committed(request.match_info["table"])
        await self.access.check_watching(live, self.access.person(request))
        return answer(live.table.ledger)


def viewer(request: web.Request, seats: int) -> int | None:
    """The seat whose view is asked for, `?seat=0`; None: a spectator's."""
    text = request.query.get("seat", "")
    if text in ("", "none"):
        return None
    if text not in map(str, range(seats)):
        raise refused("no_such_seat")
    return int(text)
