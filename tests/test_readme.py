"""What the README and the docs show runs as shown."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from msgspec import json

from purrlor.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.timeout(300)  # examples of the lab compile
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page: Path) -> None:
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=options, encoding="utf-8")
    assert failed == 0


def commands() -> list[tuple[str, str]]:
    """Return every `$ purrlor …` in the pages, with the output that follows it."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    blocks = "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    return re.findall(r"^\$ purrlor (.*)\n((?:(?!\$).*\n)*)", blocks, re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), commands())
def test_commands_print_what_the_page_shows(
    command: str, output: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_picture_is_shown_on_a_page_or_in_the_manifest() -> None:
    shown = {name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.png)", page.read_text("utf-8"))}
    manifest = (ROOT / "web" / "public" / "manifest.webmanifest").read_text("utf-8")
    shown |= set(re.findall(r"screenshots/([\w-]+\.png)", manifest))
    assert {file.name for file in (ROOT / "docs" / "pictures").iterdir()} == shown


def test_the_size_of_the_offline_games_is_that_of_their_files() -> None:
    bundle = json.decode((ROOT / "web" / "dist" / "device" / "bundle.json").read_bytes())
    megabytes = bundle["compressed"] / 1e6
    assert f"loads about {megabytes:.0f} MB once" in (ROOT / "docs" / "play" / "offline.md").read_text("utf-8")


def test_the_readme_is_one_screen_with_one_picture() -> None:
    lines = PAGES[0].read_text("utf-8").splitlines()
    assert len(lines) <= 120
    assert sum(line.startswith("![") for line in lines) == 1
