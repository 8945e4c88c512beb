"""A virtual environment with the wheel, some of its extras and other packages, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
OWN = Path(sys.executable).parent


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout in a folder; the web client must have been built."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (file,) = folder.glob("*.whl")
    return file


class Environment:
    """A new virtual environment; its commands run in `folder`."""

    def __init__(self, folder: Path, wheel: Path, extra: str, *packages: str) -> None:
        self.folder = folder
        self.commands = folder / "venv" / "bin"
        subprocess.run([OWN / "uv", "venv", "-q", "--python", sys.executable, folder / "venv"], check=True)
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        self._run(str(OWN / "uv"), "pip", "install", "-q", "--python", str(self.commands / "python"), wanted, *packages)
        installed = self.run("python", "-c", "import purrlor; print(purrlor.__path__[0])")
        self.examples = Path(installed.strip()) / "examples"

    def run(self, command: str, *arguments: str | Path) -> str:
        """Run a command of the environment; return its output, or fail with what it said."""
        return self._run(str(self.commands / command), *map(str, arguments))

    def start(self, command: str, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command of the environment."""
        words = [str(self.commands / command), *map(str, arguments)]
        return subprocess.Popen(words, cwd=self.folder, env=self._variables(), stderr=subprocess.PIPE, text=True)

    def _run(self, *words: str) -> str:
        ran = subprocess.run(words, capture_output=True, text=True, check=False, env=self._variables(), cwd=self.folder)
        assert ran.returncode == 0, f"{ran.stdout[-2000:]}{ran.stderr}"
        return ran.stdout

    def _variables(self) -> dict[str, str]:
        """Return the variables as if this environment were active, with `uv` within reach."""
        plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return plain | {"PATH": os.pathsep.join((str(self.commands), str(OWN), plain["PATH"]))}
