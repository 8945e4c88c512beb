"""Tournaments: joined by link, tables with the same dice and deals, results from records, standings, and the store."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.core import Fate, Record, commitment
from purrlor.kit import games
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.tournament.queries import find_tournament
from purrlor.table.tournament import TournamentRound, fault
from tests.server.parlour import Device, Parlour, parlour, run

pytest_plugins = ["tests.server.postgres"]
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


async def code(answer: Any) -> str:
    _, problem = await answer
    return str(problem["code"])


async def made(host: Device, **wanted: Any) -> dict[str, Any]:
    asked = {"name": "Friday", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 2, "host": "Ann", **wanted}
    status, evening = await host.post("/api/evenings", asked)
    assert status == 201, evening
    return dict(evening)


async def joined(evening: dict[str, Any], *devices: Device) -> None:
    for device, name in zip(devices, NAMES[1:], strict=False):
        status, found = await device.post(f"/api/evenings/{evening['id']}/join", {"name": name, "key": evening["key"]})
        assert status == 200, found


async def shown(device: Device, evening: dict[str, Any]) -> dict[str, Any]:
    status, found = await device.get(f"/api/evenings/{evening['id']}")
    assert status == 200, found
    return dict(found)


async def play_own(device: Device, evening: dict[str, Any], seed: int) -> str:
    """Play the match of this person in the round that is on; the table."""
    tables = (await shown(device, evening))["rounds"][-1]["tables"]
    table = next(each["id"] for each in tables if each["yours"] and each["status"] != "over")
    chair = await device.sit(table)
    await chair.until_type("table")
    await chair.send("ready")
    await chair.play(Random(seed))
    await chair.leave()
    return str(table)


async def over(device: Device, evening: dict[str, Any]) -> dict[str, Any]:
    """The evening once its round is over; it waits as the page does."""
    found = await shown(device, evening)
    while not found["rounds"][-1]["over"]:
        _, found = await device.get(f"/api/evenings/{evening['id']}?after={found['version']}")
    return dict(found)


async def devices(stack: AsyncExitStack, house: Parlour, count: int) -> list[Device]:
    return [await stack.enter_async_context(house.device()) for _ in range(count)]


def test_three_tables_meet_one_seed_which_nobody_knows_before_the_last_is_over(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, AsyncExitStack() as stack:
            ann, ben, cat = await devices(stack, house, 3)
            evening = await made(ann)
            await joined(evening, ben, cat)
            assert await code(ben.post(f"/api/evenings/{evening['id']}/round")) == "evening_host"
            status, evening = await ann.post(f"/api/evenings/{evening['id']}/round")
            assert (status, evening["status"]) == (200, "playing")
            assert await code(ann.post(f"/api/evenings/{evening['id']}/round")) == "round_running"
            assert [bool(table["id"]) for table in evening["rounds"][0]["tables"]].count(True) == 1
            tables = [await play_own(ann, evening, 1), await play_own(ben, evening, 2)]
            during = await shown(ben, evening)
            assert during["rounds"][0]["seed"] == ""
            assert all(seat["score"] is None for table in during["rounds"][0]["tables"] for seat in table["seats"])
            assert (await ben.get(f"/api/tables/{tables[1]}"))[1]["seed"] == ""
            _, record = await ben.get(f"/api/tables/{tables[1]}/record")
            assert Record.parse(record.decode(), games()).seed is None
            assert await code(ben.get(f"/api/tables/{tables[0]}/record")) == "no_watching"
            tables.append(await play_own(cat, evening, 3))

            ended = await over(ann, evening)
            seed = ended["rounds"][0]["seed"]
            assert commitment(bytes.fromhex(seed)) == evening["commitments"][0] == ended["rounds"][0]["commitment"]
            first = set[str]()
            for table in tables:  # everybody may look at all of them now
                _, record = await ben.get(f"/api/tables/{table}/record")
                parsed = Record.parse(record.decode(), games())
                assert parsed.seed is not None
                assert parsed.seed.hex() == seed
                assert parsed.check_fate() > 13
                first.add(str(next(event.values for event in parsed.events if isinstance(event, Fate))))
            assert len(first) == 1
            best = ended["standings"][0]
            scores = {seat["person"]: seat["score"] for t in ended["rounds"][0]["tables"] for seat in t["seats"]}
            for each in ended["standings"]:  # equal scores share; fate is another one every time
                own = scores[each["person"]]
                beaten = sum((own > score) + (own == score) / 2 for score in scores.values()) - 0.5
                assert each["points"] == beaten / 2
            assert scores[best["person"]] == max(scores.values())

    run(go())


def test_a_fork_during_a_round_counts_for_nothing_and_reveals_no_seed(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, AsyncExitStack() as stack:
            ann, ben = await devices(stack, house, 2)
            evening = await made(ann)
            await joined(evening, ben)
            await ann.post(f"/api/evenings/{evening['id']}/round")
            table = await play_own(ann, evening, 1)
            before = await shown(ann, evening)
            wanted = {"name": "Ann", "seats": [{"kind": "person"}], "table": table, "at": 20}
            assert await code(ann.post("/api/forks", {**wanted, "dice": "same"})) == "fork_no_seed"
            assert await code(ben.post("/api/forks", {**wanted, "dice": "new"})) == "no_watching"
            _, fork = await ann.post("/api/forks", {**wanted, "dice": "new"})
            chair = await ann.sit(fork["id"])
            await chair.until_type("table")
            await chair.send("ready")
            await chair.play(Random(2))
            await chair.leave()
            after = await shown(ann, evening)
            assert (after["rounds"], after["standings"]) == (before["rounds"], before["standings"])

            await play_own(ben, evening, 3)
            ended = await over(ann, evening)
            _, info = await ann.get(f"/api/tables/{fork['id']}")
            assert (info["evening"], bool(info["seed"])) == ("", True)
            assert info["seed"] != ended["rounds"][0]["seed"]
            assert {each["id"] for each in ended["rounds"][0]["tables"]}.isdisjoint({fork["id"]})

    run(go())


def test_swiss_rounds_with_a_latecomer_and_one_who_leaves(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, AsyncExitStack() as stack:
            people = await devices(stack, house, 4)
            evening = await made(people[0], format="swiss", seats=2, rounds=2)
            way = f"/api/evenings/{evening['id']}"
            await joined(evening, *people[1:3])
            await people[0].post(f"{way}/round")
            now = await shown(people[0], evening)
            assert len(now["rounds"][0]["byes"]) == 1
            bye = now["rounds"][0]["byes"][0]
            playing = [device for number, device in enumerate(people[:3], 1) if number != bye]
            await asyncio.gather(*(play_own(device, evening, seed) for seed, device in enumerate(playing)))
            between = await over(people[0], evening)
            assert between["status"] == "between"
            await people[3].post(f"{way}/join", {"name": "Ann", "key": evening["key"]})
            await people[1].post(f"{way}/leave")
            _, second = await people[0].post(f"{way}/round")
            assert [each["name"] for each in second["people"]] == ["Ann", "Ben", "Cat", "Ann 2"]
            seated = {seat["person"] for table in second["rounds"][1]["tables"] for seat in table["seats"]}
            assert seated | set(second["rounds"][1]["byes"]) == {1, 3, 4}
            assert await code(people[0].post(f"{way}/end")) == "round_running"
            _, closed = await people[0].post(f"{way}/close")
            assert closed["status"] == "over"
            assert sum(each["points"] for each in closed["standings"]) == 4
            assert await code(people[0].post(f"{way}/round")) == "evening_over"

    run(go())


def test_bots_play_for_the_missing_and_it_is_said(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, AsyncExitStack() as stack:
            ann, ben = await devices(stack, house, 2)
            evening = await made(ann, format="knockout", seats=2, level="kitten")
            await joined(evening, ben)
            _, evening = await ann.post(f"/api/evenings/{evening['id']}/round")
            table = evening["rounds"][0]["tables"][0]["id"]
            assert await code(ben.post(f"/api/tables/{table}/relieve")) == "evening_host"
            chair = await ann.sit(table)
            await chair.until_type("table")
            await chair.send("ready")
            status, _ = await ann.post(f"/api/tables/{table}/relieve")
            assert status == 200
            live = await house.app.tables.find(table)
            live.table.setup.pace = 1
            await chair.play(Random(4))
            await chair.leave()
            ended = await shown(ann, evening)
            while ended["status"] == "playing":
                last = ended["rounds"][0]["tables"][-1]
                if last["replay"] and last["status"] != "over":
                    await ann.post(f"/api/evenings/{evening['id']}/close")
                _, ended = await ann.get(f"/api/evenings/{evening['id']}?after={ended['version']}")
            seats = ended["rounds"][0]["tables"][0]["seats"]
            assert [seat["relieved"] for seat in seats if seat["person"] == 2] == [True]
            assert [seat["relieved"] for seat in seats if seat["person"] == 1] == [False]
            assert ended["standings"][0]["place"] == 1
            assert len(ended["secret"]) == 64

    run(go())


def test_a_table_of_an_evening_counts_as_it_is_played(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            evening = await made(ann)
            _, evening = await ann.post(f"/api/evenings/{evening['id']}/round")
            table = evening["rounds"][0]["tables"][0]["id"]
            chair = await ann.sit(table)
            await chair.until_type("table")
            await chair.send("ready")
            await chair.until(lambda message: message["type"] == "update")
            await chair.act(0, "roll")
            assert (await chair.ask("take_back", seat=0, id=1))["code"] == "evening_counts"
            assert (await chair.ask("hint", seat=0, id=2))["code"] == "no_hints"
            assert (await chair.ask("replace", seat=0, level="kitten", id=3))["code"] == "evening_counts"
            assert await code(ann.post(f"/api/tables/{table}/leave")) == "evening_counts"

    run(go())


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as eve:
            wish = {"name": "Friday", "format": "swiss", "game": "yatzy", "seats": 2, "host": "Ann"}
            for change, wanted in (
                ({"seats": 1}, "evening_alone"), ({"seats": 9}, "bad_seats"), ({"rounds": 99}, "bad_rounds"),
                ({"clock": "day"}, "evening_clock"), ({"game": "chess"}, "no_game"), ({"host": ""}, "bad_name"),
                ({"level": "lion"}, "no_level"), ({"options": {"first": "x"}}, "bad_option"),
            ):  # fmt: skip
                assert await code(ann.post("/api/evenings", {**wish, **change})) == wanted
            evening = await made(ann, format="knockout", seats=2)
            way = f"/api/evenings/{evening['id']}"
            assert await code(eve.get(way)) == "not_attending"
            assert await code(eve.post(f"{way}/join", {"name": "Eve", "key": "guessed"})) == "wrong_key"
            assert await code(eve.post(f"{way}/look", {"key": "guessed"})) == "wrong_key"
            assert await code(ann.post(f"{way}/round")) == "too_few_people"
            assert await code(ann.post(f"{way}/close")) == "no_round"
            assert await code(ann.post(f"{way}/remove", {"person": 7})) == "no_attendee"
            assert await code(eve.post("/api/codes", {"code": "BBBBB"})) == "wrong_code"
            status, way_in = await eve.post("/api/codes", {"code": evening["code"].lower()})
            assert (status, way_in["kind"], way_in["id"]) == (200, "evening", evening["id"])
            await eve.post(f"{way}/join", {"name": "Eve", "key": way_in["key"]})
            _, look = await eve.post(f"{way}/look", {"key": ""})
            assert (look["people"], look["joined"]) == (2, True)
            await ann.post(f"{way}/round")
            async with house.device() as late:
                assert await code(late.post(f"{way}/join", {"name": "L", "key": way_in["key"]})) == "evening_begun"
            assert (await ann.get("/api/evenings"))[1][0]["status"] == "playing"
            async with ann.session.delete(way) as response:
                assert response.status == 200
            assert await code(ann.get(way)) == "no_evening"

    run(go())


def test_an_evening_follows_those_who_become_another_person(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            evening = await made(ann)
            await joined(evening, ben)
            row = house.app.tables.store.blocking.read(find_tournament, evening["id"])
            house.app.tables.store.blocking.transact(merge_persons, row.host, row.attendees[1].person)
            assert {
                each.person for each in house.app.tables.store.blocking.read(find_tournament, evening["id"]).attendees
            } == {row.attendees[1].person}
            assert (await shown(ben, evening))["host"]

    run(go())


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "rounds"), [({"format": "swiss", "rounds": 3}, 3), ({"format": "knockout"}, 6)])
def test_64_people_and_every_result_recomputes(tmp_path: Path, wanted: dict[str, Any], rounds: int) -> None:
    """The matches themselves are closed by the host: what is shown is the draw, the tables and the record of it."""

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, AsyncExitStack() as stack:
            people = await devices(stack, house, 64)
            evening = await made(people[0], seats=2, **wanted)
            way = f"/api/evenings/{evening['id']}"
            for number, device in enumerate(people[1:], 2):
                status, _ = await device.post(f"{way}/join", {"name": f"Cat {number}", "key": evening["key"]})
                assert status == 200
            async with house.device() as late:
                assert await code(late.post(f"{way}/join", {"name": "L", "key": evening["key"]})) == "evening_full"
            for _ in range(rounds):
                status, found = await people[0].post(f"{way}/round")
                assert status == 200, found
                await people[0].post(f"{way}/close")
            assert (await shown(people[0], evening))["status"] == "over"
            row = house.app.tables.store.blocking.read(find_tournament, evening["id"])
            assert fault(row.setup.plan, row.rounds) is None
            pairs = [frozenset(table.people) for each in row.rounds for table in each.tables]
            assert len(pairs) == len(set(pairs))
            assert isinstance(row.rounds[0], TournamentRound)

    run(go())
