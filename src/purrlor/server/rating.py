"""Ratings: stored with the rated matches that wait for them, updated in the background, and shown over HTTP."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from aiohttp import web
from msgspec import Struct, json

from purrlor.kit.rating import Skill, known
from purrlor.kit.review import SkillSummary
from purrlor.table import rating, wire
from purrlor.table.rating import RatedMatch, RatedSeat, after, entrants, strength_of
from purrlor.table.setup import Setup

from .http.requests import Feature, answer, endpoint
from .live.registry import LiveTable
from .records import documents
from .store.connection import DatabaseConnection, WriteRefused
from .tasks import CALLER

if TYPE_CHECKING:
    from .services import Services


CLAIM_MILLIS = 10 * 60 * 1000
"""How long a server may take to review a match before another one may try."""
MOST_ATTEMPTS = 5
DUE = """SELECT table_id FROM unrated JOIN tables ON id = table_id
WHERE status = 'over' AND until <= ? AND attempts < ? ORDER BY changed, id LIMIT ?"""
CLAIM = """UPDATE unrated SET until = ?, attempts = attempts + 1
WHERE table_id = ? AND until <= ? AND attempts < ? RETURNING table_id"""
LATEST = "SELECT number, text FROM ratings WHERE person_id = ? AND game = ? ORDER BY number DESC LIMIT 1"
ADD = """INSERT INTO ratings (table_id, person_id, game, number, at, text) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING number"""
MERGE_GAMES = "SELECT game, COUNT(*) FROM ratings WHERE person_id = ? GROUP BY game"


class RatingRow(Struct, frozen=True):
    table: str
    game: str
    number: int
    """Running number of this rated match for this person in this game."""
    at: int
    match: RatedMatch


class Finished(Struct, frozen=True):
    """The input of a rating update: a match, its seats that count, their scores, and the review's result for each."""

    table: str
    game: str
    ended: int
    seats: Sequence[RatedSeat]
    scores: Sequence[int]
    skill_summaries: Mapping[int, SkillSummary | None]


def due_matches(reader: DatabaseConnection, now: int, most: int) -> list[str]:
    """List rated matches that are over and that no server is processing."""
    return [row[0] for row in reader.run(DUE, (now, MOST_ATTEMPTS, most))]


def claim_match(writer: DatabaseConnection, table: str, now: int) -> bool:
    """Claim a match for rating; return False if another server is processing it or has rated it."""
    return bool(writer.run(CLAIM, (now + CLAIM_MILLIS, table, now, MOST_ATTEMPTS)))


def release_match(writer: DatabaseConnection, table: str) -> None:
    """Release a claimed match, so that any server may claim it at once."""
    writer.run("UPDATE unrated SET until = 0 WHERE table_id = ?", (table,))


def is_waiting(reader: DatabaseConnection, table: str) -> bool:
    """Return whether the match will change ratings but has not done so yet."""
    found = reader.run("SELECT attempts FROM unrated WHERE table_id = ?", (table,))
    return bool(found) and int(found[0][0]) <= MOST_ATTEMPTS


def forfeits_at(reader: DatabaseConnection, table: str) -> dict[int, str]:
    """Return the persons who left the match, by seat."""
    return dict(reader.run("SELECT seat, person_id FROM forfeits WHERE table_id = ?", (table,)))


def move_ratings(writer: DatabaseConnection, of: Finished) -> bool:
    """Update the ratings in one transaction; return False if the match is already rated.

    This also deletes the row in `unrated`, so that a match counts once, even after a crash. Two matches of one person
    that end at the same time get different numbers: the second one is refused and retried.
    """
    if not writer.run("DELETE FROM unrated WHERE table_id = ? RETURNING table_id", (of.table,)):
        return False
    writer.run("DELETE FROM forfeits WHERE table_id = ?", (of.table,))
    people = {each.person: _current(writer, each.person) for each in of.seats if each.person}
    seats = [each for each in of.seats if not each.person or people[each.person]]
    if len(seats) < 2 or not any(each.person for each in seats):
        return True
    latest = {person: _latest(writer, person, of.game) for person in people.values() if person}
    skills = [
        latest[people[each.person]][1] if each.person else known(strength_of(of.game, each.level) or 0.0)
        for each in seats
    ]
    found = entrants(seats, skills, of.scores, of.skill_summaries)
    for own, (each, skill) in enumerate(zip(seats, after(found), strict=True)):
        if each.person:
            person = people[each.person]
            text = json.encode(RatedMatch(own, found, skill)).decode()
            row = (of.table, person, of.game, latest[person][0] + 1, of.ended, text)
            if not writer.run(ADD, row):
                raise WriteRefused("another match of this person is being rated")
    return True


def ratings_of(reader: DatabaseConnection, person: str) -> list[RatingRow]:
    """List all changes of a person's ratings, oldest first."""
    return _rows(reader, "person_id = ? ORDER BY game, number", person)


def broken_ratings(reader: DatabaseConnection) -> list[RatingRow]:
    """List all rating changes that are inconsistent, for all persons."""
    courses = reader.run("SELECT DISTINCT person_id, game FROM ratings ORDER BY person_id, game")
    rows = [_rows(reader, "person_id = ? AND game = ? ORDER BY number", *course) for course in courses]
    return [each for course in rows for each in broken(course)]


def rating_at_table(reader: DatabaseConnection, table: str, person: str) -> RatingRow | None:
    return next(iter(_rows(reader, "table_id = ? AND person_id = ?", table, person)), None)


def current_ratings(reader: DatabaseConnection, persons: Sequence[str]) -> dict[tuple[str, str], Skill]:
    """Return the ratings of these people, by person and game."""
    if not persons:
        return {}
    marks = ", ".join("?" * len(persons))
    sql = f"SELECT person_id, game, text FROM ratings WHERE person_id IN ({marks}) ORDER BY number"  # noqa: S608
    rows = reader.run(sql, tuple(persons))
    return {(row[0], row[1]): json.decode(row[2], type=RatedMatch).after for row in rows}


def forget_ratings(writer: DatabaseConnection, person: str) -> None:
    """Delete the person's ratings; those of others do not change."""
    writer.run("DELETE FROM ratings WHERE person_id = ?", (person,))


def _rows(reader: DatabaseConnection, condition: str, *values: str) -> list[RatingRow]:
    sql = f"SELECT table_id, game, number, at, text FROM ratings WHERE {condition}"  # noqa: S608
    rows = reader.run(sql, values)
    return [RatingRow(row[0], row[1], row[2], row[3], json.decode(row[4], type=RatedMatch)) for row in rows]


def _latest(connection: DatabaseConnection, person: str, game: str) -> tuple[int, Skill]:
    """Return the number of a person's rated matches, and their current rating."""
    rows = connection.run(LATEST, (person, game))
    return (int(rows[0][0]), json.decode(rows[0][1], type=RatedMatch).after) if rows else (0, Skill())


def _current(connection: DatabaseConnection, person: str) -> str:
    """Return the person's current id after merges; empty if they deleted their data."""
    merged = connection.run("SELECT into_id FROM merged WHERE id = ?", (person,))
    now = str(merged[0][0]) if merged else person
    return now if connection.run("SELECT 1 FROM persons WHERE id = ?", (now,)) else ""


def merge_ratings(writer: DatabaseConnection, old: str, new: str) -> None:
    """Keep the longer rating history in each game for the merged person, and delete the other."""
    ours: dict[str, int] = dict(writer.run(MERGE_GAMES, (new,)))
    for game, count in writer.run(MERGE_GAMES, (old,)):
        loser = new if count > ours.get(game, 0) else old
        writer.run("DELETE FROM ratings WHERE person_id = ? AND game = ?", (loser, game))
    writer.run("UPDATE ratings SET person_id = ? WHERE person_id = ?", (new, old))


def broken(rows: Sequence[RatingRow]) -> list[RatingRow]:
    """Return the changes of one person's rating that do not follow from their match or from the previous change."""
    found: list[RatingRow] = []
    skill = Skill()
    for number, row in enumerate(rows, 1):
        follows = row.number == number and row.match.before == skill
        if not follows or after(row.match.entrants)[row.match.own] != row.match.after:
            found.append(row)
        skill = row.match.after
    return found


log = logging.getLogger("purrlor.server")
MOST_AT_ONCE = 2
"""Maximum number of matches of one address that this server processes at a time."""


class Ratings(Feature):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.working: set[str] = set()
        self.slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Limits how many matches of a share are processed at a time."""
        self.tables.on_over.append(self.note_over)

    def note_over(self, live: LiveTable) -> None:
        if live.table.setup.rated:
            self._start(live.id)

    async def resume(self) -> None:
        """Rate matches that were missed because a server died or the review failed. Runs periodically."""
        for table in await self.store.read(due_matches, self.now(), MOST_AT_ONCE):
            self._start(table)

    def _start(self, table: str) -> None:
        if table not in self.working and not self.tables.closing:
            self.working.add(table)
            self.services.tasks.start(self._rate(table))

    async def _rate(self, table: str) -> None:
        try:
            slot = self.slots.setdefault(CALLER.get().share, asyncio.Semaphore(MOST_AT_ONCE))
            async with slot:
                if await self.store.transact(claim_match, table, self.now()):
                    await self._move(table)
        except WriteRefused:  # another match of the same person was rated at the same moment
            await self.store.transact(release_match, table)
        except Exception:
            self.services.metrics.errors.inc()
            log.exception("cannot rate a match; will retry later")
        finally:
            self.working.discard(table)

    async def _move(self, table: str) -> None:
        stored = await self.store.load(table)
        if stored is None or stored.row.status != "over":
            await self.store.transact(release_match, table)
            return
        setup = json.decode(stored.row.setup, type=Setup)
        seats = rating.seated(setup, await self.store.read(forfeits_at, table))
        skill_summaries = {each.seat: await self.services.skill_summaries.of(table, each.seat) for each in seats}
        scores: list[int] = await self.thinkers.document(documents.scores, stored)
        finished = Finished(table, setup.game, stored.row.changed, seats, scores, skill_summaries)
        await self.store.transact(move_ratings, finished)

    # What is shown

    async def of_table(self, table: str, person: str) -> wire.TableRating:
        waits = await self.store.read(is_waiting, table)  # first, because it may finish between the two queries
        row = await self.store.read(rating_at_table, table, person) if person else None
        if row is not None:
            return wire.TableRating("done", shown(row))
        return wire.TableRating("working" if waits else "none", None)

    async def course(self, person: str) -> list[wire.RatingChange]:
        rows = await self.store.read(ratings_of, person) if person else []
        return [shown(row) for row in rows]


def shown(row: RatingRow) -> wire.RatingChange:
    before, now = row.match.before, row.match.after
    return wire.RatingChange(
        table=row.table,
        game=row.game,
        at=row.at,
        number=row.number,
        before=before.mu,
        rating=now.mu,
        deviation=now.sigma,
        reason=rating.reason(row.match),
    )


class RatingRoutes(Feature):
    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/rating", self.of_table),
            web.delete("/api/ratings", self.forget),
        ]

    @endpoint(wire.TableRating)
    async def of_table(self, request: web.Request) -> web.Response:
        """Return the change of this person's rating by a rated match. Ask again while `working`."""
        live = await self.tables.load_committed(request.match_info["table"])
        person = self.access.person(request)
        await self.access.check_watching(live, person)
        return answer(await self.services.ratings.of_table(live.id, person))

    @endpoint(None)
    async def forget(self, request: web.Request) -> web.Response:
        """Delete this person's ratings."""
        await self.store.transact(forget_ratings, self.access.known_person(request))
        return answer({})
