"""Requests about tables of another process: several on one connection, each counted once, answered in time."""

from __future__ import annotations

import asyncio
import sys
from itertools import pairwise
from urllib.parse import urlsplit

import pytest

from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.cluster.relay import answered
from purrlor.server.cluster.shared_limits import SharedBuckets
from tests.server.parlour import Parlour, parlour, run

pytest_plugins = ["tests.server.postgres"]

TURNS = 5
"""Turns of the event loop in which the server, which shares it, has read what was written."""


async def answers_to(house: Parlour, *parts: bytes) -> bytes:
    """Send these parts of a stream so that each is read alone; the last request asks for the end of the connection."""
    where = urlsplit(house.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    for part in parts:
        writer.write(part)
        await writer.drain()
        for _ in range(TURNS):
            await asyncio.sleep(0)
    answer = await reader.read()
    writer.close()
    return answer


def asking_for(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


@pytest.mark.skipif(sys.platform == "win32", reason="processes of a machine reach each other through Unix sockets")
@pytest.mark.parametrize("cuts", [[], [7], [25], [90]], ids=["at once", "early", "late", "in the next"])
def test_requests_on_one_connection_may_be_about_tables_of_several_processes(
    database_url: str, cuts: list[int]
) -> None:
    """The second one is there, or a part of it, while the first one is passed on."""

    async def work() -> None:
        plan = ClusterPlan(machine="one")
        async with (
            parlour(database_url, plan=plan) as one,
            parlour(database_url, plan=ClusterPlan(machine="one")) as other,
        ):
            async with one.device() as ann, other.device() as ben:
                here, _ = await ann.host("yatzy", "person", "open")
                there, _ = await ben.host("yatzy", "person", "open")
            first, second = asking_for(f"/api/tables/{there}"), asking_for(f"/api/tables/{here}")
            whole = first + second + asking_for(f"/api/tables/{there}", "Connection: close")
            bounds = [0, *(len(first) + cut for cut in cuts), len(whole)]
            parts = [whole[start:end] for start, end in pairwise(bounds)]
            answer = await answers_to(one, *parts)
            assert answer.count(b"HTTP/1.1 200 OK") == 3, answer
            found = [answer.index(f'"id":"{each}"'.encode()) for each in (there, here)]
            assert found == sorted(found)
            assert answer.rindex(f'"id":"{there}"'.encode()) > found[1]

    run(work())


def test_a_request_that_is_passed_on_counts_once(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both servers would count it for the same address."""
    taken: list[SharedBuckets] = []

    def take(buckets: SharedBuckets, *_: object) -> bool:
        taken.append(buckets)
        return True

    monkeypatch.setattr(SharedBuckets, "take", take)

    async def work() -> None:
        plans = [ClusterPlan(machine="one", host="127.0.0.1", port=0) for _ in range(2)]
        async with (
            parlour(database_url, plan=plans[0]) as one,
            parlour(database_url, plan=plans[1]) as other,
            other.device() as ann,
            one.device() as ben,
        ):
            table, key = await ann.host("yatzy", "person", "open")
            taken.clear()
            await ben.join(table, key)
            chair = await ben.sit(table)
            await chair.until_type("table")
            await chair.leave()
            assert taken == 2 * [one.app.services.counting.requests]

    run(work())


def test_a_node_that_says_nothing_is_waited_for_while_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.cluster.relay.LOOK_SECONDS", 0.01)
    lives = iter([True, True, False])

    async def alive() -> bool:
        return next(lives)

    async def work() -> None:
        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with pytest.raises(TimeoutError):
            await answered(never, alive)
        assert never.cancelled()

    run(work())
    assert list(lives) == []
