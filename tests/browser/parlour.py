"""A real server in a process of its own, on a store that outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Parlour:
    """`stop` and `start` again: the port and the store stay the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        serve = ["serve", "--local", "--port", str(self.port), "--log", "error"]
        command = [sys.executable, "-m", "tests.browser.house", *serve]
        environment = {**os.environ, "PURRLOR_DATA": str(self.folder)}
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
