"""A server killed at any moment loses nothing that a player has seen, and doubles nothing."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from purrlor.cli import main
from purrlor.server.store import open_store
from tests.server.parlour import PATIENCE, run
from tests.server.players import Player, sit_down

pytest_plugins = ["tests.server.postgres"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

KILLS = 3
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it looks up the process that writes in /proc")
ROOT = Path(__file__).parents[3]


@contextmanager
def server(place: str) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """Yield the address of a server; kill it in the end, if it was not killed before."""
    command = [sys.executable, "-m", "tests.server.small_server", place]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}", process
        finally:
            process.kill()


def plain_player(_: str, table: str, seat: int, cookies: dict[str, str], random: Random) -> Player:
    return Player(table, seat, cookies, random)


async def play_until_killed(address: str, kill: Callable[[], None], players: Sequence[Player], acts: int) -> None:
    """Kill the process once a number of further acts were sent."""
    playing = asyncio.gather(*(player.play(address) for player in players))
    enough = sum(len(player.sent) for player in players) + acts
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while sum(len(player.sent) for player in players) < enough and not playing.done():
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.001)
    kill()
    await playing


def stored_acts(place: str, player: Player) -> list[str]:
    with open_store(place) as store:
        stored = store.load(player.table)
    assert stored is not None
    mine = f"seat{player.seat + 1} "
    return [row.text.removeprefix(mine) for row in stored.events if row.text.startswith(mine)]


def check_acts(place: str, player: Player) -> None:
    """Check that acts are stored once each, in their order; at most the last, unanswered ones may be missing."""
    kept, sent = stored_acts(place, player), player.acts()
    assert kept == sent[: len(kept)]
    assert len(sent) - len(kept) <= 1


def test_nothing_is_lost_and_nothing_doubled(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    players: list[Player] = []
    with server(place) as (address, process):
        players = run(sit_down(address, 8, plain_player))
        run(play_until_killed(address, process.kill, players, acts=120))
    for player in players:
        check_answered(place, player)
    with server(place) as (address, process):
        run(play_until_killed(address, process.kill, players, acts=120))
    with server(place) as (address, process):
        run(finish(address, players))
    assert all(player.over for player in players)
    assert main(["store", "check", "--store", place]) == 0, capsys.readouterr().out


def writer_of(process: subprocess.Popen[str]) -> int:
    return int(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()[0])


def runs(pid: int) -> bool:
    """Return whether the process runs: not if it has exited, even if nobody has collected its status yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


@LINUX
def test_the_one_that_writes_does_not_outlive_a_server_that_was_killed(tmp_path: Path) -> None:
    with server(str(tmp_path / "parlour.sqlite")) as (_, process):
        writer = writer_of(process)
        assert runs(writer)
    deadline = time.monotonic() + PATIENCE
    while runs(writer) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not runs(writer)


@LINUX
def test_the_one_that_writes_may_be_killed_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A client without an answer finds what the store has, and the match goes on."""
    place = str(tmp_path / "parlour.sqlite")
    with server(place) as (address, process):

        def kill_writer() -> None:
            os.kill(writer_of(process), signal.SIGKILL)

        players = run(sit_down(address, 8, plain_player))
        for _ in range(KILLS):
            run(play_until_killed(address, kill_writer, players, acts=60))
        run(finish(address, players))
        assert process.poll() is None
    for player in players:
        check_all_but_unanswered(place, player)
    assert all(player.over for player in players)
    assert main(["store", "check", "--store", place]) == 0, capsys.readouterr().out


def check_answered(place: str, player: Player) -> None:
    if takes_turns(place, player):
        check_acts(place, player)


def check_all_but_unanswered(place: str, player: Player) -> None:
    """Check that acts are stored once each, in their order; each time at most one unanswered act may be missing."""
    if takes_turns(place, player):
        kept, sent = stored_acts(place, player), iter(player.acts())
        assert all(act in sent for act in kept)
        assert len(player.acts()) - len(kept) <= KILLS


def takes_turns(place: str, player: Player) -> bool:
    """Return whether turns are taken one by one, so that it is known which acts were answered."""
    with open_store(place) as store:
        stored = store.load(player.table)
    assert stored is not None
    return stored.row.game in ("yatzy", "meow")


async def finish(address: str, players: Sequence[Player]) -> None:
    await asyncio.gather(*(player.play(address) for player in players))
