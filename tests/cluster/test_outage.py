"""PostgreSQL is gone for a while: everybody hears so in words, and everything goes on when it is back."""

from __future__ import annotations

import asyncio
import sys

import pytest
from aiohttp import ClientError, WSServerHandshakeError

from purrlor.server.cluster.member import ClusterPlan
from tests.cluster.killable import answers
from tests.cluster.own_postgres import OwnPostgres, own_postgres
from tests.cluster.players import begin, rolled
from tests.server.parlour import PATIENCE, Chair, Device, Message, parlour, run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="it restarts a PostgreSQL of its own"),
]
WORDS = {
    "en": "The server cannot save anything right now. Nothing is lost; try again in a moment.",
    "de": "Der Server kann gerade nichts speichern. Nichts ist verloren; versuch es gleich noch einmal.",
}


async def said(device: Device, path: str, language: str) -> Message:
    """Return the server's refusal of a request, in this language."""
    status, problem = await device.get(path, headers={"Accept-Language": language})
    assert status == 503, problem
    return dict(problem)


async def back(device: Device, table: str) -> Chair:
    """Reconnect as often as it takes, as the web client does."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await begin(device, table)
        except (WSServerHandshakeError, ClientError, ConnectionError):
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.2)


async def closed(chair: Chair) -> str:
    """Return the code with which the server closes the connection of somebody who keeps rolling."""
    try:
        while True:
            await rolled(chair)
    except ConnectionError as reason:
        return str(reason)


async def play_through(database: OwnPostgres, seconds: float) -> None:
    async with parlour(database.url, plan=ClusterPlan(machine="one")) as house, house.device() as ann:
        table, _ = await ann.host("yatzy", "person", "kitten")
        chair = await begin(ann, table)
        told = await rolled(chair)
        await asyncio.to_thread(database.stop)
        assert await closed(chair) in ("moved", "store_failed")
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while True:
            for language, words in WORDS.items():
                for path in (f"/api/tables/{table}/socket", "/healthz"):
                    problem = await said(ann, path, language)
                    assert (problem["code"], problem["words"]) == ("store_failed", words)
            with pytest.raises(WSServerHandshakeError):
                await ann.sit(table)
            if loop.time() >= until:
                break
            await asyncio.sleep(0.5)
        await asyncio.to_thread(database.start)
        chair = await back(ann, table)
        assert chair.updates[0]["events"] >= told["events"]
        await rolled(chair)
        await answers(house.address)
        await chair.leave()


def test_while_the_database_is_away_the_server_says_so_and_then_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    """For longer than a lease."""
    with own_postgres() as database:
        run(play_through(database, seconds=4))
    assert "cannot renew the lease" in caplog.text
    caplog.clear()


@pytest.mark.nightly
def test_a_database_that_is_away_for_a_minute_ends_no_match(caplog: pytest.LogCaptureFixture) -> None:
    with own_postgres() as database:
        run(play_through(database, seconds=60))
    caplog.clear()
