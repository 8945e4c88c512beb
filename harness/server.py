"""A real server in a process of its own, with a store that outlives it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import ClassVar

ROOT = Path(__file__).parents[1]


def quiet_port() -> int:
    """Return a free port outside the ephemeral range, so that nobody takes it while its server is stopped."""
    for port in SystemRandom().sample(range(20_000, 30_000), 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise RuntimeError("no port is free")


class ServerProcess:
    """`purrlor serve` on loopback. After `stop` and `start` the port and the store are the same."""

    program: ClassVar[tuple[str, ...]] = ("-c", "import sys; from purrlor.cli import main; sys.exit(main())")

    def __init__(self, folder: Path, port: int = 0, packages: Path | None = None, within: Sequence[str] = ()) -> None:
        """`packages`: a folder of additional Python packages for the server.

        `within`: a prefix of the command, such as one that enters another network namespace.
        """
        self.folder = folder
        self.port = port
        self.packages = packages
        self.within = within
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        serve = ["serve", "--local", "--port", str(self.port), "--log", "error"]
        command = [*self.within, sys.executable, *self.program, *serve]
        environment = {**os.environ, "PURRLOR_DATA": str(self.folder)}
        if self.packages:
            environment["PYTHONPATH"] = os.pathsep.join(
                [str(self.packages), *filter(None, [os.environ.get("PYTHONPATH")])]
            )
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(timeout=60)
        assert self.process.stdout is not None
        self.process.stdout.close()
