"""Paper besides the tables: sheets to print, and sheets that people drew themselves. No table needs this."""

from __future__ import annotations

from aiohttp import web

from purrlor.core import InvalidOption
from purrlor.core.options import option_types, with_options
from purrlor.kit import kits
from purrlor.printing import PAPERS
from purrlor.table import wire
from purrlor.table.refusals import refused

from . import documents
from .messages import answer, read_body
from .thinking import Thinkers

MOST_PAGES = 20
LONGEST_OPTION = 400


class SheetsApi:
    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/api/sheets/check", self.check), web.get("/api/sheets/print", self.print_pages)]

    async def check(self, request: web.Request) -> web.Response:
        """Whether a drawing, or the word for one, is a sheet; if so, as the one word that the option `sheet` takes."""
        wanted = await read_body(request, wire.SheetDrawn)
        checked = await self.thinkers.document(documents.checked_sheet, wanted.text)
        if checked is None:
            raise refused("bad_option", reason="no installed game has sheets that can be drawn")
        return answer(checked)

    async def print_pages(self, request: web.Request) -> web.Response:
        """`?game=GAME&pages=4&paper=a4`, and options of that game such as `&level=2`."""
        asked = request.query
        pages, paper = asked.get("pages", "1"), asked.get("paper", "a4")
        if pages not in map(str, range(1, MOST_PAGES + 1)):
            raise refused("bad_pages", most=MOST_PAGES)
        if paper not in PAPERS:
            raise refused("bad_paper", list(PAPERS), papers=", ".join(PAPERS))
        printed = {name: each for name, each in kits().items() if each.prints}
        name = asked.get("game", "")
        if name not in printed:
            raise refused("no_game", list(printed), game=name[:40], games=", ".join(printed))
        kinds = option_types(printed[name].rules)
        options = {option: asked[option][:LONGEST_OPTION] for option in kinds if asked.get(option)}
        try:
            with_options(printed[name].rules, options)
        except InvalidOption as error:
            raise refused("bad_option", reason=str(error)) from None
        made = await self.thinkers.document(documents.printed_pages, name, options, paper, int(pages))
        headers = {"Content-Disposition": 'inline; filename="sheets.pdf"', "Cache-Control": "no-store"}
        return web.Response(body=made, content_type="application/pdf", headers=headers)
