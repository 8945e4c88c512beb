"""Convert a batch of writes to a few statements that run many times, in an equivalent order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import astuple

from purrlor.table.rows import (
    FIRST_EPOCH,
    AddEvents,
    AddJournal,
    ClaimTable,
    CutEvents,
    DeleteTable,
    ExpectRating,
    Fence,
    JoinRoom,
    SaveForfeit,
    SaveLead,
    SavePerson,
    SavePuzzleTry,
    SaveSetting,
    SaveTable,
    Seated,
    Unseated,
    Write,
)

from .connection import DatabaseConnection, Row, Work

SAVE_TABLE = """INSERT INTO tables (id, game, setup, secret, status, created, changed, due, summary)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET game = excluded.game, setup = excluded.setup, secret = excluded.secret,
status = excluded.status, created = excluded.created, changed = excluded.changed, due = excluded.due,
summary = excluded.summary"""

# Uses the given number if it is known to be the next one. If it is 0, the number follows that of the previous event.
# If that event is missing, the number is NULL, which the database refuses.
ADD_EVENT = """INSERT INTO events (table_id, at, text, number)
VALUES (?, ?, ?, COALESCE(NULLIF(?, 0), (SELECT number + 1 FROM events WHERE table_id = ? AND number = ?)))"""

CUT_EVENTS = "DELETE FROM events WHERE table_id = ? AND number >= ?"

ADD_JOURNAL = """INSERT INTO journal (table_id, at, kind, text, key, number)
VALUES (?, ?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM journal WHERE table_id = ?))
ON CONFLICT (table_id, key) DO NOTHING"""

SAVE_PERSON = "INSERT INTO persons (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"

KEEP_PERSON = "INSERT INTO persons (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"

SEATED = """INSERT INTO seated (table_id, person_id, role) VALUES (?, ?, ?)
ON CONFLICT (table_id, person_id) DO UPDATE SET role = excluded.role"""

SAVE_SETTING = "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

UNSEATED = "DELETE FROM seated WHERE table_id = ? AND person_id = ?"

CLAIM_TABLE = "UPDATE tables SET owner = ?, epoch = ? WHERE id = ?"

SAVE_PUZZLE_TRY = """INSERT INTO puzzle_tries (person_id, game, puzzle, first, at, score, last, rating, choices)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person_id, game, puzzle) DO UPDATE SET at = excluded.at, last = excluded.last"""

EXPECT_RATING = "INSERT INTO unrated (table_id, until, attempts) VALUES (?, 0, 0) ON CONFLICT (table_id) DO NOTHING"

FORFEIT = """INSERT INTO forfeits (table_id, seat, person_id) SELECT ?, CAST(? AS INTEGER), id FROM persons WHERE id = ?
ON CONFLICT DO NOTHING"""

JOIN_ROOM = "INSERT INTO room_tables (table_id, room, learned) VALUES (?, ?, 0) ON CONFLICT (table_id) DO NOTHING"

SAVE_LEAD = """INSERT INTO room_leads (room, game, cat, lead)
SELECT id, ?, ?, CAST(? AS INTEGER) FROM rooms WHERE id = ?
ON CONFLICT (room, game, cat) DO UPDATE SET lead = excluded.lead"""

DELETE_TABLE = (
    "DELETE FROM room_tables WHERE table_id = ?",
    "DELETE FROM unrated WHERE table_id = ?",
    "DELETE FROM forfeits WHERE table_id = ?",
    "DELETE FROM events WHERE table_id = ?",
    "DELETE FROM journal WHERE table_id = ?",
    "DELETE FROM seated WHERE table_id = ?",
    "DELETE FROM merits WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)

Step: TypeAlias = tuple[str, tuple[str, ...], list[Row]]
"""A statement, the ids of the tables and persons it is about, and its values."""


def plan(batch: Iterable[Write]) -> list[Work]:
    """Group writes of one kind, keeping the order of writes about the same table or person."""
    groups: list[tuple[str, list[Row]]] = []
    latest: dict[str, int] = {}
    for sql, about, rows in (step for write in batch for step in steps(write)):
        place = _place(groups, sql, max([latest.get(name, 0) for name in about], default=0))
        groups[place][1].extend(rows)
        for name in about:
            latest[name] = place
    return list[Work](groups)


def carry_out(writer: DatabaseConnection, batch: Iterable[Write]) -> None:
    """Run the statements of a batch as a part of the caller's transaction."""
    for sql, rows in plan(batch):
        for values in rows:
            writer.run(sql, values)


def _place(groups: list[tuple[str, list[Row]]], sql: str, earliest: int) -> int:
    """Return the index of the first group of this statement from `earliest` on, creating it if necessary."""
    for place in range(earliest, len(groups)):
        if groups[place][0] == sql:
            return place
    groups.append((sql, []))
    return len(groups) - 1


def steps(write: Write) -> list[Step]:
    match write:
        case AddEvents(table, _):
            return [(ADD_EVENT, (table,), _event_rows(write))]
        case SaveTable(row):
            return [(SAVE_TABLE, (row.id,), [astuple(row)])]
        case AddJournal(table, entry, key):
            return [(ADD_JOURNAL, (table,), [(table, entry.at, entry.kind, entry.text, key, table)])]
        case CutEvents(table, number):
            return [(CUT_EVENTS, (table,), [(table, number)])]
        case SavePerson() | Seated() | Unseated() | SavePuzzleTry() | ExpectRating() | SaveForfeit():
            return _steps_of_person(write)
        case SaveSetting(key, value):
            return [(SAVE_SETTING, (), [(key, value)])]
        case ClaimTable() | JoinRoom() | SaveLead():
            return [_step_of_place(write)]
        case Fence():
            return []  # not a statement: the connection checks it before all others
        case DeleteTable(table):
            return [(sql, (table,), [(table,)]) for sql in DELETE_TABLE]


def _steps_of_person(
    write: SavePerson | Seated | Unseated | SavePuzzleTry | ExpectRating | SaveForfeit,
) -> list[Step]:
    match write:
        case ExpectRating(table):
            return [(EXPECT_RATING, (table,), [(table,)])]
        case SaveForfeit(table, seat, person):
            return [(FORFEIT, (table, person), [(table, seat, person)])]
        case SavePerson(person):
            return [(SAVE_PERSON, (person.id,), [(person.id, person.name)])]
        case Seated(table, person, role):
            return [(SEATED, (table, person), [(table, person, role)])]
        case Unseated(table, person):
            return [(UNSEATED, (table, person), [(table, person)])]
        case SavePuzzleTry(person, tried):
            saved: Step = (SAVE_PUZZLE_TRY, (person,), [(person, *astuple(tried))])
            return [(KEEP_PERSON, (person,), [(person, "")]), saved]


def _step_of_place(write: ClaimTable | JoinRoom | SaveLead) -> Step:
    """Return the step that stores the node or the room of a table."""
    match write:
        case ClaimTable(table, node):
            return CLAIM_TABLE, (table,), [(node, FIRST_EPOCH, table)]
        case JoinRoom(table, room):
            return JOIN_ROOM, (table,), [(table, room)]
        case SaveLead(room, game, cat, lead):
            return SAVE_LEAD, (room,), [(game, cat, lead, room)]


def _event_rows(write: AddEvents) -> list[Row]:
    table = write.table
    return [
        (table, event.at, event.text, 1 if event.number == 1 else 0, table, event.number - 1) for event in write.events
    ]
