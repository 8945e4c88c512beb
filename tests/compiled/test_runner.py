"""Kernels run everywhere; Numba runs where the lab asks for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

from purrlor.compiled.runner import VARIABLE

ROOT = Path(__file__).parents[2]
HIDE = "from tests.compiled.plain import hide; hide();"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120, env=os.environ | environment
    )


def printed(code: str, **environment: str) -> str:
    done = run(code, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


RUNNER = "from purrlor.compiled.runner import runner; print(runner())"


def test_kernels_run_unless_something_else_is_named() -> None:
    assert printed(RUNNER) == "wasm"
    assert printed(RUNNER, **{VARIABLE: "numba"}) == "numba"


def test_the_lab_prefers_numba_where_it_is_installed() -> None:
    assert printed(f"import purrlor.lab.arena; {RUNNER}") == "numba"
    assert printed(f"import purrlor.lab.arena; {RUNNER}", **{VARIABLE: "wasm"}) == "wasm"
    assert printed(f"{HIDE} import purrlor.lab.arena; {RUNNER}") == "wasm"


def test_an_unknown_runner_is_refused_with_the_known_ones() -> None:
    done = run(RUNNER, **{VARIABLE: "cuda"})
    assert done.returncode == 1
    assert "PURRLOR_KERNELS is 'cuda'; it can be wasm or numba" in done.stderr


def test_batches_say_that_they_came_too_late() -> None:
    done = run("import purrlor.compiled.bits, purrlor.lab.batch")
    assert done.returncode == 1
    assert "import purrlor.lab before playing, or set PURRLOR_KERNELS=numba" in done.stderr


def test_a_plain_installation_brings_wasmtime_and_no_numba() -> None:
    wanted = [each for each in requires("purrlor") or [] if "extra ==" not in each]
    names = {re.split(r"[^\w.-]", each)[0] for each in wanted}
    assert "wasmtime" in names
    assert not names & {"numba", "numpy", "llvmlite", "scipy"}


def test_a_command_that_needs_the_lab_says_so_in_one_line(tmp_path: Path) -> None:
    words = ["lab", "train", "house-of-cats", "--sheet", "1", "-o", str(tmp_path / "net.bin")]
    done = run(f"{HIDE} import sys; from purrlor.cli import main; sys.exit(main({words!r}))")
    assert (done.returncode, done.stderr) == (
        2,
        "purrlor: this needs Numba, which is not installed: pip install 'purrlor[lab]'\n",
    )
