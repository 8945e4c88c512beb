"""`purrlor serve --workers`: several processes behind one port, and their supervisor."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from purrlor.cli import main
from purrlor.server.store import open_store
from tests.cluster.players import begin, rolled
from tests.server.parlour import PATIENCE, Chair, Device, run

pytest_plugins = ["tests.server.postgres"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it looks up processes in /proc"),
]

WORKERS_UP = [f'purrlor_worker_up{{worker="{number}"}} 1.0'.encode() for number in range(2)]
SERVE = "import sys; from purrlor.cli import main; sys.exit(main(sys.argv[1:]))"


@contextmanager
def serving(url: str, log: Path, workers: int = 2) -> Generator[tuple[str, subprocess.Popen[str]]]:
    """Yield the address, and the supervisor."""
    command = [sys.executable, "-c", SERVE, "serve", "--local", "--port", "0", "--workers", str(workers)]
    environment = {**os.environ, "PURRLOR_STORE": url}
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as supervisor,
    ):
        assert supervisor.stdout is not None
        try:
            address = re.search(r"http://\S+:\d+", supervisor.stdout.readline())
            assert address is not None, log.read_text()
            yield address.group(), supervisor
        finally:
            supervisor.terminate()
            supervisor.wait()


def workers_of(supervisor: subprocess.Popen[str]) -> set[int]:
    found = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children").read_text().split()
    return {int(pid) for pid in found if b"cluster.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()}


def owner_of(url: str, table: str) -> str:
    with open_store(url) as store:
        assert store.connect_nodes is not None
        nodes = store.connect_nodes()
        found = nodes.owner(table)
        nodes.close()
    assert found is not None
    return "" if found.node is None else found.node.id


async def closed(chair: Chair) -> None:
    with pytest.raises(ConnectionError):
        await chair.until(lambda _: False)


async def all_answer(prometheus: Device) -> None:
    """Wait until one scrape has both workers: on a busy machine one may take longer than the others wait for it."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        _, metrics = await prometheus.get("/metrics")
        if all(each in metrics for each in WORKERS_UP):
            return
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)


async def new_workers(supervisor: subprocess.Popen[str], old: set[int], count: int) -> None:
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while len(now := workers_of(supervisor)) != count or now & old:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)


def test_tables_go_on_when_workers_are_killed_and_replaced(database_url: str, tmp_path: Path) -> None:
    async def work(address: str, supervisor: subprocess.Popen[str]) -> None:
        async with Device(address) as ann:
            table, _ = await ann.host("yatzy", "person", "kitten", lesson="")
            chair = await begin(ann, table)
            await all_answer(ann)
            first = workers_of(supervisor)
            for worker in first:
                os.kill(worker, signal.SIGKILL)
            await closed(chair)
            await new_workers(supervisor, first, 2)
            chair = await begin(ann, table)
            told = await rolled(chair)
            owner, second = owner_of(database_url, table), workers_of(supervisor)
            supervisor.send_signal(signal.SIGHUP)
            await closed(chair)
            chair = await begin(ann, table)
            assert (chair.updates[0]["events"], chair.updates[0]["legal"]) == (told["events"], told["legal"])
            assert owner_of(database_url, table) != owner
            await new_workers(supervisor, second, 2)

    with serving(database_url, tmp_path / "log") as (address, supervisor):
        run(work(address, supervisor))
        pids = workers_of(supervisor)
        supervisor.terminate()
        assert supervisor.wait(PATIENCE) == 0
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def test_workers_end_with_a_supervisor_that_is_killed(database_url: str, tmp_path: Path) -> None:
    async def gone(pids: set[int]) -> None:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
            assert asyncio.get_running_loop().time() < deadline
            await asyncio.sleep(0.05)

    with serving(database_url, tmp_path / "log") as (_, supervisor):
        pids = workers_of(supervisor)
        supervisor.kill()
        run(gone(pids))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--workers", "2"], "several workers need a store that they can share"),
        (["--workers", "0"], "--workers takes 1 to 64, not 0"),
        (["--advertise", "10.0.0.1"], "--advertise is for several machines on one store"),
        (["--cluster-port", "9000"], "--cluster-port needs --advertise HOST"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--store", str(tmp_path / "parlour.sqlite"), *options]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("port", "workers", "most"), [("70000", "1", 65534), ("0", "1", 65534), ("65533", "2", 65532)])
def test_two_cluster_ports_for_each_worker_must_be_ports(
    port: str, workers: str, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--advertise", "10.0.0.1", "--cluster-port", port, "--workers", workers]
    assert main(["serve", "--store", "postgresql://nowhere", *options]) == 2
    assert capsys.readouterr().err == f"purrlor: --cluster-port takes 1 to {most}, not {port}\n"


def test_cluster_ports_that_are_taken_are_named(database_url: str) -> None:
    with ExitStack() as taken:
        first = taken_pair(taken)
        options = ["--port", "0", "--local", "--advertise", "10.0.0.1", "--cluster-port", str(first)]
        command = [sys.executable, "-c", SERVE, "serve", "--store", database_url, *options]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"purrlor: ports {first} to {first + 1} cannot be opened: ")
    assert ended.stderr.endswith("; --cluster-port names others\n")


def taken_pair(taken: ExitStack) -> int:
    """The first of two neighbouring ports on which something listens now."""
    while True:
        first = taken.enter_context(socket.create_server(("", 0)))
        port = int(first.getsockname()[1])
        with suppress(OSError):
            taken.enter_context(socket.create_server(("", port + 1)))
            return port
