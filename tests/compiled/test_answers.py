"""Bots decide the same on kernels as by Numba: the kernels run in a process of their own, Numba in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import json

from harness.recorded import answers, games_on_kernels, questions
from purrlor.compiled.runner import VARIABLE

ROOT = Path(__file__).parents[2]
DECISIONS = {
    ("house-of-cats", "tomcat"): 1000,
    ("house-of-cats", "lynx"): 1000,
    ("house-of-cats", "tiger"): 4,
    ("house-of-cats", ""): 2,
    ("meow", "lynx"): 1000,
    ("meow", "tiger"): 12,
    ("meow", ""): 4,
    ("yatzy", "lynx"): 1000,
    ("yatzy", "sphinx"): 1000,
    ("yatzy", "tiger"): 100,
    ("yatzy", ""): 100,
}
"""As many as take seconds; without a level: hints. The nightly tests compare a thousand of each level."""


def differing(game: str, level: str, count: int, file: Path) -> list[str]:
    """Return what the process with the kernels says of these decisions: how many there were, and how many differ."""
    asked = list(questions(game, level, count, hint=not level))
    file.write_bytes(json.encode([asked, answers(asked)]))
    done = subprocess.run(
        [sys.executable, "-m", "harness.recorded", str(file)],
        cwd=ROOT, capture_output=True, text=True, check=True, env=os.environ | {VARIABLE: "wasm"},
    )  # fmt: skip
    return done.stdout.split()[:2]


def test_decisions_of_every_game_on_kernels_are_compared() -> None:
    assert sorted({game for game, _ in DECISIONS}) == sorted(games_on_kernels())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level"), DECISIONS)
def test_kernels_decide_like_numba(game: str, level: str, tmp_path: Path) -> None:
    count = DECISIONS[game, level]
    assert differing(game, level, count, tmp_path / "asked.json") == [str(count), "0"]


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "level"), [each for each, count in DECISIONS.items() if count < 1000])
def test_kernels_decide_like_numba_a_thousand_times(game: str, level: str, tmp_path: Path) -> None:
    count = 1000 if level else 100
    assert differing(game, level, count, tmp_path / "asked.json") == [str(count), "0"]
