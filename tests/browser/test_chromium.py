"""A machine without a browser says what is missing and how to get it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import chromium

ROOT = Path(__file__).parents[2]


def ask(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `make test` asks before it runs the tests."""
    command = [sys.executable, "-m", "harness.chromium", *options]
    settings = {**os.environ, **environment}
    return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)


def test_without_a_browser_one_line_says_how_to_get_one(tmp_path: Path) -> None:
    asked = ask(PATH=str(tmp_path), PURRLOR_CHROMIUM="")
    assert asked.returncode == 1
    assert asked.stderr == chromium.MISSING + "\n"


def test_a_browser_that_is_not_there_is_named(tmp_path: Path) -> None:
    asked = ask(PURRLOR_CHROMIUM=str(tmp_path / "chromium"))
    assert asked.returncode == 1
    assert f"{tmp_path}/chromium does not start: [Errno 2] No such file" in asked.stderr


def test_a_browser_that_does_not_start_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho libnss3.so is missing >&2\nexit 127\n", "utf-8")
    broken.chmod(0o755)
    asked = ask(PURRLOR_CHROMIUM=str(broken))
    assert asked.returncode == 1
    assert asked.stderr == f"the browser tests need Chromium, but {broken} does not start: libnss3.so is missing\n"


def test_a_browser_that_starts_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_CHROMIUM", sys.executable)  # it knows --version as well
    assert chromium.trouble() == ""
    assert chromium.path() == sys.executable


def test_the_component_tests_get_its_path() -> None:
    asked = ask("--path", PURRLOR_CHROMIUM=sys.executable)
    assert (asked.returncode, asked.stdout) == (0, f"{sys.executable}\n")
