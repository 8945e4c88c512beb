"""Daily challenges: the secret of each game and day, and the one scored try of each person."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from purrlor.core import new_secret
from purrlor.table.daily import DayFate, club_day, club_secret, parted_day
from purrlor.table.rows import Write

from ..store.connection import Row
from ..store.statements import plan
from ..store.store import Store

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
    """The JSON of what the strongest bot made of this fate; empty: not known yet."""


class Try(Struct, frozen=True):
    """A scored try. `points` and what follows are None unless its record was replayed and counts."""

    day: str
    game: str
    person: str
    table: str
    begun: int
    finished: int | None
    points: int | None
    millis: int | None
    judged: str
    """The JSON of luck and skill; empty: not known yet."""


def _challenge(row: Row) -> ChallengeRow:
    return ChallengeRow(DayFate(*row[:3]), row[3])


class DailyStore:
    """The methods block: they are for threads."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def challenge(self, day: str, game: str) -> ChallengeRow:
        """The challenge; its secret is drawn if there is none. Of several servers that draw it, all get the same.

        The secret of a club's own challenge follows from that of everybody.
        """
        found = self.known(day, game)
        if found is None:
            everybody, club = parted_day(day)
            secret = club_secret(self.challenge(everybody, game).fate.secret, club) if club else new_secret()
            with self.store.writing() as writer:
                writer.run(KEEP, (day, game, secret))
                return _challenge(writer.run(FIND, (day, game))[0])
        return found

    def known(self, day: str, game: str) -> ChallengeRow | None:
        with self.store.reading() as reader:
            rows = reader.run(FIND, (day, game))
        return _challenge(rows[0]) if rows else None

    def set_par(self, of: DayFate, par: str) -> None:
        with self.store.writing() as writer:
            writer.run("UPDATE challenges SET par = ? WHERE day = ? AND game = ?", (par, of.day, of.game))

    def begin(self, of: DayFate, person: str, table: str, now: int, writes: Sequence[Write]) -> bool:
        """Keep the table as this person's try, all or nothing; False: they have one, and nothing was written."""
        steps = plan(writes)
        with self.store.writing() as writer:
            writer.run("INSERT INTO persons (id, name) VALUES (?, '') ON CONFLICT (id) DO NOTHING", (person,))
            if not writer.run(BEGIN, (of.day, of.game, person, table, now)):
                return False
            for sql, rows in steps:
                for values in rows:
                    writer.run(sql, values)
        return True

    def tries(self, day: str, game: str) -> list[Try]:
        """All tries of a day, finished or not."""
        return self._tries("day = ? AND game = ?", day, game)

    def tries_of(self, person: str) -> list[Try]:
        """Of everybody's challenges, without those of clubs."""
        return self._tries("person_id = ? AND day NOT LIKE ?", person, club_day("%", "%"))

    def own(self, day: str, game: str, person: str) -> Try | None:
        return next(iter(self._tries("day = ? AND game = ? AND person_id = ?", day, game, person)), None)

    def _tries(self, condition: str, *values: str) -> list[Try]:
        with self.store.reading() as reader:
            return [Try(*row) for row in reader.run(f"{TRY} WHERE {condition} ORDER BY begun", values)]

    def unfinished(self, day: str, game: str, most: int) -> list[Try]:
        """Tries whose matches are over but do not count yet."""
        with self.store.reading() as reader:
            return [Try(*row) for row in reader.run(UNFINISHED, (day, game, most))]

    def finish(self, each: Try, finished: int, points: int | None, millis: int | None) -> None:
        with self.store.writing() as writer:
            writer.run(FINISH, (finished, points, millis, each.day, each.game, each.person))

    def judge(self, each: Try, judged: str) -> None:
        with self.store.writing() as writer:
            writer.run(JUDGE, (judged, each.day, each.game, each.person))

    def names(self, persons: Sequence[str]) -> dict[str, str]:
        """What these people are called."""
        if not persons:
            return {}
        marks = ", ".join("?" * len(persons))
        with self.store.reading() as reader:
            return dict(reader.run(f"SELECT id, name FROM persons WHERE id IN ({marks})", tuple(persons)))  # noqa: S608
