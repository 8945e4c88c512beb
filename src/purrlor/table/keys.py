"""Secrets of a table: its id, the tokens of its links and its pass-phrase."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TABLE_LENGTH = 10
DEVICE = "device"
"""The id of the only person in an offline instance."""
HERE = "here"
"""Prefix of the ids of offline tables, by which the web client distinguishes them from tables on a server."""


def new_table(host: str = "") -> str:
    """Return an id for a table that is short enough to read aloud and too long to guess."""
    return table_prefix(host) + "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


def table_prefix(host: str) -> str:
    return HERE if host == DEVICE else ""


def new_key() -> str:
    return secrets.token_urlsafe(16)


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(raw(one), raw(other))


def raw(text: str) -> bytes:
    """Return the bytes of a header's text, which need not be UTF-8."""
    return text.encode(errors="surrogateescape")


def hashed_phrase(phrase: str) -> str:
    """Hash a pass-phrase for storage with a salt and a slow function."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_scrypt(phrase, salt)}"


def phrase_fits(phrase: str, kept: str) -> bool:
    salt, _, mark = kept.partition(":")
    return same(_scrypt(phrase, bytes.fromhex(salt)), mark)


def _scrypt(phrase: str, salt: bytes) -> str:
    return hashlib.scrypt(phrase.encode(), salt=salt, **_SCRYPT).hex()
