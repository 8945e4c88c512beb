"""Try an installed Purrlor as a player would: commands, a whole match, a server that answers. Exits 1 on a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
COMMANDS = (
    ("--version",),
    ("games",),
    ("verify", str(ROOT / "tests" / "golden" / "yatzy.purr")),
    ("replay", str(ROOT / "tests" / "golden" / "meow.purr")),
    ("arena", "yatzy", "--bots", "tabby,kitten", "--matches", "5", "--seed", "7"),
    ("arena", "addi-cats", "--bots", "adult,ten-year-old", "--matches", "2", "--seed", "7"),
)
PATHS = ("/healthz", "/", "/api/games")
PURRLOR = shutil.which("purrlor", path=sysconfig.get_path("scripts")) or sys.exit("purrlor is not installed")


def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "PURRLOR_DATA": folder, "PYTHONUTF8": "1"}
        for command in COMMANDS:
            print("purrlor", *command, flush=True)
            subprocess.run([PURRLOR, *command], env=environment, check=True, stdin=subprocess.DEVNULL, timeout=300)
        try_server(environment)


def try_server(environment: dict[str, str]) -> None:
    command = [PURRLOR, "serve", "--local", "--port", "0", "--log", "error"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert server.stdout is not None
    try:
        address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
        for path in PATHS:
            with urlopen(address.rstrip("/") + path, timeout=60) as answer:
                print("GET", path, answer.status, len(answer.read()), "bytes", flush=True)
    finally:
        server.terminate()
        server.wait(timeout=60)


main()
