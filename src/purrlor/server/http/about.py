"""Information about the games and the server: options, rules, texts, QR codes, health, metrics."""

from __future__ import annotations

import asyncio

from aiohttp import web

from purrlor import __version__
from purrlor.kit import games
from purrlor.table import game_info, wire
from purrlor.table.refusals import refused
from purrlor.table.rows import SaveSetting
from purrlor.table.rules_page import guide_page, rules_page
from purrlor.words import ENGLISH, game_catalogue

from ..records import documents
from ..services import Services
from ..store.tables import get_setting
from .listener import is_internal
from .requests import Feature, answer, endpoint, read_body

HEALTH_SECONDS = 5
HEALTH_MILLIS = 1000
"""How long the result of a health check is reused."""


class AboutRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.health_check: asyncio.Task[None] | None = None
        self.health_until = 0

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/healthz", self.health),
            web.get("/metrics", self.metrics),
            web.get("/api/games", self.games),
            web.get("/api/games/{game}/guide", self.guide),
            web.get("/api/games/{game}/rules", self.rules),
            web.get("/api/games/{game}/words", self.words),
            web.post("/api/qr", self.qr),
        ]

    @endpoint(list[wire.GameInfo])
    async def games(self, _: web.Request) -> web.Response:
        """List the games with their seats, bots and options."""
        return answer([game_info.game_info(name) for name in games()])

    @endpoint(wire.RulesPage, query=("language",))
    async def guide(self, request: web.Request) -> web.Response:
        """Return the guide to a game, for new players."""
        game, language = game_and_language(request)
        return answer(await self.threads.run(guide_page, game, language))

    @endpoint(wire.RulesPage, query=("language",))
    async def rules(self, request: web.Request) -> web.Response:
        """Return the rules of a game as headings, paragraphs, lists and tables."""
        game, language = game_and_language(request)
        return answer(await self.threads.run(rules_page, game, language))

    @endpoint(dict[str, str], query=("language",))
    async def words(self, request: web.Request) -> web.Response:
        """Return the texts of a game that is not part of the web client, in English where they are missing."""
        return answer(game_catalogue(*game_and_language(request)))

    @endpoint(str, wire.Link)
    async def qr(self, request: web.Request) -> web.Response:
        """Draw the QR code of a link. The link is in the body, so that no log contains its token."""
        wanted = await read_body(request, wire.Link)
        made = await self.thinkers.document(documents.qr_code, wanted.text[: documents.LONGEST_CODE])
        return web.Response(body=made, content_type="image/svg+xml")

    async def health(self, _: web.Request) -> web.Response:
        """Check that the store can be read and written: write a row, at most once a second."""
        if self.health_check is None or (self.health_check.done() and self.now() >= self.health_until):
            self.health_check = asyncio.ensure_future(self._check_health())
        try:
            await asyncio.shield(self.health_check)
        except TimeoutError:
            raise refused("store_failed") from None
        return answer({"status": "ok", "version": __version__})

    async def _check_health(self) -> None:
        async with asyncio.timeout(HEALTH_SECONDS):
            self.health_until = self.now() + HEALTH_MILLIS
            await self.store.write([SaveSetting("health", str(self.now()))])
            if await self.store.read(get_setting, "health") is None:  # or a value that another server has written since
                raise refused("store_failed")

    async def metrics(self, request: web.Request) -> web.Response:
        """Return the metrics of all workers of this machine, or of this one if another worker asks."""
        member = None if is_internal(request) else self.services.member
        text = self.services.metrics.text() if member is None else await member.metrics_text()
        return web.Response(body=text, content_type="text/plain", charset="utf-8")


def game_and_language(request: web.Request) -> tuple[str, str]:
    return game_info.checked_game_and_language(request.match_info["game"], request.query.get("language", ENGLISH))
