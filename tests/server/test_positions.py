"""Shared positions: a link, one table per person from the same event, and compared results."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from purrlor.core import Record, commitment
from purrlor.kit import games
from purrlor.server.forks.queries import MOST_SHARED, own_position_table
from purrlor.server.history.queries import forget_person
from purrlor.server.http.limits import Limits
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.store import open_store
from purrlor.table.positions import OPEN_MILLIS
from tests.server.parlour import Device, Parlour, parlour, run
from tests.server.uploads import YATZY, keep

pytest_plugins = ["tests.server.postgres"]
SEATS = [{"kind": "person"}, *[{"kind": "bot", "level": "uniform"}] * 2]


async def code(answer: Any) -> str:
    _, problem = await answer
    return str(problem["code"])


async def shared(host: Device, **wanted: Any) -> dict[str, Any]:
    _, kept = await keep(host, YATZY)
    asked = {"name": "The turn", "host": "Ann", "seats": SEATS, "table": kept["id"], "at": 12, **wanted}
    status, position = await host.post("/api/positions", asked)
    assert status == 201, position
    return dict(position)


async def begun(device: Device, position: dict[str, Any], name: str) -> str:
    wanted = {"name": name, "key": position["key"], "pace": 1}
    status, made = await device.post(f"/api/positions/{position['id']}/play", wanted)
    assert status == 201, made
    return str(made["id"])


async def played(device: Device, position: dict[str, Any], name: str, seed: int) -> str:
    table = await begun(device, position, name)
    chair = await device.sit(table)
    await chair.until_type("table")
    await chair.send("ready")
    await chair.play(Random(seed))
    await chair.leave()
    return table


async def shown(device: Device, position: dict[str, Any], **key: str) -> dict[str, Any]:
    status, found = await device.post(f"/api/positions/{position['id']}/look", key)
    assert status == 200, found
    return dict(found)


async def counted(device: Device, position: dict[str, Any], results: int) -> dict[str, Any]:
    """The position once this number of results is there; it asks again as the page does."""
    while len((found := await shown(device, position))["results"]) < results:
        await asyncio.sleep(0.01)
    return found


async def devices(stack: AsyncExitStack, house: Parlour, count: int) -> list[Device]:
    return [await stack.enter_async_context(house.device()) for _ in range(count)]


def test_everybody_plays_on_from_one_event_and_results_are_compared(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, AsyncExitStack() as stack:
            ann, ben, cat = await devices(stack, house, 3)
            position = await shared(ann)
            tables = [await played(ben, position, "Ben", 1), await played(cat, position, "Cat", 2)]
            found = await counted(ben, position, 2)
            assert await begun(ben, position, "Ben") == tables[0]
            assert found["secret"] == ""
            assert [each["table"] for each in found["results"] if each["you"]] == [tables[0]]
            assert [each["table"] for each in found["results"] if not each["you"]] == [""]
            assert [each["mark"] for each in found["results"]] in ([1.0, 0.0], [0.5, 0.5])
            assert await code(ben.get(f"/api/tables/{tables[1]}/record")) == "no_watching"
            assert (await ben.get(f"/api/tables/{tables[0]}"))[1]["seed"] == ""

            assert await code(ben.post(f"/api/positions/{position['id']}/close")) == "position_host"
            status, closed = await ann.post(f"/api/positions/{position['id']}/close")
            assert (status, closed["status"]) == (200, "over")
            assert commitment(bytes.fromhex(closed["secret"])) == position["commitment"]
            for table in tables:  # everybody may look at all of them now
                _, record = await ben.get(f"/api/tables/{table}/record")
                parsed = Record.parse(record.decode(), games())
                assert parsed.seed == bytes.fromhex(closed["secret"])
                assert parsed.check_fate() > 0
            assert (await cat.get("/api/positions"))[1][0]["status"] == "over"

    run(go())


def test_results_are_hidden_from_people_who_still_play(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, AsyncExitStack() as stack:
            ann, ben, cat = await devices(stack, house, 3)
            position = await shared(ann)
            await played(ben, position, "Ben", 1)
            await counted(ann, position, 1)
            await begun(cat, position, "Cat")
            found = await shown(cat, position)
            assert (found["shown"], found["results"], found["people"]) == (False, [], 2)

    run(go())


def test_link_is_needed_to_look_and_to_play(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            position = await shared(ann)
            path = f"/api/positions/{position['id']}"
            assert await code(ben.post(f"{path}/look", {"key": "guessed"})) == "wrong_key"
            assert await code(ben.post(f"{path}/play", {"name": "Ben"})) == "wrong_key"
            assert await code(ben.post("/api/positions/none/look")) == "no_position"
            assert (await shown(ben, position, key=position["key"]))["own"] == ""

    run(go())


def test_letters_lead_to_the_position(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            position = await shared(ann)
            path = f"/api/positions/{position['id']}"
            assert await code(ben.post(f"{path}/code")) == "wrong_key"
            _, letters = await ann.post(f"{path}/code")
            _, found = await ben.post("/api/codes", letters)
            assert (found["kind"], found["id"], found["key"]) == ("position", position["id"], position["key"])
            await ann.session.delete(path)
            assert await code(ben.post("/api/codes", letters)) == "wrong_code"

    run(go())


def test_closed_position_admits_nobody(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            position = await shared(ann)
            with house.later(OPEN_MILLIS):
                wanted = {"name": "Ben", "key": position["key"]}
                assert await code(ben.post(f"/api/positions/{position['id']}/play", wanted)) == "position_over"
                assert (await shown(ann, position))["status"] == "over"

    run(go())


def test_deleted_table_is_no_second_try(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            position = await shared(ann)
            table = await begun(ann, position, "Ann")
            await ann.session.delete(f"/api/tables/{table}")
            wanted = {"name": "Ann", "key": position["key"]}
            assert await code(ann.post(f"/api/positions/{position['id']}/play", wanted)) == "position_tried"

    run(go())


def test_try_counts_for_no_rating_daily_or_tournament(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            position = await shared(ann)
            await played(ann, position, "Ann", 1)
            await counted(ann, position, 1)
            _, history = await ann.get("/api/history")
            _, today = await ann.get("/api/today")
            assert (history["ratings"], today["done"], (await ann.get("/api/evenings"))[1]) == ([], [], [])
            assert {each["table"] for each in history["matches"]} == {(await keep(ann, YATZY))[1]["id"]}

    run(go())


def test_only_its_host_deletes_a_position(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            position = await shared(ann)
            await begun(ben, position, "Ben")
            path = f"/api/positions/{position['id']}"
            async with ben.session.delete(path) as refusal, ann.session.delete(path) as done:
                assert (refusal.status, done.status) == (403, 200)
            assert await code(ben.post(f"{path}/look")) == "no_position"

    run(go())


def test_match_that_others_may_not_see_is_not_shared_by_them(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            _, kept = await keep(ann, YATZY)
            asked = {"name": "Mine", "host": "Ben", "seats": SEATS, "table": kept["id"], "at": 12}
            assert await code(ben.post("/api/positions", asked)) == "no_watching"

    run(go())


def test_an_address_shares_and_begins_no_more_than_its_tables(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s", Limits(tables=2 / 60)) as house, house.device() as ann:
            position = await shared(ann)
            wanted = {"name": "Ann", "key": position["key"]}
            assert await code(ann.post(f"/api/positions/{position['id']}/play", wanted)) == "too_many_tables"

    run(go())


def test_a_person_shares_a_bounded_number_of_positions(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            for _ in range(MOST_SHARED):
                await shared(ann)
            _, kept = await keep(ann, YATZY)
            asked = {"name": "One more", "host": "Ann", "seats": SEATS, "table": kept["id"], "at": 12}
            assert await code(ann.post("/api/positions", asked)) == "too_many_positions"

    run(go())


def test_positions_and_tries_follow_an_account_and_go_with_it(place: str) -> None:
    async def go() -> dict[str, Any]:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            position = await shared(ann)
            await begun(ben, position, "Ben")
            return position

    position = run(go())["id"]
    with open_store(place) as store, store.writing() as writer:
        (host,), (player,) = (
            writer.run(f"SELECT person_id FROM {name}")[0] for name in ("positions", "position_tries")
        )
        writer.run("INSERT INTO persons (id, name) VALUES ('new', 'New')")
        merge_persons(writer, str(player), "new")
        assert own_position_table(writer, position, "new")
        forget_person(writer, str(host))
        assert writer.run("SELECT id FROM positions") == writer.run("SELECT number FROM position_tries") == []
