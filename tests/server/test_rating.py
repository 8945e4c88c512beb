"""Ratings on the server: moved once per match, after the review, whatever dies when; and deleted with the person."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from msgspec.structs import replace

from purrlor.core import Seat
from purrlor.kit.rating import Skill, performance
from purrlor.kit.review import SkillSummary, skill_summary
from purrlor.server.daily import work as challenge_work
from purrlor.server.live.live_tables import SteadyClock
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.rating import (
    CLAIM_MILLIS,
    Finished,
    Ratings,
    broken,
    broken_ratings,
    claim_match,
    due_matches,
    is_waiting,
    log,
    move_ratings,
    ratings_of,
)
from purrlor.server.store import WriteRefused, open_store
from purrlor.server.store.store import Store
from purrlor.table.rating import RatedSeat
from purrlor.table.records import record_of
from purrlor.table.rows import ExpectRating, Person, SavePerson, SaveTable, TableRow
from tests.server.parlour import Parlour, parlour, run
from tests.server.players import play_on, play_rated, rating_at

pytest_plugins = ["tests.server.postgres"]


def test_a_rated_match_moves_both_ratings_and_both_can_see_why(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as ben, house.device() as eve:
            table = await play_rated(ann, ben)
            _, info = await ann.get(f"/api/tables/{table}")
            assert (info["rated"], info["hints"]) == (True, False)
            changes = [await rating_at(device, table) for device in (ann, ben)]
            assert sorted(each["rating"] > 50 for each in changes) == [False, True]
            assert all(each["before"] == 50 and each["deviation"] < 25 for each in changes)
            assert sum(each["rating"] for each in changes) == pytest.approx(100)
            _, history = await ann.get("/api/history")
            assert history["ratings"] == [changes[0]]
            assert (await eve.get(f"/api/tables/{table}/rating"))[0] == 403
            again = await play_rated(ann, ben, seed=7)
            assert (await rating_at(ann, again))["before"] == changes[0]["rating"]

    run(go())


def test_a_rating_recomputes_from_the_record_of_its_match(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table = await play_rated(ann, ben)
            await rating_at(ann, table)
            stored = house.app.tables.store.blocking.load(table)
            assert stored is not None
            record = record_of(stored)
            person = house.app.tables.live[table].table.setup.seats[0].person
            [row] = house.app.tables.store.blocking.read(ratings_of, person)
            skill_summaries = [skill_summary(record, Seat(seat)) for seat in range(2)]
            expected = [
                performance(each, score) for each, score in zip(skill_summaries, record.match().scores, strict=True)
            ]
            assert [each.performance for each in row.match.entrants] == expected
            assert broken([row]) == []

    run(go())


def test_an_unrated_match_moves_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table = await play_rated(ann, ben, rated=False)
            assert (await ann.get(f"/api/tables/{table}/rating"))[1] == {"status": "none", "change": None}

    run(go())


def test_a_fork_of_a_rated_match_moves_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table = await play_rated(ann, ben)
            changes = [await rating_at(device, table) for device in (ann, ben)]
            fork = await play_on(ann, ben, table)
            for device, change in zip((ann, ben), changes, strict=True):
                assert (await device.get(f"/api/tables/{fork}/rating"))[1] == {"status": "none", "change": None}
                assert (await device.get("/api/history"))[1]["ratings"] == [change]

    run(go())


def test_a_match_that_ended_while_the_server_died_is_rated_by_the_next_one(place: str) -> None:
    async def go() -> None:
        with patch.object(Ratings, "note_over", Mock()):
            async with parlour(place) as house, house.device() as ann, house.device() as ben:
                table = await play_rated(ann, ben)
        async with parlour(place) as house, house.device() as again:
            again.session.cookie_jar.update_cookies({each.key: each.value for each in ann.session.cookie_jar})
            assert (await again.get(f"/api/tables/{table}/rating"))[1]["status"] == "working"
            await house.app.services.ratings.resume()
            assert (await rating_at(again, table))["number"] == 1

    run(go())


def test_a_review_that_fails_is_tried_again_but_not_for_ever(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def attempts(house: Parlour, table: str, count: int) -> None:
        now = house.app.tables.now()
        for number in range(count):
            with patch.object(SteadyClock, "__call__", return_value=now + number * CLAIM_MILLIS + 1):
                await house.app.services.ratings.resume()
                while table in house.app.services.ratings.working:
                    await asyncio.sleep(0)

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            judge = Mock(side_effect=ZeroDivisionError)
            with patch.object(challenge_work, "table_skill", judge):
                table = await play_rated(ann, ben)
                while table in house.app.services.ratings.working:
                    await asyncio.sleep(0)
                await attempts(house, table, 8)
            assert judge.call_count == 5
            assert house.app.tables.store.blocking.read(is_waiting, table)

    with caplog.at_level("CRITICAL", log.name):
        run(go())


# The store


def finished(table: str, *people: str) -> Finished:
    seats = [RatedSeat(seat, person, "" if person else "tabby", away=False) for seat, person in enumerate(people)]
    skill_summaries: dict[int, SkillSummary | None] = {
        seat: SkillSummary(0.0, float(seat), 1, 1, "") for seat in range(len(people))
    }
    return Finished(table, "yatzy", 5, seats, [0] * len(people), skill_summaries)


def with_tables(place: str, *tables: str) -> Store:
    store = open_store(place)
    store.write([SavePerson(Person(each, each)) for each in ("ann", "ben", "old")])
    store.write([SaveTable(TableRow(each, "yatzy", "{}", b"", "over", 0, 0)) for each in tables])
    store.write([ExpectRating(each) for each in tables])
    return store


def test_a_match_counts_once(place: str) -> None:
    ours = with_tables(place, "t")
    assert ours.read(due_matches, 0, 9) == ["t"]
    assert ours.transact(claim_match, "t", 0)
    assert not ours.transact(claim_match, "t", CLAIM_MILLIS - 1)  # another server works on it
    assert ours.transact(claim_match, "t", CLAIM_MILLIS)  # it has died
    assert ours.transact(move_ratings, finished("t", "ann", "ben"))
    assert not ours.transact(move_ratings, finished("t", "ann", "ben"))  # the first one was only slow
    assert [row.number for row in ours.read(ratings_of, "ann")] == [1]
    assert not ours.read(is_waiting, "t")
    ours.close()


def test_nobody_is_rated_who_has_deleted_everything(place: str) -> None:
    ours = with_tables(place, "t")
    assert ours.transact(move_ratings, finished("t", "ann", "nobody", ""))
    [row] = ours.read(ratings_of, "ann")
    assert [each.seat for each in row.match.entrants] == [0, 2]
    ours.close()


def test_two_matches_of_one_person_at_the_same_moment_get_an_order(place: str) -> None:
    ours = with_tables(place, "s", "t")
    before = (0, Skill())
    ours.transact(move_ratings, finished("s", "ann", "ben"))
    with (
        patch("purrlor.server.rating._latest", Mock(return_value=before)),  # as the other server saw it
        pytest.raises(WriteRefused),
    ):
        ours.transact(move_ratings, finished("t", "ann", ""))
    assert ours.read(is_waiting, "t")
    assert ours.transact(move_ratings, finished("t", "ann", ""))
    rows = ours.read(ratings_of, "ann")
    assert [row.number for row in rows] == [1, 2]
    assert broken(rows) == []
    ours.close()


def test_of_two_persons_who_become_one_the_longer_course_stays(place: str) -> None:
    ours = with_tables(place, "s", "t", "u")
    ours.transact(move_ratings, finished("s", "old", "ann"))
    ours.transact(move_ratings, finished("t", "old", "ben"))
    long = ours.read(ratings_of, "old")
    ours.transact(merge_persons, "old", "ann")
    assert ours.read(ratings_of, "ann") == long
    assert ours.read(ratings_of, "old") == []
    ours.transact(move_ratings, finished("u", "old", "ben"))  # the match still names the former one
    assert [row.number for row in ours.read(ratings_of, "ann")] == [1, 2, 3]
    ours.close()


def test_ratings_can_be_forgotten(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table = await play_rated(ann, ben)
            await rating_at(ann, table)
            async with ann.session.delete("/api/ratings") as response:
                assert response.status == 200
            assert (await ann.get("/api/history"))[1]["ratings"] == []
            assert len((await ben.get("/api/history"))[1]["ratings"]) == 1
            async with house.device() as nobody, nobody.session.delete("/api/ratings") as response:
                assert response.status == 401

    run(go())


def test_a_rating_that_does_not_follow_is_found(tmp_path: Path) -> None:
    ours = with_tables(str(tmp_path / "s"), "s", "t")
    ours.transact(move_ratings, finished("s", "ann", "ben"))
    ours.transact(move_ratings, finished("t", "ann", "ben"))
    first, second = ours.read(ratings_of, "ann")
    assert ours.read(broken_ratings) == []
    with ours.writing() as writer:
        writer.run("UPDATE ratings SET number = 7 WHERE table_id = 't' AND person_id = 'ben'")
    assert [(row.table, row.number) for row in ours.read(broken_ratings)] == [("t", 7)]
    ours.close()
    assert broken([first, second]) == []
    forged = replace(second, match=replace(second.match, after=Skill(99, 1)))
    assert broken([first, forged]) == [forged]
    assert broken([second]) == [second]
    assert broken([forged]) == [forged]
