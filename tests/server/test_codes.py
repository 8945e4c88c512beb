"""Codes of tables: a screen shows one, a phone types it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from purrlor.server.limits import Limits
from purrlor.server.store import open_store
from purrlor.server.store.codes import LENGTH, LETTERS, VALID_MILLIS, Codes
from tests.server.parlour import Device, parlour, run

pytest_plugins = ["tests.server.postgres"]


def test_a_code_leads_to_the_table_however_it_is_typed(place: str) -> None:
    async def work() -> None:
        async with parlour(place) as house, house.device() as screen, house.device() as phone:
            table, key = await screen.host("meow", "open", "open")
            code = await code_of(screen, table)
            assert len(code) == LENGTH
            assert set(code) <= set(LETTERS)
            assert await code_of(screen, table) == code
            for typed in (code, code.lower(), f" {code[:2]}-{code[2:]} "):
                assert await phone.post("/api/codes", {"code": typed}) == (200, {"id": table, "key": key})

    run(work())


def test_only_those_who_belong_to_a_table_get_its_code(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann, house.device() as eve:
            table, _ = await ann.host("meow", "person", "open", watch="anyone")
            status, refusal = await eve.post(f"/api/tables/{table}/code")
            assert (status, refusal["code"]) == (403, "wrong_key")

    run(work())


def test_guessing_codes_is_refused_and_soon_stopped(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s", limits=Limits(code_tries=3)) as house, house.device() as eve:
            answers = [await eve.post("/api/codes", {"code": "BBBBB"}) for _ in range(4)]
            assert [refusal["code"] for _, refusal in answers] == ["wrong_code"] * 3 + ["too_many_codes"]
            assert [status for status, _ in answers] == [404, 404, 404, 429]

    run(work())


def test_a_code_ends_after_some_hours_unless_it_is_shown_again(place: str) -> None:
    with closing(open_store(place)) as store:
        codes = Codes(store)
        code = codes.of("t1", 0)
        assert codes.table(code, VALID_MILLIS - 1) == "t1"
        assert codes.of("t1", 1000) == code
        assert codes.table(code, VALID_MILLIS + 999) == "t1"
        assert codes.table(code, VALID_MILLIS + 1000) is None
        assert codes.of("t2", 0) != code


async def code_of(device: Device, table: str) -> str:
    status, found = await device.post(f"/api/tables/{table}/code")
    assert status == 200
    return str(found["code"])
