"""Rooms for children: their openers, the chosen cats, and what the cats know.

No text here was typed by a person: cats come from a list, tokens and numbers are random, and answers are lines of a
notation.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from msgspec import Struct

from purrlor.table.keys import new_key, new_table, raw
from purrlor.table.refusals import refused
from purrlor.table.rows import TableRow

from ..store.connection import DatabaseConnection
from ..store.statements import KEEP_PERSON

MOST_ROOMS = 20
"""Maximum number of rooms per person."""
MOST_TABLES = 60
"""Maximum number of tables that a room lists, latest first."""
MOST_WAITING = 60
"""Maximum number of devices that wait for admission to a room."""
WAITING_MILLIS = 15 * 60 * 1000
"""Time that a device has, from when it begins to wait, to be admitted and to enter."""
DIGITS = 4
OF_PERSON = """SELECT id, created, locked, (SELECT COUNT(*) FROM room_cats WHERE room = rooms.id) FROM rooms
WHERE person_id = ? ORDER BY created DESC, id"""
TABLES = """SELECT id, game, setup, secret, status, created, changed, due, summary
FROM room_tables JOIN tables ON id = table_id WHERE room = ? AND status <> 'over' ORDER BY created DESC, id LIMIT ?"""
UNLEARNED = """SELECT table_id FROM room_tables JOIN tables ON id = table_id
WHERE room = ? AND status = 'over' AND learned = 0 ORDER BY table_id LIMIT ?"""
SAVE_CAT = "INSERT INTO room_cats (room, cat, child) VALUES (?, ?, ?) ON CONFLICT (room, cat) DO NOTHING RETURNING cat"
SAVE_ANSWERS = """INSERT INTO room_answers (room, table_id, cat, game, text) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (room, table_id, cat) DO UPDATE SET text = excluded.text"""
WAITING = """SELECT ticket, number FROM room_waiting WHERE room = ? AND admitted = 0 AND at > ? ORDER BY number"""
PARTS = ("room_waiting", "room_cats", "room_leads", "room_answers", "room_tables")


class RoomOf(Struct, frozen=True):
    """A room in the list of the person who opened it."""

    id: str
    created: int
    locked: bool
    cats: int


class WaitingDevice(Struct, frozen=True):
    """A device that knows the code of a room and waits until the opener admits it."""

    id: str
    """The hash of its ticket."""
    number: int
    """Number shown on the device and to the opener."""


class RoomRow(Struct, frozen=True):
    id: str
    opener: str
    word: str
    """The token that grants entry."""
    number: str
    """The number that lifts the lock on a device."""
    locked: bool
    cats: Mapping[str, str]
    """The child that has chosen each cat."""

    def cat_of(self, person: str) -> str:
        return next((cat for cat, child in self.cats.items() if person and child == person), "")


def rooms_of(reader: DatabaseConnection, person: str) -> list[RoomOf]:
    rows = reader.run(OF_PERSON, (person,))
    return [RoomOf(row[0], int(row[1]), bool(row[2]), int(row[3])) for row in rows]


def find_room(reader: DatabaseConnection, room: str) -> RoomRow:
    rows = reader.run("SELECT person_id, word, pin, locked FROM rooms WHERE id = ?", (room,))
    cats = reader.run("SELECT cat, child FROM room_cats WHERE room = ? ORDER BY cat", (room,)) if rows else []
    if not rows:
        raise refused("no_room")
    opener, word, number, locked = rows[0]
    return RoomRow(room, opener, word, number, bool(locked), {row[0]: row[1] for row in cats})


def open_room(writer: DatabaseConnection, person: str, now: int) -> RoomRow:
    number = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    room = RoomRow(new_table(), person, new_key(), number, locked=True, cats={})
    writer.run(KEEP_PERSON, (person, ""))
    count = writer.run("SELECT COUNT(*) FROM rooms WHERE person_id = ?", (person,))
    if int(count[0][0]) >= MOST_ROOMS:
        raise refused("too_many_rooms", most=MOST_ROOMS)
    sql = "INSERT INTO rooms (id, person_id, word, pin, locked, created) VALUES (?, ?, ?, ?, ?, ?)"
    writer.run(sql, (room.id, person, room.word, room.number, 1, now))
    return room


def lock_room(writer: DatabaseConnection, room: str, *, locked: bool) -> None:
    writer.run("UPDATE rooms SET locked = ? WHERE id = ?", (int(locked), room))


def choose_cat(writer: DatabaseConnection, room: str, cat: str, child: str) -> None:
    """Choose this cat and release any other. Refuses if another child has it."""
    if not writer.run("UPDATE rooms SET word = word WHERE id = ? RETURNING id", (room,)):
        raise refused("no_room")
    writer.run("DELETE FROM room_cats WHERE room = ? AND child = ?", (room, child))
    if not writer.run(SAVE_CAT, (room, cat, child)):
        raise refused("cat_taken")


def free_cats(writer: DatabaseConnection, room: str, *, cat: str = "", child: str = "") -> None:
    """Release this cat, or the cat of a child; with neither, release all cats. Their knowledge is kept."""
    if cat:
        writer.run("DELETE FROM room_cats WHERE room = ? AND cat = ?", (room, cat))
    elif child:
        writer.run("DELETE FROM room_cats WHERE room = ? AND child = ?", (room, child))
    else:
        writer.run("DELETE FROM room_cats WHERE room = ?", (room,))


def wait_at_door(writer: DatabaseConnection, room: str, ticket: str, now: int) -> int:
    """Add a device to those waiting for admission and return its number. Refuses if too many wait."""
    if not writer.run("UPDATE rooms SET word = word WHERE id = ? RETURNING id", (room,)):
        raise refused("no_room")
    writer.run("DELETE FROM room_waiting WHERE at <= ?", (now - WAITING_MILLIS,))
    found = writer.run("SELECT COUNT(*) FROM room_waiting WHERE room = ? AND admitted = 0", (room,))
    if int(found[0][0]) >= MOST_WAITING:
        raise refused("too_many_waiting", most=MOST_WAITING)
    found = writer.run("SELECT COALESCE(MAX(number), 0) + 1 FROM room_waiting WHERE room = ?", (room,))
    number = int(found[0][0])
    sql = "INSERT INTO room_waiting (ticket, room, number, at, admitted) VALUES (?, ?, ?, ?, 0)"
    writer.run(sql, (hashed(ticket), room, number, now))
    return number


def waiting_devices(reader: DatabaseConnection, room: str, now: int) -> list[WaitingDevice]:
    rows = reader.run(WAITING, (room, now - WAITING_MILLIS))
    return [WaitingDevice(row[0], int(row[1])) for row in rows]


def is_admitted(reader: DatabaseConnection, room: str, ticket: str, now: int) -> bool:
    """Return whether the device with this ticket may enter. Refuses if it was turned away or has waited too long."""
    sql = "SELECT admitted FROM room_waiting WHERE ticket = ? AND room = ? AND at > ?"
    rows = reader.run(sql, (hashed(ticket), room, now - WAITING_MILLIS))
    if not rows:
        raise refused("not_admitted")
    return bool(rows[0][0])


def admit_devices(writer: DatabaseConnection, room: str, devices: Sequence[str], *, let_in: bool) -> None:
    """Admit these devices or turn them away; ignore devices that no longer wait."""
    change = "UPDATE room_waiting SET admitted = 1" if let_in else "DELETE FROM room_waiting"
    for device in devices:
        writer.run(f"{change} WHERE ticket = ? AND room = ? AND admitted = 0", (device, room))


def open_tables(reader: DatabaseConnection, room: str) -> list[TableRow]:
    """List the tables of a room whose matches are not over, latest first."""
    return [TableRow(*row) for row in reader.run(TABLES, (room, MOST_TABLES))]


def room_leads(reader: DatabaseConnection, room: str, game: str) -> dict[str, int]:
    rows = reader.run("SELECT cat, lead FROM room_leads WHERE room = ? AND game = ?", (room, game))
    return {row[0]: int(row[1]) for row in rows}


def unlearned(reader: DatabaseConnection, room: str, most: int) -> list[str]:
    """List finished tables that the cats have not learned from yet."""
    return [row[0] for row in reader.run(UNLEARNED, (room, most))]


def save_answers(
    writer: DatabaseConnection, room: str, table: str, game: str, answers: Mapping[str, Sequence[str]]
) -> None:
    """Store the answers of a match, by cat. Repeating the call changes nothing."""
    taken = "UPDATE room_tables SET learned = 1 WHERE table_id = ? AND learned = 0 RETURNING room"
    if not writer.run(taken, (table,)) or not writer.run("SELECT 1 FROM rooms WHERE id = ?", (room,)):
        return
    for cat, lines in answers.items():
        if lines:
            writer.run(SAVE_ANSWERS, (room, table, cat, game, "\n".join(lines)))


def answers_of_room(reader: DatabaseConnection, room: str) -> dict[tuple[str, str], list[str]]:
    """Return all lines of each cat, by game and cat."""
    found: dict[tuple[str, str], list[str]] = {}
    sql = "SELECT game, cat, text FROM room_answers WHERE room = ? ORDER BY game, cat, table_id"
    for game, cat, text in reader.run(sql, (room,)):
        found.setdefault((game, cat), []).extend(text.split("\n"))
    return found


def delete_answers(writer: DatabaseConnection, room: str, cat: str = "") -> None:
    """Delete what this cat (or every cat) knows, with the handicaps derived from it."""
    for part in ("room_answers", "room_leads"):
        if cat:
            writer.run(f"DELETE FROM {part} WHERE room = ? AND cat = ?", (room, cat))  # noqa: S608
        else:
            writer.run(f"DELETE FROM {part} WHERE room = ?", (room,))  # noqa: S608


def hashed(ticket: str) -> str:
    """Return the hash of a ticket, which is what the store keeps."""
    return hashlib.sha256(raw(ticket)).hexdigest()


def delete_room(writer: DatabaseConnection, room: str) -> None:
    for part in PARTS:
        writer.run(f"DELETE FROM {part} WHERE room = ?", (room,))  # noqa: S608
    writer.run("DELETE FROM rooms WHERE id = ?", (room,))


def delete_rooms(writer: DatabaseConnection, person: str) -> None:
    """Delete all rooms that the person opened."""
    for row in writer.run("SELECT id FROM rooms WHERE person_id = ?", (person,)):
        delete_room(writer, row[0])
