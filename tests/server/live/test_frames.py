"""Frames made by hand are the same bytes as aiohttp's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import WSMsgType
from aiohttp.http_websocket import WebSocketWriter

from purrlor.server.live.outbox import CLOSE, PING, PONG, TEXT, close_frame, frame, text_frame
from tests.server.parlour import run


class Pipe:
    """The parts of a protocol and a transport that aiohttp's writer needs."""

    def __init__(self) -> None:
        self.written = b""
        self._reading_paused = False

    def write(self, data: bytes) -> None:
        self.written += bytes(data)

    def writelines(self, parts: Any) -> None:
        self.written += b"".join(map(bytes, parts))

    def is_closing(self) -> bool:
        return False

    async def _drain_helper(self) -> None:
        pass


def written(send: Callable[[WebSocketWriter], Awaitable[None]]) -> bytes:
    async def go() -> bytes:
        pipe: Any = Pipe()
        await send(WebSocketWriter(pipe, pipe, use_mask=False))
        await asyncio.sleep(0)
        return bytes(pipe.written)

    return run(go())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1500, 65_535, 65_536, 70_000])
def test_a_text_is_the_frame_that_aiohttp_writes(size: int) -> None:
    message = bytes(97 + number % 26 for number in range(size))
    assert text_frame(message) == written(lambda writer: writer.send_frame(message, WSMsgType.TEXT))


@pytest.mark.parametrize(("opcode", "kind"), [(PING, WSMsgType.PING), (PONG, WSMsgType.PONG), (TEXT, WSMsgType.TEXT)])
def test_a_small_frame_is_the_one_that_aiohttp_writes(opcode: int, kind: WSMsgType) -> None:
    assert frame(opcode, b"12345678") == written(lambda writer: writer.send_frame(b"12345678", kind))


def test_a_close_frame_is_the_one_that_aiohttp_writes() -> None:
    assert close_frame(1013, b"too_much") == written(lambda writer: writer.close(1013, b"too_much"))
    assert close_frame(1013, b"too_much")[0] == 0x80 | CLOSE
