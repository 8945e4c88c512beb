"""What is installed from the wheel is complete."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from purrlor.words import languages

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the contents of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "installed")
    return folder / "installed"


def run(installed: Path, code: str) -> str:
    """What a Python that knows only the wheel prints."""
    isolated = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(installed)!r}); {code}"]
    return subprocess.run(isolated, capture_output=True, text=True, check=True, cwd=installed).stdout


@pytest.mark.slow
def test_the_wheel_carries_rules_and_words(installed: Path) -> None:
    code = "from purrlor.kit import rules_text; import purrlor; print(purrlor.__file__, rules_text('yatzy'))"
    printed = run(installed, code)
    assert str(installed) in printed
    assert "Marvelous Mouser" in printed


@pytest.mark.slow
def test_the_wheel_carries_every_language(installed: Path) -> None:
    code = "from purrlor.words import languages; from purrlor.kit import rules_text;"
    printed = run(installed, f"{code} print(*languages()); print(rules_text('meow', 'de'))")
    assert printed.split("\n")[0].split() == list(languages())
    assert "Stich" in printed


@pytest.mark.slow
def test_the_command_runs_from_the_wheel(installed: Path) -> None:
    assert "yatzy" in run(installed, "from purrlor.cli import main; main(['games'])")


@pytest.mark.slow
def test_the_wheel_is_typed(installed: Path) -> None:
    assert (installed / "purrlor" / "py.typed").exists()
