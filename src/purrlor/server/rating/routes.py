"""Ratings over HTTP: what a match did to yours, and how to have none any more."""

from __future__ import annotations

from aiohttp import web

from purrlor.table import wire

from ..http.access import Access
from ..http.bodies import answer
from ..http.endpoint import endpoint
from ..live.live_tables import Hall
from .queries import forget_ratings
from .ratings import Ratings


class RatingsApi:
    def __init__(self, hall: Hall, access: Access, ratings: Ratings) -> None:
        self.hall = hall
        self.access = access
        self.ratings = ratings

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/rating", self.of_table),
            web.delete("/api/ratings", self.forget),
        ]

    @endpoint(wire.TableRating)
    async def of_table(self, request: web.Request) -> web.Response:
        live = await self.hall.settled(request.match_info["table"])
        person = self.access.person(request)
        await self.access.check_watching(live, person)
        return answer(await self.ratings.of_table(live.id, person))

    @endpoint(None)
    async def forget(self, request: web.Request) -> web.Response:
        await self.hall.store.transact(forget_ratings, self.access.known_person(request))
        return answer({})
