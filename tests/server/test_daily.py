"""The daily challenge over HTTP: one scored try, a board that recomputes, and a secret that nobody sees early."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import ANY, Mock, patch

import pytest
from msgspec.structs import replace

from purrlor.core import Fate, Record
from purrlor.core.record import event_text
from purrlor.kit import games
from purrlor.server.daily import work as challenge_work
from purrlor.server.daily.daily import Daily, rank, streak
from purrlor.server.daily.queries import Try, draw_challenge
from purrlor.server.store import open_store
from purrlor.table.daily import (
    DAY_MILLIS,
    DayFate,
    challenge_table,
    day_after,
    day_of,
    points_of,
    revealed_at,
)
from purrlor.table.rows import EventRow, Stored
from tests.server.parlour import Device, parlour, run
from tests.server.players import play, quick_par
from tests.table.days import DAY, NOON, SECRET, played, texts

pytest_plugins = ["tests.server.postgres"]


async def begin(device: Device, game: str = "yatzy", name: str = "Ann", **wanted: Any) -> str:
    status, made = await device.post(f"/api/today/{game}", {"name": name, **wanted})
    assert status == 201, made
    return str(made["id"])


async def board(device: Device, game: str = "yatzy", **asked: str) -> dict[str, Any]:
    """The board, once nothing is being worked out any more."""
    while True:
        status, found = await device.get(f"/api/today/{game}", params=asked)
        assert status == 200, found
        own = found["own"]
        if not found["judging"] and (own is None or own["status"] in ("counts", "late")):
            return dict(found)
        await asyncio.sleep(0.01)


def test_a_try_is_played_counted_and_placed(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            await play(ann, await begin(ann), 1)
            await play(ben, await begin(ben, name="Ben"), 2)
            found = await board(ben)
            points = [entry["points"] for entry in found["entries"]]
            assert points == sorted(points, reverse=True)
            assert [entry["place"] for entry in found["entries"]] == [1, 2 if points[1] < points[0] else 1]
            assert {entry["name"] for entry in found["entries"] if entry["you"]} == {"Ben"}
            assert found["par"] == {"level": "sphinx", "points": 199, "millis": 1000}
            merit = found["merit"]
            assert set(merit["signs"]) <= set("gfd")
            assert len(merit["signs"]) == 10
            assert merit["lost"] > 0
            _, today = await ben.get("/api/today")
            assert (today["streak"], [each["game"] for each in today["done"]]) == (1, ["yatzy"])
            (yatzy,) = [each for each in today["games"] if each["game"] == "yatzy"]
            assert (yatzy["players"], yatzy["own"]["status"]) == (2, "counts")

    with quick_par():
        run(go())


def test_a_try_is_judged_once_for_the_board_and_for_the_history(tmp_path: Path) -> None:
    judge = Mock(wraps=challenge_work.table_skill)

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await play(ann, await begin(ann))
            (_, history), found = await asyncio.gather(ann.get("/api/history"), board(ann))
            while history["working"]:
                _, history = await ann.get("/api/history")
            assert history["matches"][0]["merit"] == found["merit"]

    with quick_par(), patch.object(challenge_work, "table_skill", judge):
        run(go())
    assert judge.call_count == 1


def test_there_is_one_scored_try_a_day_and_more_for_fun(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await ann.get("/api/me")
            tables = await asyncio.gather(*(begin(ann) for _ in range(5)))
            assert len(set(tables)) == 1
            fun = await begin(ann, scored=False)
            assert fun != tables[0]
            _, info = await ann.get(f"/api/tables/{fun}")
            assert (info["challenge"], info["hints"]) == ("", True)
            _, scored = await ann.get(f"/api/tables/{tables[0]}")
            assert info["commitment"] != scored["commitment"]
            await ann.post(f"/api/tables/{tables[0]}/leave")
            status, problem = await ann.post("/api/today/yatzy", {"name": "Ann"})
            assert (status, problem["code"]) == (409, "tried_already")

    with quick_par():
        run(go())


def test_bots_of_a_try_play_at_the_pace_that_the_player_chose(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            for scored in (True, False):
                stored = house.app.tables.store.blocking.load(await begin(ann, "meow", scored=scored, pace=150))
                assert stored is not None
                assert json.loads(stored.row.setup)["pace"] == 150

    run(go())


def test_no_answer_holds_the_secret_before_the_day_is_over(tmp_path: Path) -> None:
    """Everything that a player can get of a finished try, and of the day, looked through for the secret."""

    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table = await begin(ann)
            chair = await play(ann, table)
            await board(ann)
            day = day_of(house.app.tables.now())
            secrets = [
                house.app.tables.store.blocking.transact(draw_challenge, each, "yatzy").fate.secret.hex()
                for each in (day, day_after(day))
            ]
            said = json.dumps(chair.heard)
            parts = ("", "/record", "/replay", "/replay?seat=0", "/fates", "/review", "/races")
            answers = [await ann.get(f"/api/tables/{table}{part}") for part in parts]
            answers += [await ann.get(each) for each in ("/api/today", "/api/today/yatzy", "/api/tables", "/api/me")]
            assert all(status in (200, 202) for status, _ in answers)
            text = said + "".join(str(found) for _, found in answers)
            assert secrets[0] not in text
            assert secrets[1] not in text
            assert sha256(bytes.fromhex(secrets[0])).hexdigest() in text
            assert sha256(bytes.fromhex(secrets[1])).hexdigest() in text
            status, problem = await ann.get(f"/api/today/yatzy?day={day_after(day)}")
            assert (status, problem["code"]) == (404, "no_day")

    # how rare that luck is takes the distribution of all matches
    with quick_par(), patch("purrlor.games.yatzy.review.luck_rank", Mock(return_value=None)):
        run(go())


def test_a_fork_of_a_try_is_no_second_try_and_reveals_no_secret(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table = await begin(ann)
            await play(ann, table)
            before, (_, today) = await board(ann), await ann.get("/api/today")
            secret = house.app.tables.store.blocking.transact(draw_challenge, before["day"], "yatzy").fate.secret.hex()
            wanted = {"name": "Ann", "seats": [{"kind": "person"}], "table": table, "at": 20}
            _, problem = await ann.post("/api/forks", {**wanted, "dice": "same"})
            assert problem["code"] == "fork_no_seed"
            _, made = await ann.post("/api/forks", {**wanted, "dice": "new"})
            chair = await play(ann, made["id"], 2)
            parts = ("", "/record", "/replay", "/fates")
            answers = [await ann.get(f"/api/tables/{made['id']}{part}") for part in parts]
            assert all(status == 200 for status, _ in answers)
            assert secret not in json.dumps(chair.heard) + str(answers)
            assert await board(ann) == before
            assert (await ann.get("/api/today"))[1] == {**today, "now": ANY}

    with quick_par():
        run(go())


def test_after_the_day_the_secret_is_shown_and_the_record_verifies(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table = await begin(ann)
            await play(ann, table)
            before = await board(ann)
            assert before["secret"] == ""
            hidden = Record.parse((await ann.get(f"/api/tables/{table}/record"))[1].decode(), games())
            assert hidden.seed is None
            with house.later(revealed_at(before["day"]) - house.app.tables.now()):
                after = await board(ann, day=before["day"])
                record = Record.parse((await ann.get(f"/api/tables/{table}/record"))[1].decode(), games())
            assert sha256(bytes.fromhex(after["secret"])).hexdigest() == before["commitment"]
            assert record.seed == bytes.fromhex(after["secret"])
            assert record.check_fate() > 13

    with quick_par():
        run(go())


def test_a_try_that_ends_too_late_does_not_count(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table = await begin(ann)
            with house.later(2 * DAY_MILLIS):
                await play(ann, table)
                day = day_after(day_of(house.app.tables.now()), -2)
                found = await board(ann, day=day)
            assert (found["own"]["status"], found["own"]["points"], found["entries"]) == ("late", None, [])

    with quick_par():
        run(go())


@pytest.mark.parametrize("change", ["UPDATE events SET text = 'fate 6 6 6 6 6' WHERE number = 2", "options", "person"])
def test_an_entry_that_does_not_recompute_does_not_count(tmp_path: Path, change: str) -> None:
    """Somebody changed the stored match after it ended, before it was counted."""

    async def go() -> None:
        file = tmp_path / "s"
        with patch.object(Daily, "note_over", Mock()):
            async with parlour(file) as house, house.device() as ann:
                await play(ann, await begin(ann))
                cookies = {each.key: each.value for each in ann.session.cookie_jar}
        changes = {
            "options": """UPDATE tables SET setup = replace(setup, '"scratch":"forced"', '"scratch":"free"')""",
            "person": """UPDATE tables SET setup = replace(setup, '"person":"', '"person":"x')""",
        }
        connection = sqlite3.connect(file)
        assert connection.execute(changes.get(change, change)).rowcount == 1
        connection.commit()
        connection.close()
        async with parlour(file) as house, house.device() as ann:
            ann.session.cookie_jar.update_cookies(cookies)
            found = await board(ann)
            assert (found["own"]["status"], found["players"]) == ("late", 0)

    with quick_par():
        run(go())


@pytest.mark.slow
def test_a_thousand_tries_on_one_seed_recompute() -> None:
    """And where two of them did the same so far, the same dice fall."""
    of, next_after = DayFate("yatzy", DAY, SECRET), dict[tuple[str, ...], str]()
    laid, points = replace(challenge_table(of, "ann", "Ann", "", NOON).row, status="over"), set[int]()
    for player in range(1000):
        table = played("yatzy", player)
        lines, log = texts(table), table.play.match.log
        for number, event in enumerate(log):
            if isinstance(event, Fate):
                assert next_after.setdefault(tuple(lines[:number]), lines[number]) == lines[number]
        rows = tuple(EventRow(number, event.at, event_text(table.game, event)) for number, event in enumerate(log, 1))
        found = challenge_work.counted(Stored(laid, rows, ()), of, ["ann"], NOON)
        assert found is not None
        assert found == points_of("yatzy", table.play.match)
        points.add(found.points)
    assert len(points) > 50


def test_a_try_that_ended_while_no_server_could_count_is_counted_later(tmp_path: Path) -> None:
    async def go() -> None:
        with patch.object(Daily, "note_over", Mock()):
            async with parlour(tmp_path / "s") as house, house.device() as ann:
                await play(ann, await begin(ann))
        async with parlour(tmp_path / "s") as house, house.device() as ben:
            assert (await board(ben))["players"] == 1

    with quick_par():
        run(go())


def test_bad_requests_are_answered_in_words(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            asked: list[tuple[str, str]] = []
            for path in ("/api/today/chess", "/api/today/yatzy?day=tomorrow", "/api/today/yatzy?day=1999-01-01"):
                _, problem = await ann.get(path)
                asked.append((path, problem["code"]))
            assert [code for _, code in asked] == ["no_game", "no_day", "no_day"]
            for body, code in (
                ({"name": ""}, "bad_name"),
                ({}, "malformed"),
                ({"name": "Ann", "day": "x"}, "malformed"),
                ({"name": "Ann", "pace": 10_001}, "bad_pace"),
            ):
                _, problem = await ann.post("/api/today/yatzy", body)
                assert problem["code"] == code

    run(go())


def test_servers_of_one_store_draw_one_secret(place: str) -> None:
    with open_store(place) as one:
        first = one.transact(draw_challenge, "2026-11-16", "yatzy")
    with open_store(place) as other:
        assert other.transact(draw_challenge, "2026-11-16", "yatzy") == first
        assert other.transact(draw_challenge, "2026-11-16", "meow").fate.secret != first.fate.secret


def of(person: str, points: int | None, millis: int = 0) -> Try:
    return Try("2026-11-16", "yatzy", person, person, 0, 1, points, millis, "")


def test_equal_tries_share_a_place_unless_time_tells_them_apart() -> None:
    tries = [of("ann", 200, 9), of("ben", 250, 9), of("cat", 200, 5), of("dan", None)]
    assert [(place, each.person) for place, each in rank(tries, timed=False)] == [(1, "ben"), (2, "ann"), (2, "cat")]
    assert [(place, each.person) for place, each in rank(tries, timed=True)] == [(1, "ben"), (2, "cat"), (3, "ann")]


def test_a_streak_ends_with_a_day_that_was_left_out() -> None:
    days = {"2026-11-13", "2026-11-14", "2026-11-15", "2026-11-11"}
    assert streak(days, "2026-11-16") == 3  # today is still to come
    assert streak(days | {"2026-11-16"}, "2026-11-16") == 4
    assert streak(days, "2026-11-17") == 0
