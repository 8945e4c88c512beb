"""The list of your tables, and how a table is left and removed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.server.store import open_store
from tests.server.parlour import Chair, Device, Parlour, parlour, refuse_loading, run, two_at_a_table

pytest_plugins = ["tests.server.postgres"]


async def listed(device: Device) -> list[dict[str, Any]]:
    _, tables = await device.get("/api/tables")
    return list(tables)


async def begin(device: Device, table: str, contribution: str = "") -> Chair:
    chair = await device.sit(table)
    await chair.send("ready", contribution=contribution)
    return chair


async def same_person(house: Parlour, cookies: dict[str, str]) -> Device:
    device = house.device()
    device.session.cookie_jar.update_cookies(cookies)
    return device


def cookies_of(device: Device) -> dict[str, str]:
    return {each.key: each.value for each in device.session.cookie_jar}


def test_the_list_of_tables_replays_no_match(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            chair = await begin(ann, table)
            await chair.until_type("update")
            await chair.act(0, "roll")
            await chair.until_type("update")
            live = await listed(ann)
            await chair.leave()
            cookies = cookies_of(ann)
        async with parlour(place) as later:
            again = await same_person(later, cookies)
            with refuse_loading():
                (kept,) = await listed(again)
            await again.session.close()
        assert {**kept, "changed": 0} == {**live[0], "changed": 0}
        assert (kept["status"], kept["your_turn"], kept["progress"], kept["events"]) == ("running", True, [0, 13], 2)

    run(go())


def test_a_stale_row_is_replayed_once_and_brought_up_to_date(tmp_path: Path) -> None:
    """As after a version that wrote no summaries, or after the server was killed."""

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            chair = await begin(ann, table)
            await chair.play(Random(1))
            await chair.leave()
            cookies = cookies_of(ann)
        with sqlite3.connect(tmp_path / "s") as file:
            file.execute("UPDATE tables SET summary = ''")
        file.close()
        async with parlour(tmp_path / "s") as later:
            again = await same_person(later, cookies)
            (first,) = await listed(again)
            await again.session.close()
        async with parlour(tmp_path / "s") as latest:
            again = await same_person(latest, cookies)
            with refuse_loading():
                (second,) = await listed(again)
            await again.session.close()
        assert first == second
        assert (second["status"], second["winners"]) == ("over", [0])

    run(go())


@pytest.mark.parametrize("game", ["yatzy", "meow", "house-of-cats"])
def test_progress_grows_from_nothing_to_all(game: str, tmp_path: Path) -> None:
    async def go() -> None:
        seen: list[list[int]] = []
        async with two_at_a_table(tmp_path / "s", game) as (_, ann, ben, table):
            chairs = [await begin(ann, table), await begin(ben, table)]
            for chair in chairs:
                await chair.until_type("update")

            async def note() -> None:
                (each,) = await listed(ann)
                if each["progress"] is not None:
                    seen.append(each["progress"])

            await note()

            playing = asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            while not playing.done():
                await note()
                await asyncio.sleep(0.01)
            await playing
        assert seen[0][0] == 0 or game == "house-of-cats"
        assert seen == sorted(seen)
        assert {total for _, total in seen} == {seen[0][1]}
        assert all(done <= total for done, total in seen)

    run(go())


def test_a_guest_who_leaves_before_the_match_opens_the_seat_again(place: str) -> None:
    async def go() -> None:
        async with two_at_a_table(place) as (_, ann, ben, table):
            chair = await ann.sit(table)
            assert await ben.post(f"/api/tables/{table}/leave") == (200, {"outcome": "open"})
            info = await chair.until(lambda each: each["type"] == "table" and each["seats"][1]["kind"] == "open")
            assert info["seats"][1]["name"] == ""
            assert await listed(ben) == []
            _, link = await ann.post(f"/api/tables/{table}/link")
            assert (await ben.join(table, link["key"], name="Bea"))["seat"] == 1

    run(go())


def test_a_bot_plays_on_for_somebody_who_leaves_during_the_match(place: str) -> None:
    async def go() -> None:
        async with two_at_a_table(place, stand_in="uniform") as (_, ann, ben, table):
            chairs = [await begin(ann, table), await begin(ben, table)]
            for chair in chairs:
                await chair.until_type("update")
            assert await ben.post(f"/api/tables/{table}/leave") == (200, {"outcome": "bot"})
            with pytest.raises(ConnectionError):
                await chairs[1].until(lambda _: False)
            await chairs[0].play(Random(1))
            info = await chairs[0].until(lambda each: each["type"] == "table" and each["status"] == "over")
            gone = info["seats"][1]
            assert (gone["name"], gone["left"], gone["stands_in"], gone["here"]) == ("Ben", True, True, False)
            assert await listed(ben) == []
            assert (await ben.get(f"/api/tables/{table}/record"))[0] == 403

    run(go())


@pytest.mark.parametrize("seats", [("person", "person"), ("person", "kitten"), ("person", "open")])
def test_people_on_one_device_are_not_others(place: str, seats: tuple[str, ...]) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann:
            table, _ = await ann.host("yatzy", *seats)
            assert [each["others"] for each in await listed(ann)] == [False]
            assert await ann.post(f"/api/tables/{table}/leave") == (200, {"outcome": "removed"})

    run(go())


def test_somebody_on_another_device_is_another_until_they_leave(place: str) -> None:
    async def go() -> None:
        async with two_at_a_table(place) as (_, ann, ben, table):
            assert [each["others"] for each in await listed(ann)] == [True]
            await ben.post(f"/api/tables/{table}/leave")
            assert [each["others"] for each in await listed(ann)] == [False]

    run(go())


def test_a_host_who_leaves_hands_the_table_on(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_at_a_table(tmp_path / "s") as (_, ann, ben, table):
            await ann.post(f"/api/tables/{table}/leave")
            assert (await ben.get(f"/api/tables/{table}"))[1]["host"] is True
            assert (await ben.post(f"/api/tables/{table}/leave"))[1] == {"outcome": "removed"}
            assert (await ben.get(f"/api/tables/{table}"))[0] == 404

    run(go())


def test_a_spectator_who_leaves_takes_no_table_with_them(tmp_path: Path) -> None:
    """Also where the host has no seat and nobody has taken one yet."""

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "open", "open")
            await ben.join(table, key, watch=True)
            assert await ben.post(f"/api/tables/{table}/leave") == (200, {"outcome": "kept"})
            assert await listed(ben) == []
            assert [each["id"] for each in await listed(ann)] == [table]

    run(go())


def test_the_last_one_to_leave_removes_everything_of_the_table(place: str) -> None:
    async def go() -> None:
        async with two_at_a_table(place) as (_, ann, ben, table):
            chairs = [await begin(ann, table), await begin(ben, table)]

            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            await chairs[0].send("say", phrase="thanks")
            await chairs[0].until_type("said")
            assert (await ann.post(f"/api/tables/{table}/leave"))[1] == {"outcome": "kept"}
            assert (await ben.get(f"/api/tables/{table}/record"))[0] == 200
            assert (await ben.post(f"/api/tables/{table}/leave"))[1] == {"outcome": "removed"}
            assert await listed(ben) == []
        with open_store(place) as store, store.reading() as reader:
            for rows in ("events", "journal", "seated", "tables"):
                assert reader.run(f"SELECT COUNT(*) FROM {rows}") == [(0,)], rows

    run(go())


def test_only_the_host_removes_a_table_and_only_if_nobody_else_plays(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_at_a_table(tmp_path / "s") as (house, ann, ben, table):
            address = f"/api/tables/{table}"

            async def remove(device: Device) -> tuple[int, str]:
                async with device.session.delete(address) as response:
                    told = await response.json()
                    return response.status, told.get("code") or told["outcome"]

            async with house.device() as stranger:
                assert await remove(stranger) == (403, "not_at_table")
            assert await remove(ben) == (403, "host_only")
            chairs = [await begin(ann, table), await begin(ben, table)]
            await chairs[0].until_type("update")
            assert await remove(ann) == (409, "others_play")
            await ben.post(f"{address}/leave")
            assert await remove(ann) == (200, "removed")
            with pytest.raises(ConnectionError):
                await chairs[0].until(lambda _: False)
            assert (await ann.get(address))[0] == 404

    run(go())


def unused(tmp_path: Path, work: Callable[[Parlour, Device], Any]) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await work(house, ann)

    run(go())


def test_unused_tables_are_removed_but_none_that_is_in_use(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device) -> None:
        live_tables = house.app.tables
        used, _ = await ann.host("yatzy", "person")
        old, _ = await ann.host("yatzy", "person")
        await ann.sit(used)
        live_tables.forget(live_tables.live[old])
        later = live_tables.now() + 1
        assert await live_tables.remove_unused(later, 0) == 0, "neither is finished"
        assert await live_tables.remove_unused(0, later) == 1
        assert [each["id"] for each in await listed(ann)] == [used]

    unused(tmp_path, work)
