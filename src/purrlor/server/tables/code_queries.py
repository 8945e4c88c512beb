"""Short codes of tables, to be typed by people who cannot scan a link."""

from __future__ import annotations

import secrets

from ..store.connection import DatabaseConnection

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word, and without signs that look like others."""
LENGTH = 5
VALID_MILLIS = 4 * 3600 * 1000
RENEWED = "UPDATE codes SET until = ? WHERE table_id = ? AND until > ? RETURNING code"
TAKEN = "INSERT INTO codes (code, table_id, until) VALUES (?, ?, ?) ON CONFLICT (code) DO NOTHING RETURNING code"


def code_of(writer: DatabaseConnection, table: str, now: int) -> str:
    """The code of the table, valid for the next hours; made if it has none."""
    writer.run("DELETE FROM codes WHERE until <= ?", (now,))
    found = writer.run(RENEWED, (now + VALID_MILLIS, table, now))
    while not found:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        found = writer.run(TAKEN, (code, table, now + VALID_MILLIS))
    return str(found[0][0])


def table_of_code(reader: DatabaseConnection, code: str, now: int) -> str | None:
    """The table of this code, typed in any way; None: it is no code of now."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    rows = reader.run("SELECT table_id FROM codes WHERE code = ? AND until > ?", (typed, now))
    return str(rows[0][0]) if rows else None
