"""Clubs over HTTP: made, joined by link, left; results of the months, and the daily challenge among members.

Everything is in the store, so any server answers any of it.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from aiohttp import web

from purrlor.kit.rating import Skill
from purrlor.table import lobby, wire
from purrlor.table.daily import challenge_of, challenges, day_of
from purrlor.table.keys import same
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow

from ..daily.daily import Daily, rank
from ..daily.queries import Try
from ..http.access import Access
from ..http.bodies import answer, read_body
from ..http.endpoint import endpoint
from ..http.limits import Counting
from ..live.live_tables import Hall
from ..rating.queries import RatingStore
from .queries import Club, ClubMemberRow, ClubOf, ClubStore
from .results import month_of, month_tables, played_of, span_of


class ClubsApi:
    def __init__(self, hall: Hall, access: Access, counting: Counting, daily: Daily) -> None:
        self.hall = hall
        self.access = access
        self.new_clubs = counting.tables
        self.daily = daily
        self.clubs = ClubStore(hall.store)
        self.ratings = RatingStore(hall.store)

    def routes(self) -> list[web.RouteDef]:
        club = "/api/clubs/{club}"
        return [
            web.get("/api/clubs", self.list),
            web.post("/api/clubs", self.make),
            web.get(club, self.show),
            web.post(club, self.rename),
            web.delete(club, self.delete),
            web.post(f"{club}/look", self.look),
            web.post(f"{club}/join", self.join),
            web.post(f"{club}/leave", self.leave),
            web.post(f"{club}/renew", self.renew),
            web.post(f"{club}/remove", self.remove),
            web.post(f"{club}/hand", self.hand_over),
            web.get(f"{club}/month", self.month),
            web.get(f"{club}/today", self.today),
        ]

    @endpoint(list[wire.ClubInfo])
    async def list(self, request: web.Request) -> web.Response:
        person = self.access.person(request)
        found: list[ClubOf] = await self.hall.read(self.clubs.of, person) if person else []
        return answer([wire.ClubInfo(each.id, each.name, each.members, each.owner) for each in found])

    @endpoint(wire.Club, wire.ClubName)
    async def make(self, request: web.Request) -> web.Response:
        if not self.new_clubs.take(request.remote or "", self.hall.now()):
            raise refused("too_much")
        name = lobby.checked_name((await read_body(request, wire.ClubName)).name)
        person = self.access.known_person(request)
        club: Club = await self._write(self.clubs.make, name, person, self.hall.now())
        return answer(await self._shown(club, person), status=201)

    @endpoint(wire.ClubLook, wire.ClubKey)
    async def look(self, request: web.Request) -> web.Response:
        key = (await read_body(request, wire.ClubKey)).key
        club = await self._found(request)
        member = club.member(self.access.person(request)) is not None
        if not member and not same(key, club.word):
            raise refused("wrong_key")
        return answer(wire.ClubLook(club.id, club.name, len(club.members), member))

    @endpoint(wire.Club, wire.ClubKey)
    async def join(self, request: web.Request) -> web.Response:
        key, person = (await read_body(request, wire.ClubKey)).key, self.access.known_person(request)
        return await self._changed(request, person, self.clubs.join, key, person, self.hall.now())

    @endpoint(wire.Club)
    async def show(self, request: web.Request) -> web.Response:
        club, you = await self._own(request)
        return answer(await self._shown(club, you.person))

    @endpoint(wire.Club, wire.ClubName)
    async def rename(self, request: web.Request) -> web.Response:
        name = lobby.checked_name((await read_body(request, wire.ClubName)).name)
        person = self.access.known_person(request)
        return await self._changed(request, person, self.clubs.rename, person, name)

    @endpoint(wire.Club)
    async def renew(self, request: web.Request) -> web.Response:
        person = self.access.known_person(request)
        return await self._changed(request, person, self.clubs.renew, person)

    @endpoint(None)
    async def leave(self, request: web.Request) -> web.Response:
        await self._write(self.clubs.leave, request.match_info["club"], self.access.known_person(request))
        return answer({})

    @endpoint(None)
    async def delete(self, request: web.Request) -> web.Response:
        await self._write(self.clubs.delete, request.match_info["club"], self.access.known_person(request))
        return answer({})

    @endpoint(wire.Club, wire.ClubMemberId)
    async def remove(self, request: web.Request) -> web.Response:
        return await self._with_member(request, self.clubs.remove)

    @endpoint(wire.Club, wire.ClubMemberId)
    async def hand_over(self, request: web.Request) -> web.Response:
        return await self._with_member(request, self.clubs.hand_over)

    @endpoint(wire.ClubMonth, query=("month",))
    async def month(self, request: web.Request) -> web.Response:
        club, you = await self._own(request)
        month = request.query.get("month", "") or month_of(self.hall.now())
        rows: list[TableRow] = await self.hall.read(self.clubs.played, club.id, *span_of(month))
        merits: dict[tuple[str, int], str] = await self.hall.read(self.clubs.merits, [row.id for row in rows])
        played = [each for row in rows for each in played_of(club, row, merits)]
        return answer(wire.ClubMonth(month, month_tables(club, played, you.person)))

    @endpoint(wire.ClubDay, query=("day",))
    async def today(self, request: web.Request) -> web.Response:
        """The fate is that of everybody: one try a day counts, on the board of all and on that of each club."""
        club, you = await self._own(request)
        day = request.query.get("day", "") or day_of(self.hall.now())
        try:
            day = date.fromisoformat(day).isoformat()
        except ValueError:
            raise refused("no_day") from None
        boards = [await self._board(club, you, day, game) for game in challenges()]
        return answer(wire.ClubDay(day, boards))

    async def _board(self, club: Club, you: ClubMemberRow, day: str, game: str) -> wire.ClubBoard:
        await self.daily.count(day, game)
        names = {each.person: each.name for each in club.members}
        tries: list[Try] = await self.hall.read(self.daily.store.tries, day, game)
        timed = challenge_of(game).timed
        ranked = rank([each for each in tries if each.person in names], timed=timed)
        entries = [
            wire.BoardEntry(place, names[each.person], each.points or 0, each.millis or 0, each.person == you.person)
            for place, each in ranked
        ]
        return wire.ClubBoard(game, timed, entries)

    # What the handlers share

    async def _write(self, change: Any, *values: Any) -> Any:
        return await self.hall.write(change, *values)

    async def _found(self, request: web.Request) -> Club:
        club: Club = await self.hall.read(self.clubs.find, request.match_info["club"])
        return club

    async def _own(self, request: web.Request) -> tuple[Club, ClubMemberRow]:
        """The club, if the request comes from one of its members."""
        values = (request.match_info["club"], self.access.person(request))
        found: tuple[Club, ClubMemberRow] = await self.hall.read(self.clubs.joined, *values)
        return found

    async def _changed(self, request: web.Request, person: str, change: Any, *values: Any) -> web.Response:
        """The club after a change of it."""
        await self._write(change, request.match_info["club"], *values)
        return answer(await self._shown(await self._found(request), person))

    async def _with_member(self, request: web.Request, change: Any) -> web.Response:
        wanted = (await read_body(request, wire.ClubMemberId)).member
        club, you = await self._own(request)
        other = next((each for each in club.members if self._handle(club, each) == wanted), None)
        if other is None:
            raise refused("no_member")
        return await self._changed(request, you.person, change, you.person, other.person)

    async def _shown(self, club: Club, person: str) -> wire.Club:
        people = [each.person for each in club.members]
        ratings: dict[tuple[str, str], Skill] = await self.hall.read(self.ratings.current, people)
        members = [
            wire.ClubMember(
                self._handle(club, each),
                each.name,
                each.since,
                each.owner,
                each.person == person,
                [
                    wire.ClubRating(game, skill.mu, skill.sigma)
                    for (whose, game), skill in ratings.items()
                    if whose == each.person
                ],
            )
            for each in club.members
        ]
        you = club.member(person)
        first = month_of(min(each.since for each in club.members))
        return wire.Club(club.id, club.name, club.word, you is not None and you.owner, members, first)

    def _handle(self, club: Club, member: ClubMemberRow) -> str:
        """What the page calls a member: ids of persons never leave the server."""
        return self.access.signer.derived(f"club/{club.id}", member.person)
