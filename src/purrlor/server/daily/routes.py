"""The daily challenge over HTTP, everybody's and a club's own: what there is today, a try, the board."""

from __future__ import annotations

from datetime import date

from aiohttp import web

from purrlor.table import lobby, wire
from purrlor.table.daily import challenge_of, challenges, club_day, club_game, day_of, options_of
from purrlor.table.lobby import first_writes
from purrlor.table.refusals import refused

from ..clubs.queries import Club, ClubMemberRow, find_joined
from ..http.access import Access
from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.limits import Counting
from ..http.overload import Overload
from ..live.live_tables import Hall
from .daily import Daily


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
            web.get("/api/clubs/{club}/challenge", self.club_board),
            web.post("/api/clubs/{club}/challenge", self.begin_in_club),
        ]

    @endpoint(wire.Today)
    async def today(self, request: web.Request) -> web.Response:
        return answer(await self.daily.today(day_of(self.hall.now()), self.access.person(request)))

    @endpoint(wire.Board, query=("day",))
    async def board(self, request: web.Request) -> web.Response:
        return answer(await self.daily.board(self._day(request), self._game(request), self.access.person(request)))

    @endpoint(wire.TableMade, wire.NewTry)
    async def begin(self, request: web.Request) -> web.Response:
        game, wanted = self._game(request), await self._admitted(request)
        person = self.access.person_or_new(request)
        if wanted.scored:
            made = await self.daily.begin(day_of(self.hall.now()), game, person, wanted)
        else:
            made = await self._for_fun(game, wanted, person)
        response = answer(made, status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Board)
    async def club_board(self, request: web.Request) -> web.Response:
        club, you = await self._club(request)
        day = self._day(request)
        members = {each.person for each in club.members}
        return answer(await self.daily.board(club_day(day, club.id), club_game(day), you.person, members))

    @endpoint(wire.TableMade, wire.NewTry)
    async def begin_in_club(self, request: web.Request) -> web.Response:
        (club, you), wanted = await self._club(request), await self._admitted(request)
        today = day_of(self.hall.now())
        made = await self.daily.begin(club_day(today, club.id), club_game(today), you.person, wanted)
        return answer(made, status=201)

    async def _club(self, request: web.Request) -> tuple[Club, ClubMemberRow]:
        values = (request.match_info["club"], self.access.person(request))
        return await self.hall.store.read(find_joined, *values)

    async def _admitted(self, request: web.Request) -> wire.NewTry:
        """What is wanted, if there is room for another table."""
        if not self.new_tables.take(request.remote or "", self.hall.now()):
            raise refused("too_many_tables")
        if self.overload.busy or self.hall.bots.busy:
            raise refused("too_busy")
        return await read_body(request, wire.NewTry)

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
        await self.hall.store.write(first_writes(table, {person: table.setup.seats[0].name}, self.hall.node))
        self.hall.add(table)
        return wire.TableMade(table.row.id, table.setup.key)

    def _day(self, request: web.Request) -> str:
        """The day that is asked for; today, if none is."""
        try:
            return date.fromisoformat(request.query.get("day", "") or day_of(self.hall.now())).isoformat()
        except ValueError:
            raise refused("no_day") from None

    def _game(self, request: web.Request) -> str:
        game = request.match_info["game"]
        if game not in challenges():
            raise refused("no_game", list(challenges()), game=game[:40], games=", ".join(challenges()))
        return game
