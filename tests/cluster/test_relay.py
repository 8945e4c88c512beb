"""Relaying between machines on the event loop that `purrlor serve` runs on: the other tests run on asyncio's own."""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest

from tests.cluster.sitting import begin
from tests.cluster.test_two_servers import pair

pytest_plugins = ["tests.server.postgres"]


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop is not for Windows")
def test_a_match_is_relayed_on_uvloop(database_url: str) -> None:
    import uvloop

    async def play() -> None:
        async with pair(database_url, ("one", "other")) as (one, other), one.device() as ann, other.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            await ben.join(table, key)
            chairs = await asyncio.gather(begin(ann, table), begin(ben, table))
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))

    uvloop.run(play())
