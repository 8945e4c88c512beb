"""Pings of all sockets."""

import asyncio
import gc
import weakref

from purrlor.server.live.pings import PING_TURNS, Heartbeat


class Line:
    """A connection that counts its pings and does nothing else."""

    def __init__(self) -> None:
        self.pinged = asyncio.Event()

    def send(self, message: bytes) -> None:
        raise NotImplementedError

    def ping(self) -> None:
        self.pinged.set()

    def close(self, code: str) -> None:
        raise NotImplementedError


def test_a_socket_that_was_pinged_last_is_free_once_it_is_removed() -> None:
    """Without the collector: the loop of the heartbeat never ends, so whatever it holds would stay."""

    async def work() -> None:
        heartbeat, line = Heartbeat(), Line()
        heartbeat.add(PING_TURNS, line)
        beating = asyncio.create_task(heartbeat.run())
        await line.pinged.wait()
        heartbeat.remove(PING_TURNS)
        held = weakref.ref(line)
        del line
        found = held() is None
        beating.cancel()
        assert found

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(work(), 60))
    finally:
        gc.enable()
