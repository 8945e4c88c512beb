"""Clubs over HTTP: create, join by link, leave; monthly results, and the daily challenge among members.

All state is in the store, so any server can answer. Monthly results separate luck from results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from statistics import fmean
from typing import Any

from aiohttp import web
from msgspec import Struct, json

from purrlor.kit.review import SkillSummary
from purrlor.table import checks, wire
from purrlor.table.daily import challenge_of, challenges, day_of
from purrlor.table.keys import same
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow
from purrlor.table.setup import Setup, Summary

from ..daily.daily import rank
from ..daily.queries import tries_of_day
from ..http.requests import Feature, answer, endpoint, read_body
from ..rating import current_ratings
from .queries import (
    Club,
    ClubMemberRow,
    clubs_of,
    delete_club,
    find_club,
    find_joined,
    hand_over_club,
    join_club,
    leave_club,
    make_club,
    played_by_members,
    remove_member,
    rename_club,
    renew_link,
    skill_summaries_at_tables,
)


class MemberResult(Struct, frozen=True):
    """The result of one member in one match."""

    game: str
    person: str
    won: bool
    skill_summary: SkillSummary | None


def month_of(now: int) -> str:
    return datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m")


def span_of(month: str) -> tuple[int, int]:
    """Return the first millisecond of a UTC month and of the month after it."""
    try:
        begin = datetime.strptime(month, "%Y-%m").replace(tzinfo=UTC)
        after = begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)
    except ValueError:
        raise refused("no_month") from None
    return int(begin.timestamp() * 1000), int(after.timestamp() * 1000)


def played_of(club: Club, row: TableRow, skill_summaries: Mapping[tuple[str, int], str]) -> list[MemberResult]:
    """Return the results of the members who played a match, if there were at least two.

    Members who joined later or shared a device do not count.
    """
    setup = json.decode(row.setup, type=Setup)
    if setup.origin:  # a fork counts for nothing
        return []
    summary = json.decode(row.summary, type=Summary) if row.summary else Summary()
    found: list[MemberResult] = []
    for member in club.members:
        seats = setup.seats_of(member.person)
        if len(seats) == 1 and member.since <= row.changed:
            text = skill_summaries.get((row.id, seats[0]), "")
            skill_summary = json.decode(text, type=SkillSummary | None) if text else None
            found.append(MemberResult(row.game, member.person, seats[0] in summary.winners, skill_summary))
    return found if len(found) > 1 else []


def month_tables(
    club: Club, rows: Sequence[TableRow], skill_summaries: Mapping[tuple[str, int], str], you: str
) -> list[wire.ClubTable]:
    """Return one table for all games together, then one per game, most played first.

    With hundreds of matches it must run outside the event loop.
    """
    played = [each for row in rows for each in played_of(club, row, skill_summaries)]
    by_game: dict[str, list[MemberResult]] = defaultdict(list)
    for each in played:
        by_game[each.game].append(each)
    games = sorted(by_game, key=lambda game: (-len(by_game[game]), game))
    tables = [wire.ClubTable(game, _standings(club, by_game[game], you, with_skill=True)) for game in games]
    together = [wire.ClubTable("", _standings(club, played, you, with_skill=False))] if len(games) > 1 else []
    return [*together, *tables]


def _standings(club: Club, played: Sequence[MemberResult], you: str, *, with_skill: bool) -> list[wire.ClubStanding]:
    found: list[wire.ClubStanding] = []
    for member in club.members:
        own = [each for each in played if each.person == member.person]
        if own:
            known = [each.skill_summary for each in own if each.skill_summary is not None] if with_skill else []
            luck = [skill_summary.luck for skill_summary in known if skill_summary.luck is not None]
            lost = [skill_summary.lost for skill_summary in known if skill_summary.lost is not None]
            found.append(
                wire.ClubStanding(
                    member.name,
                    member.person == you,
                    len(own),
                    sum(each.won for each in own),
                    fmean(luck) if luck else None,
                    fmean(lost) if lost else None,
                )
            )
    return sorted(found, key=lambda each: (-each.won, each.played, each.name))


class ClubRoutes(Feature):
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
        """List the clubs of this person."""
        person = self.access.person(request)
        found = await self.store.read(clubs_of, person) if person else []
        return answer([wire.ClubInfo(each.id, each.name, each.members, each.owner) for each in found])

    @endpoint(wire.Club, wire.ClubName)
    async def make(self, request: web.Request) -> web.Response:
        """Create a club."""
        if not self.services.counting.tables.take(request.remote or "", self.now()):
            raise refused("too_much")
        name = checks.checked_name((await read_body(request, wire.ClubName)).name)
        person = self.access.known_person(request)
        club = await self.store.transact(make_club, name, person, self.now())
        return answer(await self._shown(club, person), status=201)

    @endpoint(wire.ClubLook, wire.ClubKey)
    async def look(self, request: web.Request) -> web.Response:
        """Return the summary of a club that its link shows before joining."""
        key = (await read_body(request, wire.ClubKey)).key
        club = await self._found(request)
        member = club.member(self.access.person(request)) is not None
        if not member and not same(key, club.word):
            raise refused("wrong_key")
        return answer(wire.ClubLook(club.id, club.name, len(club.members), member))

    @endpoint(wire.Club, wire.ClubKey)
    async def join(self, request: web.Request) -> web.Response:
        """Join a club with the token of its link."""
        key, person = (await read_body(request, wire.ClubKey)).key, self.access.known_person(request)
        return await self._changed(request, person, join_club, key, person, self.now())

    @endpoint(wire.Club)
    async def show(self, request: web.Request) -> web.Response:
        """Return a club, for its members."""
        club, you = await self._own(request)
        return answer(await self._shown(club, you.person))

    @endpoint(wire.Club, wire.ClubName)
    async def rename(self, request: web.Request) -> web.Response:
        """Rename a club, for its owner."""
        name = checks.checked_name((await read_body(request, wire.ClubName)).name)
        person = self.access.known_person(request)
        return await self._changed(request, person, rename_club, person, name)

    @endpoint(wire.Club)
    async def renew(self, request: web.Request) -> web.Response:
        """Replace the club's link by a new one, for the owner."""
        person = self.access.known_person(request)
        return await self._changed(request, person, renew_link, person)

    @endpoint(None)
    async def leave(self, request: web.Request) -> web.Response:
        """Leave a club."""
        await self.store.transact(leave_club, request.match_info["club"], self.access.known_person(request))
        return answer({})

    @endpoint(None)
    async def delete(self, request: web.Request) -> web.Response:
        """Delete a club, for its owner."""
        await self.store.transact(delete_club, request.match_info["club"], self.access.known_person(request))
        return answer({})

    @endpoint(wire.Club, wire.ClubMemberId)
    async def remove(self, request: web.Request) -> web.Response:
        """Remove a member, for the owner."""
        return await self._with_member(request, remove_member)

    @endpoint(wire.Club, wire.ClubMemberId)
    async def hand_over(self, request: web.Request) -> web.Response:
        """Make another member the owner."""
        return await self._with_member(request, hand_over_club)

    @endpoint(wire.ClubMonth, query=("month",))
    async def month(self, request: web.Request) -> web.Response:
        """Return the results of the members' matches with each other in a month."""
        club, you = await self._own(request)
        month = request.query.get("month", "") or month_of(self.now())
        rows = await self.store.read(played_by_members, club.id, *span_of(month))
        skill_summaries = await self.store.read(skill_summaries_at_tables, [row.id for row in rows])
        return answer(
            wire.ClubMonth(month, await self.threads.run(month_tables, club, rows, skill_summaries, you.person))
        )

    @endpoint(wire.ClubDay, query=("day",))
    async def today(self, request: web.Request) -> web.Response:
        """Return the club's board of the day. One try a day counts, on the public board and on that of each club."""
        club, you = await self._own(request)
        day = request.query.get("day", "") or day_of(self.now())
        try:
            day = date.fromisoformat(day).isoformat()
        except ValueError:
            raise refused("no_day") from None
        boards = [await self._board(club, you, day, game) for game in challenges()]
        return answer(wire.ClubDay(day, boards))

    async def _board(self, club: Club, you: ClubMemberRow, day: str, game: str) -> wire.ClubBoard:
        await self.services.daily.count(day, game)
        names = {each.person: each.name for each in club.members}
        tries = await self.store.read(tries_of_day, day, game)
        timed = challenge_of(game).timed
        ranked = rank([each for each in tries if each.person in names], timed=timed)
        entries = [
            wire.BoardEntry(place, names[each.person], each.points or 0, each.millis or 0, each.person == you.person)
            for place, each in ranked
        ]
        return wire.ClubBoard(game, timed, entries)

    # What the handlers share

    async def _found(self, request: web.Request) -> Club:
        return await self.store.read(find_club, request.match_info["club"])

    async def _own(self, request: web.Request) -> tuple[Club, ClubMemberRow]:
        """Return the club and the member, if the request comes from one of its members."""
        values = (request.match_info["club"], self.access.person(request))
        return await self.store.read(find_joined, *values)

    async def _changed(self, request: web.Request, person: str, change: Any, *values: Any) -> web.Response:
        """Apply a change to the club and return the changed club."""
        await self.store.transact(change, request.match_info["club"], *values)
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
        ratings = await self.store.read(current_ratings, people)
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
        """Return the handle that the web client uses for a member: person ids never leave the server."""
        return self.access.signer.derived(f"club/{club.id}", member.person)
