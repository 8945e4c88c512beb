"""Time from a clean clone and from a wheel to the first answer of every level, step by step, with the goals."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

from harness.figures import Figure, section

ROOT = Path(__file__).parents[1]
PORT = 8798
MB = 1_000_000
ANSWER = """
import sys, time
from harness.recorded import answers, questions
asked = list(questions(sys.argv[1], sys.argv[2], 2))
began = time.perf_counter()
answers(asked[:1])
first = time.perf_counter()
answers(asked[1:])
print(first - began - (time.perf_counter() - first))
"""
"""Prints how much longer the first answer takes than the second: the time that a level needs to load."""
LEVELS = """
from purrlor.kit import kits
for name, kit in kits().items():
    if not kit.races(kit.rules()):
        print(*(f"{name}/{level.name}" for level in kit.levels))
"""


def megabytes(*folders: Path) -> float:
    """Return the size of the files in folders; a file with several names counts once."""
    sizes = {
        (found.st_dev, found.st_ino): found.st_size
        for folder in folders
        for file in folder.rglob("*")
        if not file.is_symlink() and (found := file.stat())
    }
    return sum(sizes.values()) / MB


@contextmanager
def opened(command: list[str], folder: Path, **environment: str) -> Generator[tuple[float, str]]:
    """Run a command that opens the web client; yield the seconds to its first answer, and its output; then stop it."""
    with tempfile.TemporaryFile("w+") as printed:
        began = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment},
            start_new_session=True, stdout=printed, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            answered = _answered(process)
            took = time.perf_counter() - began
            printed.seek(0)
            if not answered:
                raise SystemExit(f"the server did not open:\n{printed.read()}")
            yield took, printed.read()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.wait(30)


def _answered(process: subprocess.Popen[bytes]) -> bool:
    """Wait for the web client; return whether it came before the process ended."""
    while process.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{PORT}/", timeout=5):
                return True
        except OSError:
            time.sleep(0.02)
    return False


def steps(printed: str) -> list[Figure]:
    """Parse the steps that `make` prints: a line with the name, perhaps warnings, then a line with the seconds."""
    named = re.findall(r"^(\S.*)\n(?:WARNING.*\n)*?  (\d+) s$", printed, re.MULTILINE)
    return [Figure(f"  {name}", float(seconds), "s") for name, seconds in named]


def clone(folder: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    makefile = folder / "Makefile"
    served = re.sub(r"purrlor serve --open", f"purrlor serve --local --port {PORT}", makefile.read_text("utf-8"))
    makefile.write_text(served, "utf-8")


def from_a_clone(place: Path) -> list[Figure]:
    """Run `make play` in a clone without any downloads, then again."""
    folder = place / "clone"
    clone(folder)
    play, data = ["make", "play"], {"PURRLOR_DATA": str(place / "data")}
    downloads = {
        name: str(place / "downloads" / name) for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")
    }
    with opened(play, folder, **data, **downloads) as (took, printed):
        size = megabytes(folder / ".venv", folder / "web" / "node_modules")
    with opened(play, folder, **data) as (again, _):
        pass
    return [
        Figure("make play in a bare clone, until the page answers", took, "s", 30),
        *steps(printed),
        Figure("on the disk for that, with the web client's tools", size, "MB", 450),
        Figure("make play again, until the page answers", again, "s"),
        *first_answers(folder / ".venv" / "bin" / "python", place / "empty"),
    ]


def first_answers(python: Path, cache: Path) -> list[Figure]:
    """Ask each level in a process of its own, on a machine without caches."""
    listed = subprocess.run([str(python), "-c", LEVELS], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    figures: list[Figure] = []
    for name in listed.split():
        game, level = name.split("/")
        shutil.rmtree(cache, ignore_errors=True)
        asked = subprocess.run(
            [str(python), "-c", ANSWER, game, level],
            capture_output=True, text=True, check=True, cwd=ROOT, env=os.environ | {"XDG_CACHE_HOME": str(cache)},
        )  # fmt: skip
        figures.append(Figure(f"{game}, {level}: before its first answer", max(0.0, float(asked.stdout)), "s", 2))
    return figures


def from_a_wheel(place: Path) -> list[Figure]:
    """Build the clone's wheel and install it in a bare environment."""
    folder = place / "clone"
    uv, environment = folder / ".venv" / "bin" / "uv", place / "wheel"
    subprocess.run(["make", "web/dist/device/bundle.json"], cwd=folder, check=True, stdout=sys.stderr)
    build = [
        str(uv),
        "build",
        "--quiet",
        "--no-build-isolation",
        "--wheel",
        "--python",
        str(folder / ".venv/bin/python"),
    ]
    subprocess.run(build, cwd=folder, check=True)
    [wheel] = (folder / "dist").glob("purrlor-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    bare = megabytes(environment)
    began = time.perf_counter()
    install = [str(uv), "pip", "install", "--quiet", "--python", str(environment / "bin" / "python"), str(wheel)]
    subprocess.run(install, check=True)
    installed = time.perf_counter() - began
    began = time.perf_counter()
    run = [str(uv), "tool", "run", "--quiet", "--isolated", "--from", str(wheel), "purrlor", "play", "meow"]
    subprocess.run([*run, "--plain"], input="quit\n", capture_output=True, text=True, check=True)
    played = time.perf_counter() - began
    serve = [str(environment / "bin" / "purrlor"), "serve", "--local", "--port", str(PORT)]
    with opened(serve, place, PURRLOR_DATA=str(place / "wheel-data")) as (first, _):
        pass
    with opened(serve, place, PURRLOR_DATA=str(place / "wheel-data")) as (served, _):
        pass
    return [
        Figure("a wheel, installed by uv", installed, "s"),
        Figure("the wheel", wheel.stat().st_size / MB, "MB"),
        Figure("what pip install purrlor takes on the disk", megabytes(environment) - bare, "MB", 120),
        Figure("uvx --from WHEEL purrlor play meow, to the end of the program", played, "s", 10),
        Figure("purrlor serve, until the first page", served, "s", 1),
        Figure("the same once, because uv leaves compiling to Python", first, "s"),
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        section("From nothing to playing", *from_a_clone(place), *from_a_wheel(place))
