"""The drawn screen: completion, and the real prompt on a terminal of its own."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.console import Console

from purrlor.core import Seat, commitment, secret_from_text
from purrlor.games.yatzy import Yatzy
from purrlor.kit.player import Player
from purrlor.terminal.screen import Completions, Screen
from purrlor.terminal.session import TextSession
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
    lines = iter(["roll", "purr", "lives"] * 3 + ["quit", "no"])

    def typed(*_: Any) -> str:
        return next(lines)

    monkeypatch.setattr(screen, "ask", typed)
    game = Yatzy(seats=3)
    players = [Player("Ann"), Player("Bob"), Player("Christopher")]
    TextSession(game, players, screen, secret=secret_from_text("x")).run()
    pages = out.getvalue().split("\x1b[2J")[1:]
    assert max(page.count("\n") for page in pages[:-1]) <= 22


class Typist:
    """Types lines at a screen of this size, and keeps what stood there each time a line was asked for."""

    def __init__(self, width: int, height: int, lines: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.out = io.StringIO()
        console = Console(file=self.out, width=width, height=height, force_terminal=True, color_system=None)
        self.screen = Screen(fast=True, console=console)
        self.lines, self.seen, self.questions = iter(lines), list[str](), list[str]()
        monkeypatch.setattr(self.screen, "ask", self.ask)

    def ask(self, question: str, *_: Any) -> str:
        lines = self.out.getvalue().split("\x1b[2J")[-1].split("\n")
        self.seen.append("\n".join(lines[-(self.screen.console.height - 1) :]))
        self.questions.append(question)
        return next(self.lines)

    def play(self, players: int) -> None:
        names = ("Ann", "Bob", "Christopher", "Dora", "Emil", "Flo")[:players]
        game = Yatzy(seats=players, first=Seat(0))
        TextSession(game, [Player(name) for name in names], self.screen, secret=secret_from_text("x")).run()


@pytest.mark.parametrize(("width", "height"), [(60, 20), (40, 15), (80, 24)])
@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_dice_and_own_column_are_always_to_be_seen(
    players: int, width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist(width, height, ["roll", "keep 4 4", "score nine_lives", "quit", "no"], monkeypatch)
    typist.play(players)
    after_roll = typist.seen[1]
    assert "[1] [2] [4] [4] [6]" in after_roll or "╭───────╮" in after_roll
    assert all(box in after_roll for box in ("Aces", "Sixes", "Three of a K", "9 Lives", "+17", "Total"))


def test_what_is_long_is_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist(80, 24, ["roll", "rules", "", "q", "quit", "no"], monkeypatch)
    typist.play(1)
    assert [question.split(" · ")[1] for question in typist.questions[2:4]] == ["Enter on, q back>"] * 2
    assert max(page.count("\n") for page in typist.seen) <= 22
    assert "Aces" in typist.seen[4]


def test_the_screen_shows_the_beginning_of_the_commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    typist = Typist(80, 24, ["log", "", "quit", "no"], monkeypatch)
    typist.play(1)
    committed = commitment(secret_from_text("x"))
    assert f"The dice and deals are sealed: {committed[:8]}… (purrlor verify checks it)" in typist.seen[0]
    assert committed in typist.out.getvalue().replace("\n", "")


def test_behind_the_curtain_nothing_can_be_scrolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    screen = Screen(console=Console(file=out, width=80, height=24, force_terminal=True))

    def enter(*_: Any) -> str:
        return ""

    monkeypatch.setattr(screen, "ask", enter)
    screen.curtain("Ann, it is your turn.")
    before, _, after = out.getvalue().partition("\x1b[3J")
    assert "Ann" not in before
    assert "Ann" in after


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
        timeout=120,
        cwd=str(tmp_path),
    )
    child.expect("People")
    child.send("Ann\r")
    child.expect("Bots")
    child.send("none\r")
    child.expect("Enter: roll")
    child.send("\r")
    child.expect("You roll")
    child.expect("Ann>")  # what is typed before the prompt stands is lost
    child.send("\x04")
    child.expect("Save this match")
    child.send("kept.purr\r")
    child.expect("purrlor play --resume kept.purr")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert (tmp_path / "kept.purr").read_text(encoding="utf-8").startswith("purrlor record 1")
