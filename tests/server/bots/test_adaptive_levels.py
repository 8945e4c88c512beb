"""Bots that adapt play a new match and a rematch at the pace that fits after the last one."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from tests.server.parlour import Chair, Device, parlour, run

SHORT = {"timed": "false", "numbers_up_to": "5", "actions": "", "most_cards": "40"}


async def levels_at(device: Device, table: str) -> list[str]:
    _, info = await device.get(f"/api/tables/{table}")
    return [seat["level"] for seat in info["seats"] if seat["kind"] == "bot"]


async def played(device: Device, *levels: str) -> tuple[str, Chair]:
    """Play a short match against these bots with random answers; return the table and the seat."""
    table, _ = await device.host("addi-cats", "person", *levels, options=SHORT)
    chair = await device.sit(table)
    await chair.send("ready", contribution="")
    await chair.play(Random(1))
    return table, chair


def test_a_new_table_and_a_rematch_have_the_pace_after_the_last_match(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as eve:
            table, chair = await played(ann, "playmate", "playmate")
            assert await levels_at(ann, table) == ["playmate", "playmate"]
            next_table, _ = await ann.host("addi-cats", "person", "playmate", "adult", options=SHORT)
            first, other = await levels_at(ann, next_table)
            assert first.startswith("playmate@")
            assert other == "adult"
            await chair.send("rematch")
            info: dict[str, Any] = await chair.until(lambda each: bool(each.get("next")))
            assert await levels_at(ann, info["next"]) == [first, first]
            stranger, _ = await eve.host("addi-cats", "person", "playmate", options=SHORT)
            assert await levels_at(eve, stranger) == ["playmate"]

    run(go())


def test_a_match_against_other_bots_says_nothing_about_the_pace(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            await played(ann, "playmate", "adult")
            table, _ = await ann.host("addi-cats", "person", "playmate", options=SHORT)
            assert await levels_at(ann, table) == ["playmate"]

    run(go())


def test_a_pace_that_there_is_not_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            seats = [{"kind": "person"}, {"kind": "bot", "level": "playmate@99"}]
            status, refusal = await ann.post("/api/tables", {"game": "addi-cats", "name": "Ann", "seats": seats})
            assert (status, refusal["code"]) == (400, "no_level")

    run(go())
