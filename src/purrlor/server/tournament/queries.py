"""Tournaments: their attendees and rounds.

Every change first locks the row of the tournament and increments its version, so that rounds follow each other and
every server notices the change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec import Struct, json

from purrlor.table.refusals import refused
from purrlor.table.rows import Write
from purrlor.table.tournament import TournamentRound, is_complete, is_finished
from purrlor.table.tournament.tables import Attendee, TournamentSetup
from purrlor.table.wire import EveningStatus, Status

from ..store.connection import DatabaseConnection, Row
from ..store.statements import SAVE_PERSON, carry_out

EVENING = "id, word, person_id, name, setup, secret, version, created, ended"
FIND = f"SELECT {EVENING} FROM evenings WHERE id = ?"  # noqa: S608
LOCK = f"UPDATE evenings SET version = version + 1 WHERE id = ? RETURNING {EVENING}"  # noqa: S608
MAKE = f"INSERT INTO evenings ({EVENING}) VALUES (?, ?, ?, ?, ?, ?, 1, ?, NULL)"  # noqa: S608
ATTENDEES = "SELECT number, person_id, name, cat, plays FROM attendees WHERE evening = ? ORDER BY number"
ROUNDS = "SELECT text FROM evening_rounds WHERE evening = ? ORDER BY number"
SAVE_ATTENDEE = """INSERT INTO attendees (evening, number, person_id, name, cat, plays) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (evening, number) DO UPDATE SET name = excluded.name, cat = excluded.cat, plays = excluded.plays"""
SAVE_ROUND = """INSERT INTO evening_rounds (evening, number, text) VALUES (?, ?, ?)
ON CONFLICT (evening, number) DO UPDATE SET text = excluded.text"""
OF_PERSON = """SELECT id FROM evenings WHERE person_id = ? OR id IN (SELECT evening FROM attendees WHERE person_id = ?)
ORDER BY created DESC, id LIMIT ?"""
MOST_LISTED = 50
MOST_HOSTED = 30
"""Maximum number of tournaments per host, until some are deleted."""


class TournamentRow(Struct, frozen=True):
    """Everything stored about a tournament."""

    id: str
    word: str
    host: str
    name: str
    setup: TournamentSetup
    secret: bytes
    version: int
    created: int
    ended: int | None
    """The time at which the host ended it; None if it ends with its last round."""
    attendees: tuple[Attendee, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()

    def attendee(self, person: str) -> Attendee | None:
        return next((each for each in self.attendees if person and each.person == person), None)

    @property
    def status(self) -> EveningStatus:
        if self.ended is not None or is_finished(self.setup.plan, self.rounds):
            return "over"
        if not self.rounds:
            return "open"
        return "between" if is_complete(self.setup.plan, self.rounds[-1]) else "playing"

    @property
    def joinable(self) -> bool:
        """Return whether people may still join, which is not possible once a bracket is drawn."""
        return self.status != "over" and not (self.rounds and self.setup.plan.format == "knockout")


def tournaments_of(reader: DatabaseConnection, person: str) -> list[TournamentRow]:
    """List the tournaments of a host or attendee, latest first."""
    ids = [row[0] for row in reader.run(OF_PERSON, (person, person, MOST_LISTED))]
    return [_read(reader, reader.run(FIND, (each,))[0]) for each in ids]


def find_tournament(reader: DatabaseConnection, tournament: str) -> TournamentRow:
    rows = reader.run(FIND, (tournament,))
    if not rows:
        raise refused("no_evening")
    return _read(reader, rows[0])


def version_of(reader: DatabaseConnection, tournament: str) -> int:
    """Return the version; 0 if the tournament no longer exists."""
    rows = reader.run("SELECT version FROM evenings WHERE id = ?", (tournament,))
    return int(rows[0][0]) if rows else 0


def table_statuses(reader: DatabaseConnection, tables: Sequence[str]) -> dict[str, Status]:
    """Return the status of these tables, where they still exist."""
    if not tables:
        return {}
    marks = ", ".join("?" * len(tables))
    rows = reader.run(f"SELECT id, status FROM tables WHERE id IN ({marks})", tuple(tables))  # noqa: S608
    return cast("dict[str, Status]", dict(rows))


def make_tournament(writer: DatabaseConnection, row: TournamentRow, host: str) -> None:
    """Store a new tournament; `host` is the name of its host."""
    writer.run(SAVE_PERSON, (row.host, host))
    hosted = writer.run("SELECT COUNT(*) FROM evenings WHERE person_id = ?", (row.host,))
    if int(hosted[0][0]) >= MOST_HOSTED:
        raise refused("too_many_evenings", most=MOST_HOSTED)
    setup = json.encode(row.setup).decode()
    writer.run(MAKE, (row.id, row.word, row.host, row.name, setup, row.secret, row.created))
    for each in row.attendees:
        save_attendee(writer, row.id, each)


def lock_tournament(writer: DatabaseConnection, tournament: str) -> TournamentRow:
    """Lock a tournament until the transaction ends, increment its version, and return it."""
    rows = writer.run(LOCK, (tournament,))
    if not rows:
        raise refused("no_evening")
    return _read(writer, rows[0])


def touch_tournament(writer: DatabaseConnection, tournament: str) -> None:
    """Increment the version, because related data elsewhere in the store has changed."""
    writer.run("UPDATE evenings SET version = version + 1 WHERE id = ?", (tournament,))


def save_attendee(writer: DatabaseConnection, tournament: str, each: Attendee) -> None:
    values = (tournament, each.number, each.person, each.name, each.cat, int(each.plays))
    writer.run(SAVE_ATTENDEE, values)


def save_round(
    writer: DatabaseConnection, tournament: str, each: TournamentRound, writes: Sequence[Write] = ()
) -> None:
    """Store a round, and the writes of its new tables."""
    carry_out(writer, writes)
    writer.run(SAVE_ROUND, (tournament, each.number, json.encode(each).decode()))


def know_person(writer: DatabaseConnection, person: str, name: str) -> None:
    writer.run(SAVE_PERSON, (person, name))


def delete_tournament(writer: DatabaseConnection, tournament: str) -> None:
    """Delete a tournament; its tables stay with their players."""
    for name, column in (("attendees", "evening"), ("evening_rounds", "evening"), ("evenings", "id")):
        writer.run(f"DELETE FROM {name} WHERE {column} = ?", (tournament,))  # noqa: S608


def forget_host(writer: DatabaseConnection, person: str) -> None:
    """Pass the person's tournaments to the first other attendee; delete those without one."""
    for (tournament,) in writer.run("SELECT id FROM evenings WHERE person_id = ? ORDER BY id", (person,)):
        others = [row[1] for row in writer.run(ATTENDEES, (tournament,)) if row[1] != person]
        if others:
            writer.run("UPDATE evenings SET person_id = ? WHERE id = ?", (others[0], tournament))
        else:
            delete_tournament(writer, tournament)


def merge_attendees(writer: DatabaseConnection, old: str, new: str) -> None:
    """Give the new person the tournaments of the old one.

    Where both attend, they keep two numbers for one person.
    """
    writer.run("UPDATE evenings SET person_id = ? WHERE person_id = ?", (new, old))
    writer.run("UPDATE attendees SET person_id = ? WHERE person_id = ?", (new, old))


def _read(connection: DatabaseConnection, row: Row) -> TournamentRow:
    tournament, word, host, name, setup, secret, version, created, ended = row
    people = connection.run(ATTENDEES, (tournament,))
    rounds = [json.decode(each[0], type=TournamentRound) for each in connection.run(ROUNDS, (tournament,))]
    return TournamentRow(
        id=tournament,
        word=word,
        host=host,
        name=name,
        setup=json.decode(setup, type=TournamentSetup),
        secret=secret,
        version=version,
        created=created,
        ended=ended,
        attendees=tuple(Attendee(each[0], each[1], each[2], each[3], bool(each[4])) for each in people),
        rounds=tuple(rounds),
    )
