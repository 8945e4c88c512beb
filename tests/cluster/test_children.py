"""A room for children over several servers: lock, cats and handicaps hold at all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.games.addi_cats.children import SHORT
from purrlor.server.cluster.shared_limits import SharedBuckets
from purrlor.server.http.limits import NO_LIMITS, Limits
from purrlor.server.people.identity import COOKIE
from tests.cluster.doors import Caller, callers, three_servers
from tests.server.parlour import PATIENCE, Parlour, run

pytest_plugins = ["tests.server.postgres"]
QUICK = {"most_cards": "24", "pace": "0", "hit_window": "500", "clock_count": "0", "patience": "1000"}
CATS = ("momo", "luna")


class Room:
    """A room opened at the first server; each child entered through another one."""

    def __init__(self, houses: list[Parlour], teacher: Caller, children: list[Caller], made: Any) -> None:
        self.houses, self.teacher, self.children = houses, teacher, children
        self.id, self.path = str(made["id"]), f"/api/rooms/{made['id']}"


def in_a_room(url: str, work: Callable[[Room], Awaitable[None]], limits: Limits = NO_LIMITS) -> None:
    async def go() -> None:
        async with (
            three_servers(url, limits) as houses,
            callers([house.address for house in houses], 1 + len(CATS)) as (teacher, *children),
        ):
            made = await teacher.post(0, "/api/rooms")
            for door, (child, cat) in enumerate(zip(children, CATS, strict=True), 1):
                await child.post(door, f"/api/rooms/{made['id']}/enter", {"key": made["key"]})
                await child.post(door + 1, f"/api/rooms/{made['id']}/cat", {"cat": cat})
            await work(Room(houses, teacher, children, made))

    run(go())


async def refusal(caller: Caller, door: int, path: str, body: Any = None) -> str:
    status, found = await caller.at(door).post(path, body)
    assert status >= 400, found
    return str(found["code"])


def test_the_lock_and_the_cats_of_a_room_hold_at_every_server(database_url: str) -> None:
    async def work(room: Room) -> None:
        momo, luna = room.children
        for door in range(3):
            assert await refusal(momo, door, "/api/me", {"name": "Anna"}) == "room_locked"
            assert await refusal(momo, door, f"{room.path}/leave") == "room_locked"
            assert await refusal(luna, door, f"{room.path}/cat", {"cat": "momo"}) == "cat_taken"
            table, _ = await room.teacher.at(door).host("yatzy", "person", "open", watch="anyone")
            status, problem = await momo.at(door + 1).get(f"/api/tables/{table}/socket")
            assert (status, problem["code"]) == (403, "room_locked")
        await room.teacher.post(2, f"{room.path}/lock", {"locked": False})
        for door, child in enumerate(room.children):
            await child.post(door, f"{room.path}/leave")
        assert not any(cat["taken"] for cat in (await room.teacher.at(1).get(room.path))[1]["cats"])

    in_a_room(database_url, work)


def test_the_number_of_a_room_cannot_be_found_by_trying_at_all_servers(database_url: str) -> None:
    async def work(room: Room) -> None:
        momo, _ = room.children
        tried = [await refusal(momo, 0, f"{room.path}/leave", {"number": "wrong"}) for _ in range(2)]
        assert tried == ["wrong_number", "number_locked"]
        device = next(each.value for each in momo.at(0).session.cookie_jar if each.key == COOKIE).rpartition(".")[0]
        for door, house in enumerate(room.houses):
            await none_left(house, device)
            assert await refusal(momo, door, f"{room.path}/leave", {"number": "wrong"}) == "number_locked"

    in_a_room(database_url, work, Limits(numbers=1.2))  # one at once, the next after 50 seconds


async def none_left(house: Parlour, device: str) -> None:
    """Wait until this server has received the others' report."""
    numbers, deadline = house.app.services.counting.numbers, house.app.tables.now() + 1000 * PATIENCE
    assert isinstance(numbers, SharedBuckets)
    while numbers.left(device, house.app.tables.now()) >= 1:
        assert house.app.tables.now() < deadline
        await asyncio.sleep(0.05)


async def sat_down(room: Room, door: int) -> Any:
    """Create a table for a race at one server, join it at the next, and return it as the third shows it."""
    momo, luna = room.children
    with patch.dict(SHORT, QUICK):
        made = await momo.post(door, f"{room.path}/tables", {"game": "addi-cats", "friends": 1})
    await luna.post(door + 1, f"/api/tables/{made['id']}/sit")
    return (await momo.at(door + 2).get(f"/api/tables/{made['id']}"))[1]


async def race(room: Room, table: str) -> None:
    """Play the race to its end; everybody hits at random."""
    chairs = [await child.at(door).sit(table) for door, child in enumerate(room.children, 1)]
    for chair in chairs:
        await chair.send("ready")
    await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
    for chair in chairs:
        await chair.leave()


@pytest.mark.slow
def test_handicap_and_knowledge_follow_the_results_from_server_to_server(database_url: str) -> None:
    async def work(room: Room) -> None:
        store = room.houses[0].app.tables.store.blocking
        with store.writing() as writer:
            sql = "INSERT INTO room_leads (room, game, cat, lead) VALUES (?, 'addi-cats', 'momo', 500)"
            writer.run(sql, (room.id,))
        first = await sat_down(room, 0)
        assert [(seat["cat"], seat["delay"]) for seat in first["seats"]] == [("momo", 500), ("luna", 0)]
        await race(room, first["id"])
        with store.reading() as reader:
            leads: dict[str, int] = dict(reader.run("SELECT cat, lead FROM room_leads WHERE room = ?", (room.id,)))
        assert leads["momo"] != 500
        second = await sat_down(room, 1)
        delays = {seat["cat"]: seat["delay"] for seat in second["seats"]}
        assert delays["momo"] - delays["luna"] == leads["momo"] - leads["luna"]
        found = [(await room.teacher.at(door).get(f"{room.path}/knowledge"))[1] for door in range(3)]
        with store.reading() as reader:
            learned = {table for (table,) in reader.run("SELECT table_id FROM room_tables WHERE learned = 1")}
            answered = {cat for (cat,) in reader.run("SELECT cat FROM room_answers")}  # a cat may have hit nothing
        assert learned == {first["id"]}
        assert found[0] == found[1] == found[2]
        assert {cat["cat"] for game in found[0] for cat in game["cats"]} == answered

    in_a_room(database_url, work)
