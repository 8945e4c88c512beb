"""Your own history: every match with luck and skill, exported, and deleted without a trace."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.core import Record, Seat
from purrlor.kit import games
from purrlor.kit.review import skill_summary
from purrlor.server.history import routes
from purrlor.server.history.queries import OWNERS
from purrlor.server.history.routes import MOST_EXPORTS, played_match
from purrlor.server.store import open_store
from purrlor.server.store.schema import COLUMNS, NOT_COPIED
from tests.server.parlour import Device, parlour, run
from tests.server.players import play_on, play_rated

pytest_plugins = ["tests.server.postgres"]
START = 242.99567535980796
"""The expected value of perfect play in Yatzy, in points."""
GOLDEN = Path(__file__).parents[1] / "golden"


async def judged(device: Device) -> list[dict[str, Any]]:
    """The history, once every match is judged."""
    while True:
        status, found = await device.get("/api/history")
        assert status == 200
        if not found["working"]:
            return list(found["matches"])
        await asyncio.sleep(0.01)


async def play_alone(device: Device, seed: int, name: str = "Ann") -> str:
    table, _ = await device.host("yatzy", "person", name=name, lesson=f"history-{seed}")
    chair = await device.sit(table)
    await chair.send("ready")
    await chair.until_type("update")
    await chair.play(Random(seed))
    await chair.leave()
    return table


async def play_together(ann: Device, ben: Device) -> str:
    table, key = await ann.host("yatzy", "person", "open", name="Anneliese", chat="free")
    await ben.join(table, key, name="Ben")
    chairs = [await ann.sit(table), await ben.sit(table)]
    for chair in chairs:
        await chair.send("ready")
    await asyncio.gather(*(chair.until_type("update") for chair in chairs))
    await chairs[0].send("say", text="Anneliese was here")
    await chairs[1].send("say", text="Hello from Ben")
    await asyncio.gather(*(chair.play(Random(5)) for chair in chairs))
    for chair in chairs:
        await chair.leave()
    return table


def test_every_match_is_listed_with_result_luck_and_skill(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            tables = [await play_alone(ann, seed) for seed in (1, 2)]
            found = await judged(ann)
            assert [each["table"] for each in found] == tables[::-1]
            for each in found:
                merit = each["merit"]
                assert each["scores"][0] == pytest.approx(START + merit["luck"] - merit["lost"])
                assert {habit["kind"] for habit in merit["habits"]} <= {
                    "stopped_early", "rolled_on", "bonus", "box", "kept",
                }  # fmt: skip
                assert sum(habit["loss"] for habit in merit["habits"]) == pytest.approx(merit["lost"])
            assert (await judged(ben)) == []
        async with parlour(place) as house, house.device() as again:  # kept, not worked out again
            again.session.cookie_jar.update_cookies({each.key: each.value for each in ann.session.cookie_jar})
            _, kept = await again.get("/api/history")
            assert (kept["working"], kept["matches"]) == (0, found)

    run(go())


def test_a_game_that_weighs_no_decisions_is_judged_by_its_moments(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            short = {"timed": "false", "most_cards": "6"}
            table, _ = await ann.host("addi-cats", "person", "adult", options=short)
            chair = await ann.sit(table)
            await chair.send("ready")
            await chair.until_type("update")
            await chair.play(Random(1))
            (match,) = await judged(ann)
            assert match["merit"]["lost"] is None
            assert match["merit"]["luck"] is not None

    run(go())


def test_a_history_is_read_outside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[threading.Thread] = []

    def noted(*found: Any) -> Any:
        threads.append(threading.current_thread())
        return played_match(*found)

    async def go() -> None:
        monkeypatch.setattr(routes, "played_match", noted)
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await play_alone(ann, 1)
            assert len(await judged(ann)) == 1

    run(go())
    assert threads
    assert threading.main_thread() not in threads


def test_a_fork_is_in_nobodys_history(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            table = await play_rated(ann, ben, rated=False)
            fork = await play_on(ann, ben, table)
            assert (await ann.get(f"/api/tables/{fork}"))[1]["status"] == "over"
            for device in (ann, ben):
                _, found = await device.get("/api/history")
                assert [each["table"] for each in found["matches"]] == [table]

    run(go())


def test_an_export_holds_the_matches_as_records_and_no_keys(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table = await play_alone(ann, 1)
            status, found = await ann.get("/api/history/export")
            assert status == 200
            assert Record.parse(found["matches"][table], games()).match().over
            assert found["about"]["persons"][0]["name"] == "Ann"
            assert [row["table_id"] for row in found["about"]["seated"]] == [table]
            key = house.app.tables.store.blocking.get_setting("signing_key")
            assert key
            assert key not in json.dumps(found)
            async with house.device() as nobody:
                assert (await nobody.get("/api/history/export"))[0] == 401

    run(go())


def test_one_address_has_so_many_exports_at_a_time_and_a_worker_makes_their_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> tuple[list[str], list[int]]:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await play_alone(ann, 1)
            made: list[str] = []
            go_on = asyncio.Event()

            async def wait(make: Any, *values: Any) -> Any:
                made.append(make.__name__)
                await go_on.wait()
                return make(*values)

            monkeypatch.setattr(house.app.tables.thinkers, "document", wait)
            exports = [asyncio.ensure_future(ann.get("/api/history/export")) for _ in range(MOST_EXPORTS + 1)]
            done, _ = await asyncio.wait(exports, return_when=asyncio.FIRST_COMPLETED)
            assert [each.result()[1]["code"] for each in done] == ["queue_full"]
            go_on.set()
            statuses = sorted(status for status, _ in await asyncio.gather(*exports))
            return made, [*statuses, (await ann.get("/api/history/export"))[0]]

    made, statuses = run(go())
    assert statuses == [200, 200, 429, 200]
    assert set(made) == {"shown_record"}


def test_an_export_keeps_the_seed_of_the_day_sealed(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            _, made = await ann.post("/api/today/yatzy", {"name": "Ann"})
            chair = await ann.sit(made["id"])
            await chair.send("ready")
            await chair.until_type("update")
            await chair.play(Random(1))
            _, found = await ann.get("/api/history/export")
            stored = house.app.tables.store.blocking.load(made["id"])
            assert stored is not None
            assert made["id"] in found["matches"]
            assert stored.row.secret.hex() not in json.dumps(found)

    run(go())


def test_nothing_remains_of_a_person_who_deletes_everything(place: str) -> None:
    async def go() -> str:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            alone = await play_alone(ann, 1, name="Anneliese")
            shared = await play_together(ann, ben)
            await ann.post("/api/today/yatzy", {"name": "Anneliese"})
            await ann.post("/api/transfer")
            (cookie,) = [each for each in ann.session.cookie_jar if each.key == "purrlor"]
            async with ann.session.delete("/api/me") as response:
                assert (response.status, await response.json()) == (200, {"left": []})
            assert (await ben.get(f"/api/tables/{alone}"))[0] == 404
            kept = await judged(ben)
            assert [each["names"] for each in kept if each["table"] == shared] == [["Cat", "Ben"]]
            return cookie.value.rpartition(".")[0]

    person = run(go())
    with open_store(place) as store, store.reading() as reader:
        everything = {name: str(reader.run(f"SELECT * FROM {name}")) for name in reader.tables()}
    assert [name for name, rows in everything.items() if person in rows or "Anneliese" in rows] == []
    assert "Hello from Ben" in everything["journal"]


def test_every_column_that_names_a_person_is_known_to_the_deletion() -> None:
    columns = {column for names in (*COLUMNS.values(), *NOT_COPIED.values()) for column in names}
    assert {column for column in columns if column.endswith("_id")} - {"table_id", "position_id"} <= set(OWNERS)


@pytest.mark.parametrize(
    "game", ["addi-cats", *(pytest.param(game, marks=pytest.mark.slow) for game in ("meow", "house-of-cats"))]
)
def test_every_habit_has_words(game: str) -> None:
    from purrlor.words import words

    files = sorted(GOLDEN.rglob(f"{game}*.purr"))
    record = Record.parse(files[0].read_text(), games())
    found = skill_summary(record, Seat(0))
    assert found is not None
    for language in ("en", "de"):
        assert all(f"page.{game}.history.{habit.kind}" in words(language).catalogue for habit in found.habits)
