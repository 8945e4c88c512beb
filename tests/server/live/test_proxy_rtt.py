"""Round trips that a trusted reverse proxy has measured."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import WSMsgType

from purrlor.server.live.proxy_rtt import PROBES, trip_in
from purrlor.table.race.round_trips import Delay
from tests.server.parlour import Chair, Device, Parlour, parlour, run

HEADER = "X-Client-RTT"
AT_HOME, ELSEWHERE = "192.0.2.1", "198.51.100.9"


def headers(address: str, micros: int) -> dict[str, str]:
    return {"X-Forwarded-For": address, HEADER: str(micros)}


async def delay_of(house: Parlour, table: str) -> Delay:
    (guest,) = house.app.tables.live[table].table.guests.values()
    return guest.delay


async def probe(device: Device, table: str, address: str, micros: int) -> WSMsgType:
    path = f"/api/tables/{table}/line"
    async with device.session.ws_connect(path, headers=headers(address, micros)) as socket:
        return (await socket.receive(timeout=60)).type


def visit(
    tmp_path: Path, work: Callable[[Parlour, Device, Chair, str], Awaitable[list[float]]], rtt_header: str = HEADER
) -> list[float]:
    """Ann sits at a table, through a proxy that measured 60 ms."""

    async def go() -> list[float]:
        async with (
            parlour(tmp_path / "s", proxied=True, rtt_header=rtt_header) as house,
            house.device() as ann,
        ):
            table, _ = await ann.host("addi-cats", "person", "six-year-old", options={"pace": "0"})
            chair = await ann.sit(table, headers=headers(AT_HOME, 60_000))
            await chair.until_type("table")
            return await work(house, ann, chair, table)

    return run(go())


async def vouched(house: Parlour, _ann: Device, _chair: Chair, table: str) -> list[float]:
    return list((await delay_of(house, table)).vouched)


def test_the_handshake_is_a_measurement(tmp_path: Path) -> None:
    assert visit(tmp_path, vouched) == [60]


def test_a_header_that_the_operator_did_not_name_counts_for_nothing(tmp_path: Path) -> None:
    """Where no proxy sets it, a client could."""
    assert visit(tmp_path, vouched, rtt_header="") == []


def test_more_measurements_are_requested_when_a_race_begins(tmp_path: Path) -> None:
    async def work(house: Parlour, ann: Device, chair: Chair, table: str) -> list[float]:
        await chair.send("ready")
        asked = await chair.until_type("measure_line")
        closed = [await probe(ann, table, AT_HOME, 70_000 + number) for number in range(asked["times"])]
        assert closed == [WSMsgType.CLOSE] * PROBES
        return list((await delay_of(house, table)).vouched)

    assert visit(tmp_path, work) == [60, *[70 + number / 1000 for number in range(PROBES)]]


def test_nobody_is_asked_where_no_proxy_measures(tmp_path: Path) -> None:
    async def work(house: Parlour, _ann: Device, chair: Chair, table: str) -> list[float]:
        await chair.send("ready")
        line = await delay_of(house, table)
        await chair.until(lambda message: message["type"] == "update" and message["racing"])
        (connection,) = house.app.services.proxy_round_trips.open.values()
        while not connection.pings.raced:
            await asyncio.sleep(0.01)
        await chair.send("say", phrase="hello")
        await chair.until_type("said")
        assert "measure_line" not in [message["type"] for message in chair.heard]
        return list(line.vouched)

    assert visit(tmp_path, work, rtt_header="") == []


def test_connections_from_elsewhere_vouch_for_nothing(tmp_path: Path) -> None:
    """A detour over another network would make the line look longer than it is."""

    async def work(house: Parlour, ann: Device, chair: Chair, table: str) -> list[float]:
        await probe(ann, table, ELSEWHERE, 200_000)
        async with house.device() as stranger:
            await probe(stranger, table, AT_HOME, 300_000)
        return await vouched(house, ann, chair, table)

    assert visit(tmp_path, work) == [60]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(["61234"], 61.234), (["5", "61000"], 61), ([" 0 "], 0), ([], None), ([""], None), (["-5"], None),
     (["1e9"], None), (["²"], None), (["999999999"], None)],
)  # fmt: skip
def test_the_header_gives_microseconds(lines: list[str], expected: float | None) -> None:
    assert trip_in(lines) == expected
