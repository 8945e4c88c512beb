"""Who somebody is, without an account: a signed word in a cookie that only the browser and the server ever see."""

from __future__ import annotations

import hashlib
import hmac
import secrets

COOKIE = "purrlor"
TRANSFER_MILLIS = 10 * 60 * 1000
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}


def new_person() -> str:
    return secrets.token_urlsafe(16)


def new_table() -> str:
    """A name for a table: short enough to read out, and nobody guesses it."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def new_key() -> str:
    return secrets.token_urlsafe(16)


class Signer:
    """Signs what a cookie carries, so that nobody can be somebody else."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def signed(self, person: str) -> str:
        return f"{person}.{self._mark(person)}"

    def person(self, signed: str) -> str | None:
        """The person, if the signature is ours."""
        person, _, mark = signed.rpartition(".")
        return person if person and same(mark, self._mark(person)) else None

    def _mark(self, person: str) -> str:
        return hmac.digest(self.key, b"person/" + _bytes(person), "sha256").hex()


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(_bytes(one), _bytes(other))


def _bytes(text: str) -> bytes:
    """Headers may hold what is no UTF-8."""
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


class Transfers:
    """Words that make another device the same person: each works once, for ten minutes."""

    def __init__(self) -> None:
        self.words: dict[str, tuple[str, int]] = {}

    def make(self, person: str, now: int) -> str:
        self.words = {word: entry for word, entry in self.words.items() if entry[1] > now}
        word = secrets.token_urlsafe(18)
        self.words[word] = (person, now + TRANSFER_MILLIS)
        return word

    def take(self, word: str, now: int) -> str | None:
        person, until = self.words.pop(word, ("", 0))
        return person if until > now else None
