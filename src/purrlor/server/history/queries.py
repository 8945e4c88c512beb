"""What a person has played, and everything that the store holds about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import json

from purrlor.table import wire
from purrlor.table.chat import said_by
from purrlor.table.rows import TableRow

from ..children.queries import delete_rooms
from ..clubs.queries import leave_all
from ..forks.queries import forget_positions
from ..store.connection import DatabaseConnection
from ..store.schema import COLUMNS, NOT_COPIED
from ..tournament.queries import forget_host

PLAYED = """SELECT id, game, setup, secret, status, created, changed, due, summary
FROM seated JOIN tables ON id = table_id WHERE person_id = ? AND status = 'over' AND role <> 'watcher'
ORDER BY changed DESC, id"""
SKILL_SUMMARIES = """SELECT merits.table_id, seat, text
FROM merits JOIN seated ON seated.table_id = merits.table_id WHERE person_id = ?"""
SAVE_SKILL_SUMMARY = """INSERT INTO merits (table_id, seat, text)
SELECT id, CAST(? AS {whole}), CAST(? AS TEXT) FROM tables WHERE id = ?
ON CONFLICT (table_id, seat) DO UPDATE SET text = excluded.text"""
OWNERS = ("person_id", "person", "into_id", "by_id", "other_id")
"""Names of columns that identify a person."""
NAME_OF = "(SELECT name FROM persons WHERE persons.id = found.{})"
HIDDEN = ("word", "pin", "secret", "auth", "point", "public_key", "start")
"""Columns with secrets: a copy of a person's data must not suffice to impersonate them."""
Rows = list[dict[str, object]]


def played_by(reader: DatabaseConnection, person: str) -> list[TableRow]:
    """List the finished tables at which a person had a seat, latest first."""
    return [TableRow(*row) for row in reader.run(PLAYED, (person,))]


def tables_of_person(reader: DatabaseConnection, person: str) -> list[str]:
    """List all tables that a person belongs to."""
    return [row[0] for row in reader.run("SELECT table_id FROM seated WHERE person_id = ?", (person,))]


def skill_summaries_of_person(reader: DatabaseConnection, person: str) -> dict[tuple[str, int], str]:
    """Return the JSON of luck and skill at a person's tables, by table and seat."""
    return {(row[0], row[1]): row[2] for row in reader.run(SKILL_SUMMARIES, (person,))}


def skill_summary_of_seat(reader: DatabaseConnection, table: str, seat: int) -> str | None:
    """Return the JSON of luck and skill of one seat; None if not known yet."""
    rows = reader.run("SELECT text FROM merits WHERE table_id = ? AND seat = ?", (table, seat))
    return str(rows[0][0]) if rows else None


def save_skill_summary(writer: DatabaseConnection, table: str, seat: int, text: str) -> None:
    """Store luck and skill of a seat, unless the table was deleted meanwhile."""
    writer.run(SAVE_SKILL_SUMMARY.format(**writer.types), (seat, text, table))


def rows_of_person(reader: DatabaseConnection, person: str) -> dict[str, Rows]:
    """Return every row that belongs to the person, by table of the store.

    Secrets are left out, and so are other people's choices, such as whom they block. Other people appear by name, never
    by id.
    """
    found = {name: _rows(reader, name, columns[0], person) for name, columns in _naming().items()}
    found["persons"] = _rows(reader, "persons", "id", person)
    return {name: rows for name, rows in found.items() if rows}


def forget_person(writer: DatabaseConnection, person: str) -> None:
    """Delete every row that names the person."""
    leave_all(writer, person)
    forget_host(writer, person)
    forget_positions(writer, person)
    delete_rooms(writer, person)
    for name, columns in _naming().items():
        for column in columns:
            writer.run(f"DELETE FROM {name} WHERE {column} = ?", (person,))  # noqa: S608
    writer.run("DELETE FROM persons WHERE id = ?", (person,))


def delete_talk(writer: DatabaseConnection, table: str, seats: Sequence[int], name: str) -> None:
    """Delete what these seats, or a spectator of this name, said at a table."""
    for number, text in writer.run("SELECT number, text FROM journal WHERE table_id = ? AND kind = 'said'", (table,)):
        if said_by(json.decode(text, type=wire.Said), seats, name):
            writer.run("DELETE FROM journal WHERE table_id = ? AND number = ?", (table, number))


def _naming() -> Mapping[str, tuple[str, ...]]:
    """Return the tables of the store that name persons, each with its columns that do."""
    both = {name: (*COLUMNS.get(name, ()), *NOT_COPIED.get(name, ())) for name in (*COLUMNS, *NOT_COPIED)}
    found = {name: tuple(column for column in columns if column in OWNERS) for name, columns in both.items()}
    return {name: columns for name, columns in found.items() if columns}


def _rows(reader: DatabaseConnection, name: str, owner: str, person: str) -> Rows:
    """Return the rows whose column `owner` names the person; ids of other people are replaced by names."""
    shown = [column for column in COLUMNS.get(name, NOT_COPIED.get(name, ())) if column not in HIDDEN]
    values = [column if column == owner or column not in OWNERS else NAME_OF.format(column) for column in shown]
    rows = reader.run(f"SELECT {', '.join(values)} FROM {name} AS found WHERE {owner} = ?", (person,))  # noqa: S608
    return [dict(zip(shown, row, strict=True)) for row in rows]
