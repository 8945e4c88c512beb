"""Rooms for children: what the server refuses there, the lock, the cats, and that nothing typed is kept."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.games.addi_cats.children import SHORT
from purrlor.server.children.queries import (
    MOST_WAITING,
    WAITING_MILLIS,
    delete_room,
    open_room,
    wait_at_door,
    waiting_devices,
)
from purrlor.server.http.limits import Limits
from purrlor.server.live.live_tables import SteadyClock
from purrlor.server.people.identity import child_room
from purrlor.server.store import open_store
from purrlor.table.children.rooms import CATS
from purrlor.table.refusals import RequestRefused
from tests.server.parlour import Device, Parlour, parlour, run

pytest_plugins = ["tests.server.postgres"]


class Room:
    """A room that a teacher opened, with devices in it."""

    def __init__(self, house: Parlour, stack: AsyncExitStack, teacher: Device, made: Any) -> None:
        self.house, self.stack, self.teacher = house, stack, teacher
        self.id, self.key = str(made["id"]), str(made["key"])
        self.path = f"/api/rooms/{self.id}"

    async def child(self, cat: str = "") -> Device:
        device = await self.stack.enter_async_context(self.house.device())
        status, shown = await device.post(f"{self.path}/enter", {"key": self.key})
        assert status == 200, shown
        if cat:
            status, shown = await device.post(f"{self.path}/cat", {"cat": cat})
            assert (status, shown["cat"]) == (200, cat)
        return device

    async def table(self, device: Device, game: str = "yatzy", **wanted: Any) -> str:
        status, made = await device.post(f"{self.path}/tables", {"game": game, **wanted})
        assert status == 201, made
        return str(made["id"])

    async def shown(self, device: Device) -> Any:
        return (await device.get(self.path))[1]


async def opened(house: Parlour, stack: AsyncExitStack) -> Room:
    teacher = await stack.enter_async_context(house.device())
    status, made = await teacher.post("/api/rooms")
    assert status == 201, made
    return Room(house, stack, teacher, made)


def in_a_room(place: Any, work: Any, limits: Limits | None = None) -> None:
    async def go() -> None:
        house = parlour(place, limits) if limits else parlour(place)
        async with house as open_house, AsyncExitStack() as stack:
            await work(await opened(open_house, stack))

    run(go())


def code(answered: tuple[int, Any]) -> str:
    status, body = answered
    assert status >= 400, body
    return str(body["code"])


def test_two_children_play_a_match_as_cats(place: str) -> None:
    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        table = await room.table(momo, friends=1)
        waiting = (await room.shown(luna))["tables"]
        assert [(each["id"], each["game"], each["yours"]) for each in waiting] == [(table, "yatzy", False)]
        assert await luna.post(f"/api/tables/{table}/sit") == (200, {"seat": 1, "token": ""})
        chairs = [await momo.sit(table), await luna.sit(table)]
        for chair in chairs:
            await chair.send("ready")
        info = await chairs[0].until(lambda message: message["type"] == "table" and message["status"] == "running")
        assert [(seat["name"], seat["cat"]) for seat in info["seats"]] == [("Momo", "momo"), ("Luna", "luna")]
        assert (info["room"], info["chat"], info["rated"], info["watch"]) == (room.id, "none", False, "nobody")
        await chairs[0].until_type("update")
        await chairs[0].act(0, "roll")

    in_a_room(place, work)


def test_no_chat_no_names_no_rating_and_no_free_text_on_the_wire(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        momo = await room.child("momo")
        tables = f"{room.path}/tables"
        for field in ("name", "chat", "rated", "pass_phrase", "options", "lesson"):
            assert code(await momo.post(tables, {"game": "yatzy", field: "Anna"})) == "malformed"
        assert code(await momo.post(f"{room.path}/cat", {"cat": "Anna"})) == "no_cat"
        table = await room.table(momo, friends=1)
        chair = await momo.sit(table)
        assert (await chair.ask("say", text="I live in"))["code"] == "no_chat"
        assert (await chair.ask("say", phrase="well_done"))["code"] == "no_chat"
        assert (await chair.ask("ready", contribution="I am Anna"))["code"] == "no_free_text"
        stranger = await room.stack.enter_async_context(room.house.device())
        assert code(await stranger.post(f"/api/tables/{table}/join", {"name": "Eve", "key": "?"})) == "room_only"
        assert code(await stranger.post(f"/api/tables/{table}/sit")) == "room_only"
        assert code(await momo.get(f"/api/tables/{table}/rating")) == "room_locked"

    in_a_room(tmp_path / "s", work)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me", {"name": "Anna"}),
        ("POST", "/api/me/leave", {}),
        ("POST", "/api/tables", {"game": "yatzy", "name": "Anna", "seats": [{"kind": "person"}]}),
        ("POST", "/api/clubs", {"name": "Anna's"}),
        ("POST", "/api/records", {}),
        ("POST", "/api/transfer", {}),
        ("POST", "/api/passkeys/options", {}),
        ("POST", "/api/today/yatzy", {"name": "Anna"}),
        ("GET", "/api/history", None),
        ("GET", "/api/rooms", None),
        ("POST", "/api/rooms", {}),
        ("DELETE", "/api/me", None),
    ],
)
def test_a_device_in_a_room_can_do_nothing_outside(tmp_path: Path, method: str, path: str, body: Any) -> None:
    async def work(room: Room) -> None:
        momo = await room.child("momo")
        async with momo.session.request(method, path, json=body) as response:
            assert (response.status, (await response.json())["code"]) == (403, "room_locked")

    in_a_room(tmp_path / "s", work)


def test_a_device_in_a_room_sees_no_table_outside(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        table, key = await room.teacher.host("yatzy", "person", "open", watch="anyone")
        momo = await room.child("momo")
        assert code(await momo.get(f"/api/tables/{table}")) == "room_locked"
        assert code(await momo.get(f"/api/tables/{table}/socket")) == "room_locked"
        assert code(await momo.post(f"/api/tables/{table}/join", {"name": "Momo", "key": key})) == "room_locked"
        assert code(await momo.get("/api/rooms/another23")) == "room_locked"

    in_a_room(tmp_path / "s", work)


def test_only_the_opener_lifts_the_lock(place: str) -> None:
    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        number = (await room.shown(room.teacher))["number"]
        assert [(await room.shown(momo))[secret] for secret in ("key", "number")] == ["", ""]
        assert code(await momo.post(f"{room.path}/lock", {"locked": False})) == "room_locked"
        assert code(await momo.post(f"{room.path}/leave")) == "room_locked"
        wrong = "0000" if number != "0000" else "1111"
        assert code(await momo.post(f"{room.path}/leave", {"number": wrong})) == "wrong_number"
        assert (await momo.post(f"{room.path}/leave", {"number": number}))[0] == 200
        assert (await momo.get("/api/me"))[1]["room"] == ""
        assert (await room.teacher.post(f"{room.path}/lock", {"locked": False}))[0] == 200
        assert (await luna.post(f"{room.path}/leave"))[0] == 200
        assert not any(cat["taken"] for cat in (await room.shown(room.teacher))["cats"])

    in_a_room(place, work)


def test_the_number_cannot_be_found_by_trying(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        momo = await room.child("momo")
        tried = [code(await momo.post(f"{room.path}/leave", {"number": "wrong"})) for _ in range(6)]
        assert tried == ["wrong_number"] * 5 + ["number_locked"]

    in_a_room(tmp_path / "s", work, Limits())


def test_a_child_who_tries_numbers_does_not_lock_out_the_opener(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        for _ in range(20):
            await momo.post(f"{room.path}/leave", {"number": "wrong"})
        number = (await room.shown(room.teacher))["number"]
        assert (await luna.post(f"{room.path}/leave", {"number": number}))[0] == 200
        live_tables = room.house.app.tables
        with patch.object(SteadyClock, "__call__", return_value=live_tables.now() + 10_000):
            assert (await momo.post(f"{room.path}/leave", {"number": number}))[0] == 200

    in_a_room(tmp_path / "s", work, Limits())


def test_a_parent_gets_their_device_back_as_it_was(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        parent = room.teacher
        await parent.post("/api/me", {"name": "Ann"})
        await parent.post(f"{room.path}/enter", {"key": room.key, "child": True})
        assert (await parent.get("/api/me"))[1] == {"known": True, "name": "", "room": room.id}
        assert code(await parent.get(f"{room.path}/knowledge")) == "room_locked"
        with sqlite3.connect(tmp_path / "s") as store:
            (number,) = store.execute("SELECT pin FROM rooms").fetchone()
        await parent.post(f"{room.path}/leave", {"number": number})
        assert (await parent.get("/api/me"))[1] == {"known": True, "name": "Ann", "room": ""}

    in_a_room(tmp_path / "s", work)


def test_a_room_that_was_deleted_locks_nobody_in(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        momo = await room.child("momo")
        assert code(await momo.post(room.path + "/free", {"cat": ""})) == "room_locked"
        async with room.teacher.session.delete(room.path) as response:
            assert response.status == 200
        assert code(await momo.get(room.path)) == "no_room"
        assert (await momo.post(f"{room.path}/leave"))[0] == 200

    in_a_room(tmp_path / "s", work)


def test_a_cat_is_one_child_until_the_opener_frees_it(place: str) -> None:
    async def work(room: Room) -> None:
        momo, other = await room.child("momo"), await room.child()
        assert code(await other.post(f"{room.path}/cat", {"cat": "momo"})) == "cat_taken"
        assert code(await other.post(f"{room.path}/tables", {"game": "yatzy"})) == "no_own_cat"
        assert code(await other.post(f"{room.path}/free", {"cat": "momo"})) == "room_locked"
        assert (await room.teacher.post(f"{room.path}/free", {"cat": "momo"}))[0] == 200
        assert (await other.post(f"{room.path}/cat", {"cat": "momo"}))[1]["cat"] == "momo"
        assert (await room.shown(momo))["cat"] == ""

    in_a_room(place, work)


def test_a_room_is_found_by_its_code_and_entered_with_its_key_only(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        shown = (await room.teacher.post(f"{room.path}/code"))[1]["code"]
        device = await room.stack.enter_async_context(room.house.device())
        assert code(await device.post(f"{room.path}/enter", {"key": "guessed"})) == "wrong_key"
        found = (await device.post("/api/codes", {"code": shown.lower()}))[1]
        assert (found["kind"], found["id"], found["key"]) == ("room", room.id, "")
        assert code(await device.post(f"{room.path}/enter", {"ticket": "guessed"})) == "not_admitted"
        assert (await room.teacher.post("/api/codes", {"code": shown}))[1]["key"] == room.key

    in_a_room(tmp_path / "s", work)


async def knocked(room: Room) -> tuple[Device, Any]:
    """A device that knows only the code, and its ticket."""
    shown = (await room.teacher.post(f"{room.path}/code"))[1]["code"]
    device = await room.stack.enter_async_context(room.house.device())
    status, found = await device.post("/api/codes", {"code": shown})
    assert status == 200, found
    return device, found


async def waiting(room: Room) -> dict[int, str]:
    """The ids of the devices at the door, by number."""
    return {each["number"]: each["id"] for each in (await room.shown(room.teacher))["waiting"]}


def test_a_device_that_knows_only_the_code_waits_until_the_opener_lets_it_in(place: str) -> None:
    async def work(room: Room) -> None:
        (momo, ticket), (luna, other) = await knocked(room), await knocked(room)
        asked, wish = f"{room.path}/wait", {"ticket": ticket["ticket"]}
        assert await momo.post(asked, wish) == (200, {"admitted": False})
        assert code(await momo.post(f"{room.path}/enter", wish)) == "wrong_key"
        assert code(await momo.get(room.path)) == "room_only"
        devices = await waiting(room)
        assert set(devices) == {ticket["number"], other["number"]}
        wanted = {"devices": [devices[ticket["number"]]], "let_in": True}
        assert code(await momo.post(f"{room.path}/admit", wanted)) == "opener_only"
        status, shown = await room.teacher.post(f"{room.path}/admit", wanted)
        assert (status, [each["number"] for each in shown["waiting"]]) == (200, [other["number"]])
        assert await momo.post(asked, wish) == (200, {"admitted": True})
        for _ in range(2):  # an answer may be lost
            status, shown = await momo.post(f"{room.path}/enter", wish)
            assert (status, shown["key"], shown["waiting"]) == (200, "", [])
        assert (await momo.post(f"{room.path}/cat", {"cat": "momo"}))[0] == 200
        assert await luna.post(asked, {"ticket": other["ticket"]}) == (200, {"admitted": False})

    in_a_room(place, work)


def test_a_device_that_is_turned_away_does_not_come_in(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        eve, ticket = await knocked(room)
        wanted = {"devices": list((await waiting(room)).values()), "let_in": False}
        assert (await room.teacher.post(f"{room.path}/admit", wanted))[1]["waiting"] == []
        wish = {"ticket": ticket["ticket"]}
        assert code(await eve.post(f"{room.path}/wait", wish)) == "not_admitted"
        assert code(await eve.post(f"{room.path}/enter", wish)) == "not_admitted"

    in_a_room(tmp_path / "s", work)


def test_nobody_is_let_into_another_room_with_a_ticket(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        other = await opened(room.house, room.stack)
        eve, ticket = await knocked(other)
        device = next(iter((await waiting(other)).values()))
        wanted = {"devices": [device], "let_in": True}
        assert (await room.teacher.post(f"{room.path}/admit", wanted))[0] == 200
        wish = {"ticket": ticket["ticket"]}
        assert await eve.post(f"{other.path}/wait", wish) == (200, {"admitted": False})
        await other.teacher.post(f"{other.path}/admit", wanted)
        assert code(await eve.post(f"{room.path}/enter", wish)) == "not_admitted"
        assert (await eve.post(f"{other.path}/enter", wish))[0] == 200

    in_a_room(tmp_path / "s", work)


def test_devices_do_not_wait_for_ever_and_not_in_any_number(place: str) -> None:
    with closing(open_store(place)) as store:
        room = store.transact(open_room, "p1", 0).id
        assert [store.transact(wait_at_door, room, f"ticket {number}", 0) for number in range(MOST_WAITING)][
            -1
        ] == MOST_WAITING
        with pytest.raises(RequestRefused) as refused:
            store.transact(wait_at_door, room, "one more", 1)
        assert refused.value.code == "too_many_waiting"
        assert store.read(waiting_devices, room, WAITING_MILLIS) == []
        assert store.transact(wait_at_door, room, "later", WAITING_MILLIS) == 1
        store.transact(delete_room, room)
        assert store.read(waiting_devices, room, WAITING_MILLIS) == []


def test_nothing_that_somebody_typed_is_in_the_store(tmp_path: Path) -> None:
    """Whatever a page sends: each text of the store is one that the server chose."""
    typed = "anna-lena"

    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        for path in (f"{room.path}/tables", f"{room.path}/cat", f"{room.path}/enter", "/api/me", f"{room.path}/leave"):
            for body in ({"name": typed}, {"cat": typed, "game": typed, "key": typed, "number": typed}):
                await momo.post(path, body)
        table = await room.table(momo, friends=1)
        await luna.post(f"/api/tables/{table}/sit", {"name": typed})
        await luna.post(f"/api/tables/{table}/sit")
        chair = await momo.sit(table)
        for kind, fields in (
            ("say", {"text": typed}),
            ("ready", {"contribution": typed}),
            ("reveal", {"contribution": typed}),
            ("act", {"seat": 0, "version": 0, "action": typed}),
            ("replace", {"seat": 0, "level": typed}),
        ):
            await chair.ask(kind, **fields)

    in_a_room(tmp_path / "s", work)
    with sqlite3.connect(tmp_path / "s") as store:
        assert typed not in "\n".join(store.iterdump())


@pytest.mark.slow
def test_the_opener_sees_what_each_cat_knows_and_deletes_it(place: str) -> None:
    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        await play_race(room, momo, luna)
        status, found = await room.teacher.get(f"{room.path}/knowledge")
        assert status == 200
        (game,) = found
        assert game["game"] == "addi-cats"
        assert {cat["cat"] for cat in game["cats"]} == {"momo", "luna"}
        assert all("+" in item["item"] for cat in game["cats"] for item in cat["known"])
        assert code(await momo.get(f"{room.path}/knowledge")) == "room_locked"
        async with room.teacher.session.delete(f"{room.path}/knowledge?cat=momo") as response:
            assert [cat["cat"] for cat in (await response.json())[0]["cats"]] == ["luna"]
        async with room.teacher.session.delete(f"{room.path}/knowledge") as response:
            assert await response.json() == []

    in_a_room(place, work)


async def play_race(room: Room, *devices: Device) -> str:
    """A whole race; everybody hits at random."""
    quick = {"most_cards": "24", "pace": "0", "hit_window": "500", "clock_count": "0", "patience": "1000"}
    with patch.dict(SHORT, quick):
        table = await room.table(devices[0], "addi-cats", friends=len(devices) - 1)
    for device in devices[1:]:
        await device.post(f"/api/tables/{table}/sit")
    chairs = [await device.sit(table) for device in devices]
    for chair in chairs:
        await chair.send("ready")
    await asyncio.gather(*(chair.play(Random(number)) for number, chair in enumerate(chairs)))
    return table


def test_every_cat_has_a_picture_of_its_own() -> None:
    cast = (Path(__file__).parents[2] / "web" / "src" / "art" / "cast.ts").read_text(encoding="utf-8")
    drawn = cast.partition("export const ROOM_CATS")[2].partition("];")[0]
    assert [name.strip().strip('"') for name in drawn.partition("[")[2].split(",") if name.strip()] == list(CATS)


def test_an_id_says_whether_it_is_locked_into_a_room() -> None:
    assert child_room("~abc~xyz-_") == "abc"
    assert child_room("xyz-_") == ""


@pytest.mark.slow
def test_the_handicap_follows_the_results_into_the_next_match(place: str) -> None:
    async def work(room: Room) -> None:
        momo, luna = await room.child("momo"), await room.child("luna")
        rows = [("momo", 500), ("luna", 0)]
        with room.house.app.tables.store.blocking.writing() as writer:
            for cat, lead in rows:
                sql = "INSERT INTO room_leads (room, game, cat, lead) VALUES (?, 'addi-cats', ?, ?)"
                writer.run(sql, (room.id, cat, lead))
        table = await play_race(room, momo, luna)
        _, info = await momo.get(f"/api/tables/{table}")
        assert [seat["delay"] for seat in info["seats"]] == [500, 0]
        assert info["options"]["stack_shares"] == "100,80"
        with room.house.app.tables.store.blocking.reading() as reader:
            leads: dict[str, int] = dict(reader.run("SELECT cat, lead FROM room_leads"))
        assert leads != dict(rows)
        chair = await momo.sit(table)
        await chair.send("rematch")
        over = await chair.until(lambda message: message["type"] == "table" and message["next"])
        _, next_info = await momo.get(f"/api/tables/{over['next']}")
        assert next_info["room"] == room.id
        delays = {seat["cat"]: seat["delay"] for seat in next_info["seats"]}
        assert delays["momo"] - delays["luna"] == leads["momo"] - leads["luna"]

    in_a_room(place, work)
