"""Playing on from a finished match on the server: what the people at the new table are sent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.core import Record
from purrlor.kit import games
from tests.leaks import leaks
from tests.server.parlour import Device, Parlour, parlour, run
from tests.server.uploads import keep

GOLDEN = Path(__file__).parents[1] / "golden"
MEOW = (GOLDEN / "meow.purr").read_text(encoding="utf-8")
AT = 12
SEATS = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot", "level": "uniform"}]


async def forked(ann: Device, **wanted: Any) -> tuple[str, str]:
    """Let Ann play on a finished match of MEOW; return the new table and its key."""
    _, kept = await keep(ann, MEOW)
    asked = {"name": "Ann", "seats": SEATS, "table": kept["id"], "at": AT, "pace": 1, **wanted}
    status, made = await ann.post("/api/forks", asked)
    assert status == 201, made
    return made["id"], made["key"]


async def played(house: Parlour, **wanted: Any) -> tuple[Record[Any, Any, Any], list[Any]]:
    """Ann and Ben play on to the end: the record, and what each of them was sent."""
    async with house.device() as ann, house.device() as ben:
        table, key = await forked(ann, **wanted)
        await ben.join(table, key)
        chairs = [await ann.sit(table), await ben.sit(table)]
        for chair in chairs:
            await chair.send("ready")
        await asyncio.gather(*(chair.until_type("update") for chair in chairs))
        assert await code(ben, f"/api/tables/{table}/record") == "no_record"
        assert await code(ben, f"/api/tables/{table}/replay") == "no_record"
        await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
        _, text = await ben.get(f"/api/tables/{table}/record")
        for chair in chairs:
            await chair.leave()
    return Record.parse(text.decode(), games()), [chair.heard for chair in chairs]


async def code(device: Device, path: str) -> str:
    return str((await device.get(path))[1]["code"])


@pytest.mark.parametrize("wanted", [{"dice": "same"}, {"dice": "new"}, {"dice": "new", "redeal": 0}])
def test_people_at_a_fork_are_sent_what_their_seats_may_know(tmp_path: Path, wanted: dict[str, Any]) -> None:
    async def go() -> tuple[Record[Any, Any, Any], list[Any]]:
        async with parlour(tmp_path / "s") as house:
            return await played(house, **wanted)

    record, heard = run(go())
    assert [leaks(record, seat, messages) for seat, messages in enumerate(heard)] == [[], []]
    assert leaks(record, 0, heard[1])


def test_running_match_is_not_forked(tmp_path: Path) -> None:
    async def go() -> str:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            wanted = {"name": "Ann", "seats": [{"kind": "person"}], "table": table}
            return str((await ann.post("/api/forks", wanted))[1]["code"])

    assert run(go()) == "no_record"
