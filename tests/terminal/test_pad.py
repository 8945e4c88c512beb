"""The score pad for real dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from purrlor.core import Record
from purrlor.games.yatzy import Box, Yatzy
from purrlor.kit import games

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
    shown = purrlor(*PAD, lines=["13356", "33356", "", "33366", "yes", "full house"])
    assert "Another roll, with 3 3 5 6 kept?" in shown.out
    assert "Ann keeps 3 3 5 6." in shown.out
    assert "Ann writes 25 into Fat Cat." in shown.out


def test_five_new_dice_are_not_a_roll_before_somebody_says_so(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["13356", "12456", "no", "undo", "12456"])
    assert "Nothing has changed." in shown.out
    assert "Ann keeps" not in shown.out
    assert "Dice: 1 2 4 5 6.\n" in shown.out


def test_a_fourth_roll_is_refused(purrlor: Purrlor) -> None:
    assert "You have no rolls left." in purrlor(*PAD, lines=["11111", "11112", "", "11123", "", "11234"]).out


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("6 6 6 7 1", "a die shows 1 to 6, not '7'"),
        ("1 2 3 4", "I need 5 dice, not 4."),
        ("123456", "I need 5 dice, not 6."),
        ("9" * 5000, "a die shows 1 to 6, not '9'"),
    ],
)
def test_what_is_wrong_with_the_dice_is_said(purrlor: Purrlor, typed: str, complaint: str) -> None:
    shown = purrlor(*PAD, lines=[typed])
    assert complaint in shown.out
    assert "type the five dice that fell" in shown.out


@pytest.mark.parametrize("typed", ["1-3-3-5-6", "1, 3, 3, 5, 6", "1 3356"])
def test_dice_may_be_typed_in_many_ways(purrlor: Purrlor, typed: str) -> None:
    assert "Dice: 1 3 3 5 6." in purrlor(*PAD, lines=[typed]).out


def test_dice_are_counted_as_one_says_it(purrlor: Purrlor) -> None:
    one = purrlor(*PAD, lines=["13356", "keep 3 3 5 6", "12"]).out
    assert "what did the other die show?>" in one
    assert "I need one die, not 2." in one
    assert "what did the other 3 dice show?>" in purrlor(*PAD, lines=["13356", "keep 3 3"]).out
    assert "Ann, what fell?>" in purrlor(*PAD, lines=["13356", "roll"]).out.splitlines()[-2]


@pytest.mark.parametrize("lines", [["list"], ["13356", "keep 3 3", "list"]])
def test_while_dice_are_expected_there_is_nothing_to_pick(purrlor: Purrlor, lines: list[str]) -> None:
    shown = purrlor(*PAD, lines=lines).out
    assert "Pick a number" not in shown
    assert "You can type " in shown


def test_the_help_tells_what_undo_does_here(purrlor: Purrlor) -> None:
    assert "undo   take back the last line, whatever it was" in purrlor(*PAD, lines=["help"]).out


def test_undo_names_what_was_taken_back(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, lines=["66612", "keep 6 6 6", "66", "undo", "undo", "undo"]).out
    taken = ["the roll 6 6", "keep 6 6 6", "roll and the roll 1 2 6 6 6"]
    assert [line for line in shown.splitlines() if "Taken" in line] == [f"Taken back: {what}." for what in taken]


def test_undo_knows_the_lines_of_a_saved_pad(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*PAD, "--record", file, lines=["66612", "keep 6 6 6", "66"])
    shown = purrlor("pad", "yatzy", "--resume", file, lines=["undo", "undo", "undo", "undo"]).out
    assert "Taken back: the roll 6 6." in shown
    assert "Taken back: roll and the roll 1 2 6 6 6." in shown
    assert "There is nothing to take back." in shown


def test_where_nobody_is_named_the_pad_asks_who_begins(purrlor: Purrlor) -> None:
    shown = purrlor(*PAD, "--first", "none", lines=["", "Eve", "bob", "13356", "undo", "undo", "1"])
    assert shown.out.count("Name one of Ann and Bob.") == 2
    assert "Bob goes first." in shown.out
    assert "Taken back: who begins." in shown.out
    assert shown.out.splitlines()[-2].startswith("Ann, what fell?>")


def test_a_saved_pad_asks_who_begins(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    file.write_bytes(str(Record(Yatzy(), ("Ann", "Bob"))).encode())
    assert "Bob goes first." in purrlor("pad", "yatzy", "--resume", file, lines=["2", "quit"]).out


def test_the_pad_can_be_left_before_anybody_begins(purrlor: Purrlor) -> None:
    assert purrlor(*PAD, "--first", "none", lines=["quit", "bob"]).out.endswith("Goodbye.\n")


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
    record = Record.parse(file.read_text(encoding="utf-8"), games())
    assert (record.seed, record.match().scores) == (None, (18, 0))


def test_a_pad_goes_on_where_it_stopped(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*PAD, "--record", file, lines=["13356", "lives"])
    assert "Bob, what fell?>" in purrlor("pad", "yatzy", "--resume", file).out
    assert "has no seed" in purrlor("play", "--resume", file).err


def test_a_whole_evening_alone(purrlor: Purrlor) -> None:
    lines = [line for box in Box for line in ("11111", f"score {box}")]
    shown = purrlor("pad", "yatzy", "--players", "Ann", "--scratch", "free", lines=lines)
    assert "You finish with 70 points." in shown.out
