"""A store at any earlier state of the schema is brought up to date without losing anything, in both databases."""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from purrlor.server.store import open_store
from purrlor.server.store.connection import DatabaseConnection, Row
from purrlor.server.store.schema import COLUMNS, CURRENT, MIGRATIONS, NOT_COPIED, migrate
from purrlor.server.store.sqlite import SqliteConnection
from tests.server.stores import RELEASED, command, contents, unpacked

pytest_plugins = ["tests.server.postgres"]
ADDED_IN = {("tables", "summary"): 3}
"""Columns that the first migration did not make."""
RELEASED_MIGRATIONS = (
    "39f5ce0806c0a8e5303b52a0041adfbf99015e48c98e34ff5fe81b5f6ca0ad19",
    "b1ab830cc939965315ed046cbe0d0fdac110f0fcd04af250380476db43e717b7",
    "412ce04b0ba144d04e25e8229f3c4da83d68d46d7b3ffb1d7f73cbf94729ff61",
)
"""SHA-256 of migrations that stores were written with: they are never changed. A release adds its own here."""


def connect(place: str) -> DatabaseConnection:
    if not place.startswith("postgresql:"):
        return SqliteConnection(Path(place), writes=True)
    from purrlor.server.store.postgresql import PostgresConnection

    return PostgresConnection(place, writes=True)


def rows_of(file: Path, table: str, columns: tuple[str, ...]) -> list[Row]:
    connection = sqlite3.connect(file)
    rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize("version", range(1, CURRENT + 1))
def test_a_store_of_every_version_is_brought_up_to_date(version: int, place: str, tmp_path: Path) -> None:
    file = unpacked(RELEASED[0], tmp_path)
    open_store(file).close()
    old = connect(place)
    migrate(old, up_to=version)
    made = old.tables()
    with old.transaction():
        for table, columns in COLUMNS.items():
            if table not in made:  # by a later version
                continue
            there = tuple(column for column in columns if ADDED_IN.get((table, column), 1) <= version)
            old.insert(table, there, rows_of(file, table, there))
    old.close()
    assert contents(place) == contents(file)
    assert command("check", "--store", place) == 0


def test_every_column_of_the_store_is_copied_or_left_out_on_purpose(place: str) -> None:
    with open_store(place) as store, store.reading() as reader:
        assert reader.tables() - {"schema_version"} == {*COLUMNS, *NOT_COPIED}
        for table in reader.tables() - {"schema_version"}:
            assert column_names(reader, table) == {*COLUMNS.get(table, ()), *NOT_COPIED.get(table, ())}


def column_names(connection: DatabaseConnection, table: str) -> set[str]:
    if isinstance(connection, SqliteConnection):
        return {row[1] for row in connection.run(f"PRAGMA table_info({table})")}
    found = connection.run(
        "SELECT column_name FROM information_schema.columns WHERE table_name = ? AND table_schema = current_schema()",
        (table,),
    )
    return {row[0] for row in found}


def test_no_released_migration_was_changed() -> None:
    digests = [sha256("\n".join(migration).encode()).hexdigest() for migration in MIGRATIONS]
    assert tuple(digests[: len(RELEASED_MIGRATIONS)]) == RELEASED_MIGRATIONS
