"""The score pad for real dice."""

from __future__ import annotations

from pathlib import Path

from purrlor.core import Record
from purrlor.games import GAMES
from purrlor.games.yatzy import Box

from .conftest import Purrlor

PAD = ("pad", "yatzy", "--players", "Ann,Bob")


def test_the_pad_shows_what_each_box_brings(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["1 3 3 5 6"])
    assert "Boxes now: Aces 1, Threes 6, Fives 5, Sixes 6 and 9 Lives 18." in shown.out


def test_kept_dice_stay_and_the_rest_is_typed(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13356", "keep 3 3", "332", "threes"])
    assert "Dice: 2 3 3 3 3." in shown.out
    assert "Ann writes 12 into Threes." in shown.out


def test_all_five_dice_may_be_typed_after_each_roll(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13356", "33356", "33366", "full house"])
    assert "Ann keeps 3 3 5 6." in shown.out
    assert "Ann writes 25 into Fat Cat." in shown.out


def test_a_fourth_roll_is_refused(purrlor: Purrlor) -> None:
    assert "You have no rolls left." in purrlor(*PAD, lines=["11111", "11112", "11123", "11234"]).out


def test_kept_dice_cannot_change(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13356", "keep 3 3", "12456"])
    assert "do not hold the dice that were kept: 3 3" in shown.out


def test_wrong_dice_are_answered_with_what_is_wanted(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13378", "133", ""])
    assert shown.out.count("type the five dice that fell") == 3


def test_any_slip_can_be_mended(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13356", "lives", "undo", "undo", "66666", "mouser", "view"])
    assert "Ann writes 50 into Marvelous Mouser." in shown.out
    assert "Sheet of Ann: Marvelous Mouser 50; open boxes: 12." in shown.out


def test_nothing_to_mend(purrlor: Purrlor) -> None:
    assert "There is nothing to take back." in purrlor(*PAD, lines=["undo"]).out


def test_the_pad_is_kept_as_a_record_without_a_seed(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*PAD, "--record", file, lines=["13356", "lives"])
    record = Record.parse(file.read_text(encoding="utf-8"), GAMES)
    assert (record.seed, record.match().scores) == (None, (18, 0))


def test_a_pad_goes_on_where_it_stopped(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*PAD, "--record", file, lines=["13356", "lives"])
    assert "Bob, what fell?>" in purrlor("pad", "yatzy", "--resume", file).out
    assert "holds no seed" in purrlor("play", "--resume", file).err


def test_a_whole_evening_alone(purrlor: Purrlor) -> None:
    lines = [line for box in Box for line in ("11111", f"score {box}")]
    shown = purrlor("pad", "yatzy", "--players", "Ann", "--scratch", "free", lines=lines)
    assert "You finish with 70 points." in shown.out
