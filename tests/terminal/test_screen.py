"""The drawn screen: completion, and the real prompt on a terminal of its own."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.console import Console

from purrlor.core import secret_from_text
from purrlor.games.yatzy import Yatzy
from purrlor.terminal.screen import Completions, Screen
from purrlor.terminal.seating import Sitter
from purrlor.terminal.session import Session
from purrlor.terminal.stage import Offer

OFFERS = (Offer("keep 3"), Offer("keep 3 3"), Offer("score fat_cat", "Fat Cat, 25 points"), Offer("hint"))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("k", ["keep 3", "keep 3 3"]),
        ("k 3 3", ["keep 3 3"]),
        ("FAT", ["score fat_cat"]),
        ("score f", ["score fat_cat"]),
        ("h", ["hint"]),
        ("x", []),
    ],
)
def test_completion(typed: str, found: list[str]) -> None:
    completions = Completions(OFFERS).get_completions(Document(typed), CompleteEvent())
    assert [completion.text for completion in completions] == found


def test_every_screen_fits_80_by_24(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    console = Console(file=out, width=80, height=24, force_terminal=True, markup=False)
    screen = Screen(fast=True, console=console)
    lines = iter(["roll", "purr", "lives"] * 3 + ["quit", ""])

    def typed(*_: Any) -> str:
        return next(lines)

    monkeypatch.setattr(screen, "ask", typed)
    game = Yatzy(seats=3)
    sitters = [Sitter("Ann"), Sitter("Bob"), Sitter("Christopher")]
    Session(game, sitters, screen, secret=secret_from_text("x")).run()
    pages = out.getvalue().split("\x1b[2J")[1:]
    assert max(page.count("\n") for page in pages[:-1]) <= 22


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")
def test_the_real_prompt(tmp_path: Path) -> None:
    import pexpect  # type: ignore[import-untyped]

    environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
    spawn: Any = vars(pexpect)["spawn"]
    child = spawn(
        sys.executable,
        ["-m", "purrlor.cli", "play", "yatzy", "--fast", "--seed", "x"],
        env=environment,
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        cwd=str(tmp_path),
    )
    child.expect("People")
    child.send("Ann\r")
    child.expect("Bots")
    child.send("none\r")
    child.expect("Enter: roll")
    child.send("\r")
    child.expect("You roll")
    child.send("\x04")
    child.expect("Save this match")
    child.send("kept.purr\r")
    child.expect("purrlor play --resume kept.purr")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert (tmp_path / "kept.purr").read_text(encoding="utf-8").startswith("purrlor record 1")
