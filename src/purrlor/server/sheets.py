"""Paper besides the tables: sheets to print, and sheets that people drew themselves. No table needs this."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import web

from purrlor.games.house_of_cats import Sheet, parse_sheet, printed_sheet
from purrlor.games.house_of_cats.printing import house_of_cats_pages
from purrlor.games.house_of_cats.sheet import pack
from purrlor.games.house_of_cats.sheet_file import InvalidSheet, unpack
from purrlor.games.yatzy.printing import yatzy_pages
from purrlor.printing import PAPERS
from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.words import words

from .messages import answer, read_body

MOST_PAGES = 20
LEVELS = ("1", "2", "3", "4")


def sheet_routes() -> list[web.RouteDef]:
    return [web.post("/api/sheets/check", check), web.get("/api/sheets/print", print_pages)]


async def check(request: web.Request) -> web.Response:
    """Whether a drawing, or the word for one, is a sheet; if so, as the one word that the option `sheet` takes."""
    wanted = await read_body(request, wire.SheetDrawn)
    try:
        sheet = parse_sheet(wanted.text) if "\n" in wanted.text.strip() else unpack(wanted.text.strip())
    except InvalidSheet as error:
        return answer(wire.SheetChecked("", 0, [], str(error)))
    return answer(wire.SheetChecked(pack(sheet), sheet.level, [list(row) for row in sheet.rows], ""))


async def print_pages(request: web.Request) -> web.Response:
    """`?game=house-of-cats&level=2&pages=4&paper=a4`, or `&sheet=WORD` for one of your own; `?game=yatzy`."""
    asked = request.query
    pages, paper = asked.get("pages", "1"), asked.get("paper", "a4")
    if pages not in map(str, range(1, MOST_PAGES + 1)):
        raise refused("bad_pages", most=MOST_PAGES)
    if paper not in PAPERS:
        raise refused("bad_paper", list(PAPERS), papers=", ".join(PAPERS))
    make = _maker(asked.get("game", "house-of-cats"), asked.get("level", "1"), asked.get("sheet", ""))
    made = await asyncio.to_thread(make, paper, int(pages))
    headers = {"Content-Disposition": 'inline; filename="sheets.pdf"', "Cache-Control": "no-store"}
    return web.Response(body=made, content_type="application/pdf", headers=headers)


def _maker(game: str, level: str, word: str) -> Callable[[str, int], bytes]:
    if game == "yatzy":
        return lambda paper, pages: yatzy_pages(paper=PAPERS[paper], pages=pages, say=words())
    sheet = _sheet(level, word)
    return lambda paper, pages: house_of_cats_pages(sheet, paper=PAPERS[paper], pages=pages, say=words())


def _sheet(level: str, word: str) -> Sheet:
    if word:
        try:
            return unpack(word[:400])
        except InvalidSheet as error:
            raise refused("bad_option", reason=str(error)) from None
    if level not in LEVELS:
        raise refused("bad_option", reason="the level is 1 to 4")
    return printed_sheet(int(level))
