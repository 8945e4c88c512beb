"""Paper besides the tables: sheets to print, and sheets that people drew themselves. No table needs this."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire
from purrlor.table.drawings import checked_sheet

from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.feature import Feature
from . import documents


class SheetRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/sheets/check", self.check), web.get("/api/sheets/print", self.print_pages)]

    @endpoint(wire.SheetChecked, wire.SheetDrawn)
    async def check(self, request: web.Request) -> web.Response:
        """Whether a drawing, or the word for one, is a sheet; if so, as the one word that the option `sheet` takes."""
        wanted = await read_body(request, wire.SheetDrawn)
        checked = await self.thinkers.document(checked_sheet, wanted.text)
        return answer(checked)

    async def print_pages(self, request: web.Request) -> web.Response:
        """`?game=GAME&pages=4&paper=a4&language=de`, and options of that game such as `&level=2`."""
        made = await self.thinkers.document(documents.printed_pages, dict(request.query))
        headers = {"Content-Disposition": 'inline; filename="sheets.pdf"', "Cache-Control": "no-store"}
        return web.Response(body=made, content_type="application/pdf", headers=headers)
