"""A store that version one wrote is read, verified, replayed and played on for ever.

It holds a finished, a running and an open table of each game, with what was said there.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from purrlor.cli import main
from purrlor.core import Record
from purrlor.kit import games
from purrlor.server.records import documents
from purrlor.server.store import Store, open_store
from purrlor.table import records
from purrlor.table.review import fates_of, replay_of
from purrlor.table.rows import Stored
from tests.server.parlour import Device, parlour, run

STORES = sorted((Path(__file__).parent / "stores").glob("*.sqlite.gz"))
OURS = ("yatzy", "meow", "addi-cats", "house-of-cats")


@pytest.fixture(params=STORES, ids=lambda path: path.name.partition(".")[0])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "parlour.sqlite"
    path.write_bytes(gzip.decompress(request.param.read_bytes()))
    return path


def tables(store: Store, status: str) -> list[Stored]:
    loaded = [store.load(table) for table in store.ids()]
    return [each for each in loaded if each is not None and each.row.status == status]


def test_there_are_tables_of_every_game_in_every_state(place: Path) -> None:
    with open_store(place) as store:
        for status in ("open", "running", "over"):
            assert {each.row.game for each in tables(store, status)} == set(OURS)


def test_the_whole_store_passes_the_check(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["store", "check", "--store", str(place)])
    assert (code, capsys.readouterr().err) == (0, "")


def test_finished_matches_are_exported_verified_and_replayed(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "export", "--all", "--store", str(place), "-o", str(tmp_path / "records")]) == 0
    files = sorted((tmp_path / "records").glob("*.purr"))
    assert len(files) == len(OURS)
    for file in files:
        record: Record[Any, Any, Any] = Record.parse(file.read_text(encoding="utf-8"), games())
        assert record.match().over
        assert record.check_fate() > 0
        assert main(["verify", str(file)]) == 0
    capsys.readouterr()


def test_finished_matches_can_be_looked_back_at_from_every_seat(place: Path) -> None:
    with open_store(place) as store:
        for stored in tables(store, "over"):
            table = records.restored(stored, 0)
            for seat in (None, *range(len(table.setup.seats))):
                replay = replay_of(table, seat)
                assert len(replay.steps) == len(stored.events) + 1
                assert json.loads(gzip.decompress(documents.replay(stored, seat, replay.table)))["steps"]
            assert fates_of(table)


@pytest.mark.slow
def test_running_matches_are_played_to_their_end(place: Path) -> None:
    with open_store(place) as store:
        running = [each.row.id for each in tables(store, "running")]

    async def finish(house: Any, table: str) -> None:
        live = (await house.app.tables.find(table)).table
        assert live.chat.said, "what was said is still there"
        devices = [Device(house.address, house.app.services.access.signer.signed(who)) for who in ("ann", "ben")]
        try:
            chairs = [await device.sit(table) for device in devices]
            await asyncio.gather(*(chair.play(Random(seat)) for seat, chair in enumerate(chairs)))
            assert any(update["over"] for update in chairs[0].updates.values())
        finally:
            for device in devices:
                await device.session.close()

    async def go() -> None:
        async with parlour(place) as house:
            for table in running:
                await finish(house, table)

    run(go())
    with open_store(place) as store:
        assert tables(store, "running") == []


def test_the_list_of_tables_shows_them_all(place: Path) -> None:
    async def go() -> list[dict[str, Any]]:
        async with (
            parlour(place) as house,
            Device(house.address, house.app.services.access.signer.signed("ann")) as ann,
        ):
            return list((await ann.get("/api/tables"))[1])

    listed = run(go())
    assert len(listed) == 3 * len(OURS)
    assert all(each["scores"] for each in listed if each["status"] == "over")
