"""Tournaments over HTTP: created by a host, joined by link or code, played round by round.

All state is in the store, so any server can answer; requests about one table go to the server that owns it.
"""

from __future__ import annotations

from aiohttp import web

from purrlor.core import new_secret
from purrlor.table import checks, wire
from purrlor.table.keys import new_key, new_table, same
from purrlor.table.refusals import refused
from purrlor.table.tournament.tables import MOST_PEOPLE, Attendee, checked_tournament, distinct_name

from ..http.requests import Feature, answer, endpoint, read_body
from ..services import Services
from ..store.connection import DatabaseConnection
from ..tables.codes import code_of
from .queries import (
    TournamentRow,
    delete_tournament,
    find_tournament,
    know_person,
    lock_tournament,
    make_tournament,
    save_attendee,
    table_statuses,
    tournaments_of,
    version_of,
)
from .rounds import Tournaments, TournamentWatch, check_host
from .view import tournament_view

NEWS_SECONDS = 20
"""Time after which a request that waits for news is answered."""


class TournamentRoutes(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.code_owners.append(self.find_by_code)
        self.tournaments = Tournaments(services)
        self.watch = TournamentWatch(self._version)

    def routes(self) -> list[web.RouteDef]:
        evening = "/api/evenings/{evening}"
        return [
            web.get("/api/evenings", self.list),
            web.post("/api/evenings", self.make),
            web.get(evening, self.show),
            web.delete(evening, self.delete),
            web.post(f"{evening}/look", self.look),
            web.post(f"{evening}/join", self.join),
            web.post(f"{evening}/leave", self.leave),
            web.post(f"{evening}/remove", self.remove),
            web.post(f"{evening}/round", self.start_round),
            web.post(f"{evening}/close", self.close_round),
            web.post(f"{evening}/end", self.end),
            web.post("/api/tables/{table}/relieve", self.relieve),
        ]

    @endpoint(list[wire.EveningOf])
    async def list(self, request: web.Request) -> web.Response:
        """List the tournaments of this person."""
        person = self.access.person(request)
        rows = await self.store.read(tournaments_of, person) if person else []
        return answer(
            [
                wire.EveningOf(
                    row.id, row.name, row.setup.game, row.setup.plan.format, row.status, len(row.attendees),
                    row.host == person, row.created,
                )
                for row in rows
            ]
        )  # fmt: skip

    @endpoint(wire.Evening, wire.NewEvening)
    async def make(self, request: web.Request) -> web.Response:
        """Create a tournament."""
        if not self.services.counting.tables.take(request.remote or "", self.now()):
            raise refused("too_much")
        wanted = await read_body(request, wire.NewEvening)
        setup, name = checked_tournament(wanted), checks.checked_name(wanted.name)
        host, cat = checks.checked_name(wanted.host), checks.checked_cat(wanted.cat)
        person = self.access.person_or_new(request)
        attendees = (Attendee(1, person, host, cat, plays=True),) if wanted.plays else ()
        row = TournamentRow(new_table(), new_key(), person, name, setup, new_secret(), 1, self.now(), None, attendees)
        await self.store.transact(make_tournament, row, host)
        response = answer(await self._shown(row, person), status=201)
        self.access.remember(request, response, person)
        return response

    async def find_by_code(self, _: web.Request, target: str) -> wire.CodeFound | None:
        if not await self._version(target):
            return None
        row = await self.store.read(find_tournament, target)
        return wire.CodeFound("evening", row.id, row.word)

    @endpoint(wire.EveningLook, wire.EveningKey)
    async def look(self, request: web.Request) -> web.Response:
        """Return the summary of a tournament that its link shows before joining."""
        key, row = (await read_body(request, wire.EveningKey)).key, await self._found(request)
        person = self.access.person(request)
        joined = row.attendee(person) is not None or (bool(person) and row.host == person)
        if not joined and not same(key, row.word):
            raise refused("wrong_key")
        plan = row.setup.plan
        return answer(
            wire.EveningLook(row.id, row.name, row.setup.game, plan.format, len(row.attendees), joined, row.joinable)
        )

    @endpoint(wire.Evening, query=("after",))
    async def show(self, request: web.Request) -> web.Response:
        """Return the tournament. With `?after=VERSION` it waits for a newer version."""
        row, person = await self._found(request), self.access.person(request)
        self._check_belongs(row, person)
        after = request.query.get("after", "")
        if after == str(row.version) and not await self.tournaments.count(row):
            with self.services.present.of(person):  # people with an open web client need no notification
                await self.watch.news(row.id, row.version, NEWS_SECONDS)
        row = await self._found(request)
        if await self.tournaments.count(row):
            row = await self._found(request)
        return answer(await self._shown(row, person))

    @endpoint(wire.Evening, wire.JoinEvening)
    async def join(self, request: web.Request) -> web.Response:
        """Join; a person who left comes back under the same number."""
        wanted, person = await read_body(request, wire.JoinEvening), self.access.person_or_new(request)
        name, cat = checks.checked_name(wanted.name), checks.checked_cat(wanted.cat)
        await self.store.transact(self._join, request.match_info["evening"], person, name, cat, key=wanted.key)
        response = answer(await self._shown(await self._found(request), person))
        self.access.remember(request, response, person)
        return response

    def _join(self, writer: DatabaseConnection, evening: str, person: str, name: str, cat: str, *, key: str) -> None:
        row = lock_tournament(writer, evening)
        own = row.attendee(person)
        if own is None and row.host != person and not same(key, row.word):
            raise refused("wrong_key")
        if not row.joinable:
            raise refused("evening_over" if row.status == "over" else "evening_begun")
        if own is None and len(row.attendees) >= MOST_PEOPLE:
            raise refused("evening_full", most=MOST_PEOPLE)
        others = [each.name for each in row.attendees if each is not own]
        number = own.number if own is not None else max((each.number for each in row.attendees), default=0) + 1
        know_person(writer, person, name)
        save_attendee(writer, evening, Attendee(number, person, distinct_name(name, others), cat, plays=True))

    @endpoint(wire.Evening)
    async def leave(self, request: web.Request) -> web.Response:
        """Leave before the next round; a bot continues a match that is running."""
        person = self.access.known_person(request)
        await self.store.transact(self._stop, request.match_info["evening"], person, None)
        return answer(await self._shown(await self._found(request), person))

    @endpoint(wire.Evening, wire.EveningPersonId)
    async def remove(self, request: web.Request) -> web.Response:
        """Take somebody out of the next rounds, for the host."""
        wanted, person = await read_body(request, wire.EveningPersonId), self.access.known_person(request)
        await self.store.transact(self._stop, request.match_info["evening"], person, wanted.person)
        return answer(await self._shown(await self._found(request), person))

    def _stop(self, writer: DatabaseConnection, evening: str, person: str, number: int | None) -> None:
        row = lock_tournament(writer, evening)
        if number is not None:
            check_host(row, person)
        found = [each for each in row.attendees if number in (None, each.number)]
        found = found if number is not None else [each for each in found if each.person == person]
        if not found:
            raise refused("no_attendee" if number is not None else "not_attending")
        for each in found:
            save_attendee(writer, evening, Attendee(each.number, each.person, each.name, each.cat, plays=False))

    @endpoint(wire.Evening)
    async def start_round(self, request: web.Request) -> web.Response:
        """Draw the next round, for the host."""
        person = self.access.known_person(request)
        self.admit_table(request)
        with self.services.present.of(person):
            await self.tournaments.start_round(request.match_info["evening"], person)
        return answer(await self._shown(await self._found(request), person))

    @endpoint(wire.Evening)
    async def close_round(self, request: web.Request) -> web.Response:
        """Close the current round, for the host."""
        person = self.access.known_person(request)
        await self.tournaments.close_round(request.match_info["evening"], person)
        return answer(await self._shown(await self._found(request), person))

    @endpoint(wire.Evening)
    async def end(self, request: web.Request) -> web.Response:
        """End the tournament before its last round. A running round has to be closed first."""
        person = self.access.known_person(request)
        await self.store.transact(self._end, request.match_info["evening"], person, self.now())
        return answer(await self._shown(await self._found(request), person))

    def _end(self, writer: DatabaseConnection, evening: str, person: str, now: int) -> None:
        row = lock_tournament(writer, evening)
        check_host(row, person)
        if row.status == "playing":
            raise refused("round_running")
        writer.run("UPDATE evenings SET ended = ? WHERE id = ?", (now, evening))

    @endpoint(None)
    async def delete(self, request: web.Request) -> web.Response:
        """Delete a tournament, for its host."""
        person = self.access.known_person(request)
        await self.store.transact(self._delete, request.match_info["evening"], person)
        return answer({})

    def _delete(self, writer: DatabaseConnection, evening: str, person: str) -> None:
        row = lock_tournament(writer, evening)
        check_host(row, person)
        delete_tournament(writer, evening)

    @endpoint(None)
    async def relieve(self, request: web.Request) -> web.Response:
        """Let bots play for the absent people of one table."""
        live, person = await self.tables.find(request.match_info["table"]), self.access.known_person(request)
        if not live.table.setup.evening:
            raise refused("no_evening")
        row = await self.store.read(find_tournament, live.table.setup.evening)
        check_host(row, person)
        effects = live.table.relieve_absent(self.now())
        if effects.writes:
            await self.tables.carry_out(live, effects)
        return answer({})

    # What the handlers share

    async def _version(self, evening: str) -> int:
        return await self.store.read(version_of, evening)

    async def _found(self, request: web.Request) -> TournamentRow:
        return await self.store.read(find_tournament, request.match_info["evening"])

    def _check_belongs(self, row: TournamentRow, person: str) -> None:
        if not person or (row.host != person and row.attendee(person) is None):
            raise refused("not_attending")

    async def _shown(self, row: TournamentRow, person: str) -> wire.Evening:
        code = await self.store.transact(code_of, row.id, self.now()) if row.joinable else ""
        tables = [table.id for table in row.rounds[-1].tables] if row.rounds else []
        statuses = await self.store.read(table_statuses, tables)
        skill_summaries, judging = await self.tournaments.skill_summaries(row)
        return tournament_view(row, person, code, statuses, skill_summaries, judging=judging)
