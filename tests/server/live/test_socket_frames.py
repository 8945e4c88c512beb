"""A socket's handling of frames: floods, lengths, unreadable frames, pings."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType

from purrlor.server.http.limits import LONGEST_MESSAGE, PATIENCE, Limits
from purrlor.server.live.pings import NONCE
from tests.server.parlour import Chair, Device, parlour, run, visit


@pytest.mark.parametrize(("binary", "code"), [(False, "not_started"), (True, "malformed")])
def test_a_flood_is_answered_then_cut_off(tmp_path: Path, binary: bool, code: str) -> None:
    async def flood(device: Device) -> tuple[set[str], str]:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table)
        for _ in range(PATIENCE + 20):
            await (chair.socket.send_bytes(b"{}") if binary else chair.send("hint", seat=0))
        try:
            await chair.until(lambda _: False)
        except ConnectionError as end:
            return {each["code"] for each in chair.heard if each["type"] == "refused"}, str(end)
        return set(), ""

    codes, end = visit(tmp_path, flood, Limits(messages=1))
    assert codes == {code, "too_much"}
    assert end == "too_much"


async def chair_at_a_table(device: Device) -> Chair:
    table, _ = await device.host("yatzy", "person")
    chair = await device.sit(table)
    await chair.until_type("table")
    return chair


def test_a_message_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def ask(device: Device) -> str:
        chair = await chair_at_a_table(device)
        return str((await chair.ask("say", text="x" * LONGEST_MESSAGE))["code"])

    assert visit(tmp_path, ask) == "too_long"


def test_a_frame_that_is_far_too_long_ends_the_connection(tmp_path: Path) -> None:
    async def ask(device: Device) -> bool:
        chair = await chair_at_a_table(device)
        await chair.send("say", text="x" * (5 * LONGEST_MESSAGE))
        try:
            await chair.until(lambda _: False)
        except ConnectionError:
            return True
        return False

    assert visit(tmp_path, ask)


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"type": "purr"}', '{"type":"act"}', '"\\ud800"', "\x00"])
def test_a_malformed_message_is_refused_in_words(text: str, tmp_path: Path) -> None:
    async def ask(device: Device) -> Any:
        chair = await chair_at_a_table(device)
        await chair.socket.send_str(text)
        return await chair.until_type("refused")

    refused = visit(tmp_path, ask)
    assert (refused["code"], refused["id"]) == ("malformed", 0)
    assert refused["words"]


def test_a_binary_frame_is_refused_in_words(tmp_path: Path) -> None:
    async def ask(device: Device) -> Any:
        chair = await chair_at_a_table(device)
        await chair.socket.send_bytes(b'{"type": "start"}')
        return await chair.until_type("refused")

    assert "messages are texts" in visit(tmp_path, ask)["words"]


def test_a_ping_is_answered(tmp_path: Path) -> None:
    async def ask(device: Device) -> bytes:
        table, _ = await device.host("yatzy", "person")
        chair = await device.sit(table, autoping=False)
        await chair.socket.ping(b"are you there")
        while (frame := await chair.socket.receive(timeout=60)).type is not WSMsgType.PONG:
            pass
        return bytes(frame.data)

    assert visit(tmp_path, ask) == b"are you there"


def test_round_trips_are_measured_but_only_honest_ones(tmp_path: Path) -> None:
    async def go() -> tuple[int, bool]:
        async with parlour(tmp_path / "s") as house, house.device() as ann:
            table, _ = await ann.host("yatzy", "person")
            chair = await ann.sit(table)
            guests = house.app.tables.live[table].table.guests
            await chair.until_type("table")
            (guest,) = guests.values()
            reading = asyncio.ensure_future(chair.until_type("said"))
            while not guest.delay.trips:
                await asyncio.sleep(0.01)
            await chair.socket.pong(NONCE.pack(time.perf_counter() - 0.25))
            await chair.socket.pong(NONCE.pack(1e12))
            await chair.socket.pong(NONCE.pack(float("nan")))
            await chair.socket.pong(b"short")
            await chair.send("say", phrase="hello")
            await reading
            return len(guest.delay.trips), all(0 <= trip < 45_000 for trip in guest.delay.trips)

    assert run(go()) == (1, True)
