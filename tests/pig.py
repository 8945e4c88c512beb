"""Installs examples/purrlor-pig, a game of another package, for tests of what a game of rules alone can do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PIG = Path(__file__).parents[1] / "examples" / "purrlor-pig"


def install_pig(folder: Path) -> Path:
    """A folder of packages with Pig in it, installed from its own pyproject without a network."""
    arguments = ["--target", str(folder), "--no-deps", "--no-build-isolation", "--python", sys.executable, "--quiet"]
    subprocess.run(["uv", "pip", "install", *arguments, str(PIG)], check=True, env=environment())
    return folder


def environment(**more: str) -> dict[str, str]:
    """Return the environment as outside of a test, with this Python's tools on the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PURRLOR_LANGUAGE": "en", **more}
