"""Turn notifications: a push service gets an encrypted message after the commit, and nobody else learns anything."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from aiohttp import ClientConnectorError, ClientSession, TCPConnector, web

from purrlor.server.push import sender as senders
from purrlor.server.push.encryption import encrypted, from_text, private_key, to_text
from purrlor.server.push.sender import requested_wait
from purrlor.server.push.subscriptions import is_allowed, is_public, public_socket, subscriptions_of
from purrlor.server.store.connection import DatabaseConnection
from tests.server.parlour import PATIENCE, Chair, Device, Parlour, parlour, run
from tests.server.push_service import Browser, PushService, claims, push_service

pytest_plugins = ["tests.server.postgres"]


@asynccontextmanager
async def day_table(place: Any) -> AsyncGenerator[tuple[Parlour, PushService, Device, Device, str, Chair]]:
    """Ann and Ben at a table with a day per turn; it is Ann's turn, and Ben has gone away."""
    async with (
        push_service() as service,
        parlour(place, local_push=True) as house,
        house.device() as ann,
        house.device() as ben,
    ):
        table, key = await ann.host("yatzy", "person", "open", clock="day", options={"first": "1"})
        await ben.join(table, key)
        chairs = [await ann.sit(table), await ben.sit(table)]
        for chair in chairs:
            await chair.send("ready", contribution="")
        await chairs[0].until(lambda message: message["type"] == "update" and bool(message["legal"]))
        await chairs[1].leave()
        await chairs[0].until(lambda message: message["type"] == "table" and not message["seats"][1]["here"])
        await only_one_is_connected(house)
        yield house, service, ann, ben, table, chairs[0]


async def only_one_is_connected(house: Parlour) -> None:
    async def gone() -> bool:
        return len(house.app.services.present) == 1

    await until(gone)


async def finish_turn(chair: Chair, seat: int = 0) -> None:
    await chair.act(seat, "roll")
    await chair.until(lambda message: message["type"] == "update" and "score" in str(message["legal"]))
    score = next(action for action in chair.updates[seat]["legal"] if action.startswith("score"))
    await chair.act(seat, score)
    await chair.until(lambda message: message["type"] == "update" and not message["legal"])


async def subscribe(device: Device, browser: Browser, **headers: str) -> int:
    status, _ = await device.post("/api/push", browser.subscription, headers=headers)
    return status


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.01)


def test_a_turn_of_a_day_calls_the_player_who_is_away(place: str) -> None:
    async def go() -> None:
        async with day_table(place) as (_, service, _ann, ben, table, chair):
            browser = service.browser()
            assert await subscribe(ben, browser, **{"Accept-Language": "de"}) == 200
            await finish_turn(chair)
            message, headers = await service.next(browser)
            assert message == {
                "title": "Purrlor", "body": "Du bist dran.", "tag": f"turn-{table}", "path": f"/t/{table}",
            }  # fmt: skip
            assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
            assert claims(headers)["aud"] == service.address
            assert claims(headers)["exp"] > time.time()

    run(go())


def test_nobody_is_called_who_is_there_or_never_asked(tmp_path: Path) -> None:
    async def go() -> None:
        async with day_table(tmp_path / "s") as (house, service, ann, ben, table, chair):
            bens, anns = service.browser("ben"), service.browser("ann")
            await subscribe(ben, bens)
            await subscribe(ann, anns)
            other, _ = await ben.host("yatzy", "person")
            elsewhere = await ben.sit(other)
            await elsewhere.until_type("table")
            await finish_turn(chair)
            await elsewhere.leave()
            there = await ben.sit(table)
            await there.until(lambda message: message["type"] == "update" and bool(message["legal"]))
            await chair.leave()
            await there.until(lambda message: message["type"] == "table" and not message["seats"][0]["here"])
            await only_one_is_connected(house)
            await finish_turn(there, 1)
            message, _ = await service.next(anns)  # the first one that was sent at all
            assert message["tag"] == f"turn-{table}"
            assert service.got.empty()
            assert not house.app.services.sender.waiting.qsize()

    run(go())


def test_a_rematch_calls_those_who_have_gone(tmp_path: Path) -> None:
    async def go() -> None:
        async with day_table(tmp_path / "s") as (house, service, _ann, ben, table, chair):
            browser = service.browser()
            await subscribe(ben, browser)
            live = house.app.tables.live[table]
            with patch.object(live.table, "status", "over"):
                await chair.send("rematch")
                message, _ = await service.next(browser)
            assert message["tag"] == f"rematch-{live.table.setup.next}"
            assert message["body"] == "A rematch waits for you."

    run(go())


def test_a_round_of_an_evening_calls_those_whose_page_is_closed(place: str) -> None:
    async def go() -> None:
        async with (
            push_service() as service,
            parlour(place, local_push=True) as house,
            house.device() as ann,
            house.device() as ben,
            house.device() as cat,
        ):
            wish = {"name": "Friday", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 2, "host": "Ann"}
            _, evening = await ann.post("/api/evenings", wish)
            way = f"/api/evenings/{evening['id']}"
            for device, name in ((ben, "Ben"), (cat, "Cat")):
                _, evening = await device.post(f"{way}/join", {"name": name, "key": evening["key"]})
            bens = service.browser("ben")
            await subscribe(ben, bens, **{"Accept-Language": "de"})
            for device, name in ((ann, "ann"), (cat, "cat")):
                await subscribe(device, service.browser(name))
            page = asyncio.ensure_future(cat.get(f"{way}?after={evening['version']}"))
            await only_one_is_connected(house)  # Cat's page waits for news
            await ann.post(f"{way}/round")
            tables = (await ben.get(way))[1]["rounds"][0]["tables"]
            own = next(table["id"] for table in tables if table["yours"])
            house.app.services.sender.call(person_of(house, "Ben"), "turn", "later")
            told = [(await service.next(bens))[0] for _ in range(2)]  # nobody else's: that would be the first one
            assert sorted(told, key=lambda each: str(each["tag"])) == [
                {
                    "title": "Purrlor",
                    "body": "Eine Runde beginnt, dein Platz wartet.",
                    "tag": f"round-{evening['id']}",
                    "path": f"/t/{own}",
                },
                {"title": "Purrlor", "body": "Du bist dran.", "tag": "turn-later", "path": "/t/later"},
            ]
            assert (await page)[1]["status"] == "playing"

    run(go())


def person_of(house: Parlour, name: str) -> str:
    with house.app.tables.store.blocking.reading() as reader:
        ((person,),) = reader.run("SELECT id FROM persons WHERE name = ?", (name,))
    return str(person)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_removed(tmp_path: Path, status: int) -> None:
    async def go() -> None:
        async with day_table(tmp_path / "s") as (house, service, _ann, ben, _table, chair):
            browser = service.browser()
            await subscribe(ben, browser)
            [row] = await house.app.tables.store.read(subscriptions_of, await people(house))
            assert row.endpoint == browser.endpoint
            service.answers.append(web.Response(status=status))
            await finish_turn(chair)
            await service.next(browser)

            async def gone() -> bool:
                return not await house.app.tables.store.read(subscriptions_of, await people(house))

            await until(gone)

    run(go())


def counted(house: Parlour, outcome: str) -> float:
    return house.app.services.metrics.registry.get_sample_value("purrlor_push_total", {"outcome": outcome}) or 0.0


async def people(house: Parlour) -> list[str]:
    def read(reader: DatabaseConnection) -> list[str]:
        return [row[0] for row in reader.run("SELECT id FROM persons")]

    return await house.app.tables.store.read(read)


def test_a_busy_push_service_is_called_again_when_it_says(tmp_path: Path) -> None:
    async def go() -> None:
        async with day_table(tmp_path / "s") as (house, service, _ann, ben, _table, chair):
            browser = service.browser()
            await subscribe(ben, browser)
            service.answers += [web.Response(status=429, headers={"Retry-After": "0"}), web.Response(status=503)]
            with patch.object(senders, "FIRST_WAIT", 0.0):
                await finish_turn(chair)
                first = await service.next(browser)
                assert [(await service.next(browser))[0] for _ in range(2)] == [first[0]] * 2

            async def sent() -> bool:
                return counted(house, "sent") == 1

            await until(sent)
            assert (counted(house, "again"), service.got.empty()) == (2, True)

    run(go())


def test_stopping_is_one_request(tmp_path: Path) -> None:
    async def go() -> None:
        async with day_table(tmp_path / "s") as (house, service, ann, ben, _table, _chair):
            browser = service.browser()
            await subscribe(ben, browser)
            await ann.post("/api/push/stop", {"endpoint": browser.endpoint})
            assert len(await house.app.tables.store.read(subscriptions_of, await people(house))) == 1
            await ben.post("/api/push/stop", {"endpoint": browser.endpoint})
            assert await house.app.tables.store.read(subscriptions_of, await people(house)) == []

    run(go())


def test_what_waits_is_bounded(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s", local_push=True) as house:
            sender = house.app.services.sender
            sender.waiting = asyncio.Queue(2)
            for _ in range(3):  # no await: nothing is sent meanwhile
                sender.call("ben", "turn", "t1")
            assert counted(house, "dropped") == 1

    run(go())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"endpoint": "http://push.example/1"}, "bad_subscription"),
        ({"point": to_text(bytes(65))}, "bad_subscription"),
        ({"point": "%"}, "bad_subscription"),
        ({"auth": to_text(bytes(15))}, "bad_subscription"),
    ],
)
def test_a_subscription_that_cannot_be_used_is_refused(tmp_path: Path, change: dict[str, str], code: str) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            browser = Browser("https://push.example/1")
            assert (await ann.post("/api/push", browser.subscription))[1]["code"] == "not_known"
            await ann.get("/api/me")
            assert (await ann.post("/api/push", {**browser.subscription, **change}))[1]["code"] == code
            assert await subscribe(ann, browser) == 200

    run(go())


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x", "https://localhost/x", "https://10.0.0.1/x", "https://[::1]/x", "https://[fd00::1]/x",
        "https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/x", "https://router/x", "http://push.example/x",
        "https://push.example:8443/x", "https://user@push.example/x", "https://push.example:x/", "ftp://push.example/x",
        "https://push.example/" + "x" * 1000, "https://[", "",
        "https://①②⑦.0.0.1/x", "https://１0.0.0.1/x", "https://127。0。0。1/x", "https://127.0.0.1./x", "https://127.1/x",
        "https://2130706433/x", "https://0x7f.1/x", "https://0177.0.0.1/x", "https://1.0x7f/x", "https://0x7f.0.0.1/x",
        "https://8.8.8.8/x", "https://[2606:4700::1111]/x", "https://ⓛocalhost/x", "https://:password@push.example/x",
        "https://push%2eexample/x", "https://push.example\\@127.0.0.1/x",
    ],
)  # fmt: skip
def test_private_hosts_are_not_push_services(endpoint: str) -> None:
    assert not is_allowed(endpoint, local=False)


def test_public_hosts_are() -> None:
    assert is_allowed("https://fcm.googleapis.com/fcm/send/x", local=False)
    assert is_allowed("https://updates.push.services.mozilla.com:443/wpush/v2/x", local=False)
    assert is_allowed("http://127.0.0.1:8123/x", local=True)


def test_a_push_service_cannot_redirect_us(tmp_path: Path) -> None:
    async def go() -> None:
        async with push_service() as other, day_table(tmp_path / "s") as (house, service, _ann, ben, _table, chair):
            service.answers.append(web.Response(status=307, headers={"Location": f"{other.address}/ben"}))
            await subscribe(ben, service.browser())
            await finish_turn(chair)

            async def failed() -> bool:
                return counted(house, "failed") == 1

            await until(failed)
            assert (service.got.qsize(), other.got.qsize()) == (1, 0)

    run(go())


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_no_connection_is_made_to_a_private_address(host: str) -> None:
    """However the address was found: the connector resolves a name, and takes an address as it is written."""

    async def go() -> None:
        async with (
            push_service() as service,
            ClientSession(connector=TCPConnector(socket_factory=public_socket)) as web,
        ):
            port = service.address.rpartition(":")[2]
            with pytest.raises(ClientConnectorError, match="no public address"):
                await web.post(f"http://{host}:{port}/x")
            assert service.got.empty()

    run(go())


def test_a_subscription_kept_from_before_reaches_no_private_address(tmp_path: Path) -> None:
    async def go() -> None:
        async with push_service() as service, parlour(tmp_path / "s") as house, house.device() as ann:
            await ann.get("/api/me")
            assert await subscribe(ann, service.browser()) == 400
            house.app.services.sender.local = True  # as a former version would have accepted it
            assert await subscribe(ann, service.browser()) == 200
            sender = house.app.services.sender
            person = house.app.services.access.signer.person(next(each.value for each in ann.session.cookie_jar))
            assert person
            sender.call(person, "turn", "t1")

            async def failed() -> bool:
                return counted(house, "again") > 0

            await until(failed)
            assert service.got.empty()

    run(go())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True), ("2606:4700::1111", True), ("10.0.0.1", False), ("169.254.169.254", False),
        ("224.0.0.1", False), ("100.64.0.1", False), ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False),
        ("::ffff:127.0.0.1", False), ("2002:7f00:1::", False), ("64:ff9b::7f00:1", False), ("64:ff9b::808:808", True),
    ],
)  # fmt: skip
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) == public


@pytest.mark.parametrize(
    ("after", "seconds"),
    [("", None), ("7", 7.0), ("999999", 3600.0), ("soon", None), ("Thu, 01 Jan 1970 00:01:00 GMT", 60.0)],
)
def test_how_long_a_push_service_wants_us_to_wait(after: str, seconds: float | None) -> None:
    assert requested_wait(after, 0.0) == seconds


def test_the_encryption_is_that_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    receiver = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        from_text(receiver),
        from_text("BTBZMqHH6r4Tts7J_aSIgg"),
        own=private_key(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").hex()),
        salt=from_text("DGv6ra1nlYgDCS1FRnbzlw"),
        padded=0,
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b"
        "Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    key = private_key(from_text("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").hex())
    browser = Browser("", key, from_text("BTBZMqHH6r4Tts7J_aSIgg"))
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"


def test_all_messages_have_the_same_length() -> None:
    browser = Browser("")
    bodies = [encrypted(text, from_text(browser.subscription["point"]), browser.auth) for text in (b"a", b"b" * 400)]
    assert len(bodies[0]) == len(bodies[1])
    assert browser.read(bodies[1]) == b"b" * 400


def test_the_key_is_made_once_and_kept(place: str) -> None:
    async def key() -> str:
        async with parlour(place) as house, house.device() as ann:
            found: str = json.loads(json.dumps((await ann.get("/api/push"))[1]))["key"]
            return found

    assert run(key()) == run(key())
