"""Two persons of the store become one.

All that belongs to the person alone moves in one transaction. Tables move one by one, each in the process that owns
it (`server/people/account_merge.py`); `merged` keeps who has become whom, so that an interrupted move goes on later.
"""

from __future__ import annotations

from ..clubs.queries import merge_members
from ..rating.queries import merge_ratings
from ..store.connection import DatabaseConnection
from ..tournament.queries import merge_attendees

LEFT_BEHIND = """SELECT DISTINCT table_id FROM seated JOIN merged ON person_id = merged.id
WHERE into_id = ? ORDER BY table_id"""
MOVES = (
    ("UPDATE passkeys SET person_id = ? WHERE person_id = ?", 2),
    ("UPDATE subscriptions SET person_id = ? WHERE person_id = ?", 2),
    (
        """INSERT INTO blocks (person_id, other_id) SELECT ?, other_id FROM blocks
        WHERE person_id = ? AND other_id <> ? ON CONFLICT DO NOTHING""",
        3,
    ),
    (
        """INSERT INTO blocks (person_id, other_id) SELECT person_id, ? FROM blocks
        WHERE other_id = ? AND person_id <> ? ON CONFLICT DO NOTHING""",
        3,
    ),
    ("UPDATE rooms SET person_id = ? WHERE person_id = ?", 2),
    ("UPDATE forfeits SET person_id = ? WHERE person_id = ?", 2),
    (
        """UPDATE tries SET person_id = ? WHERE person_id = ? AND NOT EXISTS (SELECT 1 FROM tries AS own
        WHERE own.day = tries.day AND own.game = tries.game AND own.person_id = ?)""",
        3,
    ),
    (
        """UPDATE puzzle_tries SET person_id = ? WHERE person_id = ? AND NOT EXISTS (SELECT 1 FROM puzzle_tries AS own
        WHERE own.game = puzzle_tries.game AND own.puzzle = puzzle_tries.puzzle AND own.person_id = ?)""",
        3,
    ),
)
"""Statements, and how many of the new id, the old one and the new one again they take."""


def current_person(reader: DatabaseConnection, person: str) -> str:
    """Who this person is now: another one, if the two were merged."""
    rows = reader.run("SELECT into_id FROM merged WHERE id = ?", (person,))
    return str(rows[0][0]) if rows else person


def merge_persons(writer: DatabaseConnection, old: str, new: str) -> None:
    """From now on `old` is `new`; nothing happens if that would make a circle."""
    rows = writer.run("SELECT into_id FROM merged WHERE id = ?", (new,))
    target = str(rows[0][0]) if rows else new
    if target == old or writer.run("SELECT 1 FROM merged WHERE id = ?", (old,)):
        return
    writer.run("UPDATE merged SET into_id = ? WHERE into_id = ?", (target, old))
    writer.run("INSERT INTO merged (id, into_id) VALUES (?, ?)", (old, target))
    for move, values in MOVES:
        writer.run(move, (target, old, target)[:values])
    merge_ratings(writer, old, target)
    merge_members(writer, old, target)
    merge_attendees(writer, old, target)


def former_persons(reader: DatabaseConnection, person: str) -> list[str]:
    """The persons who have become this one."""
    return [row[0] for row in reader.run("SELECT id FROM merged WHERE into_id = ? ORDER BY id", (person,))]


def tables_left_behind(reader: DatabaseConnection, person: str) -> list[str]:
    """Tables that still belong to somebody who has become this person."""
    return [row[0] for row in reader.run(LEFT_BEHIND, (person,))]


def count_tables(reader: DatabaseConnection, person: str) -> int:
    """How many tables a person belongs to."""
    return int(reader.run("SELECT COUNT(*) FROM seated WHERE person_id = ?", (person,))[0][0])
