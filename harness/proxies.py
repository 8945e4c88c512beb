"""Proxies in front of several servers: haproxy where it is installed, or a small one that always works."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from itertools import cycle
from pathlib import Path
from random import choice

HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
MISSING = "haproxy is not installed (Debian: apt install haproxy); the small proxy of the tests stands in for it"
CONFIGURATION = """
defaults
    mode tcp
    timeout connect 1s
    timeout client 1h
    timeout server 1h
    option redispatch
    retries 3
listen parlour
    bind 127.0.0.1:{port}
    balance roundrobin
{servers}
"""
SERVER = "    server node{number} 127.0.0.1:{port} check inter 200ms fall 1 rise 1\n"


SERVER_PORTS = range(20_000, 32_000)
"""Below the ports that Linux, macOS and Windows give to outgoing connections: none of those can take the port of a
server that is away for a moment."""


def free_port() -> int:
    while True:
        port = choice(SERVER_PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@asynccontextmanager
async def haproxy(ports: Sequence[int], folder: Path) -> AsyncGenerator[str]:
    assert HAPROXY is not None, MISSING
    port, place = free_port(), folder / "haproxy.cfg"
    servers = "".join(SERVER.format(number=number, port=each) for number, each in enumerate(ports))
    place.write_text(CONFIGURATION.format(port=port, servers=servers))
    process = subprocess.Popen([HAPROXY, "-db", "-f", str(place)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def round_robin(ports: Sequence[int]) -> AsyncGenerator[str]:
    """Connect to each server in turn, or to the next one that answers; close all connections at the end."""
    turns = cycle(ports)
    lines: set[asyncio.Task[None]] = set()

    async def carry_both_ways(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            for _ in ports:
                try:
                    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", next(turns))
                except OSError:
                    continue
                await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
                break

    def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle a connection. Not a coroutine: asyncio of Python 3.11 logs an error if one is cancelled."""
        line = asyncio.get_running_loop().create_task(carry_both_ways(reader, writer))
        lines.add(line)
        line.add_done_callback(lines.discard)

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with closing(writer), suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
