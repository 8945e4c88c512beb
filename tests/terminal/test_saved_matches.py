"""The file of a match when somebody leaves."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from purrlor.core import Record, secret_from_text
from purrlor.games.yatzy import Yatzy
from purrlor.terminal.keyboard_match import COMMANDS
from purrlor.terminal.saved_matches import Keeper
from purrlor.terminal.stage import PlainStage

MATCH = Record(Yatzy(seats=1), ("Ann",), seed=secret_from_text("purr"))
TODAY = f"yatzy-{date.today().isoformat()}"


def offered(monkeypatch: pytest.MonkeyPatch, folder: Path, lines: Sequence[str]) -> Keeper:
    """A keeper that has offered to save in `folder`, and was answered with `lines`."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    stage = PlainStage()
    stage.interactive = True
    keeper = Keeper(lambda: MATCH, stage, commands=COMMANDS)
    keeper.offer()
    return keeper


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_enter_accepts_the_name_of_the_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (f"{TODAY}.purr", f"{TODAY}-2.purr"):
        assert offered(monkeypatch, tmp_path, [""]).file == Path(name)


@pytest.mark.parametrize("no", ["no", "N"])
def test_no_saves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no: str) -> None:
    assert offered(monkeypatch, tmp_path, [no]).file is None
    assert files(tmp_path) == []


def test_a_name_without_an_ending_gets_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    offered(monkeypatch, tmp_path, ["evening"])
    offered(monkeypatch, tmp_path, ["evening.txt"])
    assert files(tmp_path) == ["evening.purr", "evening.txt"]


@pytest.mark.parametrize("order", ["help", "Quit", "335", "3 3"])
def test_what_was_meant_for_the_game_is_not_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], order: str
) -> None:
    offered(monkeypatch, tmp_path, [order, "no"])
    assert files(tmp_path) == []
    assert "not like a file" in capsys.readouterr().out


def test_verbs_of_the_match_are_not_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from purrlor.core import Match

    match = Match(MATCH.game)
    match.act(*next((seat, match.legal(seat)[0]) for seat in match.awaiting.seats))
    monkeypatch.setattr(f"{__name__}.MATCH", Record(MATCH.game, ("Ann",), tuple(match.log)))
    assert offered(monkeypatch, tmp_path, ["roll", "no"]).file is None
