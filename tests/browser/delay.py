"""A slow connection to the server: bytes are forwarded late, in both directions."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager

PATIENCE = 120
"""A limit in seconds that is only exceeded if something is wrong."""


class DelayProxy:
    """Forwards bytes after half a round trip, in order; transparent at the level of TCP."""

    def __init__(self, port: int, trip: int) -> None:
        self.port = port
        self.half = trip / 2000
        self.passing: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        self.server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        self.server.close()
        for task in self.passing:
            task.cancel()
        await asyncio.gather(*self.passing, return_exceptions=True)

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._connect(reader, writer))
        self.passing.add(task)
        task.add_done_callback(self.passing.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        finally:
            back.close()
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        try:
            while data := await reader.read(65536):
                loop.call_later(self.half, writer.write, data)
        except ConnectionError:
            pass
        await asyncio.sleep(self.half)
        writer.close()


@contextmanager
def slow_line(port: int, trip: int) -> Generator[str]:
    """Yield the address of a server with a round trip of `trip` milliseconds."""
    loop = asyncio.new_event_loop()
    proxy = DelayProxy(port, trip)
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    through = asyncio.run_coroutine_threadsafe(proxy.open(), loop).result(timeout=PATIENCE)
    try:
        yield f"http://localhost:{through}"
    finally:
        asyncio.run_coroutine_threadsafe(proxy.close(), loop).result(timeout=PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=PATIENCE)
        loop.close()
