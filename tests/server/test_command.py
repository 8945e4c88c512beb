"""`purrlor serve` as a program: it opens, closes, and leaves nothing running behind."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from purrlor.cli import main
from purrlor.core import Fates, Match, fate_key
from purrlor.kit import games
from purrlor.server.bots.workers import Thinkers
from purrlor.server.commands.serve import days, network_address, qr_text
from purrlor.server.store import Store, StoreFailed, open_store
from purrlor.server.store.committer import Writer, WriterThread
from purrlor.table.effects import BotRequest
from tests.server.parlour import PATIENCE, Device, run, serving

unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")


async def health(address: str) -> int:
    async with Device(address) as device:
        return (await device.get("/healthz"))[0]


@unix
@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT"])
def test_a_signal_closes_the_server_without_a_complaint(how: str, tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        assert run(health(address)) == 200
        os.killpg(process.pid, signal.Signals[how])
        _, complaint = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaint) == (0, "")


@unix
@pytest.mark.slow
def test_workers_end_with_a_server_that_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, process):
        run(health(address))
        group = process.pid
        wait_until(lambda: len(group_members(group)) > 1)
        process.kill()
        process.wait(timeout=PATIENCE)
        wait_until(lambda: not group_members(group))


def group_members(group: int) -> list[str]:
    listed = subprocess.run(["ps", "-eo", "pid,pgid,stat"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [row[0] for row in rows if row[1] == str(group) and not row[2].startswith("Z")]


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.slow
def test_bots_think_again_after_their_worker_died() -> None:
    async def go() -> tuple[str, int]:
        thinkers = Thinkers(1)
        try:
            await thinkers.choose("yatzy", (), question())
            for worker in multiprocessing.active_children():
                worker.kill()
            return await asyncio.wait_for(thinkers.choose("yatzy", (), question()), PATIENCE)
        finally:
            thinkers.close()

    assert run(go())[0] == "roll"


def question() -> BotRequest:
    match: Match[Any, Any, Any] = Match(games()["yatzy"](), fates=Fates(fate_key(b"x")))
    match.settle()
    seat = match.awaiting.seats[0]
    return BotRequest(1, seat, "uniform", match.view(seat), tuple(match.legal(seat)), "seed", 0)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["mysql://x", "text", "folder", "postgresql://127.0.0.1:1/x"])
def test_a_store_that_cannot_be_used_is_reported_in_one_line(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("This is no database, but it is long enough to be read. " * 99)
    (tmp_path / "folder").mkdir()
    store = place if "://" in place else str(tmp_path / place)
    assert main(["serve", "--local", "--port", "0", "--store", store]) == 2
    told = capsys.readouterr().err
    assert (told.startswith("purrlor: the store cannot be used: "), told.count("\n")) == (True, 1)


@pytest.mark.slow
def test_a_store_that_fails_while_the_server_opens_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def full(_: Store, __: WriterThread) -> Writer:
        raise StoreFailed("the disk is full")

    monkeypatch.setattr("purrlor.server.store.async_store.writer_for", full)
    assert main(["serve", "--local", "--port", "0", "--store", str(tmp_path / "s")]) == 2
    assert capsys.readouterr() == ("", "purrlor: the store cannot be used: the disk is full\n")


@pytest.mark.parametrize("port", ["-1", "65536", "99999"])
def test_a_port_that_cannot_be_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--local", "--port", port]) == 2
    assert capsys.readouterr() == ("", f"purrlor: --port takes 0 to 65535, not {port}\n")


def test_a_round_trip_is_only_taken_from_a_proxy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--local", "--rtt-header", "X-Client-RTT"]) == 2
    assert capsys.readouterr().err.startswith("purrlor: --rtt-header needs --behind-proxy")


def test_a_code_for_phones_is_drawn_in_the_terminal() -> None:
    assert len(qr_text("http://192.0.2.7:8765/").splitlines()) > 10


def test_the_address_in_the_network_is_not_a_loop() -> None:
    assert not (network_address() or "").startswith("127.")


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "x", "9999999", "²"])
def test_a_time_to_keep_tables_is_a_number_of_days(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a number of days"):
        days(text)
    assert days("30") == 30 * 24 * 3600 * 1000


@pytest.mark.slow
def test_a_port_that_is_taken_is_reported_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = main(["serve", "--local", "--port", str(port), "--store", str(tmp_path / "s")])
    assert code == 2
    assert capsys.readouterr() == (
        "",
        f"purrlor: port {port} cannot be opened: Address already in use; --port names another one\n",
    )
    with open_store(tmp_path / "s", serving=True):
        pass
