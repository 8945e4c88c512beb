"""Daily challenges: the secret of each game and day, and the one scored try of each person."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from purrlor.core import new_secret
from purrlor.table.daily import DayFate, club_day, club_secret, parted_day
from purrlor.table.rows import Write

from ..store.connection import DatabaseConnection, Row
from ..store.statements import KEEP_PERSON, carry_out

KEEP = "INSERT INTO challenges (day, game, secret, par) VALUES (?, ?, ?, '') ON CONFLICT (day, game) DO NOTHING"
FIND = "SELECT game, day, secret, par FROM challenges WHERE day = ? AND game = ?"
BEGIN = """INSERT INTO tries (day, game, person_id, table_id, begun, judged) VALUES (?, ?, ?, ?, ?, '')
ON CONFLICT (day, game, person_id) DO NOTHING RETURNING table_id"""
TRY = "SELECT day, game, person_id, table_id, begun, finished, points, millis, judged FROM tries"
FINISH = """UPDATE tries SET finished = ?, points = ?, millis = ?
WHERE day = ? AND game = ? AND person_id = ? AND finished IS NULL"""
JUDGE = "UPDATE tries SET judged = ? WHERE day = ? AND game = ? AND person_id = ?"
UNFINISHED = f"""{TRY} WHERE day = ? AND game = ? AND finished IS NULL
AND table_id IN (SELECT id FROM tables WHERE status = 'over') LIMIT ?"""  # noqa: S608


class ChallengeRow(Struct, frozen=True):
    fate: DayFate
    par: str
    """JSON of the strongest bot's result with the same dice and deals; empty if not known yet."""


class Try(Struct, frozen=True):
    """A scored try. `points` and the fields after it are None unless its record was replayed and counts."""

    day: str
    game: str
    person: str
    table: str
    begun: int
    finished: int | None
    points: int | None
    millis: int | None
    judged: str
    """JSON of luck and skill; empty if not known yet."""


def _challenge(row: Row) -> ChallengeRow:
    return ChallengeRow(DayFate(*row[:3]), row[3])


def draw_challenge(writer: DatabaseConnection, day: str, game: str) -> ChallengeRow:
    """Return the challenge, with a new secret if there is none. Servers that draw it at the same time get the same one.

    The secret of a club's own challenge is derived from the public one.
    """
    found = find_challenge(writer, day, game)
    if found is None:
        everybody, club = parted_day(day)
        secret = club_secret(draw_challenge(writer, everybody, game).fate.secret, club) if club else new_secret()
        writer.run(KEEP, (day, game, secret))
        return _challenge(writer.run(FIND, (day, game))[0])
    return found


def find_challenge(reader: DatabaseConnection, day: str, game: str) -> ChallengeRow | None:
    rows = reader.run(FIND, (day, game))
    return _challenge(rows[0]) if rows else None


def set_par(writer: DatabaseConnection, of: DayFate, par: str) -> None:
    writer.run("UPDATE challenges SET par = ? WHERE day = ? AND game = ?", (par, of.day, of.game))


def begin_try(
    writer: DatabaseConnection, of: DayFate, person: str, table: str, *, now: int, writes: Sequence[Write]
) -> bool:
    """Store the table as this person's try; return False, writing nothing, if they already have one."""
    writer.run(KEEP_PERSON, (person, ""))
    if not writer.run(BEGIN, (of.day, of.game, person, table, now)):
        return False
    carry_out(writer, writes)
    return True


def tries_of_day(reader: DatabaseConnection, day: str, game: str) -> list[Try]:
    """List all tries of a day, finished or not."""
    return _tries(reader, "day = ? AND game = ?", day, game)


def tries_of_person(reader: DatabaseConnection, person: str) -> list[Try]:
    """List a person's tries of the public challenges, without those of clubs."""
    return _tries(reader, "person_id = ? AND day NOT LIKE ?", person, club_day("%", "%"))


def find_try(reader: DatabaseConnection, day: str, game: str, person: str) -> Try | None:
    return next(iter(_tries(reader, "day = ? AND game = ? AND person_id = ?", day, game, person)), None)


def _tries(reader: DatabaseConnection, condition: str, *values: str) -> list[Try]:
    return [Try(*row) for row in reader.run(f"{TRY} WHERE {condition} ORDER BY begun", values)]


def uncounted_tries(reader: DatabaseConnection, day: str, game: str, most: int) -> list[Try]:
    """List tries whose matches are over but that are not counted yet."""
    return [Try(*row) for row in reader.run(UNFINISHED, (day, game, most))]


def finish_try(writer: DatabaseConnection, each: Try, finished: int, points: int | None, millis: int | None) -> None:
    writer.run(FINISH, (finished, points, millis, each.day, each.game, each.person))


def save_try_summary(writer: DatabaseConnection, each: Try, judged: str) -> None:
    writer.run(JUDGE, (judged, each.day, each.game, each.person))


def names_of(reader: DatabaseConnection, persons: Sequence[str]) -> dict[str, str]:
    """Return the names of these people."""
    if not persons:
        return {}
    marks = ", ".join("?" * len(persons))
    return dict(reader.run(f"SELECT id, name FROM persons WHERE id IN ({marks})", tuple(persons)))  # noqa: S608
