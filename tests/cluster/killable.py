"""Servers of a cluster that a test kills, stops and starts again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from aiohttp import ClientError

from harness.proxies import free_port
from tests.server.parlour import PATIENCE, Device

ROOT = Path(__file__).parents[2]


MACHINES = ("here", "here", "there")
"""Two servers hand connections to each other; those of the third one are relayed."""


STOPPED_SECONDS = 4.5
"""Longer than a lease."""


class Cluster:
    """Servers on fixed ports, which are restarted after they were killed."""

    def __init__(self, zygote: subprocess.Popen[str], url: str, log: Path) -> None:
        self.zygote = zygote
        self.url = url
        self.log = log
        self.ports = [free_port() for _ in MACHINES]
        self.pids = [self._start(number) for number in range(len(MACHINES))]
        self.stopped: dict[int, asyncio.Task[None]] = {}

    def _start(self, number: int) -> int:
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        self.zygote.stdin.write(f"{self.url} {self.ports[number]} {MACHINES[number]}\n")
        self.zygote.stdin.flush()
        return int(self.zygote.stdout.readline())

    def _signal(self, number: int, sign: signal.Signals) -> None:
        try:
            os.kill(self.pids[number], sign)
        except ProcessLookupError:
            raise AssertionError(f"a server ended by itself:\n{self.log.read_text()[-3000:]}") from None

    async def kill(self, number: int) -> None:
        self._signal(number, signal.SIGKILL)
        await self._ended(number)
        self.pids[number] = self._start(number)

    async def replace(self, number: int) -> None:
        """Ask a server to stop; the next one on its port starts when it has exited."""
        self._signal(number, signal.SIGTERM)
        await self._ended(number)
        self.pids[number] = self._start(number)

    async def _ended(self, number: int) -> None:
        """Wait until the process has exited, and its port is free."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        with suppress(ProcessLookupError):
            while True:
                os.kill(self.pids[number], 0)
                assert asyncio.get_running_loop().time() < deadline, "a server does not stop"
                await asyncio.sleep(0.005)

    def stop_for_a_while(self, number: int) -> None:
        self._signal(number, signal.SIGSTOP)
        self.stopped[number] = asyncio.ensure_future(self._continue(number))

    async def _continue(self, number: int) -> None:
        await asyncio.sleep(STOPPED_SECONDS)
        self._signal(number, signal.SIGCONT)
        del self.stopped[number]

    def close(self) -> None:
        for number in range(len(MACHINES)):
            self._signal(number, signal.SIGKILL)


@contextmanager
def started(url: str, log: Path) -> Generator[Cluster]:
    command = [sys.executable, "-m", "tests.cluster.zygote"]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT
        ) as zygote,
    ):
        cluster = Cluster(zygote, url, log)
        try:
            yield cluster
        finally:
            cluster.close()


async def answers(address: str) -> None:
    """Wait until the proxy reaches a server."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while True:
        async with Device(address) as device:
            try:
                if (await device.get("/healthz"))[0] == 200:
                    return
            except (OSError, ClientError):
                assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)
