"""Copy one store to another, in either database, and check that everything arrived."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct, msgpack

from .connection import DatabaseConnection, Row, StoreFailed
from .schema import COLUMNS

Progress: TypeAlias = Callable[[int, int], None]
"""Function that receives the number of finished steps and the total."""
CHUNK = 200
"""Number of tables or persons that are read, written or compared at once."""
PARTS = ("tables", "events", "journal", "seated", "merits", "unrated", "forfeits")
"""The parts of a table in the store; the first column of each names the table."""
ALONE = (
    "settings",
    "persons",
    "challenges",
    "tries",
    "passkeys",
    "merged",
    "subscriptions",
    "invitations",
    "blocks",
    "ratings",
    "clubs",
    "members",
    "evenings",
    "attendees",
    "evening_rounds",
    "positions",
    "position_tries",
    "rooms",
    "room_cats",
    "room_tables",
    "room_leads",
    "room_answers",
    "puzzle_tries",
)
"""Data that does not belong to a table; rows with the same first column are copied together."""


class Copied(Struct, frozen=True):
    """The result of a copy that is identical in both stores."""

    tables: int
    events: int
    persons: int
    digest: str
    """SHA-256 over the digests of all tables, in the order of their ids."""


def copy_store(source: DatabaseConnection, target: DatabaseConnection, progress: Progress) -> Copied:
    """Copy everything into an empty store and compare. The caller's transaction on `target` makes it atomic."""
    _refuse_unless_empty(target)
    ids = {name: _ids(source, name) for name in (*ALONE, "tables")}
    steps = [(name, chunk) for name in ids for chunk in _chunks(ids[name])]
    for number, (name, chunk) in enumerate(steps, 1):
        for part in PARTS if name == "tables" else (name,):
            target.insert(part, COLUMNS[part], _rows(source, part, chunk))
        progress(number, 2 * len(steps))
    if any(_count(source, name) != _count(target, name) for name in COLUMNS):
        raise StoreFailed("store.refused.copy_rows", "the copy does not have as many rows")
    whole = sha256()
    for number, (name, chunk) in enumerate(steps, 1):
        whole.update(_compared(source, target, name, chunk))
        progress(len(steps) + number, 2 * len(steps))
    return Copied(len(ids["tables"]), _count(target, "events"), len(ids["persons"]), whole.hexdigest())


def digests(connection: DatabaseConnection, progress: Progress) -> Generator[tuple[str, str]]:
    """Yield each table, in the order of ids, with the digest of all its data."""
    ids = _ids(connection, "tables")
    for number, chunk in enumerate(_chunks(ids)):
        progress(number * CHUNK, len(ids))
        yield from _table_digests(connection, chunk).items()


def whole_digest(of_tables: Sequence[str]) -> str:
    return sha256("".join(of_tables).encode()).hexdigest()


def _compared(source: DatabaseConnection, target: DatabaseConnection, name: str, chunk: Sequence[str]) -> bytes:
    """Return the digests of these tables (nothing for settings and persons).

    Raises `StoreFailed` if the stores differ.
    """
    if name in ALONE:
        if _rows(source, name, chunk) != _rows(target, name, chunk):
            raise StoreFailed("store.refused.copy_part", "the copy differs in {part}", part=name)
        return b""
    theirs, ours = _table_digests(source, chunk), _table_digests(target, chunk)
    for table in chunk:
        if theirs[table] != ours[table]:
            raise StoreFailed("store.refused.copy_table", "the copy differs in table {table}", table=table)
    return "".join(ours.values()).encode()


def _table_digests(connection: DatabaseConnection, tables: Sequence[str]) -> dict[str, str]:
    kept: dict[str, list[tuple[str, Row]]] = {table: [] for table in tables}
    for part in PARTS:
        for row in _rows(connection, part, tables):
            kept[row[0]].append((part, row))
    return {table: sha256(msgpack.encode(rows)).hexdigest() for table, rows in kept.items()}


def _rows(connection: DatabaseConnection, name: str, ids: Sequence[str]) -> list[Row]:
    """Return rows sorted in Python, because databases order texts in different ways."""
    columns, marks = ", ".join(COLUMNS[name]), ", ".join("?" * len(ids))
    return sorted(connection.run(f"SELECT {columns} FROM {name} WHERE {COLUMNS[name][0]} IN ({marks})", tuple(ids)))  # noqa: S608


def _ids(connection: DatabaseConnection, name: str) -> list[str]:
    return sorted({row[0] for row in connection.run(f"SELECT {COLUMNS[name][0]} FROM {name}")})  # noqa: S608


def _count(connection: DatabaseConnection, name: str) -> int:
    return int(connection.run(f"SELECT COUNT(*) FROM {name}")[0][0])  # noqa: S608


def _chunks(ids: Sequence[str]) -> list[Sequence[str]]:
    return [ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK)]


def _refuse_unless_empty(target: DatabaseConnection) -> None:
    found = {name: _count(target, name) for name in COLUMNS}
    if any(found.values()):
        rows = ", ".join(f"{name}: {count}" for name, count in found.items() if count)
        raise StoreFailed("store.refused.not_empty", "the target is not empty ({rows}); name an empty one", rows=rows)
