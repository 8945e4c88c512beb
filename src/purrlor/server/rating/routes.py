"""Ratings over HTTP: what a match did to yours, and how to have none any more."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire

from ..http.bodies import answer
from ..http.endpoint import endpoint
from ..http.feature import Feature
from .queries import forget_ratings


class RatingRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/rating", self.of_table),
            web.delete("/api/ratings", self.forget),
        ]

    @endpoint(wire.TableRating)
    async def of_table(self, request: web.Request) -> web.Response:
        live = await self.tables.load_committed(request.match_info["table"])
        person = self.access.person(request)
        await self.access.check_watching(live, person)
        return answer(await self.services.ratings.of_table(live.id, person))

    @endpoint(None)
    async def forget(self, request: web.Request) -> web.Response:
        await self.store.transact(forget_ratings, self.access.known_person(request))
        return answer({})
