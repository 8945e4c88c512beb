"""Regulars: people you have played with, invited with one tap, or blocked."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from purrlor.server.people import regulars as regulars_api
from tests.server.parlour import Device, Parlour, parlour, run
from tests.server.push_service import push_service

pytest_plugins = ["tests.server.postgres"]


@asynccontextmanager
async def played(place: Any) -> AsyncGenerator[tuple[Parlour, Device, Device, str]]:
    """Ann and Ben have begun a match."""
    async with parlour(place, local_push=True) as house, house.device() as ann, house.device() as ben:
        table, key = await ann.host("yatzy", "person", "open")
        await ben.join(table, key)
        chairs = [await ann.sit(table), await ben.sit(table)]
        for chair in chairs:
            await chair.send("ready", contribution="")
        for chair in chairs:
            await chair.until_type("update")
        for chair in chairs:
            await chair.leave()
        await house.app.tables.load_committed(table)
        yield house, ann, ben, table


async def regulars(device: Device) -> list[dict[str, Any]]:
    _, found = await device.get("/api/regulars")
    return list(found)


async def invitations(device: Device) -> list[dict[str, Any]]:
    _, found = await device.get("/api/invitations")
    return list(found)


async def invite(device: Device, regular: str, game: str = "yatzy") -> tuple[str, str, int, Any]:
    table, key = await device.host(game, "person", "open")
    status, body = await device.post(f"/api/tables/{table}/invite", {"regular": regular})
    return table, key, status, body


def test_people_who_played_together_invite_each_other(place: str) -> None:
    async def go() -> None:
        async with played(place) as (_, ann, ben, _table), push_service() as service:
            [regular] = await regulars(ann)
            assert (regular["name"], regular["matches"], regular["game"]) == ("Ben", 1, "yatzy")
            browser = service.browser()
            await ben.post("/api/push", browser.subscription)
            table, key, status, _ = await invite(ann, regular["id"])
            assert status == 200
            [invitation] = await invitations(ben)
            assert (invitation["table"], invitation["key"], invitation["by"]) == (table, key, "Ann")
            message, _ = await service.next(browser)
            assert (message["body"], message["path"]) == ("You are invited to a table.", "/")
            await ben.join(table, invitation["key"])
            assert await invitations(ben) == []

    run(go())


def test_strangers_are_not_regulars(tmp_path: Path) -> None:
    async def go() -> None:
        async with played(tmp_path / "s") as (house, ann, _ben, table), house.device() as eve:
            await eve.get("/api/me")
            assert await regulars(eve) == []
            [regular] = await regulars(ann)
            assert (await invite(eve, regular["id"]))[3]["code"] == "no_regular"
            assert (await eve.post(f"/api/tables/{table}/invite", {"regular": regular["id"]}))[1]["code"] == (
                "not_at_table"
            )
            assert (await ann.post(f"/api/tables/{table}/invite", {"regular": regular["id"]}))[1]["code"] == (
                "no_open_seat"
            )

    run(go())


def test_a_handle_is_not_the_id_of_the_person_and_differs_for_each(tmp_path: Path) -> None:
    async def go() -> None:
        async with played(tmp_path / "s") as (_, ann, ben, _table):
            handles = {(await regulars(device))[0]["id"] for device in (ann, ben)}
            people = {next(each.value for each in device.session.cookie_jar) for device in (ann, ben)}
            assert len(handles) == 2
            assert not any(handle in person for handle in handles for person in people)

    run(go())


def test_an_export_names_others_without_their_ids(place: str) -> None:
    async def go() -> None:
        async with played(place) as (_, ann, ben, _table):
            anns, bens = (next(each.value for each in device.session.cookie_jar) for device in (ann, ben))
            await invite(ben, (await regulars(ben))[0]["id"])
            _, found = await ann.get("/api/history/export")
            assert [row["by_id"] for row in found["about"]["invitations"]] == ["Ann"]  # his name now
            await ann.post(f"/api/regulars/{(await regulars(ann))[0]['id']}/block")
            _, blocked = await ann.get("/api/history/export")
            assert [row["other_id"] for row in blocked["about"]["blocks"]] == ["Ann"]
            for text in (json.dumps(found), json.dumps(blocked)):
                assert anns.partition(".")[0] in text
                assert bens.partition(".")[0] not in text

    run(go())


def test_a_block_ends_it_for_both(place: str) -> None:
    async def go() -> None:
        async with played(place) as (_, ann, ben, _table):
            [his], [hers] = await regulars(ann), await regulars(ben)
            await invite(ann, his["id"])
            assert len(await invitations(ben)) == 1
            assert (await ben.post(f"/api/regulars/{hers['id']}/block"))[0] == 200
            assert [await regulars(ann), await regulars(ben), await invitations(ben)] == [[], [], []]
            assert (await invite(ann, his["id"]))[3]["code"] == "no_regular"

    run(go())


def test_an_invitation_can_be_declined(tmp_path: Path) -> None:
    async def go() -> None:
        async with played(tmp_path / "s") as (_, ann, ben, _table):
            table, *_ = await invite(ann, (await regulars(ann))[0]["id"])
            await ann.post(f"/api/invitations/{table}/decline")
            assert len(await invitations(ben)) == 1
            await ben.post(f"/api/invitations/{table}/decline")
            assert await invitations(ben) == []

    run(go())


def test_invitations_are_bounded(tmp_path: Path) -> None:
    async def go() -> None:
        async with played(tmp_path / "s") as (_, ann, _ben, _table):
            regular = (await regulars(ann))[0]["id"]
            with patch.object(regulars_api, "MOST_INVITED", 2):
                assert [(await invite(ann, regular))[2] for _ in range(3)] == [200, 200, 429]

    run(go())
