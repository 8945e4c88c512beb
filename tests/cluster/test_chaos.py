"""Three servers behind a proxy, 60 tables of all games under load; servers die, stop or leave, PostgreSQL is restarted.

Nothing that was sent is lost or changed, every acknowledged move is there exactly once, every match follows
its rules and its seed.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import warnings
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from harness.proxies import HAPROXY, MISSING, haproxy, round_robin
from purrlor.cli import main
from purrlor.server.store import open_store
from tests.cluster.killable import MACHINES, Cluster, answers, started
from tests.cluster.own_postgres import OwnPostgres, own_postgres
from tests.cluster.witness import Witness, total_sent
from tests.server.parlour import PATIENCE
from tests.server.players import GAMES, Games, sit_down

T = TypeVar("T")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]
RACES: Games = [*GAMES, ("addi-cats", {"most_cards": "12"})]
TURNS = {"yatzy", "meow"}


def witness(game: str, table: str, seat: int, cookies: dict[str, str], random: Random) -> Witness:
    return Witness(table, seat, cookies, random, think=1.0, takes_turns=game in TURNS)


async def go_on(players: Sequence[Witness], playing: asyncio.Future[list[None]], acts: int) -> None:
    """Wait until this many more acts were sent, or everything is played."""
    enough = total_sent(players) + acts
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while total_sent(players) < enough and not playing.done():
        assert asyncio.get_running_loop().time() < deadline, "nobody can play any more"
        await asyncio.sleep(0.01)
    if playing.done():
        playing.result()


async def make_trouble(
    cluster: Cluster,
    database: OwnPostgres,
    players: Sequence[Witness],
    playing: asyncio.Future[list[None]],
    steps: list[str],
    *,
    seed: int,
) -> None:
    random = Random(seed)
    random.shuffle(steps)
    for number, step in enumerate(steps):
        await go_on(players, playing, random.randrange(1, max(3, len(players) // 4)))
        running = [each for each in range(len(MACHINES)) if each not in cluster.stopped]
        if step == "restart":
            await asyncio.to_thread(database.restart, signal.SIGQUIT if number % 2 else signal.SIGINT)
        elif step == "stop" and len(running) > 1:
            cluster.stop_for_a_while(random.choice(running))
        elif step == "leave":
            await cluster.replace(random.choice(running))
        else:
            await cluster.kill(random.choice(running))
    await asyncio.gather(*cluster.stopped.values())


@asynccontextmanager
async def behind_proxy(cluster: Cluster, folder: Path, *, small: bool) -> AsyncGenerator[str]:
    if HAPROXY is None and not small:
        warnings.warn(MISSING, stacklevel=2)
    proxy = round_robin(cluster.ports) if small or HAPROXY is None else haproxy(cluster.ports, folder)
    async with proxy as address:
        await answers(address)
        yield address


async def play(
    cluster: Cluster,
    database: OwnPostgres,
    folder: Path,
    *,
    tables: int,
    steps: list[str],
    seed: int = 17,
    small: bool = False,
) -> list[Witness]:
    async with behind_proxy(cluster, folder, small=small) as address:
        players = await sit_down(address, tables, witness, RACES)
        playing = asyncio.gather(*(player.play_on(address) for player in players))
        try:
            await make_trouble(cluster, database, players, playing, steps, seed=seed)
            await everybody_plays(players, playing)
        finally:
            for player in players:
                player.enough = True  # also those who come back just when all is cancelled
        await asyncio.gather(*(player.stop() for player in players))
        await playing
    return players


async def everybody_plays(players: Sequence[Witness], playing: asyncio.Future[list[None]]) -> None:
    """Wait until every player whose match is not over has sent and seen one more act."""
    before = [(player, len(player.sent)) for player in players]
    deadline = asyncio.get_running_loop().time() + PATIENCE
    for player, _ in before:
        player.think = 0
    while not all(player.over or (len(player.sent) > sent + 1) for player, sent in before):
        assert asyncio.get_running_loop().time() < deadline, "somebody cannot play any more"
        await asyncio.sleep(0.01)
    if playing.done():
        playing.result()


def check(players: Sequence[Witness], url: str) -> None:
    with open_store(url) as store:
        for player in players:
            stored = store.load(player.table)
            assert stored is not None
            ended = stored.row.status == "over"  # perhaps by somebody else's last act, after this player had left
            assert ended or not player.over, (stored.row, "was told that the match is over")
            mine = f"seat{player.seat + 1} "
            kept = [row.text.removeprefix(mine) for row in stored.events if row.text.startswith(mine)]
            assert player.agrees_with(kept), (stored.row.game, player.sent, player.acknowledged, player.refused, kept)
    assert main(["store", "check", "--store", url]) == 0


def trouble(tmp_path: Path, *, tables: int, steps: list[str], seed: int = 17, small: bool = False) -> list[Witness]:
    with own_postgres() as database, started(database.url, tmp_path / "servers.log") as cluster:
        players = asyncio.run(play(cluster, database, tmp_path, tables=tables, steps=steps, seed=seed, small=small))
        check(players, database.url)
    return players


@pytest.mark.filterwarnings("default:haproxy is not installed")
def test_nothing_is_lost_or_doubled_when_servers_die(tmp_path: Path) -> None:
    players = trouble(tmp_path, tables=24, steps=6 * ["kill"] + ["stop", "restart", "leave"])
    assert sum(player.visits for player in players) > 2 * len(players), "hardly anybody was disconnected"


@pytest.mark.nightly
def test_the_small_proxy_of_the_tests_is_as_good(tmp_path: Path) -> None:
    trouble(tmp_path, tables=5, steps=2 * ["kill"] + ["stop", "restart", "leave"], small=True)


@pytest.mark.nightly
@pytest.mark.filterwarnings("default:haproxy is not installed")
@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_lost_or_doubled_in_hundreds_of_kills(tmp_path: Path, seed: int) -> None:
    steps = 30 * ["kill"] + 5 * ["stop"] + 3 * ["restart"] + 5 * ["leave"]
    trouble(tmp_path, tables=60, steps=steps, seed=seed)
