"""Weak sums come more often, by the player's own times."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from fsrs import Rating

from purrlor.games.addi_cats import Addition
from purrlor.games.addi_cats.practice import Kind, PracticeAnswer, Sign, Verdict, skills
from purrlor.games.addi_cats.practice.memory import Memory, rating
from purrlor.games.addi_cats.practice.skill import weakest

NOON = datetime(2026, 7, 30, 12, tzinfo=UTC)


def answer(text: str, millis: int | None, verdict: Verdict = Verdict.RIGHT, seconds: int = 0) -> PracticeAnswer:
    first, _, second = text.partition("+")
    at = NOON + timedelta(seconds=seconds)
    return PracticeAnswer(at, Addition(int(first), int(second)), verdict, Kind.SUM, millis)


USUAL = [answer(f"1+{number}", 1000, seconds=number) for number in range(1, 10)]


@pytest.mark.parametrize(
    ("pace", "verdict", "expected"),
    [
        (1.0, Verdict.WRONG, Rating.Again),
        (None, Verdict.MISSED, Rating.Again),
        (None, Verdict.RIGHT, Rating.Good),
        (0.5, Verdict.RIGHT, Rating.Easy),
        (1.0, Verdict.RIGHT, Rating.Good),
        (2.0, Verdict.RIGHT, Rating.Hard),
    ],
)
def test_how_well_it_was_known(pace: float | None, verdict: Verdict, expected: Rating) -> None:
    assert rating(answer("3+8", 1000, verdict), pace) == expected


def test_what_was_wrong_is_due_before_what_was_right() -> None:
    memory = Memory([*USUAL, answer("7+8", 1000, Verdict.WRONG, seconds=20)])
    assert memory.due(NOON + timedelta(minutes=2)) == [Addition(7, 8)]


def test_what_was_known_easily_is_due_later_than_what_was_slow() -> None:
    memory = Memory([*USUAL, answer("7+8", 300, seconds=20), answer("6+9", 3000, seconds=20)])
    due = memory.due(NOON + timedelta(days=3))
    assert Addition(6, 9) in due
    assert Addition(7, 8) not in due


def test_without_anything_due_something_new_and_easy_comes() -> None:
    assert Memory([]).next(NOON, Random(1)).first <= 6
    assert min(Memory([]).next(NOON, Random(1)).first, Memory([]).next(NOON, Random(1)).second) == 1


def test_the_same_sum_is_never_asked_twice_running() -> None:
    memory = Memory([answer("7+8", 1000, Verdict.WRONG)])
    later = NOON + timedelta(minutes=2)
    assert memory.next(later, Random(1)) == Addition(7, 8)
    assert memory.next(later, Random(1), but=Addition(7, 8)) != Addition(7, 8)


def test_numbers_stay_as_small_as_wished() -> None:
    asked = {Memory([], numbers_up_to=3).next(NOON, Random(seed)) for seed in range(100)}
    assert max(max(each.first, each.second) for each in asked) <= 3


def test_weak_sums_are_dealt_more_often() -> None:
    """Somebody knows all sums up to 3+3 but two; thirty questions, ten seconds each."""
    answers: list[PracticeAnswer] = []
    now, random, last = NOON, Random(1), None
    weak = {Addition(2, 3), Addition(3, 2)}
    for _ in range(60):
        last = Memory(answers, numbers_up_to=3).next(now, random, but=last)
        verdict = Verdict.WRONG if last in weak else Verdict.RIGHT
        answers.append(PracticeAnswer(now, last, verdict, Kind.SUM, 1000))
        now += timedelta(seconds=30)
    asked = Counter(each.addition for each in answers)
    known = [count for addition, count in asked.items() if addition not in weak]
    assert min(asked[each] for each in weak) > 2 * max(known)


def test_times_are_measured_against_the_players_own() -> None:
    found = skills([*USUAL, answer("7+8", 500), answer("6+9", 2000), answer("5+5", 100, Verdict.WRONG)])
    assert found[Addition(7, 8)].sign is Sign.QUICK
    assert found[Addition(6, 9)].sign is Sign.SLOW
    assert found[Addition(5, 5)].sign is Sign.WEAK
    assert found[Addition(1, 2)].sign is Sign.USUAL
    assert found[Addition(9, 9)].sign is Sign.UNSEEN


def test_times_are_compared_within_a_kind_only() -> None:
    slow_typing = [PracticeAnswer(NOON, Addition(2, number), Verdict.RIGHT, Kind.EQUAL, 5000) for number in range(1, 9)]
    found = skills([*USUAL, *slow_typing])
    assert found[Addition(2, 3)].sign is Sign.USUAL


def test_the_weakest_are_named_first() -> None:
    found = skills([*USUAL, answer("6+9", 2000), answer("7+9", 3000), answer("5+5", None, Verdict.MISSED)])
    assert weakest(found) == [Addition(5, 5), Addition(7, 9), Addition(6, 9)]
