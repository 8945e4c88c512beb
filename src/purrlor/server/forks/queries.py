"""Shared positions: what everybody continues, and one try per person."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, json

from purrlor.table.positions import PositionFate, PositionSetup, PositionTry
from purrlor.table.refusals import refused
from purrlor.table.rows import Write
from purrlor.table.tournament import TableResult

from ..store.connection import DatabaseConnection, Row
from ..store.statements import KEEP_PERSON, carry_out

POSITION = "id, word, person_id, name, start, secret, tries, created, until"
FIND = f"SELECT {POSITION} FROM positions WHERE id = ?"  # noqa: S608
OF_PERSON = f"""SELECT {POSITION} FROM positions
WHERE person_id = ? OR id IN (SELECT position_id FROM position_tries WHERE person_id = ?)
ORDER BY created DESC, id LIMIT ?"""  # noqa: S608
MAKE = f"INSERT INTO positions ({POSITION}) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)"  # noqa: S608
TRIES = """SELECT number, person_id, name, cat, table_id, result FROM position_tries
WHERE position_id = ? ORDER BY number"""
OWN = "SELECT table_id FROM position_tries WHERE position_id = ? AND person_id = ?"
LOCK = "UPDATE positions SET tries = tries + 1 WHERE id = ? AND until > ? RETURNING tries"
BEGIN = """INSERT INTO position_tries (position_id, number, person_id, name, cat, table_id, result)
VALUES (?, ?, ?, ?, ?, ?, '')"""
COUNT = "UPDATE position_tries SET result = ? WHERE position_id = ? AND number = ? AND result = ''"
UNCOUNTED = """SELECT number, person_id, name, cat, table_id, result FROM position_tries
WHERE position_id = ? AND result = '' AND table_id IN (SELECT id FROM tables WHERE status = 'over') LIMIT ?"""
MOST_LISTED = 50
MOST_SHARED = 50
"""Maximum number of positions that one person shares, until some are deleted."""
MOST_PEOPLE = 500
"""Maximum number of people who play on from one position."""


class PositionRow(Struct, frozen=True):
    """A shared position without its tries."""

    fate: PositionFate
    word: str
    host: str
    name: str
    tries: int
    created: int

    def open(self, now: int) -> bool:
        return now < self.fate.until


def find_position(reader: DatabaseConnection, position: str) -> PositionRow:
    rows = reader.run(FIND, (position,))
    if not rows:
        raise refused("no_position")
    return _position(rows[0])


def positions_of(reader: DatabaseConnection, person: str) -> list[PositionRow]:
    """List the positions that a person shares or plays, latest first."""
    return [_position(row) for row in reader.run(OF_PERSON, (person, person, MOST_LISTED))]


def make_position(writer: DatabaseConnection, row: PositionRow, host: str) -> None:
    """Store a new position; `host` is the name of its host."""
    writer.run(KEEP_PERSON, (row.host, host))
    shared = writer.run("SELECT COUNT(*) FROM positions WHERE person_id = ?", (row.host,))
    if int(shared[0][0]) >= MOST_SHARED:
        raise refused("too_many_positions", most=MOST_SHARED)
    setup = json.encode(row.fate.setup).decode()
    writer.run(MAKE, (row.fate.id, row.word, row.host, row.name, setup, row.fate.secret, row.created, row.fate.until))


def tries_of_position(reader: DatabaseConnection, position: str) -> list[PositionTry]:
    """List everybody's tries in the order in which they began."""
    return [_try(row) for row in reader.run(TRIES, (position,))]


def uncounted_position_tries(reader: DatabaseConnection, position: str, most: int) -> list[PositionTry]:
    """List tries whose matches are over but not counted yet."""
    return [_try(row) for row in reader.run(UNCOUNTED, (position, most))]


def own_position_table(reader: DatabaseConnection, position: str, person: str) -> str | None:
    """Return the table of a person's try; None if they have not begun."""
    rows = reader.run(OWN, (position, person))
    return str(rows[0][0]) if rows else None


def begin_position_try(
    writer: DatabaseConnection, position: str, each: PositionTry, *, now: int, writes: Sequence[Write]
) -> str:
    """Store the table as this person's try, unless they already have one; return the table of the try."""
    counted = writer.run(LOCK, (position, now))  # everybody who begins at the same time waits here
    if not counted:
        raise refused("position_over")
    known = own_position_table(writer, position, each.person)
    if known is not None:
        return known
    number = int(counted[0][0])
    if number > MOST_PEOPLE:
        raise refused("position_full", most=MOST_PEOPLE)
    carry_out(writer, writes)
    writer.run(BEGIN, (position, number, each.person, each.name, each.cat, each.table))
    return each.table


def count_position_try(writer: DatabaseConnection, position: str, number: int, result: TableResult | None) -> None:
    writer.run(COUNT, (json.encode(result).decode(), position, number))


def close_position(writer: DatabaseConnection, position: str, now: int) -> None:
    writer.run("UPDATE positions SET until = ? WHERE id = ? AND until > ?", (now, position, now))


def delete_position(writer: DatabaseConnection, position: str) -> None:
    """Delete a position with its results; the tables stay with their players."""
    writer.run("DELETE FROM position_tries WHERE position_id = ?", (position,))
    writer.run("DELETE FROM positions WHERE id = ?", (position,))


def forget_positions(writer: DatabaseConnection, person: str) -> None:
    """Delete the positions that a person shares."""
    for (position,) in writer.run("SELECT id FROM positions WHERE person_id = ?", (person,)):
        delete_position(writer, position)


def merge_positions(writer: DatabaseConnection, old: str, new: str) -> None:
    """Give the new person the positions and tries of the old one; where both have a try, the new person's stays."""
    writer.run("UPDATE positions SET person_id = ? WHERE person_id = ?", (new, old))
    writer.run(
        """UPDATE position_tries SET person_id = ? WHERE person_id = ? AND position_id NOT IN
        (SELECT position_id FROM position_tries WHERE person_id = ?)""",
        (new, old, new),
    )


def _position(row: Row) -> PositionRow:
    position, word, host, name, setup, secret, tries, created, until = row
    fate = PositionFate(position, json.decode(setup, type=PositionSetup), secret, until)
    return PositionRow(fate, word, host, name, tries, created)


def _try(row: Row) -> PositionTry:
    number, person, name, cat, table, text = row
    result = json.decode(text, type=TableResult | None) if text else None
    return PositionTry(number, person, name, cat, table, counted=bool(text), result=result)
