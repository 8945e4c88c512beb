"""A PostgreSQL that a test may restart."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness import postgres

URL = "postgresql://postgres@/postgres?host={}"


class OwnPostgres:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = URL.format(folder)
        self.programs = postgres.programs()
        self.process: subprocess.Popen[Any] | None = None
        options = ("-U", "postgres", "--auth=trust", "--no-sync", "--encoding=utf8", "--no-locale")
        command = [str(self.programs / "initdb"), "-D", str(folder / "data"), *options]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, **postgres.unprivileged())

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            folders = ("-D", str(self.folder / "data"), "-k", str(self.folder))
            command = [str(self.programs / "postgres"), *folders, "-h", "", "-F"]
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **postgres.unprivileged()
            )
        postgres.wait_for(self.url, self.folder / "log")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the database. SIGINT: connections are cut, and everything is written; SIGQUIT: as in a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()

    def restart(self, how: signal.Signals) -> None:
        self.stop(how)
        self.start()


@contextmanager
def own_postgres() -> Generator[OwnPostgres]:
    folder = Path(tempfile.mkdtemp(prefix="purrlor-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody")
    made = OwnPostgres(folder)
    made.start()
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
