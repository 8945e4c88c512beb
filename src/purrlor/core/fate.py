"""Fair fate: every roll and deal follows from a secret that was committed to before the match.

    key      = HMAC-SHA-256(key=secret, message=contributions joined by newlines)
    block i  = HMAC-SHA-256(key=key, message="purrlor/fate/<number>/<i>"), read as eight big-endian 32-bit words
    below(n) = the next word w that is less than floor(2**32 / n) * n, modulo n

Fate number 1 is the first of the match. `docs/fate.md` explains it for people who want to check it elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count

from .chance import Chance, Values
from .value import Value

SECRET_BYTES = 32
_WORDS = struct.Struct(">8I")
_SPAN = 2**32


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def secret_from_text(text: str) -> bytes:
    """The secret that a word or number of a person's choice stands for."""
    return hashlib.sha256(f"purrlor/seed/{text}".encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published before the match, so that the secret cannot be changed afterwards."""
    return hashlib.sha256(secret).hexdigest()


def pledge(contribution: str) -> str:
    """What a player publishes before anybody reveals a contribution, so that theirs cannot be changed afterwards."""
    return hashlib.sha256(f"purrlor/share/{contribution}".encode()).hexdigest()


def fate_key(secret: bytes, contributions: Sequence[str] = ()) -> bytes:
    """The key of all fates: the secret, mixed with what the players contributed after the commitment."""
    return hmac.digest(secret, "\n".join(contributions).encode(), "sha256")


class Fates(Value, frozen=True):
    """The source of all chance of one match: fate number n depends on the key and n alone."""

    key: bytes

    def give(self, number: int, chance: Chance) -> Values:
        words = chain.from_iterable(self._blocks(number))

        def below(n: int) -> int:
            limit = _SPAN // n * n
            while (word := next(words)) >= limit:
                pass
            return word % n

        return chance.sample(below)

    def _blocks(self, number: int) -> Iterator[tuple[int, ...]]:
        for block in count():
            code = _keyed(self.key).copy()
            code.update(b"purrlor/fate/%d/%d" % (number, block))
            yield _WORDS.unpack(code.digest())


@lru_cache(maxsize=1024)
def _keyed(key: bytes) -> hmac.HMAC:
    """The key is worked in once for all fates of a match."""
    return hmac.new(key, digestmod="sha256")
