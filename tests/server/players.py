"""People at many tables who remember what they sent and received while servers come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeVar
from unittest.mock import Mock, patch

from aiohttp import ClientError

from purrlor.server.daily import work as challenge_work
from purrlor.table.daily import ChallengePoints
from tests.server.parlour import PATIENCE, Chair, Device, Message

T = TypeVar("T")
P = TypeVar("P", bound="Player")
Games = Sequence[tuple[str, dict[str, str]]]
GAMES: Games = [
    ("yatzy", {}),
    ("meow", {}),
    ("addi-cats", {"timed": "false", "most_cards": "12"}),
    ("house-of-cats", {}),
]


@dataclass
class Player:
    """One person at one table: what they sent and received, over all connections."""

    table: str
    seat: int
    cookies: dict[str, str]
    random: Random
    sent: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    refused: set[int] = field(default_factory=set[int])
    told: list[Message] = field(default_factory=list[Message])
    version: int = -1
    over: bool = False

    async def play(self, address: str) -> None:
        """Play to the end of the match or of the server."""
        async with AsyncExitStack() as visit:
            device = await visit.enter_async_context(Device(address))
            device.session.cookie_jar.update_cookies(self.cookies)
            try:
                chair = await device.sit(self.table)
                visit.push_async_callback(chair.leave)  # a line that only the garbage collector closes is a warning
                await self._play(chair)
            except (ConnectionError, ClientError, TimeoutError):
                return

    async def _play(self, chair: Chair) -> None:
        await chair.send("ready")
        self._compare(await chair.until(self._is_mine))
        while not self.over:
            update = chair.updates[self.seat]
            if update["legal"] and update["version"] > self.version:
                await self._act(chair, update)
            self._note(await chair.hear())

    def _is_mine(self, message: Message) -> bool:
        return bool(message["type"] == "update")

    async def _act(self, chair: Chair, update: Message) -> None:
        action = self.random.choice(update["legal"])
        number = len(self.sent) + 1
        self.version = update["version"]
        self.sent.append((number, action))
        await chair.send("act", seat=self.seat, version=self.version, action=action, id=number)

    def _note(self, message: Message) -> None:
        if message["type"] == "refused":
            self.refused.add(message["id"])
        elif message["type"] == "update":
            self.told += message["notes"]
            self.over = message["over"]

    def _compare(self, latest: Message) -> None:
        """Check that everything that was ever sent is still true after coming back."""
        assert latest["notes"][: len(self.told)] == self.told
        assert latest["version"] >= self.version
        self.told, self.over, self.version = list(latest["notes"]), latest["over"], -1

    def acts(self) -> list[str]:
        return [action for number, action in self.sent if number not in self.refused]


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Repeat a request until it succeeds: on a busy machine a server may lose its lease, and refuse for a while."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await ask()
        except (AssertionError, ClientError):
            if asyncio.get_running_loop().time() > deadline:
                raise
            await asyncio.sleep(0.1)


async def sit_down(
    address: str, tables: int, make: Callable[[str, str, int, dict[str, str], Random], P], games: Games = GAMES
) -> list[P]:
    """Many tables of these games, each with two people and a bot; `make` gets game, table, seat, cookies and source."""
    players: list[P] = []
    for number in range(tables):
        game, options = games[number % len(games)]
        async with Device(address) as ann, Device(address) as ben:
            host = partial(ann.host, game, "person", "open", "uniform", options=options, lesson="")
            table, key = await patiently(host)
            await patiently(partial(ben.join, table, key, request=f"ben joins table {number:04}"))
            for seat, device in enumerate((ann, ben)):
                cookies = {cookie.key: cookie.value for cookie in device.session.cookie_jar}
                players.append(make(game, table, seat, cookies, Random(10 * number + seat)))
    return players


async def play_rated(ann: Device, ben: Device, seed: int = 1, *, rated: bool = True) -> str:
    table, key = await ann.host("yatzy", "person", "open", rated=rated, lesson="")
    return await _play_together(ann, ben, table, key, seed)


async def play_on(ann: Device, ben: Device, table: str, at: int = 40) -> str:
    """Play a finished match of two on after some events, at a table of its own."""
    wanted = {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}], "table": table, "at": at}
    status, made = await ann.post("/api/forks", wanted)
    assert status == 201, made
    return await _play_together(ann, ben, made["id"], made["key"], seed=5)


async def _play_together(ann: Device, ben: Device, table: str, key: str, seed: int) -> str:
    """Play a table to its end, with Ben on its open seat."""
    await ben.join(table, key)
    chairs = [await ann.sit(table), await ben.sit(table)]
    for chair in chairs:
        await chair.send("ready")
    await asyncio.gather(*(chair.until_type("update") for chair in chairs))
    await asyncio.gather(*(chair.play(Random(seed + place)) for place, chair in enumerate(chairs)))
    for chair in chairs:
        await chair.leave()
    return table


async def rating_at(device: Device, table: str) -> dict[str, Any]:
    """Return what the match did to the rating, once it is known."""
    while True:
        status, found = await device.get(f"/api/tables/{table}/rating")
        assert status == 200, found
        if found["status"] == "done":
            return dict(found["change"])
        assert found["status"] == "working"
        await asyncio.sleep(0.01)


@contextmanager
def quick_par() -> Generator[None]:
    """The strongest bot prepares tables for seconds; what it makes of the fate does not matter here."""
    with patch.object(challenge_work, "par_of", Mock(return_value=ChallengePoints(199, 1000))):
        yield


async def play(device: Device, table: str, seed: int = 1) -> Chair:
    chair = await device.sit(table)
    await chair.send("ready", contribution="mine")
    await chair.until_type("update")
    await chair.play(Random(seed))
    return chair
