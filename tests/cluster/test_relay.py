"""Relaying between machines on the event loop that `purrlor serve` runs on: the other tests run on asyncio's own."""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest

from purrlor.server.live import pings
from purrlor.server.live.connection import Connection
from tests.cluster.doors import pair
from tests.cluster.players import begin

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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells round trips")
def test_the_kernel_measures_no_line_that_is_relayed(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would measure the way between the nodes, and the player would get nothing off for their own."""

    def is_elsewhere(_: str) -> bool:
        return False

    monkeypatch.setattr(pings, "is_loopback", is_elsewhere)

    async def measured() -> set[tuple[str, bool]]:
        async with pair(database_url, ("one", "other")) as (one, other), one.device() as ann, other.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            await ben.join(table, key)
            await asyncio.gather(begin(ann, table), begin(ben, table))
            live = one.app.tables.live[table]
            lines = {number: guest.name for number, guest in live.table.guests.items()}
            sockets = {lines[number]: socket for number, socket in live.sockets.items()}
            return {
                (name, socket.pings.kernel is not None)
                for name, socket in sockets.items()
                if isinstance(socket, Connection)
            }

    assert asyncio.run(measured()) == {("Ann", True), ("Ben", False)}
