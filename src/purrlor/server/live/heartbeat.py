"""Pings every socket once a second, a few at a time: answers that come all at once would wait for each other."""

from __future__ import annotations

import asyncio
import itertools

from .live_table import Socket

PING_SECONDS = 1
PING_TURNS = 20


class Heartbeat:
    def __init__(self) -> None:
        self.turns: list[dict[int, Socket]] = [{} for _ in range(PING_TURNS)]
        """All sockets, by the turn in which they are pinged."""

    def add(self, number: int, socket: Socket) -> None:
        self.turns[number % PING_TURNS][number] = socket

    def remove(self, number: int) -> None:
        self.turns[number % PING_TURNS].pop(number, None)

    async def run(self) -> None:
        for turn in itertools.cycle(self.turns):
            await asyncio.sleep(PING_SECONDS / PING_TURNS)
            _ping(list(turn.values()))


def _ping(sockets: list[Socket]) -> None:
    """Apart from the loop, which never ends: there the last socket of a turn would be held after it was closed."""
    for socket in sockets:
        socket.ping()
