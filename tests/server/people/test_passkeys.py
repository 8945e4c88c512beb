"""Passkeys: the same person on all devices, without a password."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from purrlor.server.daily.queries import begin_try, tries_of_person
from purrlor.server.http.limits import Limits
from purrlor.server.live.live_tables import SteadyClock
from purrlor.server.people import passkey_routes as passkeys_api
from purrlor.server.people.account_merge import merge_persons
from purrlor.server.people.identity import WORD_MILLIS
from purrlor.server.people.passkeys import MOST_PASSKEYS, RelyingParty
from purrlor.server.store import open_store
from purrlor.table.daily import DayFate
from purrlor.table.rows import Person, SavePerson
from tests.server.authenticator import Authenticator, data, text
from tests.server.parlour import Device, Parlour, parlour, run

pytest_plugins = ["tests.server.postgres"]


@asynccontextmanager
async def named_house(place: Any, limits: Limits | None = None) -> AsyncGenerator[Parlour]:
    """Run a server with a host name: no passkey is bound to an IP address."""
    opened = parlour(place, limits) if limits else parlour(place)
    async with opened as house:
        house.address = house.address.replace("127.0.0.1", "localhost")
        yield house


async def made(device: Device, key: Authenticator, name: str = "phone") -> tuple[int, Any]:
    _, ceremony = await device.post("/api/passkeys/options")
    return await device.post("/api/passkeys", {"credential": key.create(ceremony["options"]), "name": name})


async def entered(device: Device, key: Authenticator) -> tuple[int, Any]:
    _, ceremony = await device.post("/api/passkeys/enter/options")
    return await device.post("/api/passkeys/enter", {"credential": key.get(ceremony["options"])})


async def tables_of(device: Device) -> set[str]:
    _, tables = await device.get("/api/tables")
    return {table["id"] for table in tables}


def test_a_passkey_makes_another_device_the_same_person(place: str) -> None:
    async def go() -> None:
        async with named_house(place) as house, house.device() as ann, house.device() as phone:
            table, _ = await ann.host("yatzy", "person")
            key = Authenticator(house.address)
            status, listed = await made(ann, key)
            assert (status, [each["name"] for each in listed["passkeys"]]) == (200, ["phone"])
            assert await entered(phone, key) == (
                200,
                {"name": "Ann", "ticket": "", "here": "", "tables": 0, "kept": False},
            )
            assert await tables_of(phone) == {table}
            _, kept = await phone.get("/api/passkeys")
            assert kept["possible"] == "yes"
            assert kept["passkeys"][0]["used"] >= kept["passkeys"][0]["created"]

    run(go())


def test_passkeys_are_renamed_and_removed(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            key, spare = Authenticator(house.address), Authenticator(house.address, 2)
            await made(ann, key)
            await made(ann, spare, "laptop")
            first = f"/api/passkeys/{text(key.id)}"
            assert [each["name"] for each in (await ann.post(first, {"name": "key"}))[1]["passkeys"]] == [
                "key",
                "laptop",
            ]
            await made(ben, Authenticator(house.address, 3))
            assert (await ben.post(first, {"name": "mine"}))[0] == 404
            async with ben.session.delete(first) as answer:
                assert answer.status == 404
            async with ann.session.delete(first) as answer:
                assert [each["name"] for each in (await answer.json())["passkeys"]] == ["laptop"]
            status, refusal = await entered(ben, key)
            assert (status, refusal["code"]) == (404, "unknown_passkey")

    run(go())


def test_a_challenge_works_once_in_time_and_for_its_person(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            key = Authenticator(house.address)
            _, ceremony = await ann.post("/api/passkeys/options")
            credential = {"credential": key.create(ceremony["options"]), "name": "phone"}
            await ben.post("/api/passkeys/options")
            assert (await ben.post("/api/passkeys", credential))[1]["code"] == "old_challenge"
            assert (await ann.post("/api/passkeys", credential))[1]["code"] == "old_challenge"
            await made(ann, key)
            _, ceremony = await ben.post("/api/passkeys/enter/options")
            credential = {"credential": key.get(ceremony["options"])}
            assert [(await ben.post("/api/passkeys/enter", credential))[0] for _ in range(2)] == [200, 400]
            _, ceremony = await ben.post("/api/passkeys/enter/options")
            credential = {"credential": key.get(ceremony["options"])}
            with patch.object(SteadyClock, "__call__", return_value=house.app.tables.now() + WORD_MILLIS):
                assert (await ben.post("/api/passkeys/enter", credential))[1]["code"] == "old_challenge"

    run(go())


def test_a_signature_of_another_key_page_or_counter_is_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann, house.device() as ben:
            key = Authenticator(house.address)
            await made(ann, key)
            await entered(ben, key)
            forged, elsewhere = Authenticator(house.address), Authenticator("https://purrlor.example")
            elsewhere.key, elsewhere.uses, copied = key.key, key.uses, Authenticator(house.address)
            copied.key = key.key  # and an older counter
            async with house.device() as eve:
                for wrong in (forged, elsewhere, copied):
                    assert (await entered(eve, wrong))[1]["code"] == "bad_passkey"
                assert await tables_of(eve) == set()

    run(go())


@pytest.mark.parametrize(
    "credential",
    ["", "[]", '{"response": 1}', *(json.dumps({"response": {"clientDataJSON": each}}) for each in ("e30", "____"))],
)
def test_an_invalid_credential_is_refused_in_words(tmp_path: Path, credential: str) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann:
            assert (await ann.post("/api/passkeys/enter", {"credential": credential}))[1]["code"] == "bad_passkey"
            _, ceremony = await ann.post("/api/passkeys/enter/options")
            empty = json.loads(Authenticator(house.address).get(ceremony["options"]))
            empty["response"]["authenticatorData"] = ""
            assert (await ann.post("/api/passkeys/enter", {"credential": json.dumps(empty)}))[0] == 404

    run(go())


def test_a_device_with_tables_is_asked_first_and_brings_them_along(place: str) -> None:
    async def go() -> None:
        async with (
            named_house(place) as house,
            house.device() as ann,
            house.device() as phone,
            house.device() as tablet,
        ):
            first, _ = await ann.host("yatzy", "person")
            key = Authenticator(house.address)
            await made(ann, key)
            running, link = await phone.host("yatzy", "person", "open", name="Pia")
            await ann.join(running, link, "Ann")
            _, word = await phone.post("/api/transfer")
            await tablet.post("/api/transfer/take", {"word": word["word"]})
            chair = await tablet.sit(running)
            await chair.until_type("table")
            _, asked = await entered(phone, key)
            assert (asked["here"], asked["tables"], asked["kept"]) == ("Pia", 1, False)
            assert await tables_of(phone) == {running}
            status, _ = await phone.post("/api/passkeys/enter/choice", {"ticket": asked["ticket"], "bring": True})
            assert status == 200
            assert await phone.get("/api/bringing") == (200, [running])
            assert (await phone.post(f"/api/tables/{running}/bring"))[0] == 200
            assert await phone.get("/api/bringing") == (200, [])
            assert await tables_of(phone) == {first, running} == await tables_of(tablet)
            _, info = await phone.get(f"/api/tables/{running}")
            assert ([seat["yours"] for seat in info["seats"]], info["host"]) == ([True, True], True)
            await chair.until(lambda message: message["type"] == "table" and all(s["yours"] for s in message["seats"]))

    run(go())


def test_a_transfer_asks_a_device_with_tables_like_a_passkey(place: str) -> None:
    async def go() -> None:
        async with parlour(place) as house, house.device() as ann, house.device() as phone:
            first, _ = await ann.host("yatzy", "person")
            second, _ = await phone.host("yatzy", "person", name="Pia")
            _, word = await ann.post("/api/transfer")
            _, asked = await phone.post("/api/transfer/take", {"word": word["word"]})
            assert (asked["name"], asked["here"], asked["tables"]) == ("Ann", "Pia", 1)
            assert await tables_of(phone) == {second}
            await phone.post("/api/passkeys/enter/choice", {"ticket": asked["ticket"], "bring": True})
            assert (await phone.post(f"/api/tables/{second}/bring"))[0] == 200
            assert await tables_of(phone) == {first, second}

    run(go())


def test_tries_of_the_day_move_to_the_person_that_is_left(place: str) -> None:
    """Unless that one has tried as well: everybody has one try."""
    with open_store(place) as store:
        store.write([SavePerson(Person(each, each)) for each in ("old", "new")])
        for game, person in (("yatzy", "old"), ("meow", "old"), ("meow", "new")):
            fate, table = DayFate(game, "2026-11-16", b""), f"{game}-{person}"
            assert store.transact(begin_try, fate, person, table, now=0, writes=[])
        store.transact(merge_persons, "old", "new")
        assert {(each.game, each.table) for each in store.read(tries_of_person, "new")} == {
            ("yatzy", "yatzy-old"), ("meow", "meow-new"),
        }  # fmt: skip
        assert [(each.game, each.table) for each in store.read(tries_of_person, "old")] == [("meow", "meow-old")]


def test_a_device_may_switch_and_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann, house.device() as phone:
            first, _ = await ann.host("yatzy", "person")
            key, own = Authenticator(house.address), Authenticator(house.address, 2)
            await made(ann, key)
            second, _ = await phone.host("yatzy", "person")
            await made(phone, own)
            _, asked = await entered(phone, key)
            assert asked["kept"]
            choice = {"ticket": asked["ticket"], "bring": False}
            assert (await ann.post("/api/passkeys/enter/choice", choice))[1]["code"] == "old_challenge"
            _, asked = await entered(phone, key)
            choice = {"ticket": asked["ticket"], "bring": False}
            assert (await phone.post("/api/passkeys/enter/choice", choice))[0] == 200
            assert await tables_of(phone) == {first}
            _, back = await entered(phone, own)
            await phone.post("/api/passkeys/enter/choice", {"ticket": back["ticket"], "bring": False})
            assert await tables_of(phone) == {second}

    run(go())


def test_nobody_brings_tables_of_others(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann, house.device() as eve:
            table, _ = await ann.host("yatzy", "person")
            await eve.get("/api/me")
            assert (await eve.post(f"/api/tables/{table}/bring"))[1]["code"] == "not_at_table"

    run(go())


def test_leaving_makes_the_device_nobody_and_forgetting_removes_passkeys(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            key = Authenticator(house.address)
            await made(ann, key)
            await ann.post("/api/me/leave")
            assert await tables_of(ann) == set()
            await entered(ann, key)
            assert await tables_of(ann) == {table}
            async with ann.session.delete("/api/me") as answer:
                assert answer.status == 200
            assert (await entered(ann, key))[1]["code"] == "unknown_passkey"

    run(go())


def test_tries_and_passkeys_are_bounded(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann:
            for number in range(MOST_PASSKEYS):
                await made(ann, Authenticator(house.address, number))
            assert (await ann.post("/api/passkeys/options"))[1]["code"] == "too_many_passkeys"
        async with named_house(tmp_path / "t", Limits(passkey_tries=3)) as house, house.device() as eve:
            codes = [(await eve.post("/api/passkeys/enter/options"))[0] for _ in range(4)]
            assert codes == [200, 200, 200, 429]

    run(go())


def test_without_a_name_or_the_library_there_are_no_passkeys(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            assert (await ann.get("/api/passkeys"))[1]["possible"] == "address"
            assert (await ann.post("/api/passkeys/enter/options"))[1]["code"] == "passkeys_need_name"
            with patch.object(passkeys_api, "is_installed", lambda: False):
                assert (await ann.get("/api/passkeys"))[1]["possible"] == "library"
                assert (await ann.post("/api/passkeys/options"))[1]["code"] == "no_passkeys"

    run(go())


@pytest.mark.parametrize(
    ("host", "name", "origin"),
    [
        ("localhost:8765", "localhost", "http://localhost:8765"),
        ("purrlor.example", "purrlor.example", "https://purrlor.example"),
        ("purrlor.example:8443", "purrlor.example", "https://purrlor.example:8443"),
    ],
)
def test_a_passkey_is_bound_to_the_address(host: str, name: str, origin: str) -> None:
    party = RelyingParty(host)
    assert (party.id, party.origin, party.has_name) == (name, origin, True)


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "[::1]:8765", "192.168.0.7", ""])
def test_a_number_is_not_a_name(host: str) -> None:
    assert not RelyingParty(host).has_name


def test_the_handle_says_nothing_about_the_person(tmp_path: Path) -> None:
    async def go() -> None:
        async with named_house(tmp_path / "s") as house, house.device() as ann:
            _, ceremony = await ann.post("/api/passkeys/options")
            cookie = next(each.value for each in ann.session.cookie_jar)
            handle = data(json.loads(ceremony["options"])["user"]["id"])
            assert cookie.rpartition(".")[0].encode() not in handle
            assert json.loads(ceremony["options"])["authenticatorSelection"]["residentKey"] == "required"

    run(go())
