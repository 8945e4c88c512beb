"""The daily challenge over HTTP, public or a club's own: today's challenges, a try, the board."""

from __future__ import annotations

from datetime import date

from aiohttp import web

from purrlor.table import creation, wire
from purrlor.table.creation import first_writes
from purrlor.table.daily import challenge_of, challenges, club_day, club_game, day_of, options_of
from purrlor.table.refusals import refused

from ..clubs.queries import Club, ClubMemberRow, find_joined
from ..http.requests import Feature, answer, endpoint, read_body


class DailyRoutes(Feature):
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
        """Return the daily challenges of today, with this person's tries, calendar and streak."""
        return answer(await self.services.daily.today(day_of(self.now()), self.access.person(request)))

    @endpoint(wire.Board, query=("day",))
    async def board(self, request: web.Request) -> web.Response:
        """Return the board of a day. Ask again while `judging`."""
        return answer(
            await self.services.daily.board(self._day(request), self._game(request), self.access.person(request))
        )

    @endpoint(wire.TableMade, wire.NewTry)
    async def begin(self, request: web.Request) -> web.Response:
        """Return the table of this person's scored try, always the same one, or make a table for fun."""
        game, wanted = self._game(request), await self._admitted(request)
        person = self.access.person_or_new(request)
        if wanted.scored:
            made = await self.services.daily.begin(day_of(self.now()), game, person, wanted)
        else:
            made = await self._for_fun(game, wanted, person)
        response = answer(made, status=201)
        self.access.remember(request, response, person)
        return response

    @endpoint(wire.Board)
    async def club_board(self, request: web.Request) -> web.Response:
        """Return the board of the club's own challenge of the day."""
        club, you = await self._club(request)
        day = self._day(request)
        members = {each.person for each in club.members}
        return answer(await self.services.daily.board(club_day(day, club.id), club_game(day), you.person, members))

    @endpoint(wire.TableMade, wire.NewTry)
    async def begin_in_club(self, request: web.Request) -> web.Response:
        """Return the table of this person's one try at the club's challenge."""
        (club, you), wanted = await self._club(request), await self._admitted(request)
        today = day_of(self.now())
        made = await self.services.daily.begin(club_day(today, club.id), club_game(today), you.person, wanted)
        return answer(made, status=201)

    async def _club(self, request: web.Request) -> tuple[Club, ClubMemberRow]:
        values = (request.match_info["club"], self.access.person(request))
        return await self.store.read(find_joined, *values)

    async def _admitted(self, request: web.Request) -> wire.NewTry:
        """Read the wanted try from the request. Refuses if there is no room for another table."""
        self.admit_table(request)
        return await read_body(request, wire.NewTry)

    async def _for_fun(self, game: str, wanted: wire.NewTry, person: str) -> wire.TableMade:
        """Create a table with the same options and opponents but its own random outcomes; it counts nowhere."""
        row = await self.services.daily.challenge(day_of(self.now()), game)
        options = {name: text for name, text in options_of(row.fate).items() if name != "seats"}
        bots = [wire.SeatWanted("bot", level=level) for level in challenge_of(game).bots]
        seats = [wire.SeatWanted("person"), *bots]
        table_wanted = wire.NewTable(
            game=game, seats=seats, name=wanted.name, cat=wanted.cat, options=options, pace=wanted.pace
        )
        table = creation.new_table_for(table_wanted, person, self.now())
        await self.store.write(first_writes(table, {person: table.setup.seats[0].name}, self.tables.node))
        self.tables.add(table)
        return wire.TableMade(table.row.id, table.setup.key)

    def _day(self, request: web.Request) -> str:
        """Return the requested day; today if the request names none."""
        try:
            return date.fromisoformat(request.query.get("day", "") or day_of(self.now())).isoformat()
        except ValueError:
            raise refused("no_day") from None

    def _game(self, request: web.Request) -> str:
        game = request.match_info["game"]
        if game not in challenges():
            raise refused("no_game", list(challenges()), game=game[:40], games=", ".join(challenges()))
        return game
