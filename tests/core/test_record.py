from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from purrlor.core import (
    Act,
    BrokenRecord,
    Event,
    Fate,
    Fates,
    Game,
    Match,
    Millis,
    Record,
    Seat,
    Timeout,
    commitment,
    fate_key,
    pledge,
    secret_from_text,
)
from purrlor.core.record import BrokenFate, checksum
from tests.laws.toys import Bids, Bury, Climb, Move, Snap

GAMES: dict[str, Any] = {"climb": Climb, "bury": Bury, "bids": Bids, "snap": Snap}
SECRET = secret_from_text("record")
CONTRIBUTIONS = ("one line of Ann", "")


def played() -> Record[Any, Any, Any]:
    """A finished match of Climb between two, with all that a record can hold."""
    match = Match(Climb(), Fates(fate_key(SECRET, CONTRIBUTIONS)))
    for seat in (Seat(0), Seat(1)):
        match.draw(Millis(match.now + 100))
        match.act(seat, Move("again"))
        match.draw()
        match.act(seat, Move("stop"), Millis(match.now + 900))
    return Record(Climb(), ("Ann", "Tabby (bot)"), tuple(match.log), commitment(SECRET), CONTRIBUTIONS, SECRET)


TEXT = str(played())
LINES = TEXT.split("\n")


def resealed(lines: list[str]) -> str:
    body = "\n".join(lines[:-2]) + "\n"
    return f"{body}seal: {checksum(body)}\n"


def with_line(number: int, text: str) -> str:
    """The record with another text in line `number`, sealed again."""
    return resealed([*LINES[: number - 1], text, *LINES[number:]])


def broken(text: str) -> BrokenRecord:
    with pytest.raises(BrokenRecord) as caught:
        Record.parse(text, GAMES)
    return caught.value


def why(error: BrokenRecord) -> str:
    return str(error).removeprefix(f"line {error.line}: ")


@pytest.mark.parametrize("length", range(9))
def test_record_reads_back_as_it_was_written(length: int) -> None:
    whole = played()
    record = Record(whole.game, whole.names, whole.events[:length], whole.commitment, whole.contributions, whole.seed)
    assert Record.parse(str(record), GAMES) == record
    assert str(Record.parse(str(record), GAMES)) == str(record)


@pytest.mark.parametrize(
    ("game", "events"),
    [
        (Snap(), (Fate((1,), Millis(10)), Act(Seat(1), Move("hit"), Millis(900)), Timeout(Millis(1500)))),
        (Bury(), (Fate((1, 2, 3, 4, 5, 6)), Act(Seat(0), Move("bury", 2)))),
        (Bids(), (Act(Seat(2), Move("add", 2)), Act(Seat(0), Move("done")))),
    ],
)
def test_record_of_any_kind_of_game_reads_back(game: Game[Any, Any, Any], events: tuple[Event[Any], ...]) -> None:
    record = Record(game, tuple("Ann" for _ in range(game.seats)), events)
    assert Record.parse(str(record), GAMES) == record


def test_record_looks_as_documented() -> None:
    assert LINES[:5] == ["purrlor record 1", "game: climb 1", "options: seats=2", "seat 1: Ann", "seat 2: Tabby (bot)"]
    assert [line.partition(":")[0] for line in LINES[5:10]] == ["commitment", *["contribution"] * 2, "seed", "result"]
    assert LINES[10] == LINES[19] == ""
    assert LINES[12] == "2 100 seat1 again"


def test_record_truncated_anywhere_is_rejected_where_it_ends() -> None:
    for length in range(1, len(TEXT)):
        last = TEXT[:length].count("\n") + 1
        assert abs(broken(TEXT[:length]).line - last) <= 1


@pytest.mark.parametrize("lines", range(1, len(LINES) - 1))
def test_record_cut_after_a_line_ends_too_early(lines: int) -> None:
    failure = broken("\n".join(LINES[:lines]) + "\n")
    assert failure.line == lines + 1
    assert why(failure) == "the record ends too early"


def test_no_changed_character_goes_unnoticed() -> None:
    for place, old in enumerate(TEXT):
        new = "0" if old != "0" else "1"
        assert why(broken(TEXT[:place] + new + TEXT[place + 1 :]))


def test_no_line_can_be_taken_out() -> None:
    for place in range(len(LINES) - 1):
        assert why(broken("\n".join([*LINES[:place], *LINES[place + 1 :]])))


@pytest.mark.parametrize(
    ("number", "text", "reason"),
    [
        (1, "purrlor record 2", "a record starts with 'purrlor record 1'"),
        (2, "game: chess 1", "there is no game 'chess'; there are climb, bury, bids, snap"),
        (2, "game: climb 2", "written for version '2' of climb, this is version 1"),
        (2, "game: climb", "written for version '' of climb"),
        (2, "name: climb 1", "expected 'game: …', found 'name: climb 1'"),
        (3, "options: seats=two", "seats is a whole number, not 'two'"),
        (3, "options: chairs=2", "there is no option 'chairs'"),
        (3, "options: seats=2 seats=2", "an option is named twice"),
        (4, "seat 1: ", "a name is one line of 1 to 60 characters"),
        (4, "seat 2: Ann", "expected 'seat 1: …'"),
        (6, "commitment: abc", "a commitment is a SHA-256 in 64 hexadecimal digits, not 'abc'"),
        (7, "contribution: a\tb", "a contribution is one line of visible text"),
        (9, "seed: xyz", "the seed is not written in hexadecimal digits"),
        (10, "result: 6 6 6", "the result is 2 4, not 6 6 6"),
        (11, "note: hello", "expected an empty line, found 'note: hello'"),
        (12, "1 100 fate 7", "no die shows 7"),
        (12, "1 100 fate 1 2", "values: 1, not 2"),
        (12, "1 100 fate six", "'six' is no fate"),
        (13, "3 100 seat1 again", "expected '2 TIME WHO WHAT', found '3 100 seat1 again'"),
        (13, "2 soon seat1 again", "expected '2 TIME WHO WHAT'"),
        (13, "2 99 seat1 again", "time runs forward: 99 ms comes after 100 ms"),
        (13, "2 100 seat2 again", "it is not seat 2’s turn: awaiting seat 1"),
        (13, "2 100 seat9 again", "it is not seat 9’s turn"),
        (13, "2 100 seat0 again", "it is not seat 0’s turn"),
        (13, "2 100 seat1 dance", "'dance' is no move"),
        (13, "2 100 Ann again", "is not an event: it starts with seat1 … seat2, fate or timeout"),
        (13, "2 100 timeout", "no deadline is running"),
        (13, "2 100", "expected '2 TIME WHO WHAT'"),
        (13, f"2 {'9' * 5000} seat1 again", "expected '2 TIME WHO WHAT'"),
        (13, "2 0100 seat1 again", "expected '2 TIME WHO WHAT', found '2 0100 seat1 again'"),
        (13, "2 ١٠٠ seat1 again", "expected '2 TIME WHO WHAT'"),
        (13, f"2 100 seat{'1' * 5000} again", "is not an event"),
        (13, "2 100 seat01 again", "this is written '2 100 seat1 again', not '2 100 seat01 again'"),
    ],
)
def test_damage_is_rejected_with_line_and_reason_even_when_sealed_again(number: int, text: str, reason: str) -> None:
    failure = broken(with_line(number, text))
    assert (failure.line, reason in why(failure)) == (number, True), str(failure)
    assert str(failure).startswith(f"line {number}: ")


def test_possible_but_changed_event_does_not_fit_the_seal() -> None:
    failure = broken(TEXT.replace("2 100 seat1 again", "2 101 seat1 again").replace("3 100 fate", "3 101 fate"))
    assert failure.line == len(LINES) - 1
    assert why(failure) == "the checksum does not match: something above it was changed later"


def test_changed_seal_does_not_fit() -> None:
    failure = broken("\n".join([*LINES[:-2], "seal: " + "0" * 64, ""]))
    assert "the checksum does not match" in why(failure)


def test_seed_in_capitals_is_not_how_it_is_written() -> None:
    assert broken(with_line(9, f"seed: {SECRET.hex().upper()}")).line == 9


def test_finished_match_needs_its_result() -> None:
    failure = broken(resealed([line for line in LINES if not line.startswith("result")]))
    assert why(failure) == "the result is 2 4, not open"


def test_unfinished_match_has_no_result() -> None:
    failure = broken(resealed([*LINES[:18], "", "", ""]))
    assert (failure.line, why(failure)) == (10, "the result is open, not 2 4")


@pytest.mark.parametrize("more", ["x", "\n", "another line\n", TEXT])
def test_nothing_may_follow_the_seal(more: str) -> None:
    failure = broken(TEXT + more)
    assert (failure.line, why(failure)) == (len(LINES), "nothing may follow the checksum")


def test_empty_text_is_not_a_record() -> None:
    assert str(broken("")) == "line 1: a record starts with 'purrlor record 1'"


def test_windows_line_ends_are_named_as_such() -> None:
    failure = broken(TEXT.replace("\n", "\r\n"))
    assert (failure.line, why(failure)) == (1, r"lines of a record end with \n alone, not with \r\n")


def test_option_younger_than_the_record_may_be_missing() -> None:
    assert Record.parse(with_line(3, "options: "), GAMES).game == Climb()


@pytest.mark.parametrize(
    "names", [(), ("Ann",), ("Ann", " Bob"), ("Ann", "Bob\nseed: 00"), ("Ann", ""), ("Ann", "B" * 61)]
)
def test_record_takes_no_names_that_it_could_not_write(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="name"):
        Record(Climb(), names)


def test_record_takes_no_contribution_of_two_lines() -> None:
    with pytest.raises(ValueError, match="one line"):
        Record(Climb(), ("Ann", "Bob"), contributions=("a\nb",))


def test_outcomes_follow_from_the_seed() -> None:
    assert Record.parse(TEXT, GAMES).check_fate() == 4


def test_changed_die_is_found_even_when_sealed_again() -> None:
    face = int(LINES[11][-1])
    record = Record.parse(with_line(12, f"1 100 fate {face % 6 + 1}"), GAMES)
    with pytest.raises(BrokenFate, match=f"event 1, fate 1: the record says {face % 6 + 1}, the seed gives {face}"):
        record.check_fate()


def test_seed_that_was_not_committed_to_is_found() -> None:
    record = Record.parse(with_line(9, f"seed: {secret_from_text('other').hex()}"), GAMES)
    with pytest.raises(BrokenFate, match="not the one that was committed to"):
        record.check_fate()


def test_seed_and_commitment_changed_together_give_other_outcomes() -> None:
    other = secret_from_text("other")
    lines = [f"commitment: {commitment(other)}", *LINES[6:8], f"seed: {other.hex()}"]
    with pytest.raises(BrokenFate, match="the seed gives"):
        Record.parse(resealed([*LINES[:5], *lines, *LINES[9:]]), GAMES).check_fate()


def test_changed_contribution_gives_other_outcomes() -> None:
    with pytest.raises(BrokenFate, match="the seed gives"):
        Record.parse(with_line(7, "contribution: another line of Ann"), GAMES).check_fate()


def test_outcomes_cannot_be_checked_without_a_seed() -> None:
    with pytest.raises(BrokenFate, match="holds no seed"):
        Record(Climb(), ("Ann", "Bob")).check_fate()


# Pledges


def pledged_record() -> Record[Any, Any, Any]:
    whole = played()
    return replace(whole, pledges=tuple(pledge(text) for text in CONTRIBUTIONS))


def test_a_record_with_pledges_reads_as_it_was_written() -> None:
    record = pledged_record()
    assert Record.parse(str(record), GAMES) == record
    assert record.contributors() == (0, 1)
    assert record.check_fate()


def test_a_contribution_that_was_not_pledged_breaks_the_fate() -> None:
    record = replace(pledged_record(), pledges=(pledge("something else"), pledge("")))
    with pytest.raises(BrokenFate, match="contribution 1 is not what its player had pledged"):
        record.check_fate()


def test_contributions_in_the_wrong_order_break_the_fate() -> None:
    record = pledged_record()
    with pytest.raises(BrokenFate, match="not in its place"):
        replace(record, contributions=record.contributions[::-1]).check_fate()


def test_a_record_says_that_nobody_contributed() -> None:
    record = replace(played(), contributions=(), without_contributions=True)
    assert "contributions: none" in str(record).splitlines()
    assert Record.parse(str(record), GAMES).without_contributions


def test_contributions_and_none_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="has none"):
        replace(played(), without_contributions=True)
    text = with_line(7, "contribution: x\ncontributions: none")
    with pytest.raises(BrokenRecord, match="has none"):
        Record.parse(text, GAMES)
