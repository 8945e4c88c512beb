"""Whoever kills the server at any moment loses nothing that a player has seen, and doubles nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from aiohttp import ClientError

from purrlor.cli import main
from purrlor.server.store import open_store
from tests.server.parlour import PATIENCE, Chair, Device, Message, run

pytest_plugins = ["tests.server.postgres"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

ROOT = Path(__file__).parents[2]
GAMES: list[tuple[str, dict[str, str]]] = [
    ("yatzy", {}),
    ("meow", {}),
    ("addi-cats", {"timed": "false", "most_cards": "12"}),
    ("house-of-cats", {}),
]


@contextmanager
def server(place: str) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server that is killed in the end, if it was not before."""
    command = [sys.executable, "-m", "tests.server.small_server", place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}", process
        finally:
            process.kill()


@dataclass
class Player:
    """One person at one table: what they sent, what they were told, over all connections."""

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
        """To the end of the match or of the server."""
        async with AsyncExitStack() as visit:
            device = await visit.enter_async_context(Device(address))
            device.session.cookie_jar.update_cookies(self.cookies)
            try:
                await self._play(await device.sit(self.table))
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
        """Everything that was ever told is still true after coming back."""
        assert latest["notes"][: len(self.told)] == self.told
        assert latest["version"] >= self.version
        self.told, self.over, self.version = list(latest["notes"]), latest["over"], -1

    def acts(self) -> list[str]:
        return [action for number, action in self.sent if number not in self.refused]


async def sit_down(address: str, tables: int) -> list[Player]:
    """Many tables, each with two people and a bot."""
    players: list[Player] = []
    for number in range(tables):
        game, options = GAMES[number % len(GAMES)]
        async with Device(address) as ann, Device(address) as ben:
            table, key = await ann.host(game, "person", "open", "uniform", options=options, lesson="")
            await ben.join(table, key)
            for seat, device in enumerate((ann, ben)):
                cookies = {cookie.key: cookie.value for cookie in device.session.cookie_jar}
                players.append(Player(table, seat, cookies, Random(10 * number + seat)))
    return players


async def play_until_killed(address: str, process: subprocess.Popen[str], players: Sequence[Player], acts: int) -> None:
    """The server dies in the middle, once so many more acts were sent."""
    playing = asyncio.gather(*(player.play(address) for player in players))
    enough = sum(len(player.sent) for player in players) + acts
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while sum(len(player.sent) for player in players) < enough and not playing.done():
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.001)
    process.kill()
    await playing


def stored_acts(place: str, player: Player) -> list[str]:
    with open_store(place) as store:
        stored = store.load(player.table)
    assert stored is not None
    mine = f"seat{player.seat + 1} "
    return [row.text.removeprefix(mine) for row in stored.events if row.text.startswith(mine)]


def check_acts(place: str, player: Player) -> None:
    """Acts are kept once each, in their order; at most the last ones, which nobody answered, are missing."""
    kept, sent = stored_acts(place, player), player.acts()
    assert kept == sent[: len(kept)]
    assert len(sent) - len(kept) <= 1


def test_nothing_is_lost_and_nothing_doubled(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    players: list[Player] = []
    with server(place) as (address, process):
        players = run(sit_down(address, tables=8))
        run(play_until_killed(address, process, players, acts=120))
    for player in players:
        check_answered(place, player)
    with server(place) as (address, process):
        run(play_until_killed(address, process, players, acts=120))
    with server(place) as (address, process):
        run(finish(address, players))
    assert all(player.over for player in players)
    assert main(["store", "check", "--store", place]) == 0, capsys.readouterr().out


def check_answered(place: str, player: Player) -> None:
    """Where turns are taken one by one it is known which acts were answered."""
    with open_store(place) as store:
        stored = store.load(player.table)
    assert stored is not None
    if stored.row.game in ("yatzy", "meow"):
        check_acts(place, player)


async def finish(address: str, players: Sequence[Player]) -> None:
    await asyncio.gather(*(player.play(address) for player in players))
