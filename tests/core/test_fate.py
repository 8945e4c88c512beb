from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from purrlor.core import Draw, Fates, Roll, commitment, fate_key, new_secret, secret_from_text
from purrlor.core.chance import Below

SECRET = bytes(range(32))
KEY = fate_key(SECRET, ("ann", "bob"))


@dataclass(frozen=True)
class Numbers:
    """A list of numbers below n, to look at the source itself."""

    n: int
    count: int
    secret = False

    def sample(self, below: Below) -> tuple[int, ...]:
        return tuple(below(self.n) for _ in range(self.count))


def words(key: bytes, number: int, blocks: int) -> list[int]:
    """The words of one fate, written as plainly as possible."""
    stream = b"".join(
        hmac.new(key, f"purrlor/fate/{number}/{block}".encode(), hashlib.sha256).digest() for block in range(blocks)
    )
    return [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]


def numbers(n: int, count: int, number: int = 1) -> tuple[int, ...]:
    return Fates(KEY).give(number, Numbers(n, count))  # type: ignore[arg-type]


def test_published_vectors() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert hmac.new(SECRET, b"ann\nbob", hashlib.sha256).digest() == KEY
    assert Fates(KEY).give(1, Roll(5)) == tuple(sorted(word % 6 + 1 for word in words(KEY, 1, 1)[:5]))


def test_secret_of_a_text_never_changes() -> None:
    assert secret_from_text("tabby") == hashlib.sha256(b"purrlor/seed/tabby").digest()


def test_new_secrets_differ() -> None:
    assert len({new_secret() for _ in range(10)}) == 10
    assert len(new_secret()) == 32


def test_fate_depends_on_its_number_and_on_no_other_fate() -> None:
    fates = Fates(KEY)
    forward = [fates.give(number, Roll(5)) for number in range(1, 50)]
    backward = [fates.give(number, Roll(5)) for number in range(49, 0, -1)]
    assert forward == backward[::-1]
    assert len(set(forward)) > 30


def test_contributions_count_in_their_order() -> None:
    keys = {fate_key(SECRET, texts) for texts in ((), ("ann",), ("ann", "bob"), ("bob", "ann"), ("annbob",))}
    assert len(keys) == 5


@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32, 6, 1])
def test_words_above_the_limit_are_rejected(n: int) -> None:
    limit = 2**32 - 2**32 % n
    accepted = [word % n for word in words(KEY, 1, 40) if word < limit]
    assert numbers(n, 100) == tuple(accepted[:100])


class Scripted(Fates, frozen=True):
    """Fates whose words are given: the highest that counts for six faces, after two that do not."""

    def _words(self, number: int) -> Iterator[int]:  # noqa: ARG002
        yield from (2**32 - 1, 4294967292, 4294967291)


def test_first_word_that_is_rejected_is_the_limit_itself() -> None:
    assert Scripted(KEY).give(1, Roll(1)) == (4294967291 % 6 + 1,)


def test_rejection_really_happens_where_half_of_the_words_are_too_high() -> None:
    plain = tuple(word % (2**31 + 1) for word in words(KEY, 1, 5)[:20])
    assert numbers(2**31 + 1, 20) != plain


def test_numbers_are_spread_evenly_where_plain_remainders_would_not_be() -> None:
    n = 3 * 2**30
    drawn = numbers(n, 6000)
    assert 1850 < sum(number < 2**30 for number in drawn) < 2150


def test_draw_follows_the_documented_swaps() -> None:
    pool, stream = list("abcdefgh"), words(KEY, 7, 2)
    for i in range(5):
        j = i + stream[i] % (8 - i)
        pool[i], pool[j] = pool[j], pool[i]
    drawn = Fates(KEY).give(7, Draw(tuple(range(8)), 5))
    assert "".join("abcdefgh"[value] for value in drawn) == "".join(pool[:5])


def test_long_fates_go_on_with_further_blocks() -> None:
    assert numbers(2**32, 64) == tuple(words(KEY, 1, 8))
