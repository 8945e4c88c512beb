"""Secrets of a table: its name, the keys of its links and its pass-phrase."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_SCRYPT = {"n": 2**14, "r": 8, "p": 1}
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
TABLE_LENGTH = 10
DEVICE = "device"
"""The id of the one person in the parlour of a device."""
HERE = "here"
"""Their tables' names begin with it: a page that knows that parlour and a server tells them apart by it."""


def new_table(host: str = "") -> str:
    """A name for a table: short enough to read out, and nobody guesses it."""
    return table_prefix(host) + "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


def table_prefix(host: str) -> str:
    return HERE if host == DEVICE else ""


def new_key() -> str:
    return secrets.token_urlsafe(16)


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(raw(one), raw(other))


def raw(text: str) -> bytes:
    """The bytes of a text from a header, which need not be UTF-8."""
    return text.encode(errors="surrogateescape")


def hashed_phrase(phrase: str) -> str:
    """A pass-phrase as it is kept: salted, and slow to guess."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_scrypt(phrase, salt)}"


def phrase_fits(phrase: str, kept: str) -> bool:
    salt, _, mark = kept.partition(":")
    return same(_scrypt(phrase, bytes.fromhex(salt)), mark)


def _scrypt(phrase: str, salt: bytes) -> str:
    return hashlib.scrypt(phrase.encode(), salt=salt, **_SCRYPT).hex()
