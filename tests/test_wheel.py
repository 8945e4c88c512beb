"""What is installed from the wheel is complete: it plays with what a plain `pip install purrlor` brings."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from purrlor.kit import kits
from purrlor.words import languages

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(wheel_file: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(wheel_file)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel: zipfile.ZipFile) -> Path:
    """A folder with the contents of the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    wheel.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages that players install, and no other."""
    folder = tmp_path_factory.mktemp("packages")
    for name in re.findall(r"(?m)^([\w.-]+)==", (ROOT / "requirements" / "run.txt").read_text("utf-8")):
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:  # not on this platform
            continue
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            (folder / top).symlink_to(str(distribution(name).locate_file(top)))
    return folder


@pytest.fixture
def bare(installed: Path, packages: Path) -> list[str]:
    """The command line of a Python that knows the wheel and its dependencies alone."""
    found = f"import sys; sys.path[:0] = [{str(installed)!r}, {str(packages)!r}]; "
    return [sys.executable, "-I", "-S", "-c", found]


def run(bare: list[str], code: str) -> str:
    *command, found = bare
    done = subprocess.run([*command, found + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_environment_is_bare(bare: list[str], installed: Path) -> None:
    code = (
        "import importlib.util, purrlor; print(purrlor.__file__, *map(importlib.util.find_spec, ['numpy', 'pytest']))"
    )
    assert run(bare, code).split() == [str(installed / "purrlor" / "__init__.py"), "None", "None"]


def test_every_level_hint_and_review_works(bare: list[str]) -> None:
    code = f"sys.path.append({str(ROOT)!r}); from tests.compiled.plain import play; play()"
    expected = {name: [level.name for level in kit.levels] for name, kit in kits().items()}
    assert {line.split()[0]: line.split()[1:] for line in run(bare, code).splitlines()} == expected


def test_rules_are_there_in_every_language(bare: list[str]) -> None:
    code = "from purrlor.words import languages; from purrlor.kit import rules_text;"
    printed = run(bare, f"{code} print(*languages()); print(rules_text('meow', 'de'), rules_text('yatzy'))")
    assert printed.split("\n")[0].split() == list(languages())
    assert "Stich" in printed
    assert "Marvelous Mouser" in printed


def test_the_command_runs(bare: list[str]) -> None:
    assert "yatzy" in run(bare, "from purrlor.cli import main; main(['games'])")


def test_examples_that_the_docs_name_are_there(installed: Path) -> None:
    named = {path for page in PAGES for path in re.findall(r"examples/[\w./-]+\w", page.read_text("utf-8"))}
    assert named
    assert [path for path in named if not (installed / "purrlor" / path).exists()] == []


def test_no_bytecode_is_there(wheel: zipfile.ZipFile) -> None:
    assert [name for name in wheel.namelist() if name.endswith(".pyc")] == []


def test_the_wheel_is_typed(installed: Path) -> None:
    assert (installed / "purrlor" / "py.typed").exists()
