"""Passkeys in the store. The methods block: they are for threads."""

from __future__ import annotations

from msgspec import Struct

from purrlor.table.rows import Person

from ..store.store import Store

COLUMNS = "id, person_id, public_key, uses, name, created, used"
OF_PERSON = f"SELECT {COLUMNS} FROM passkeys WHERE person_id = ? ORDER BY created, id"  # noqa: S608
ADD = f"INSERT INTO passkeys ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"  # noqa: S608
KEEP_PERSON = "INSERT INTO persons (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"


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


class Passkeys:
    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, person: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first."""
        with self.store.reading() as reader:
            return [Passkey(*row) for row in reader.run(OF_PERSON, (person,))]

    def find(self, passkey: str) -> Passkey | None:
        with self.store.reading() as reader:
            rows = reader.run(f"SELECT {COLUMNS} FROM passkeys WHERE id = ?", (passkey,))  # noqa: S608
        return Passkey(*rows[0]) if rows else None

    def add(self, passkey: Passkey, owner: Person) -> bool:
        """Keep it, and its owner; False: this credential is known already, and nothing was changed."""
        row = (passkey.id, passkey.person, passkey.public_key, passkey.uses, passkey.name, passkey.created, None)
        with self.store.writing() as writer:
            writer.run(KEEP_PERSON, (owner.id, owner.name))
            return bool(writer.run(ADD, row))

    def note_use(self, passkey: str, uses: int, now: int) -> None:
        with self.store.writing() as writer:
            writer.run("UPDATE passkeys SET uses = ?, used = ? WHERE id = ?", (uses, now, passkey))

    def rename(self, person: str, passkey: str, name: str) -> bool:
        """False: the person has no such passkey."""
        with self.store.writing() as writer:
            sql = "UPDATE passkeys SET name = ? WHERE id = ? AND person_id = ? RETURNING id"
            return bool(writer.run(sql, (name, passkey, person)))

    def remove(self, person: str, passkey: str) -> bool:
        """False: the person has no such passkey."""
        with self.store.writing() as writer:
            return bool(
                writer.run("DELETE FROM passkeys WHERE id = ? AND person_id = ? RETURNING id", (passkey, person))
            )
