"""Matches over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from purrlor.core import Record, Seat
from purrlor.kit import games
from purrlor.table import wire
from purrlor.table.bots import PlainAdvice
from purrlor.table.updates import STORY_STEP, Stories
from tests.server.parlour import Chair, Device, parlour, run, two_at_a_table

pytest_plugins = ["tests.server.postgres"]

MATCHES: dict[str, dict[str, str]] = {
    "yatzy": {},
    "meow": {},
    "addi-cats": {"timed": "false", "most_cards": "9"},
    "house-of-cats": {},
}


async def both_sit(ann: Device, ben: Device, table: str) -> list[Chair]:
    chairs = [await ann.sit(table), await ben.sit(table)]
    for chair in chairs:
        await chair.send("ready", contribution="x")
    return chairs


@pytest.mark.parametrize("game", MATCHES)
def test_people_and_a_bot_play_a_whole_match(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host(game, "person", "open", "uniform", options=MATCHES[game], lesson="")
            await ben.join(table, key)
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            info = await chairs[0].until(lambda each: each["type"] == "table" and each["status"] == "over")
            _, text = await ann.get(f"/api/tables/{table}/record")
            record = Record.parse(text.decode(), games())
            assert record.check_fate() > 0
            assert list(record.match().scores) == chairs[1].updates[1]["scores"]
            assert record.commitment == info["commitment"]
            assert record.contributions == ("x", "x")

    run(play())


def test_a_timed_race_is_decided_and_its_ledger_shown(tmp_path: Path) -> None:
    options = {"most_cards": "3", "pace": "0", "hit_window": "500", "patience": "1000", "clock_count": "0"}

    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "addi-cats", options=options) as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            _, ledger = await ben.get(f"/api/tables/{table}/races")
            assert ledger
            assert all(each["entries"][0]["place"] == 1 for each in ledger)

    run(play())


def test_the_first_spectator_of_a_long_match_lets_the_others_have_their_turn(tmp_path: Path) -> None:
    """Everything that happened was sent in one message, in the event loop."""
    parts: list[int] = []

    class Counting(Stories):
        def since(
            self, first: int, viewers: Iterable[Seat | None], last: int | None = None
        ) -> Mapping[Seat | None, Sequence[wire.Told]]:
            parts.append((self.play.length if last is None else last) - first)
            return super().since(first, viewers, last)

    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "yatzy") as (house, ann, ben, table), house.device() as cat:
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            live = (await house.app.tables.find(table)).table
            live.stories = Counting(live.play)
            await cat.join(table, live.setup.key, name="Cat", watch=True)
            told = await (await cat.sit(table)).until_type("update")
            assert max(parts) <= STORY_STEP < sum(parts) == live.play.length == told["events"]

    run(play())


def test_reconnecting_brings_everything_back(place: str) -> None:
    async def play() -> None:
        async with two_at_a_table(place, "meow") as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            for chair in chairs:
                await chair.until_type("update")
            seat: int = chairs[0].updates[0]["awaiting"][0]
            await chairs[seat].act(seat, chairs[seat].updates[seat]["legal"][0])
            latest = await chairs[1].until(lambda each: each["type"] == "update")
            await chairs[1].leave()
            again = await ben.sit(table)
            back = await again.until_type("update")
            kept = ("version", "events", "view", "legal", "awaiting", "take_back")
            assert {key: back[key] for key in kept} == {key: latest[key] for key in kept}

    run(play())


def test_everything_is_there_after_a_restart(place: str) -> None:
    async def play() -> None:
        async with two_at_a_table(place, "meow") as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            before = await chairs[0].until_type("update")
            cookies = {cookie.key: cookie.value for cookie in ann.session.cookie_jar}
        async with parlour(place) as house, house.device() as ann:
            ann.session.cookie_jar.update_cookies(cookies)
            after = await (await ann.sit(table)).until_type("update")
            assert (after["seat"], after["view"], after["legal"]) == (0, before["view"], before["legal"])

    run(play())


def test_the_server_closes_at_once_though_sockets_are_open(tmp_path: Path) -> None:
    async def play() -> float:
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as visit:
            async with parlour(tmp_path / "s") as house:
                ann = await visit.enter_async_context(house.device())
                table, _ = await ann.host("yatzy", "person")
                chair = await ann.sit(table)
                await chair.until_type("table")
                hearing = asyncio.ensure_future(hears_the_end(chair))
                began = loop.time()
            assert await hearing
            return loop.time() - began

    assert run(play()) < 30


async def hears_the_end(chair: Chair) -> bool:
    try:
        await chair.until(lambda _: False)
    except ConnectionError:
        return True
    return False


def test_two_devices_are_one_person_after_a_transfer(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_at_a_table(tmp_path / "s") as (house, ann, _, table), house.device() as phone:
            _, made = await ann.post("/api/transfer")
            status, me = await phone.post("/api/transfer/take", {"word": made["word"]})
            assert (status, me["name"], me["ticket"]) == (200, "Ann", "")
            info = await (await phone.sit(table)).until_type("table")
            assert [seat["yours"] for seat in info["seats"]] == [True, False]
            assert (await phone.post("/api/transfer/take", {"word": made["word"]}))[1]["code"] == "wrong_word"

    run(play())


def test_a_stranger_has_nothing_to_transfer(tmp_path: Path) -> None:
    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as stranger:
            status, problem = await stranger.post("/api/transfer")
            assert (status, problem["code"]) == (401, "not_known")

    run(play())


@pytest.mark.parametrize(
    ("watch", "stranger", "with_link"),
    [("nobody", "no_watching", "no_watching"), ("link", "wrong_key", ""), ("anyone", "", "")],
)
def test_watching_depends_on_the_setting_of_the_table(
    watch: str, stranger: str, with_link: str, tmp_path: Path
) -> None:
    async def code(device: Device, table: str) -> str:
        _, answer = await device.get(f"/api/tables/{table}/races")
        return str(answer["code"]) if "code" in answer else ""

    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as wil:
            table, key = await ann.host("yatzy", "person", "open", watch=watch)
            assert await code(wil, table) == stranger
            await wil.post(f"/api/tables/{table}/join", {"name": "Wil", "key": key, "watch": True})
            assert await code(wil, table) == with_link

    run(play())


def test_a_spectator_sees_the_match_but_plays_no_part(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "meow", watch="anyone") as (house, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            await chairs[0].until_type("update")
            async with house.device() as wil:
                chair = await wil.sit(table)
                update = await chair.until_type("update")
                assert (update["seat"], update["legal"]) == (None, [])
                refused = await chair.ask("act", seat=0, version=update["version"], action="play G1")
                assert refused["code"] == "not_your_seat"

    run(play())


def test_a_bot_program_plays_with_a_token(tmp_path: Path) -> None:
    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as program:
            table, key = await ann.host("meow", "person", "open")
            joined = await program.join(table, key, "Robot", token=True)
            assert not list(program.session.cookie_jar)
            async with house.device(joined["token"]) as robot:
                chairs = await both_sit(ann, robot, table)
                await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
                assert chairs[1].updates[1]["over"]

    run(play())


def test_a_hint_goes_to_the_person_who_requested_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: object) -> PlainAdvice:
        return PlainAdvice([wire.Ranked("roll", 1.5)], None, None)

    monkeypatch.setattr("purrlor.table.bots.advise", advise)

    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", options={"first": "1"}) as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            version = (await chairs[0].until_type("update"))["version"]
            await chairs[0].send("hint", seat=0, id=3)
            hint = await chairs[0].until_type("hint")
            assert (hint["id"], hint["version"], hint["ranked"]) == (3, version, [{"action": "roll", "worth": 1.5}])

    run(play())


def test_a_rematch_is_found_by_everybody(place: str) -> None:
    async def play() -> None:
        async with two_at_a_table(place, "meow") as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            await asyncio.gather(*(chair.send("rematch") for chair in chairs))
            infos = await asyncio.gather(*(chair.until(lambda each: bool(each.get("next"))) for chair in chairs))
            assert infos[0]["next"] == infos[1]["next"]
            new = await both_sit(ann, ben, infos[0]["next"])
            update = await new[0].until_type("update")
            assert update["seat"] == 1
            _, tables = await ben.get("/api/tables")
            assert {each["status"] for each in tables} == {"over", "running"}

    run(play())


def test_a_spectator_may_follow_into_the_rematch(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "meow") as (house, ann, ben, table), house.device() as eve:
            key = (await ann.post(f"/api/tables/{table}/link"))[1]["key"]
            await eve.post(f"/api/tables/{table}/join", {"name": "Eve", "key": key, "watch": True})
            seat = await eve.sit(table)
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            await chairs[0].send("rematch")
            info = await seat.until(lambda each: bool(each.get("next")))
            assert info["next_key"] == ""
            following = await eve.sit(info["next"])
            assert (await following.until_type("table"))["watchers"] == 1

    run(play())


def test_replay_and_review_follow_a_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "meow") as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            for kind in ("record", "replay", "review"):
                status, problem = await ann.get(f"/api/tables/{table}/{kind}")
                assert (status, problem["code"]) == (409, "no_record")
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            status, replay = await ben.get(f"/api/tables/{table}/replay?seat=1")
            assert (status, replay["seat"]) == (200, 1)
            assert replay["steps"][-1]["view"] == chairs[1].updates[1]["view"]
            for seat in ("2", "-1", "9" * 5000, "one"):
                status, problem = await ben.get(f"/api/tables/{table}/replay", params={"seat": seat})
                assert (status, problem["code"]) == (400, "no_such_seat")

    run(play())


def test_a_match_against_a_clock_is_reviewed(tmp_path: Path) -> None:
    options = {"timed": "false", "most_cards": "3"}

    async def play() -> None:
        async with two_at_a_table(tmp_path / "s", "addi-cats", options=options) as (_, ann, ben, table):
            chairs = await both_sit(ann, ben, table)
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            status, answer = await ann.get(f"/api/tables/{table}/review")
            assert (status, answer["status"]) == (200, "done")
            assert len(answer["review"]["looks_back"]) == 2

    run(play())


def test_a_pass_phrase_is_requested(tmp_path: Path) -> None:
    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "person", "open", pass_phrase="open sesame")
            wrong = await ben.post(f"/api/tables/{table}/join", {"name": "Ben", "key": key, "pass_phrase": "barley"})
            assert (wrong[0], wrong[1]["code"]) == (403, "wrong_phrase")
            assert (await ben.join(table, key, pass_phrase="open sesame"))["seat"] == 1

    run(play())


def test_the_link_is_sent_again_to_those_who_sit_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("yatzy", "person", "open")
            assert (await ann.post(f"/api/tables/{table}/link"))[1] == {"id": table, "key": key}
            assert (await ben.post(f"/api/tables/{table}/link"))[0] == 403

    run(play())


def test_your_tables_begin_with_the_one_where_something_happened_last(tmp_path: Path) -> None:
    async def go() -> None:
        place = tmp_path / "store"
        async with parlour(place) as house, house.device() as ann:
            first, _ = await ann.host("yatzy", "person", lesson="")
            second, _ = await ann.host("yatzy", "person", lesson="")
            assert await order(ann) == [second, first]
            chair = await ann.sit(first)
            await chair.send("ready")
            await chair.until(lambda message: bool(message.get("legal")))
            with house.later(1000):
                await chair.act(0, "roll")
                await chair.until_type("update")
            assert await order(ann) == [first, second]
            await chair.leave()
            cookies = {each.key: each.value for each in ann.session.cookie_jar}
        async with parlour(place) as later, later.device() as again:
            again.session.cookie_jar.update_cookies(cookies)
            assert await order(again) == [first, second]

    run(go())


async def order(device: Device) -> list[str]:
    _, tables = await device.get("/api/tables")
    return [each["id"] for each in tables]
