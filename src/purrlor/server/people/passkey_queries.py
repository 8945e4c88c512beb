"""Passkeys in the store."""

from __future__ import annotations

from msgspec import Struct

from purrlor.table.refusals import refused
from purrlor.table.rows import Person

from ..store.connection import DatabaseConnection

COLUMNS = "id, person_id, public_key, uses, name, created, used"
OF_PERSON = f"SELECT {COLUMNS} FROM passkeys WHERE person_id = ? ORDER BY created, id"  # noqa: S608
ADD = f"INSERT INTO passkeys ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"  # noqa: S608
KEEP_PERSON = "INSERT INTO persons (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"


MOST_PASSKEYS = 20
"""Of one person."""


class Passkey(Struct, frozen=True):
    id: str
    """The credential's id in base64url."""
    person: str
    public_key: bytes
    """In COSE's format, as the authenticator gave it."""
    uses: int
    """The authenticator's signature counter; 0 for ever if it has none."""
    name: str
    created: int
    used: int | None = None


def passkeys_of(reader: DatabaseConnection, person: str) -> list[Passkey]:
    """The passkeys of a person, the oldest first."""
    return [Passkey(*row) for row in reader.run(OF_PERSON, (person,))]


def find_passkey(reader: DatabaseConnection, passkey: str) -> Passkey | None:
    rows = reader.run(f"SELECT {COLUMNS} FROM passkeys WHERE id = ?", (passkey,))  # noqa: S608
    return Passkey(*rows[0]) if rows else None


def add_passkey(writer: DatabaseConnection, passkey: Passkey, owner: Person) -> bool:
    """Keep a passkey and its owner; False: this credential is known already, and nothing was changed."""
    if len(passkeys_of(writer, owner.id)) >= MOST_PASSKEYS:
        raise refused("too_many_passkeys", most=MOST_PASSKEYS)
    row = (passkey.id, passkey.person, passkey.public_key, passkey.uses, passkey.name, passkey.created, None)
    writer.run(KEEP_PERSON, (owner.id, owner.name))
    return bool(writer.run(ADD, row))


def note_use(writer: DatabaseConnection, passkey: str, uses: int, now: int) -> None:
    writer.run("UPDATE passkeys SET uses = ?, used = ? WHERE id = ?", (uses, now, passkey))


def rename_passkey(writer: DatabaseConnection, person: str, passkey: str, name: str) -> bool:
    """False: the person has no such passkey."""
    sql = "UPDATE passkeys SET name = ? WHERE id = ? AND person_id = ? RETURNING id"
    return bool(writer.run(sql, (name, passkey, person)))


def remove_passkey(writer: DatabaseConnection, person: str, passkey: str) -> bool:
    """False: the person has no such passkey."""
    return bool(writer.run("DELETE FROM passkeys WHERE id = ? AND person_id = ? RETURNING id", (passkey, person)))
