"""The daily challenge over HTTP: what there is today, a try, the board."""

from __future__ import annotations

from datetime import date

from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.challenge import challenge_of, challenges, day_of, options_of
from purrlor.table.lobby import first_writes
from purrlor.table.refusals import refused

from .access import Access
from .daily import Daily
from .hall import Hall
from .limits import Counting
from .messages import answer, read_body
from .overload import Overload


class TodayApi:
    def __init__(self, hall: Hall, access: Access, counting: Counting, overload: Overload) -> None:
        self.hall = hall
        self.access = access
        self.new_tables = counting.tables
        self.overload = overload
        self.daily = Daily(hall)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/today", self.today),
            web.get("/api/today/{game}", self.board),
            web.post("/api/today/{game}", self.begin),
        ]

    async def today(self, request: web.Request) -> web.Response:
        return answer(await self.daily.today(day_of(self.hall.now()), self.access.person(request)))

    async def board(self, request: web.Request) -> web.Response:
        day = request.query.get("day", "") or day_of(self.hall.now())
        try:
            day = date.fromisoformat(day).isoformat()
        except ValueError:
            raise refused("no_day") from None
        return answer(await self.daily.board(day, self._game(request), self.access.person(request)))

    async def begin(self, request: web.Request) -> web.Response:
        game = self._game(request)
        if not self.new_tables.take(request.remote or "", self.hall.now()):
            raise refused("too_many_tables")
        if self.overload.busy or self.hall.bots.busy:
            raise refused("too_busy")
        wanted = await read_body(request, wire.NewTry)
        person = self.access.person_or_new(request)
        if wanted.scored:
            made = await self.daily.begin(day_of(self.hall.now()), game, person, wanted)
        else:
            made = await self._for_fun(game, wanted, person)
        response = answer(made, status=201)
        self.access.remember(request, response, person)
        return response

    async def _for_fun(self, game: str, wanted: wire.NewTry, person: str) -> wire.TableMade:
        """The same options and opponents with a fate of its own, which counts nowhere."""
        row = await self.daily.challenge(day_of(self.hall.now()), game)
        options = {name: text for name, text in options_of(row.fate).items() if name != "seats"}
        bots = [wire.SeatWanted("bot", level=level) for level in challenge_of(game).bots]
        seats = [wire.SeatWanted("person"), *bots]
        asked = wire.NewTable(
            game=game, seats=seats, name=wanted.name, cat=wanted.cat, options=options, pace=wanted.pace
        )
        table = lobby.new_table_for(asked, person, self.hall.now())
        await self.hall.commits.save(first_writes(table, {person: table.setup.seats[0].name}, self.hall.node))
        self.hall.add(table)
        return wire.TableMade(table.row.id, table.setup.key)

    def _game(self, request: web.Request) -> str:
        game = request.match_info["game"]
        if game not in challenges():
            raise refused("no_game", list(challenges()), game=game[:40], games=", ".join(challenges()))
        return game
