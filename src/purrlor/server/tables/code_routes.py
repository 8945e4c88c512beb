"""Codes of tables over HTTP: a screen shows one, a phone types it."""

from __future__ import annotations

import msgspec
from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.refusals import refused
from purrlor.table.setup import Setup

from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.feature import Feature
from ..services import Services
from .code_attempts import CodeAttempts
from .code_queries import LENGTH, code_of, table_of_code

LONGEST_CODE = 4 * LENGTH
SETUP = msgspec.json.Decoder(Setup)


class CodeRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.attempts = CodeAttempts(services.counting, services.now)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/tables/{table}/code", self.make),
            web.post("/api/codes", self.take),
        ]

    @endpoint(wire.TableCode)
    async def make(self, request: web.Request) -> web.Response:
        """For those who may invite: people who sit there, the host, and the screen that shows the table."""
        live = await self.tables.find(request.match_info["table"])
        person = self.access.person(request)
        if not lobby.belongs(live.table, person) and (not person or live.table.setup.screen != person):
            raise refused("wrong_key")
        return answer(wire.TableCode(await self.store.transact(code_of, live.id, self.now())))

    @endpoint(wire.TableMade, wire.TableCode)
    async def take(self, request: web.Request) -> web.Response:
        """The invitation that a code stands for. Attempts are limited, so that nobody tries them all."""
        wanted = await read_body(request, wire.TableCode)
        with self.attempts.counted(request):
            table = await self.store.read(table_of_code, wanted.code[:LONGEST_CODE], self.now())
            stored = None if table is None else await self.store.load(table)
            if stored is None:
                raise refused("wrong_code")
        return answer(wire.TableMade(stored.row.id, SETUP.decode(stored.row.setup).key))
