"""Identities without accounts: a random id of a person in a signed cookie, which only browser and server see."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from purrlor.table.keys import raw, same

from ..store import Store

COOKIE = "purrlor"
FORMER_COOKIE = "purrlor_former"
"""Who a device was before it entered a room for children."""
CHILD = "~"
"""No other id has this sign."""
WORD_MILLIS = 10 * 60 * 1000


def new_person() -> str:
    return secrets.token_urlsafe(16)


def new_child(room: str) -> str:
    """The id of a device in a room for children. It says so itself: no server needs to look up that it is locked in."""
    return f"{CHILD}{room}{CHILD}{new_person()}"


def child_room(person: str) -> str:
    """The room that a device is locked into; empty: none."""
    return person.split(CHILD)[1] if person.startswith(CHILD) else ""


class Signer:
    """Signs the ids in cookies and tokens with HMAC-SHA-256."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def signed(self, person: str) -> str:
        return f"{person}.{self._mark(person)}"

    def person(self, signed: str) -> str | None:
        """The person, if the signature is ours."""
        person, _, mark = signed.rpartition(".")
        return person if person and same(mark, self._mark(person)) else None

    def derived(self, table: str, request: str) -> str:
        """The id of the person who joins a table with this word: the same for the same word."""
        return hmac.digest(self.key, b"join/" + raw(table) + b"/" + raw(request), "sha256").hex()[:32]

    def _mark(self, person: str) -> str:
        return hmac.digest(self.key, b"person/" + raw(person), "sha256").hex()


class OneTimeWords:
    """Random words that stand for a person, for ten minutes and with any server of the store; each works once.

    The store keeps their hashes. A word of one purpose is none of another. The methods block: they are for threads.
    """

    def __init__(self, store: Store, purpose: str) -> None:
        self.store = store
        self.purpose = purpose

    def make(self, person: str, now: int) -> str:
        word = secrets.token_urlsafe(18)
        self.store.make_transfer(self._hashed(word), person, now, now + WORD_MILLIS)
        return word

    def take(self, word: str, now: int) -> str | None:
        """The person; None: there is no such word any more."""
        return self.store.take_transfer(self._hashed(word), now)

    def _hashed(self, word: str) -> str:
        return hashlib.sha256(raw(self.purpose) + b"/" + raw(word)).hexdigest()
