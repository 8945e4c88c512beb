"""Conclusions from a match about a player's sums."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from purrlor.core import Record, Seat, commitment
from purrlor.games.addi_cats import Action, State, View
from purrlor.games.addi_cats.practice.matches import answers_of, remember
from tests.games.addi_cats.notated import recorded

NOON = datetime(2026, 7, 30, 12, tzinfo=UTC)


def lessons(record: Record[State, Action, View], seat: int) -> list[str]:
    return [f"{answer.addition} {answer.verdict} {answer.millis}" for answer in answers_of(record, Seat(seat), NOON)]


def test_a_player_who_hit_rightly_knew_the_addition_that_came_up() -> None:
    record = recorded("1+2 5 2+1", "0 seat1 turn", "1000 timeout", "1500 seat2 turn", "2500 timeout", "2600 seat3 turn",
                      "3200 seat1 hit body", "3219 timeout", "3300 seat3 hit body")  # fmt: skip
    assert lessons(record, 0) == ["2+1 right 600"]
    assert lessons(record, 1) == []
    assert lessons(record, 2) == ["2+1 right 700"]


def test_a_greedy_hit_is_a_wrong_answer() -> None:
    record = recorded("1+2 5 2+2", "0 seat1 turn", "200 seat2 hit head", "219 timeout")
    assert lessons(record, 1) == ["1+2 wrong None"]


def test_what_nobody_saw_was_missed() -> None:
    record = recorded("1+2 5 2+1 4", "0 seat1 turn", "1000 timeout", "1500 seat2 turn", "2500 timeout",
                      "2600 seat3 turn", "3600 timeout", "3700 seat1 turn")  # fmt: skip
    assert lessons(record, 0) == ["2+1 missed None"]


def sealed(*lines: str) -> Record[State, Action, View]:
    record = recorded("1+2 5 2+2", *lines)
    return Record(record.game, record.names, record.events, commitment(b"x"))


def test_a_match_is_remembered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_DATA", str(tmp_path))
    left = ("0 seat1 turn", "200 seat2 hit head", "219 timeout")
    remember(sealed(*left), Seat(1), "Bob", NOON)
    resumed = remember(sealed(*left, "2219 timeout", "2300 seat2 turn"), Seat(1), "Bob", NOON)
    assert len(resumed.answers) == 1


def test_two_matches_of_one_seed_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURRLOR_DATA", str(tmp_path))
    remember(sealed("0 seat1 turn", "200 seat2 hit head", "219 timeout"), Seat(1), "Bob", NOON)
    both = remember(sealed("7 seat1 turn", "200 seat2 hit head", "219 timeout"), Seat(1), "Bob", NOON)
    assert len(both.answers) == 2
