"""Codes of tables: a screen shows one, a phone types it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from purrlor.server.http.limits import Limits, share_of
from purrlor.server.live.live_tables import SteadyClock
from purrlor.server.store import open_store
from purrlor.server.tables.codes import LENGTH, LETTERS, VALID_MILLIS, code_of, target_of_code
from tests.server.parlour import Device, parlour, run

pytest_plugins = ["tests.server.postgres"]


def test_a_code_leads_to_the_table_however_it_is_typed(place: str) -> None:
    async def work() -> None:
        async with parlour(place) as house, house.device() as screen, house.device() as phone:
            table, key = await screen.host("meow", "open", "open")
            code = await shown_code(screen, table)
            assert len(code) == LENGTH
            assert set(code) <= set(LETTERS)
            assert await shown_code(screen, table) == code
            for typed in (code, code.lower(), f" {code[:2]}-{code[2:]} "):
                assert await phone.post("/api/codes", {"code": typed}) == (
                    200,
                    {"kind": "table", "id": table, "key": key, "ticket": "", "number": 0},
                )

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


def test_wrong_codes_from_many_addresses_are_stopped_together(tmp_path: Path) -> None:
    """Six times as many as from one address; links go on working."""

    async def work() -> None:
        async with parlour(tmp_path / "s", limits=Limits(code_tries=3), proxied=True) as house, house.device() as eve:
            live_tables = house.app.tables
            with patch.object(SteadyClock, "__call__", return_value=live_tables.now()):
                tried = [await wrong_code(eve, "/api/codes", f"192.0.2.{number}") for number in range(20)]
            assert tried == ["wrong_code"] * 18 + ["too_many_wrong_codes"] * 2

    run(work())


def test_right_codes_use_up_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s", limits=Limits(code_tries=3)) as house, house.device() as ann:
            table, _ = await ann.host("meow", "open", "open")
            code = await shown_code(ann, table)
            assert {(await ann.post("/api/codes", {"code": code}))[0] for _ in range(30)} == {200}

    run(work())


def test_a_network_of_ipv6_is_one_address(tmp_path: Path) -> None:
    async def work() -> None:
        async with parlour(tmp_path / "s", limits=Limits(code_tries=3), proxied=True) as house, house.device() as eve:
            tried = [await wrong_code(eve, "/api/codes", f"2001:db8:1:2:{number:x}::1") for number in range(4)]
            assert tried == ["wrong_code"] * 3 + ["too_many_codes"]
            assert await wrong_code(eve, "/api/codes", "2001:db8:1:3::1") == "wrong_code"

    run(work())


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert share_of(address) == counted


async def wrong_code(device: Device, path: str, address: str) -> str:
    _, refusal = await device.post(path, {"code": "BBBBB"}, headers={"X-Forwarded-For": address})
    return str(refusal["code"])


def test_a_code_ends_after_some_hours_unless_it_is_shown_again(place: str) -> None:
    with closing(open_store(place)) as store:
        code = store.transact(code_of, "t1", 0)
        assert store.read(target_of_code, code, VALID_MILLIS - 1) == "t1"
        assert store.transact(code_of, "t1", 1000) == code
        assert store.read(target_of_code, code, VALID_MILLIS + 999) == "t1"
        assert store.read(target_of_code, code, VALID_MILLIS + 1000) is None
        assert store.transact(code_of, "t2", 0) != code


async def shown_code(device: Device, table: str) -> str:
    status, found = await device.post(f"/api/tables/{table}/code")
    assert status == 200
    return str(found["code"])
