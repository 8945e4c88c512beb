"""Clubs: joined by link, run by one member, with results of the months and the daily challenge among members."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.core import commitment
from purrlor.server.clubs import queries as limits
from purrlor.server.clubs.queries import clubs_of, find_club, join_club, make_club
from purrlor.server.clubs.routes import month_of, span_of
from purrlor.server.daily.queries import draw_challenge, find_challenge
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.store import open_store
from purrlor.server.store.copy_store import ALONE, PARTS
from purrlor.server.store.schema import COLUMNS
from purrlor.server.store.store import Store
from purrlor.table.daily import challenges, club_day, club_game, club_secret, day_after, day_of
from purrlor.table.refusals import RequestRefused
from purrlor.table.rows import Person, SavePerson
from tests.server.parlour import Device, Parlour, parlour, run
from tests.server.players import play, play_on, play_rated, quick_par, rating_at

pytest_plugins = ["tests.server.postgres"]


async def named(device: Device, name: str) -> Device:
    await device.post("/api/me", {"name": name})
    return device


@asynccontextmanager
async def founded(place: Any) -> AsyncGenerator[tuple[Parlour, Device, Device, dict[str, Any]]]:
    """Create a club of Ann, with Ben as a member."""
    async with parlour(place) as house, house.device() as ann, house.device() as ben:
        await named(ann, "Ann")
        await named(ben, "Ben")
        status, club = await ann.post("/api/clubs", {"name": "  The  Whiskers "})
        assert (status, club["name"], club["owner"]) == (201, "The Whiskers", True)
        status, _ = await ben.post(f"/api/clubs/{club['id']}/join", {"key": club["key"]})
        assert status == 200
        yield house, ann, ben, await shown(ann, club["id"])


async def shown(device: Device, club: str) -> dict[str, Any]:
    status, found = await device.get(f"/api/clubs/{club}")
    assert status == 200, found
    return dict(found)


async def code(answer: Any) -> str:
    _, problem = await answer
    return str(problem["code"])


def test_one_joins_by_link_and_sees_the_members(place: str) -> None:
    async def go() -> None:
        async with founded(place) as (house, ann, ben, club), house.device() as eve:
            assert [(each["name"], each["owner"], each["you"]) for each in club["members"]] == [
                ("Ann", True, True), ("Ben", False, False),
            ]  # fmt: skip
            assert [each["name"] for each in (await ben.get("/api/clubs"))[1]] == ["The Whiskers"]
            way = f"/api/clubs/{club['id']}"
            await named(eve, "Eve")
            assert await code(eve.get(way)) == "not_member"
            assert await code(eve.post(f"{way}/look", {"key": "guessed"})) == "wrong_key"
            assert await code(eve.post(f"{way}/join", {"key": "guessed"})) == "wrong_key"
            _, look = await eve.post(f"{way}/look", {"key": club["key"]})
            assert (look["name"], look["members"], look["member"]) == ("The Whiskers", 2, False)
            assert all(len(each["id"]) == 32 for each in club["members"])
            cookies = [each.value.rpartition(".")[0] for device in (ann, ben) for each in device.session.cookie_jar]
            assert not any(person in str(club) for person in cookies)

    run(go())


def test_a_person_without_a_name_tells_one_first(tmp_path: Path) -> None:
    async def go() -> None:
        async with founded(tmp_path / "s") as (house, _ann, _ben, club), house.device() as eve:
            way = f"/api/clubs/{club['id']}/join"
            assert await code(eve.post(way, {"key": club["key"]})) == "not_known"
            await eve.get("/api/me")
            assert await code(eve.post(way, {"key": club["key"]})) == "no_name"
            assert await code(eve.post("/api/clubs", {"name": "Mine"})) == "no_name"

    run(go())


def test_only_the_owner_renames_renews_removes_hands_over_and_deletes(place: str) -> None:
    async def go() -> None:
        async with founded(place) as (_house, ann, ben, club):
            way, old = f"/api/clubs/{club['id']}", club["key"]
            ids = {each["name"]: each["id"] for each in club["members"]}
            for part, body in (
                ("", {"name": "Mine"}),
                ("/renew", {}),
                ("/remove", {"member": ids["Ann"]}),
                ("/hand", {"member": ids["Ben"]}),
            ):
                assert await code(ben.post(f"{way}{part}", body)) == "owner_only"
            async with ben.session.delete(way) as response:
                assert response.status == 403
            assert (await ann.post(way, {"name": "Paws"}))[1]["name"] == "Paws"
            _, renewed = await ann.post(f"{way}/renew")
            assert renewed["key"] != old
            _, removed = await ann.post(f"{way}/remove", {"member": ids["Ben"]})
            assert [each["name"] for each in removed["members"]] == ["Ann"]
            assert await code(ben.post(f"{way}/join", {"key": renewed["key"]})) == "wrong_key"
            await ben.post(f"{way}/join", {"key": removed["key"]})
            _, handed = await ann.post(f"{way}/hand", {"member": ids["Ben"]})
            assert [(each["name"], each["owner"]) for each in handed["members"]] == [("Ben", True), ("Ann", False)]
            assert await code(ann.post(f"{way}/hand", {"member": "nobody"})) == "no_member"
            async with ben.session.delete(way) as response:
                assert response.status == 200
            assert await code(ann.get(way)) == "no_club"

    run(go())


def test_an_owner_who_leaves_or_is_forgotten_is_followed_by_the_member_who_joined_first(place: str) -> None:
    async def go() -> None:
        async with founded(place) as (house, ann, ben, club), house.device() as eve:
            way = f"/api/clubs/{club['id']}"
            await named(eve, "Eve")
            await eve.post(f"{way}/join", {"key": club["key"]})
            async with ann.session.delete("/api/me") as response:
                assert response.status == 200
            assert [each["name"] for each in (await shown(eve, club["id"]))["members"]] == ["Ben", "Eve"]
            await ben.post(f"{way}/leave")
            assert (await shown(eve, club["id"]))["owner"]
            await eve.post(f"{way}/leave")
            assert await code(eve.get(way)) == "no_club"

    run(go())


def test_results_of_a_month_show_luck_apart(tmp_path: Path) -> None:
    async def go() -> None:
        async with founded(tmp_path / "s") as (_house, ann, ben, club):
            table = await play_rated(ann, ben)
            await rating_at(ann, table)  # by then luck and skill are known
            month = month_of(club["members"][0]["since"])
            _, found = await ben.get(f"/api/clubs/{club['id']}/month")
            assert found["month"] == month
            [game] = found["tables"]
            assert (game["game"], [each["played"] for each in game["standings"]]) == ("yatzy", [1, 1])
            assert sum(each["won"] for each in game["standings"]) >= 1
            assert all(each["lost"] > 0 and each["luck"] is not None for each in game["standings"])
            _, earlier = await ben.get(f"/api/clubs/{club['id']}/month", params={"month": "2020-01"})
            assert earlier == {"month": "2020-01", "tables": []}
            assert await code(ben.get(f"/api/clubs/{club['id']}/month", params={"month": "soon"})) == "no_month"
            ratings = {each["name"]: each["ratings"] for each in (await shown(ann, club["id"]))["members"]}
            assert [each["game"] for each in ratings["Ben"]] == ["yatzy"]

    run(go())


def test_the_daily_challenge_among_members_has_places_of_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with founded(tmp_path / "s") as (house, ann, ben, club), house.device() as eve:
            for number, device in enumerate((eve, ann, ben)):
                _, made = await device.post("/api/today/yatzy", {"name": ("Eve", "Ann", "Ben")[number]})
                chair = await device.sit(made["id"])
                await chair.send("ready")
                await chair.until_type("update")
                await chair.play(Random(number))
            entries: list[Any] = []
            while len(entries) < 2:
                _, day = await ann.get(f"/api/clubs/{club['id']}/today")
                entries = next(each["entries"] for each in day["boards"] if each["game"] == "yatzy")
                await asyncio.sleep(0.01)
            assert {each["name"] for each in entries} == {"Ann", "Ben"}
            assert entries[0]["place"] == 1
            assert [each["name"] for each in entries if each["you"]] == ["Ann"]
            assert await code(eve.get(f"/api/clubs/{club['id']}/today")) == "not_member"
            assert await code(ann.get(f"/api/clubs/{club['id']}/today", params={"day": "x"})) == "no_day"

    run(go())


# The store


def with_people(place: str, *people: str) -> Store:
    store = open_store(place)
    store.write([SavePerson(Person(each, each)) for each in people])
    return store


def test_clubs_and_memberships_are_limited(place: str) -> None:
    ours = with_people(place, "ann", "ben", "cat")
    with patch.object(limits, "MOST_MEMBERS", 2), patch.object(limits, "MOST_CLUBS", 1):
        club = ours.transact(make_club, "One", "ann", 0)
        with pytest.raises(RequestRefused, match="You are in 1 clubs"):
            ours.transact(make_club, "Two", "ann", 0)
        ours.transact(join_club, club.id, club.word, "ben", 1)
        with pytest.raises(RequestRefused, match="full"):
            ours.transact(join_club, club.id, club.word, "cat", 2)
        ours.transact(join_club, club.id, "anything", "ben", 3)  # a member already
    assert [each.person for each in ours.read(find_club, club.id).members] == ["ann", "ben"]
    ours.close()


def test_of_two_persons_who_become_one_the_new_one_is_in_all_clubs(place: str) -> None:
    ours = with_people(place, "old", "new", "ben")
    both, alone = ours.transact(make_club, "Both", "old", 0), ours.transact(make_club, "Alone", "old", 0)
    ours.transact(join_club, both.id, both.word, "new", 1)
    ours.transact(merge_persons, "old", "new")
    assert [(each.name, each.owner) for each in ours.read(clubs_of, "new")] == [("Alone", True), ("Both", True)]
    assert ours.read(clubs_of, "old") == []
    assert [each.person for each in ours.read(find_club, alone.id).members] == ["new"]
    ours.close()


def test_a_fork_counts_for_no_club(tmp_path: Path) -> None:
    async def go() -> None:
        async with founded(tmp_path / "s") as (_, ann, ben, club):
            table = await play_rated(ann, ben, rated=False)
            fork = await play_on(ann, ben, table)
            assert (await ann.get(f"/api/tables/{fork}"))[1]["status"] == "over"
            _, found = await ben.get(f"/api/clubs/{club['id']}/month")
            [game] = found["tables"]
            assert [each["played"] for each in game["standings"]] == [1, 1]

    run(go())


def test_months_are_those_of_the_calendar() -> None:
    begin, end = span_of("2026-12")
    assert (month_of(begin), month_of(end - 1), month_of(end)) == ("2026-12", "2026-12", "2027-01")


def test_a_copy_of_a_store_has_every_table() -> None:
    assert {*PARTS, *ALONE} == set(COLUMNS)


def test_a_club_has_a_challenge_of_its_own(place: str) -> None:
    """Its fate follows from that of everybody and differs from it; a try counts on its board alone."""

    async def go() -> None:
        async with founded(place) as (house, ann, ben, club), house.device() as eve:
            way, today = f"/api/clubs/{club['id']}", day_of(house.app.tables.now())
            assert await code(eve.get(f"{way}/challenge")) == "not_member"
            assert await code(eve.post(f"{way}/challenge", {"name": "Eve"})) == "not_member"
            table = await play_for_club(ann, way)
            assert (await ann.post(f"{way}/challenge", {"name": "Ann"}))[1]["id"] == table
            mine, everybody = await club_board(ann, way), (await ann.get("/api/today/yatzy"))[1]
            assert (mine["game"], mine["day"], mine["secret"]) == ("yatzy", today, "")
            assert [(each["name"], each["you"]) for each in mine["entries"]] == [("Ann", True)]
            assert mine["merit"]["lost"] > 0
            assert [each["you"] for each in (await club_board(ben, way))["entries"]] == [False]
            assert (everybody["entries"], everybody["own"]) == ([], None)
            assert (await ann.get("/api/today"))[1]["streak"] == 0
            secret = house.app.tables.store.blocking.transact(draw_challenge, today, "yatzy").fate.secret
            assert mine["commitment"] == commitment(club_secret(secret, club["id"])) != everybody["commitment"]
            async with ann.session.delete(way) as response:
                assert response.status == 200
            assert house.app.tables.store.blocking.read(find_challenge, club_day(today, club["id"]), "yatzy") is None

    with patch("purrlor.server.daily.routes.club_game", return_value="yatzy"), quick_par():
        run(go())


def test_the_games_take_turns_in_the_challenges_of_clubs() -> None:
    days = [day_after("2026-11-16", number) for number in range(4)]
    assert {club_game(day) for day in days} == set(challenges())


async def play_for_club(device: Device, way: str) -> str:
    status, made = await device.post(f"{way}/challenge", {"name": "Ann"})
    assert status == 201, made
    await play(device, made["id"])
    return str(made["id"])


async def club_board(device: Device, way: str) -> dict[str, Any]:
    """The club's own board, once nothing is being worked out any more."""
    while True:
        _, found = await device.get(f"{way}/challenge")
        if not found["judging"] and (found["own"] is None or found["own"]["status"] == "counts"):
            return dict(found)
        await asyncio.sleep(0.01)
