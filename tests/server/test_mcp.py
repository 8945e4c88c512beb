"""Assistants at the table, through the tools of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from purrlor.server.http.limits import AddressCounts, Buckets
from purrlor.server.mcp import routes as mcp_routes
from purrlor.server.mcp.routes import MOST_OF_ONE
from purrlor.server.mcp.tools import assistant_server
from purrlor.server.mcp.visit import SeatKey, ToolCaller, VisitRefused, read_seat
from purrlor.table.wire import AccountOf, Judged, Review
from tests.server.parlour import Device, Inline, parlour, run, serving

SEAT = SeatKey("http://cats.example:8765", "k3m-9_x", 1, "id.mark")


class Assistant:
    """An assistant's program: calls tools by name and keeps the key of its seat."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.key: str = ""

    async def call(self, tool: str, **arguments: Any) -> Any:
        """The answer as data; a refusal as its text."""
        if self.key and tool not in ("take_seat", "rules"):
            arguments = {"seat_key": self.key, **arguments}
        found = await self.client.call_tool(tool, arguments)
        if found.is_error:
            return found.content[0].text  # type: ignore[union-attr]
        data: Any = found.structured_content
        return data["result"] if set(data) == {"result"} else data

    async def sit(self, link: str, **how: Any) -> Any:
        seen = await self.call("take_seat", link=link, **how)
        self.key = str(seen["seat_key"])
        return seen


@asynccontextmanager
async def at_table(
    tmp_path: Path, game: str = "yatzy", *, over_http: bool = True
) -> AsyncGenerator[tuple[Device, str, str, Client]]:
    """Ann's table with an open seat, its link, and a client of the tools."""
    async with parlour(tmp_path / "s", mcp=over_http) as house, house.device() as ann:
        table, key = await ann.host(game, "person", "open")
        link = f"{house.address}/t/{table}#k={key}"
        server: Any = f"{house.address}/mcp" if over_http else assistant_server(lambda _: ToolCaller())
        async with Client(server) as client:
            yield ann, table, link, client


async def play_to_the_end(ann: Device, table: str, assistant: Assistant) -> dict[str, Any]:
    chair = await ann.sit(table)
    await chair.send("ready", contribution="purr")
    playing = asyncio.create_task(chair.play(Random(1)))
    seen = await assistant.call("wait", seconds=5)
    random = Random(2)
    while not seen["over"]:
        action = random.choice(seen["legal"]) if seen["legal"] else ""
        seen = await (assistant.call("play", action=action) if action else assistant.call("wait"))
    await playing
    return dict(seen)


async def judged(*_: object) -> Review:
    decision = Judged(7, 6, {}, "score chance", "score fours", 190.0, 4.5, 0.0, None)
    return Review([AccountOf(1, 245.0, 190.0, -50.5, 4.5, 0.2, [], [decision], 39)], None)


@pytest.mark.slow
def test_an_assistant_plays_a_match_and_reviews_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with at_table(tmp_path) as (ann, table, link, client):
            assistant = Assistant(client)
            assert (await assistant.sit(link, name="Ada"))["status"] == "open"
            end = await play_to_the_end(ann, table, assistant)
            assert len(end["scores"]) == 2
            with patch.object(Inline, "review", judged):
                review = await assistant.call("review")
            assert [each["best"] for each in review["accounts"][0]["decisions"]] == ["score fours"]

    run(go())


def test_every_call_is_complete_in_itself(tmp_path: Path) -> None:
    """Two clients that know the same key are the same seat: the tools keep nothing between calls."""

    async def go() -> None:
        async with at_table(tmp_path, over_http=False) as (ann, table, link, client):
            first = Assistant(client)
            await first.sit(link)
            chair = await ann.sit(table)
            await chair.send("ready", contribution="purr")
            async with Client(assistant_server(lambda _: ToolCaller())) as other:
                second = Assistant(other)
                second.key = first.key
                seen = await second.call("look", language="de")
            assert seen["your_seat"] == 1
            assert seen == await first.call("look", language="de")

    run(go())


def test_a_refused_action_changes_nothing(tmp_path: Path) -> None:
    async def go() -> None:
        async with at_table(tmp_path, "meow") as (ann, table, link, client):
            assistant = Assistant(client)
            await assistant.sit(link)
            assert "has not begun" in await assistant.call("play", action="play G1")
            chair = await ann.sit(table)
            await chair.send("ready", contribution="purr")
            before = await assistant.call("look")
            assert "nonsense" in await assistant.call("play", action="nonsense")
            assert await assistant.call("look") == before
            assert await assistant.call("ask", question="hand") != []

    run(go())


def test_an_assistant_watches_and_leaves(tmp_path: Path) -> None:
    async def go() -> None:
        async with at_table(tmp_path) as (_, _, link, client):
            spectator, player = Assistant(client), Assistant(client)
            assert (await spectator.sit(link, watch=True))["your_seat"] is None
            assert "for watching" in await spectator.call("play", action="roll")
            await player.sit(link)
            assert await player.call("leave") == "open"
            assert "seat" in await player.call("look")

    run(go())


def test_mcp_is_off_unless_the_host_allows_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house, house.device() as device:
            status, _ = await device.post("/mcp")
            assert status in (404, 405)

    run(go())


def test_calls_count_for_the_address_of_the_assistant(tmp_path: Path) -> None:
    """The requests that the tools make on the server count for the assistant, not for the server itself."""
    counted: list[str] = []

    def take(_: Buckets, address: str, *__: object) -> bool:
        counted.append(address)
        return True

    async def go() -> None:
        async with parlour(tmp_path / "s", proxied=True, mcp=True) as house, house.device() as ann:
            table, key = await ann.host("yatzy", "person", "open")
            arguments = {"link": f"{house.address}/t/{table}#k={key}"}
            params = {"name": "take_seat", "arguments": arguments}
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            headers = {"X-Forwarded-For": "10.0.0.7", "Accept": "application/json, text/event-stream"}
            with patch.object(Buckets, "take", take):
                status, answer = await ann.post("/mcp", call, headers=headers)
            assert (status, answer["result"]["isError"]) == (200, False)

    run(go())
    assert set(counted) == {"10.0.0.7"}


def test_calls_of_one_address_leave_room_for_those_of_others(tmp_path: Path) -> None:
    async def go() -> list[tuple[int, str]]:
        calls = AddressCounts()
        calls.add("192.0.2.9", MOST_OF_ONE)
        with patch.object(mcp_routes, "AddressCounts", lambda: calls):
            async with parlour(tmp_path / "s", proxied=True, mcp=True) as house, house.device() as device:
                headers = {"Accept": "application/json, text/event-stream"}
                call: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
                found = [
                    await device.post("/mcp", call, headers={**headers, "X-Forwarded-For": each})
                    for each in ("192.0.2.9", "192.0.2.7")
                ]
        assert (calls.of("192.0.2.9"), calls.of("192.0.2.7")) == (MOST_OF_ONE, 0)
        return [(status, body.get("code", "")) for status, body in found]

    assert run(go()) == [(429, "queue_full"), (200, "")]


def test_the_first_calls_may_come_at_the_same_moment(tmp_path: Path) -> None:
    async def go() -> list[int]:
        async with parlour(tmp_path / "s", mcp=True) as house, house.device() as device:
            headers = {"Accept": "application/json, text/event-stream"}
            call: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
            found = await asyncio.gather(*(device.post("/mcp", call, headers=headers) for _ in range(5)))
            return [status for status, _ in found]

    assert run(go()) == [200] * 5


def test_nobody_else_can_name_an_address(tmp_path: Path) -> None:
    async def go() -> None:
        async with parlour(tmp_path / "s") as house:
            signer = house.app.services.access.signer
            assert signer.caller(signer.sign_caller("10.0.0.7")) == "10.0.0.7"
            assert signer.caller("10.0.0.7 " + "0" * 64) is None
            assert signer.caller(signer.signed("10.0.0.7").replace(".", " ")) is None

    run(go())


def test_seat_keys_are_read_as_they_are_written() -> None:
    assert read_seat(str(SEAT)) == SEAT
    with pytest.raises(VisitRefused, match=r"Only tables of https://other\.example"):
        read_seat(str(SEAT), "https://other.example")


@pytest.mark.parametrize("text", ["", "meow", "http://[", "file:///t/x#seat=0&token=a", "http://h/t/x#seat=-1&token=a"])
def test_other_texts_are_not_seat_keys(text: str) -> None:
    with pytest.raises(VisitRefused):
        read_seat(text)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("rules", {"game": "chess"}, "no game 'chess'"),
        ("rules", {"game": "meow", "language": "xx"}, "no words for this language"),
        ("take_seat", {"link": "http://127.0.0.1:9/t/abc#k=x"}, "cannot be reached"),
        ("look", {"seat_key": "seat 2"}, "looks like"),
    ],
)
def test_bad_calls_are_answered_in_words(tool: str, arguments: Mapping[str, Any], said: str) -> None:
    async def go() -> str:
        async with Client(assistant_server(lambda _: ToolCaller())) as client:
            return str(await Assistant(client).call(tool, **arguments))

    assert said in run(go())


@pytest.mark.slow
def test_the_command_speaks_on_standard_input_and_output(tmp_path: Path) -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "purrlor.cli", "mcp"])

    async def go(address: str) -> None:
        async with Device(address) as ann, Client(stdio_client(command)) as client:
            table, key = await ann.host("meow", "person", "open", lesson="")
            seen = await Assistant(client).sit(f"{address}/t/{table}#k={key}")
            assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Assistant"]

    with serving(tmp_path) as (address, _):
        run(go(address))
