"""Identities without accounts: a person's random id in a signed cookie that only browser and server see."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from purrlor.table.keys import raw, same

from ..store.connection import DatabaseConnection

COOKIE = "purrlor"
FORMER_COOKIE = "purrlor_former"
"""Cookie with a device's identity from before it entered a room for children."""
CHILD = "~"
"""Marks the id of a device in a room; no other id contains this character."""
WORD_MILLIS = 10 * 60 * 1000


def new_person() -> str:
    return secrets.token_urlsafe(16)


def new_child(room: str) -> str:
    """Return a new id for a device in a room for children.

    The id names the room, so a server can tell that the device is locked in without a lookup.
    """
    return f"{CHILD}{room}{CHILD}{new_person()}"


def child_room(person: str) -> str:
    """Return the room that a device is locked into; empty if none."""
    return person.split(CHILD)[1] if person.startswith(CHILD) else ""


class Signer:
    """Signs the ids in cookies and tokens with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def signed(self, person: str) -> str:
        return f"{person}.{self._mark(person)}"

    def person(self, signed: str) -> str | None:
        """Return the person if the signature is valid."""
        person, _, mark = signed.rpartition(".")
        return person if person and same(mark, self._mark(person)) else None

    def derived(self, table: str, request: str) -> str:
        """Derive the id of a person who joins a table with this request token: the same token gives the same id."""
        return hmac.digest(self.key, b"join/" + raw(table) + b"/" + raw(request), "sha256").hex()[:32]

    def sign_caller(self, address: str) -> str:
        """Return a header's text by which this server recognises a request that it makes for a client."""
        return f"{address} {hmac.digest(self.key, b'caller/' + raw(address), 'sha256').hex()}"

    def caller(self, text: str) -> str | None:
        """Return the address of the client if this server signed it."""
        address = text.rpartition(" ")[0]
        return address if address and same(text, self.sign_caller(address)) else None

    def _mark(self, person: str) -> str:
        return hmac.digest(self.key, b"person/" + raw(person), "sha256").hex()


def make_word(writer: DatabaseConnection, purpose: str, person: str, now: int) -> str:
    """Create a random token that stands for a person, for ten minutes and on any server of the store.

    It works once, and only for this purpose. The store keeps its hash. Expired tokens are deleted.
    """
    word = secrets.token_urlsafe(18)
    writer.run("DELETE FROM transfers WHERE until <= ?", (now,))
    row = (_hashed(purpose, word), person, now + WORD_MILLIS)
    writer.run("INSERT INTO transfers (word, person, until) VALUES (?, ?, ?)", row)
    return word


def take_word(writer: DatabaseConnection, purpose: str, word: str, now: int) -> str | None:
    """Use up a token and return its person; None if it is unknown or expired."""
    rows = writer.run("DELETE FROM transfers WHERE word = ? RETURNING person, until", (_hashed(purpose, word),))
    return str(rows[0][0]) if rows and rows[0][1] > now else None


def _hashed(purpose: str, word: str) -> str:
    return hashlib.sha256(raw(purpose) + b"/" + raw(word)).hexdigest()
