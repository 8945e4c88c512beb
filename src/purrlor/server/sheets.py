"""Paper besides the tables: sheets to print, and sheets that people drew themselves. No table needs this."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from aiohttp import web

from purrlor.core import InvalidOption
from purrlor.core.options import option_types, with_options
from purrlor.kit import kits
from purrlor.printing import PAPERS
from purrlor.table import wire
from purrlor.table.refusals import refused
from purrlor.words import words

from .messages import answer, read_body

MOST_PAGES = 20
LONGEST_OPTION = 400


def sheet_routes() -> list[web.RouteDef]:
    return [web.post("/api/sheets/check", check), web.get("/api/sheets/print", print_pages)]


async def check(request: web.Request) -> web.Response:
    """Whether a drawing, or the word for one, is a sheet; if so, as the one word that the option `sheet` takes."""
    wanted = await read_body(request, wire.SheetDrawn)
    for each in kits().values():
        try:
            drawn = each.drawing(wanted.text)
        except InvalidOption as error:
            return answer(wire.SheetChecked("", 0, [], str(error)))
        if drawn is not None:
            return answer(wire.SheetChecked(drawn.word, drawn.level, [list(row) for row in drawn.rows], ""))
    raise refused("bad_option", reason="no installed game has sheets that can be drawn")


async def print_pages(request: web.Request) -> web.Response:
    """`?game=GAME&pages=4&paper=a4`, and options of that game such as `&level=2`."""
    asked = request.query
    pages, paper = asked.get("pages", "1"), asked.get("paper", "a4")
    if pages not in map(str, range(1, MOST_PAGES + 1)):
        raise refused("bad_pages", most=MOST_PAGES)
    if paper not in PAPERS:
        raise refused("bad_paper", list(PAPERS), papers=", ".join(PAPERS))
    made = await asyncio.to_thread(_made, asked, int(pages), paper)
    headers = {"Content-Disposition": 'inline; filename="sheets.pdf"', "Cache-Control": "no-store"}
    return web.Response(body=made, content_type="application/pdf", headers=headers)


def _made(asked: Mapping[str, str], pages: int, paper: str) -> bytes:
    printed = {name: each for name, each in kits().items() if each.prints}
    name = asked.get("game", "")
    if name not in printed:
        raise refused("no_game", list(printed), game=name[:40], games=", ".join(printed))
    kit = printed[name]
    options = {option: asked[option][:LONGEST_OPTION] for option in option_types(kit.rules) if asked.get(option)}
    try:
        game = with_options(kit.rules, options)
    except InvalidOption as error:
        raise refused("bad_option", reason=str(error)) from None
    return kit.pages(game, paper=PAPERS[paper], pages=pages, say=words())
