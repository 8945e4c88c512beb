"""Open tables: found by everybody on the server while they wait."""

from __future__ import annotations

from pathlib import Path

from tests.server.parlour import Device, parlour, run

pytest_plugins = ["tests.server.postgres"]


async def listed(device: Device) -> list[dict[str, object]]:
    status, found = await device.get("/api/open-tables")
    assert status == 200
    return list(found)


def test_an_open_table_is_found_until_it_is_full(place: str) -> None:
    async def work() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as ben:
            table, key = await ann.host("meow", "person", "open", listed=True, clock="relaxed")
            chair = await ann.sit(table)
            await chair.hear()
            (found,) = await listed(ben)
            assert found == {
                "id": table, "key": key, "game": "meow", "host": "Ann", "clock": "relaxed", "free": 1, "seats": 2,
            }  # fmt: skip
            await ben.join(table, str(found["key"]))
            assert await listed(ann) == []

    run(work())


def test_other_tables_are_not_listed(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("meow", "person", "open", name='"listed":true')
            await ann.post(f"/api/tables/{table}/code")
            chair = await ann.sit(table)
            await chair.hear()
            assert await listed(ann) == []

    run(work())


def test_a_table_is_listed_only_while_somebody_is_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("meow", "person", "open", listed=True)
            assert await listed(ann) == []
            chair = await ann.sit(table)
            await chair.hear()
            assert len(await listed(ann)) == 1

    run(work())
