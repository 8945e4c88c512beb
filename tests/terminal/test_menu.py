"""The choice of a game and its players."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from purrlor.core.reason import Refused
from purrlor.kit import registry
from purrlor.kit.player import Player
from purrlor.kit.speech import speech
from purrlor.terminal.play import ask_who, game_name
from purrlor.terminal.stage import PlainStage

from .peek import KIT


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> PlainStage:
    """A stage that somebody sits at, with a second game to choose."""
    monkeypatch.setitem(registry.LOADED, "peek", KIT)
    monkeypatch.setitem(speech().catalogue, "peek.title", "Peek")
    found = PlainStage()
    found.interactive = True
    return found


def types(monkeypatch: pytest.MonkeyPatch, lines: Sequence[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(("typed", "game"), [("1", "yatzy"), ("pe", "peek"), ("PEEK", "peek")])
def test_a_game_is_chosen_by_number_or_name(
    stage: PlainStage, monkeypatch: pytest.MonkeyPatch, typed: str, game: str
) -> None:
    types(monkeypatch, ["", "chess", typed])
    assert game_name(None, stage) == game


def test_a_pipe_must_name_the_game(stage: PlainStage) -> None:
    stage.interactive = False
    with pytest.raises(Refused, match="name a game: yatzy"):
        game_name(None, stage)


def test_enter_takes_what_stands_in_brackets(stage: PlainStage, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, ["", ""])
    assert ask_who("yatzy", stage) == [Player("Player"), Player("Tomcat", "tomcat")]


def test_a_slip_is_explained_and_asked_again(
    stage: PlainStage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, ["Ann", "dog", "Ann, Bob", "tabby, tabby"])
    bots = [Player("Tabby", "tabby"), Player("Tabby 2", "tabby")]
    assert ask_who("yatzy", stage) == [Player("Ann"), Player("Bob"), *bots]
    assert "There is no bot dog" in capsys.readouterr().out


def test_a_bad_name_is_reported_before_bots_are_requested(
    stage: PlainStage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, ["Ann, ann", "Ann", ""])
    assert ask_who("yatzy", stage)[0] == Player("Ann")
    assert capsys.readouterr().out.count("Bots [") == 1
