"""What the docs name exists: paths, modules and commands."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from purrlor.cli import parser

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(ROOT / name for name in ("web/README.md", "examples/purrlor-pig/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PATH = re.compile(r"[\w.<>/-]+\.(py|ts|js|mjs|svelte|json|toml)|(?:[\w.<>-]+/)+[\w.<>-]*")
PLACEHOLDER = re.compile(r"<[^<>]+>|\b[A-Z]{2,}\b")
FOLDERS = (
    "",
    "src",
    "src/purrlor",
    "src/purrlor/server",
    "src/purrlor/games/*",
    "src/purrlor/games/*/bots",
    "src/purrlor/words/*",
    "web",
    "web/src",
)
"""Where a path that a page names may begin."""
READERS_OWN = {
    "my_bot.py",
    "./my_bot.py",
    "deploy/.env",
    "dist/",
    "dist/browsers/index.html",
    "dist/components/",
    "dist/docs/",
    "site/",
    "web/node_modules",
}
"""What the reader writes or builds."""
THINGS = re.compile(r"purrlor(?:\.\w+)+")
PROGRAM = re.compile(r"python -m ([\w.]+)")
FORMATS = ("purrlor record 1", "purrlor notebook 1")


def inline(page: Path) -> list[str]:
    """Return the texts between single backticks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL))


def shown(page: Path) -> list[str]:
    """The lines of blocks, without what explains them: after two blanks, or a number sign."""
    text = page.read_text("utf-8")
    lines = "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)).split("\n")
    indented = re.findall(r"^ {4}(purrlor .*)$", text, re.MULTILINE)
    return [re.split(r" {2,}| # | > ", line.removeprefix("$ "))[0] for line in (*lines, *indented)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_exist(page: Path) -> None:
    named = {text.partition(":")[0] for text in inline(page)} - READERS_OWN
    missing = [text for text in named if PATH.fullmatch(text) and not text.startswith("/") and not _is_there(text)]
    assert sorted(missing) == []


def _is_there(text: str) -> bool:
    pattern = PLACEHOLDER.sub("*", text).rstrip("/")
    if "/" not in pattern and "." in pattern:
        return any(any((ROOT / folder).rglob(pattern)) for folder in ("src", "web/src", "examples"))
    return any(any(ROOT.glob(f"{folder}/{pattern}".lstrip("/"))) for folder in FOLDERS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_and_what_is_in_them_exist(page: Path) -> None:
    named = [text for text in inline(page) if THINGS.fullmatch(text)]
    programs = [match[1] for text in (*inline(page), *shown(page)) if (match := PROGRAM.match(text))]
    assert [name for name in named if not _imports(name)] == []
    assert [name for name in programs if find_spec(name) is None] == []


def _imports(name: str) -> bool:
    module, _, attribute = name.rpartition(".")
    return find_spec(name) is not None or hasattr(import_module(module), attribute)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_can_be_called(page: Path) -> None:
    calls = [text for text in (*inline(page), *shown(page)) if text.startswith("purrlor ") and text not in FORMATS]
    assert [call for call in calls if not _parses(call)] == []


def _parses(call: str) -> bool:
    """A call without any option may leave out what it needs: then it only names the command."""
    words = [word for word in shlex.split(re.sub(r"[\[\]]", "", call))[1:] if not word.startswith("$")]
    named = not any(word.startswith("-") for word in words)
    tries = [words, [*words, "--help"]] if named else [words]
    return any(_exit_code(arguments) == 0 for arguments in tries)


def _exit_code(arguments: list[str]) -> object:
    try:
        parser().parse_args(arguments)
    except SystemExit as left:
        return left.code
    return 0
