"""The private names of aiohttp that the server reads are there: a new version may rename them without notice."""

from __future__ import annotations

import asyncio
import tomllib
from collections import deque
from pathlib import Path
from typing import Any, cast

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from purrlor.server.http.listener import CountedHandler
from purrlor.server.live.connection import unhandled_messages

ROOT = Path(__file__).parents[3]


def gone(name: str, used_in: str) -> str:
    return f"aiohttp {aiohttp.__version__} has no {name} of this kind any more, which {used_in} reads: adapt it"


def test_a_connection_says_what_it_has_received_beyond_its_request() -> None:
    async def work() -> None:
        async def answer(_: web.BaseRequest) -> web.StreamResponse:
            return web.Response()

        handler = cast("Any", CountedHandler(web.Server(answer), loop=asyncio.get_running_loop()))
        for name, kind in (("_messages", deque), ("_message_tail", bytes)):
            assert isinstance(getattr(handler, name, None), kind), gone(
                f"RequestHandler.{name}", "server/http/listener.py"
            )
        assert handler.only_request
        assert handler.unread == b""

    asyncio.run(work())


def test_a_web_socket_counts_the_messages_that_nobody_has_read() -> None:
    async def work() -> None:
        async def listen(request: web.Request) -> web.WebSocketResponse:
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            reader = getattr(socket, "_reader", None)
            assert hasattr(reader, "_buffer"), gone("WebSocketResponse._reader._buffer", "server/live/connection.py")
            while unhandled_messages(socket) < 3:
                await asyncio.sleep(0.01)
            await socket.send_str("three")
            return socket

        app = web.Application()
        app.router.add_get("/", listen)
        async with TestClient(TestServer(app)) as client, client.ws_connect("/") as socket:
            for number in range(3):
                await socket.send_str(str(number))
            assert await socket.receive_str(timeout=60) == "three"

    asyncio.run(work())


def test_aiohttp_is_kept_below_the_version_that_may_rename_them() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert [each for each in needed if each.startswith("aiohttp")] == ["aiohttp>=3.12,<4"]
