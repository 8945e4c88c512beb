"""Luck and loss in Yatzy: exact, so the identity holds to the last digit that a float can hold."""

from typing import Literal

import pytest

from purrlor.core import Match, Millis, Record, Seat
from purrlor.core.record import parse_event
from purrlor.games.yatzy import Action, Box, Keep, Score, State, View, Yatzy
from purrlor.games.yatzy.review import AfterRoll, review
from purrlor.kit import Uniform, level
from purrlor.lab.playout import play_out

pytestmark = pytest.mark.slow

YatzyRecord = Record[State, Action, View]


def record_of(match: Match[State, Action, View], rules: Yatzy) -> YatzyRecord:
    return Record(rules, tuple(f"Cat {seat}" for seat in range(rules.seats)), tuple(match.log))


def notated(rules: Yatzy, *lines: str) -> YatzyRecord:
    events = tuple(parse_event(rules, line, Millis(0)) for line in lines)
    return Record(rules, ("Ann",) * rules.seats, events)


@pytest.mark.parametrize("mouser_is_fat_cat", [False, True])
@pytest.mark.parametrize("scratch", ["forced", "free"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_total_is_start_plus_luck_minus_loss(
    scratch: Literal["forced", "free"], mouser_is_fat_cat: bool, seed: str
) -> None:
    rules = Yatzy(seats=2, scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat)
    match = play_out(rules, [Uniform(), level("yatzy", "tabby").make(rules)], seed)
    for seat_review, total in zip(review(record_of(match, rules)), match.scores, strict=True):
        assert seat_review.reached == pytest.approx(total, abs=1e-9)
        assert seat_review.start + seat_review.luck - seat_review.lost == pytest.approx(total, abs=1e-9)


def test_the_optimal_player_loses_nothing() -> None:
    rules = Yatzy(seats=1)
    match = play_out(rules, [level("yatzy", "sphinx").make(rules)], "calm")
    (seat_review,) = review(record_of(match, rules))
    assert seat_review.lost == 0
    assert len(seat_review.decisions) >= 13


def test_a_blunder_is_dear() -> None:
    record = notated(Yatzy(seats=1), "seat1 roll", "fate 2 3 4 5 6", "seat1 keep 2")
    (seat_review,) = review(record)
    (decision,) = seat_review.costliest()
    assert decision.best == Score(Box.LARGE_FURBALL)
    assert decision.loss > 10


def test_a_lucky_roll_is_luck_and_no_merit() -> None:
    record = notated(Yatzy(seats=1), "seat1 roll", "fate 6 6 6 6 6")
    (seat_review,) = review(record)
    assert seat_review.luck > 30
    assert seat_review.lost == 0


def test_the_first_roll_of_a_turn_is_not_a_decision() -> None:
    record = notated(Yatzy(seats=1), "seat1 roll", "fate 6 6 6 6 6", "seat1 score mouser", "seat1 roll")
    (seat_review,) = review(record)
    assert [decision.action for decision in seat_review.decisions] == [Score(Box.MOUSER)]


def test_the_first_player_is_not_luck() -> None:
    reviews = review(notated(Yatzy(seats=2), "fate 2", "seat2 roll", "fate 1 1 2 2 3"))
    assert reviews[0].lucks == ()
    assert len(reviews[1].lucks) == 1


def test_an_unfinished_match_is_reviewed_as_far_as_it_went() -> None:
    (seat_review,) = review(notated(Yatzy(seats=1), "seat1 roll", "fate 1 2 3 3 3", "seat1 keep 3 3 3"))
    assert seat_review.reached == pytest.approx(seat_review.start + seat_review.luck - seat_review.lost, abs=1e-9)
    assert seat_review.decisions[0].action == Keep((3, 3, 3))


def test_every_alternative_has_its_worth() -> None:
    rules = Yatzy(seats=1)
    record = notated(rules, "seat1 roll", "fate 1 2 3 3 3", "seat1 keep 3 3 3")
    (seat_review,) = review(record)
    legal = rules.legal(record.match().states[2], Seat(0))
    assert {action for action, _ in seat_review.decisions[0].alternatives} == set(legal)


def test_the_course_leads_from_the_start_to_what_was_reached() -> None:
    rules = Yatzy(seats=1)
    match = play_out(rules, [Uniform()], "wild")
    (seat_review,) = review(record_of(match, rules))
    course = seat_review.course()
    assert course[0] == (0, seat_review.start)
    assert course[-1][1] == pytest.approx(match.scores[0], abs=1e-9)


def test_a_situation_names_round_roll_and_dice() -> None:
    (seat_review,) = review(notated(Yatzy(seats=1), "seat1 roll", "fate 1 2 3 3 3", "seat1 keep 3 3 3"))
    assert seat_review.decisions[0].situation == AfterRoll(round=1, roll=1, dice=(1, 2, 3, 3, 3))
