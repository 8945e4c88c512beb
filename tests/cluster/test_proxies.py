"""The small proxy that stands in for haproxy."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest

from harness.proxies import round_robin


async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"hello\n")
    await reader.read()
    writer.close()


@pytest.mark.timeout(180)
def test_it_closes_the_connections_that_it_carries_when_it_ends() -> None:
    async def visit() -> bytes:
        server = await asyncio.start_server(greet, "127.0.0.1", 0)
        async with server, round_robin([server.sockets[0].getsockname()[1]]) as address:
            reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
            assert await reader.readline() == b"hello\n"
        rest = await asyncio.wait_for(reader.read(), 120)
        writer.close()
        return rest

    assert asyncio.run(visit()) == b""
