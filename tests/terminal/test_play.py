"""Whole games through a pipe, and everything one can type during them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from purrlor.core import Fate, Record, commitment, secret_from_text
from purrlor.kit import games

from .conftest import ALONE, WHOLE_GAME, Purrlor

TWO = ("play", "yatzy", "--players", "Ann,Bob", "--first", "1", "--seed", "purr")


def test_a_whole_game_through_a_pipe(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=WHOLE_GAME)
    assert played.code == 0
    assert "You finish with" in played.out
    assert played.err == ""


def test_bots_alone_play_to_the_end(purrlor: Purrlor) -> None:
    played = purrlor("play", "yatzy", "--players", "none", "--bots", "kitten,uniform", "--seed", "x")
    assert "Kitten" in played.out
    assert "win" in played.out or "share" in played.out


def test_the_same_seed_gives_the_same_game(purrlor: Purrlor) -> None:
    first, second = (
        purrlor("play", "yatzy", "--players", "none", "--bots", "uniform,uniform", "--seed", "x") for _ in "12"
    )
    assert first == second


def test_the_commitment_is_published_before_the_first_roll(purrlor: Purrlor) -> None:
    committed = commitment(secret_from_text("purr"))
    out = purrlor(*ALONE, lines=["roll", "log"]).out
    assert out.startswith(f"The dice and deals are sealed: {committed} (purrlor verify checks it)\n")
    assert out.count(committed) == 2  # at the start, and in the log


def test_a_letter_that_begins_commands_writes_nothing(purrlor: Purrlor) -> None:
    out = purrlor(*ALONE, lines=["roll", "l", "2"]).out
    assert '"l" could be several things' in out
    assert "2. list (" in out
    assert "You write" not in out


@pytest.mark.parametrize("typed", [",", "-", "_ _"])
def test_punctuation_is_answered_with_what_is_allowed(purrlor: Purrlor, typed: str) -> None:
    out = purrlor(*ALONE, lines=["roll", typed]).out
    assert f'I do not understand "{typed}"' in out
    assert "You can keep any of" in out


def test_a_resumed_match_may_be_called_by_its_game(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "evening.purr"
    purrlor(*ALONE, "--record", file, lines=["roll"])
    assert "Ann>" in purrlor("play", "yatzy", "--resume", file).out
    refused = purrlor("play", "meow", "--resume", file)
    assert refused.err == f"purrlor: {file} holds a match of yatzy, not of meow\n"


def test_one_person_meets_a_bot_of_middle_strength(purrlor: Purrlor) -> None:
    assert "Player [Enter: roll]>" in purrlor("play", "yatzy", "--seed", "x").out
    assert "Tomcat" in purrlor("play", "yatzy", "--seed", "x").out


def test_two_people_read_the_story_in_the_third_person(purrlor: Purrlor) -> None:
    played = purrlor(*TWO, lines=["roll"])
    assert "Ann rolls" in played.out
    assert "You roll" not in played.out


def test_plain_output_holds_no_control_codes(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, "--plain", lines=["help", "rules", "list", "view", "hint", *WHOLE_GAME])
    assert "\x1b" not in played.out
    assert max(map(len, played.out.splitlines())) < 400


def test_before_each_decision_the_lines_stand_in_the_same_order(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=["roll"]).out
    starts = ("Ann, round 1", "Dice: ", "Boxes now: ", "Upper sum ", "Totals: ")
    places = [played.rindex(start) for start in starts]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("purr", 'I do not understand "purr". Type help'),
        ("keep 7", "a die shows 1 to 6"),
        ("keep 6 6 6 6", "You cannot keep 6 6 6 6"),
        ("score fat_dog", "there is no box"),
        ("mouser", "Marvelous Mouser would bring nothing"),
        ("save", "save FILE"),
        ("", "You can keep any of"),
    ],
)
def test_bad_input_is_answered_and_changes_nothing(purrlor: Purrlor, typed: str, answer: str) -> None:
    played = purrlor(*ALONE, lines=["roll", typed, "log"])
    assert answer in played.out
    assert played.out.count("You roll") == 2  # when it happened, and in the log


def test_a_filled_box_is_refused_with_the_reason(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=["roll", "9 lives", "roll", "chance"])
    assert "9 Lives is filled already." in played.out


def test_enter_does_the_only_thing_there_is_to_do(purrlor: Purrlor) -> None:
    assert "You roll" in purrlor(*ALONE, lines=[""]).out


def test_an_unclear_word_offers_numbers(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, "--scratch", "free", lines=["roll", "fo", "2"])
    assert '"fo" could be several things' in played.out
    assert "You cross out Four of a Kind." in played.out


def test_a_number_counts_only_for_the_list_just_shown(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=["roll", "list", "log", "33"])
    assert "You cannot keep 3 3" in played.out or "You keep 3 3." in played.out


def test_a_move_can_be_taken_back_while_nothing_was_rolled(purrlor: Purrlor) -> None:
    played = purrlor(*TWO, lines=["roll", "9 lives", "undo", "view"])
    assert "Taken back: score nine_lives." in played.out
    assert "Sheet of Ann: –; open boxes: 13." in played.out


def test_a_roll_cannot_be_taken_back(purrlor: Purrlor) -> None:
    assert "cannot be taken back: something was rolled" in purrlor(*TWO, lines=["roll", "undo"]).out


def test_a_card_is_taken_back_with_what_the_bots_played(purrlor: Purrlor) -> None:
    match = ("play", "meow", "--bots", "uniform,uniform", "--first", "1", "--seed", "purr")
    _, after = purrlor(*match, lines=["list", "1", "undo"]).out.split("Taken back: play P5.")
    assert "trick 1 of 9, Player leads" in after


def test_what_was_done_after_taking_back_is_described(purrlor: Purrlor) -> None:
    played = purrlor(*TWO, lines=["roll", "9 lives", "undo", "9 lives"])
    assert played.out.count("into 9 Lives.") == 2


def test_whatever_is_typed_the_match_goes_on(purrlor: Purrlor) -> None:
    random = Random(1)
    said = ["roll", "list", "1", "undo", "view", "log", "hint", "fat", "f", "keep", "k 3", "3 3", "\\x00", "{}", "[b]"]
    said += ["9" * 5000, "٣", "score " * 50, "lives", "sixes", "-1", "0", "ſ", "keep 1 2 3 4 5", "save", "rules x"]
    played = purrlor(*TWO, lines=[random.choice(said) for _ in range(1500)])
    assert played.code == 0
    assert "round 13 of 13" in played.out or "win" in played.out


def test_the_log_tells_the_story_so_far(purrlor: Purrlor) -> None:
    assert "Nothing has happened yet." in purrlor(*ALONE, lines=["log"]).out
    assert purrlor(*ALONE, lines=["roll", "log"]).out.count("You roll") == 2


def test_the_rules_tell_rulings_apart(purrlor: Purrlor) -> None:
    out = purrlor(*ALONE, lines=["rules"]).out
    assert "† is our own decision" in " ".join(out.split())
    assert "(ruling)" not in out


def test_commands_may_be_shortened(purrlor: Purrlor) -> None:
    assert "† is our own decision" in " ".join(purrlor(*ALONE, lines=["ru"]).out.split())
    assert "Left unfinished" in purrlor(*ALONE, lines=["roll", "Q"]).out


def test_the_end_of_input_ends_politely(purrlor: Purrlor) -> None:
    played = purrlor(*ALONE, lines=["roll"])
    assert played.code == 0
    assert "not saved" in played.out


def test_save_keeps_the_match_from_then_on(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    played = purrlor(*ALONE, lines=["roll", f"save {file}", "lives"])
    assert f"purrlor play --resume {file}" in played.out
    assert "score nine_lives" in file.read_text(encoding="utf-8")


def test_save_overwrites_nothing(purrlor: Purrlor, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious", encoding="utf-8")
    assert f"\n{file} already exists; name a new file.\n" in purrlor(*ALONE, lines=["roll", f"save {file}"]).out
    assert file.read_text(encoding="utf-8") == "precious"


def test_why_a_match_cannot_be_saved_is_a_sentence(purrlor: Purrlor) -> None:
    assert "\nThere is no folder /nonexist.\n" in purrlor(*ALONE, lines=["roll", "save /nonexist/a"]).out


@pytest.mark.parametrize("cut", [1, 3, 8, 42])
def test_a_resumed_match_goes_on_as_if_it_had_not_stopped(purrlor: Purrlor, tmp_path: Path, cut: int) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    against_bot = ("play", "yatzy", "--players", "Ann", "--bots", "kitten", "--seed", "purr")
    purrlor(*against_bot, "--record", whole, lines=WHOLE_GAME)
    purrlor(*against_bot, "--record", parts, lines=WHOLE_GAME[:cut])
    purrlor("play", "--resume", parts, lines=WHOLE_GAME[cut:])
    assert timeless(parts) == timeless(whole)


def timeless(file: Path) -> list[object]:
    record = Record.parse(file.read_text(encoding="utf-8"), games())
    return [event.values if isinstance(event, Fate) else str(event).split(", at=")[0] for event in record.events]
