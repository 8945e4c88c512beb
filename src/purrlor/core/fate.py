"""Fair random outcomes: every roll and deal follows from a secret that was committed to before the match.

    key      = HMAC-SHA-256(key=secret, message=contributions joined by newlines)
    block i  = HMAC-SHA-256(key=key, message="purrlor/fate/<number>/<i>"), read as eight big-endian 32-bit words
    below(n) = the next word w that is less than floor(2**32 / n) * n, modulo n

Outcome number 1 is the first of the match. To check it in another
language, see `docs/reference/dice-and-deals.md`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count

from .chance import Chance, Values
from .value import Value

SECRET_BYTES = 32
_WORDS = struct.Struct(">8I")
_SPAN = 2**32


def new_secret() -> bytes:
    """Return a random secret from the operating system, for one match."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_from_text(text: str) -> bytes:
    """Return the secret that belongs to a text of a person's choice."""
    return hashlib.sha256(f"purrlor/seed/{text}".encode()).digest()


def commitment(secret: bytes) -> str:
    """Return the hash to publish before the match, so that the secret cannot be changed afterwards."""
    return hashlib.sha256(secret).hexdigest()


def pledge(contribution: str) -> str:
    """Return the hash that a player publishes before contributions are revealed, so that theirs cannot be changed."""
    return hashlib.sha256(f"purrlor/share/{contribution}".encode()).hexdigest()


def fate_key(secret: bytes, contributions: Sequence[str] = ()) -> bytes:
    """Return the key of all random outcomes: the secret, mixed with the players' contributions after the commitment."""
    return hmac.digest(secret, "\n".join(contributions).encode(), "sha256")


class Fates(Value, frozen=True):
    """The source of all chance of one match: outcome number n depends only on the key and n."""

    key: bytes
    """The key of all random outcomes, from `fate_key`."""

    def give(self, number: int, chance: Chance) -> Values:
        """Return outcome `number` of the match, counted from 1, for this roll or draw."""
        following = self._words(number).__next__

        def below(n: int) -> int:
            limit = _SPAN // n * n
            while (word := following()) >= limit:
                pass
            return word % n

        return chance.sample(below)

    def _words(self, number: int) -> Iterator[int]:
        for block in count():
            code = _keyed(self.key).copy()
            code.update(b"purrlor/fate/%d/%d" % (number, block))
            yield from _WORDS.unpack(code.digest())


@lru_cache(maxsize=1024)
def _keyed(key: bytes) -> hmac.HMAC:
    """Return an HMAC with the key, which is processed once for all outcomes of a match."""
    return hmac.new(key, digestmod="sha256")
