"""Two servers on one PostgreSQL act as one: on one machine connections are handed over, between two relayed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from unittest.mock import AsyncMock, patch

import pytest
from aiohttp import ClientSession

from purrlor.server.cluster.member import ClusterPlan
from purrlor.server.cluster.relay import KEY_HEADER
from purrlor.server.cluster.routing import Router
from tests.cluster.doors import Machines, pair
from tests.cluster.players import begin, rolled
from tests.server.parlour import Device, Parlour, parlour, refuse_loading, run

pytest_plugins = ["tests.server.postgres"]
Work = Callable[[Parlour, Parlour], Awaitable[None]]


@pytest.fixture(params=[("one", "one"), ("one", "other")], ids=["one machine", "two machines"])
def machines(request: pytest.FixtureRequest) -> Machines:
    first, second = request.param
    return first, second


def visit(url: str, machines: Machines, work: Work) -> None:
    async def all_of_it() -> None:
        async with pair(url, machines) as (one, other):
            await work(one, other)

    run(all_of_it())


def test_a_match_is_played_through_both_doors(database_url: str, machines: Machines) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as ann, other.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            await ben.join(table, key)
            chairs = await asyncio.gather(begin(ann, table), begin(ben, table))
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            assert (list(one.app.tables.live), list(other.app.tables.live)) == ([table], [])
            status, record = await ben.get(f"/api/tables/{table}/record")
            assert (status, b"yatzy" in record) == (200, True)
            for chair in chairs:
                await chair.leave()

    visit(database_url, machines, work)


def test_refusals_come_back_through_the_other_door(database_url: str, machines: Machines) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as ann, other.device() as ben:
            table, _ = await ann.host("yatzy", "person", "open")
            status, problem = await ben.post(f"/api/tables/{table}/join", {"name": "Ben", "key": "guess"})
            assert (status, problem["code"]) == (403, "wrong_key")
            status, problem = await ben.get("/api/tables/nowhere123")
            assert (status, problem["code"]) == (404, "no_table")

    visit(database_url, machines, work)


def test_letters_between_phones_are_found_at_every_door(database_url: str, machines: Machines) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as host, other.device() as guest:
            for number in range(8):  # boxes of both
                box = f"/api/letters/{number:032x}"
                waiting = asyncio.ensure_future(host.get(box))
                assert await guest.post(box, {"text": "miau"}) == (200, {"texts": []})
                assert await waiting == (200, {"texts": ["miau"]})

    visit(database_url, machines, work)


def test_your_tables_are_the_same_at_every_door(database_url: str, machines: Machines) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as ann:
            table, _ = await ann.host("yatzy", "person", "kitten")
            chair = await begin(ann, table)
            told = await rolled(chair)
            async with other.device() as same:
                same.session.cookie_jar.update_cookies(cookies_of(ann))
                with refuse_loading():
                    here, there = (await ann.get("/api/tables"))[1], (await same.get("/api/tables"))[1]
            assert here == there
            assert [(each["id"], each["events"], each["your_turn"]) for each in there] == [
                (table, told["events"], True)
            ]
            assert list(other.app.tables.live) == []
            await chair.leave()

    visit(database_url, machines, work)


def test_while_the_owner_of_a_table_says_nothing_its_row_is_listed(database_url: str) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as ann, other.device() as same:
            table, _ = await ann.host("yatzy", "person", "kitten")
            chair = await begin(ann, table)
            await rolled(chair)
            same.session.cookie_jar.update_cookies(cookies_of(ann))
            with patch.object(Router, "ask", AsyncMock(return_value=None)), refuse_loading():
                listed = (await same.get("/api/tables"))[1]
            assert [(each["id"], each["status"]) for each in listed] == [(table, "running")]
            await chair.leave()

    visit(database_url, ("one", "one"), work)


def test_only_nodes_may_ask_for_tables_that_are_awake(database_url: str) -> None:
    async def work(one: Parlour, _: Parlour) -> None:
        async with one.device() as ann:
            table, _key = await ann.host("yatzy", "person", "kitten")
            assert (await ann.get(f"/api/awake?tables={table}"))[0] == 404

    visit(database_url, ("one", "one"), work)


def cookies_of(device: Device) -> dict[str, str]:
    return {cookie.key: cookie.value for cookie in device.session.cookie_jar}


def test_a_transfer_word_is_good_at_every_door(database_url: str) -> None:
    async def work(one: Parlour, other: Parlour) -> None:
        async with one.device() as ann, other.device() as phone:
            await ann.post("/api/me", {"name": "Ann"})
            _, made = await ann.post("/api/transfer", {})
            assert (await phone.post("/api/transfer/take", {"word": made["word"]}))[1]["name"] == "Ann"
            assert (await ann.post("/api/transfer/take", {"word": made["word"]}))[0] == 400

    visit(database_url, ("one", "one"), work)


def test_a_server_that_closes_leaves_its_tables_to_the_other(database_url: str, machines: Machines) -> None:
    async def work() -> None:
        plans = [ClusterPlan(machine=machine, host="127.0.0.1", port=0) for machine in machines]
        async with parlour(database_url, plan=plans[1]) as other, other.device() as ann:
            async with parlour(database_url, plan=plans[0]) as one, one.device() as first:
                table, _ = await first.host("yatzy", "person", "kitten")
                ann.session.cookie_jar.update_cookies(cookies_of(first))
                chair = await begin(ann, table)
                told = await rolled(chair)
                assert list(one.app.tables.live) == [table]
            with pytest.raises(ConnectionError):
                await chair.until(lambda _: False)
            again = await begin(ann, table)
            assert (again.updates[0]["events"], again.updates[0]["legal"]) == (told["events"], told["legal"])
            assert list(other.app.tables.live) == [table]
            await again.leave()

    run(work())


def test_the_port_for_nodes_answers_nobody_without_the_key(database_url: str) -> None:
    async def work(one: Parlour, _: Parlour) -> None:
        member = one.app.services.member
        assert member is not None
        assert member.listening is not None
        port = member.listening.getsockname()[1]
        async with ClientSession() as session:
            for headers in ({}, {KEY_HEADER: "guess"}):
                async with session.get(f"http://127.0.0.1:{port}/api/games", headers=headers) as answer:
                    assert answer.status == 403

    visit(database_url, ("one", "other"), work)


def test_the_key_opens_nothing_at_the_public_door(database_url: str) -> None:
    """Its sender is served like everybody, under their own address."""

    async def work(one: Parlour, _: Parlour) -> None:
        async with ClientSession() as session:
            headers = {KEY_HEADER: "guess"}
            async with session.get(f"{one.address}/api/games", headers=headers) as answer:
                assert answer.status == 200

    visit(database_url, ("one", "other"), work)
