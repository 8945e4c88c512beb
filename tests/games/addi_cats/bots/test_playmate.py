"""The opponent that moves to the pace of a person."""

import pytest

from harness.race_simulation import play_many
from purrlor.core import Seat
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.playmate import HIGHEST, LOWEST, START, fights_won, next_level, next_pace
from purrlor.games.addi_cats.bots.race_player import RacePlayer
from purrlor.games.addi_cats.bots.reflexes import ADULT, LADDER, SIX_YEAR_OLD, reflexes_at
from purrlor.kit import level
from purrlor.kit.bots import UnknownLevel
from purrlor.lab.playout import play_out

SMALL = AddiCats(seats=3, numbers_up_to=5)


@pytest.mark.parametrize("rung", range(len(LADDER)))
def test_a_whole_pace_is_a_rung_of_the_ladder(rung: int) -> None:
    assert reflexes_at(rung).numbers == pytest.approx(LADDER[rung].numbers)


def test_between_two_rungs_everything_lies_between() -> None:
    for slower, between, faster in zip(LADDER[1].numbers, reflexes_at(1.5).numbers, LADDER[2].numbers, strict=True):
        assert min(slower, faster) < between < max(slower, faster)


def test_below_the_ladder_it_is_slower_still() -> None:
    assert reflexes_at(LOWEST).recognise.mean > SIX_YEAR_OLD.recognise.mean


@pytest.mark.parametrize("name", ["playmate@", "playmate@fast", "playmate@9", "playmate@nan", "playmate@1.2345"])
def test_a_pace_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(UnknownLevel, match="playmate"):
        level("addi-cats", name)


def test_other_levels_have_no_pace() -> None:
    with pytest.raises(UnknownLevel):
        level("addi-cats", "adult@1")


def test_a_pace_stands_in_the_name_of_the_level() -> None:
    assert level("addi-cats", "playmate@3").make(SMALL) == RacePlayer(reflexes_at(3))
    assert level("addi-cats", "playmate").make(SMALL) == RacePlayer(reflexes_at(START))


def among_equals(seats: int, won: float) -> float:
    return next_pace(1.5, [12] * seats, 0, won)


def test_equal_fights_change_nothing_between_two_and_next_to_nothing_among_more() -> None:
    assert among_equals(2, 0.5) == 1.5
    assert all(1.5 < among_equals(seats, 1 / seats) < 1.55 for seats in range(3, 7))


def test_it_gets_faster_after_a_clear_win_and_slower_after_a_clear_defeat() -> None:
    assert next_pace(1.5, [20, 5, 5], 0, 1.0) > 1.8
    assert next_pace(1.5, [5, 20, 20], 0, 0.0) < 1.2


@pytest.mark.parametrize("seats", range(2, 7))
def test_among_equals_wins_and_defeats_weigh_each_other_out(seats: int) -> None:
    usual = among_equals(seats, 1 / seats)
    after_win, after_defeat = among_equals(seats, 1.0) - usual, among_equals(seats, 0.0) - usual
    assert after_win > 0 > after_defeat
    assert after_win + (seats - 1) * after_defeat == pytest.approx(0, abs=0.01 * seats)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_fights_count_by_the_share_of_all_which_among_equals_is_fair_on_average(seats: int) -> None:
    usual, others = among_equals(seats, 1 / seats), [10] * (seats - 1)
    steps = [next_pace(1.5, [own, *others], 0, 1 / seats) - usual for own in (6, 14)]
    shares = [(own + 1) / (own + sum(others) + seats) - 1 / seats for own in (6, 14)]
    assert steps[0] / steps[1] == pytest.approx(shares[0] / shares[1], rel=0.15)


def test_it_stays_on_the_ladder_and_moves_at_most_one_rung() -> None:
    assert next_pace(LOWEST, [0, 50], 0, 0.0) == LOWEST
    assert next_pace(HIGHEST, [50, 0], 0, 1.0) == HIGHEST
    assert next_pace(1.5, [500, 0], 0, 1.0) == 2.5


def test_fights_are_counted_from_the_events_of_a_match() -> None:
    match = play_out(SMALL, [RacePlayer(ADULT), RacePlayer(SIX_YEAR_OLD), RacePlayer(SIX_YEAR_OLD)], "fights")
    won = fights_won(SMALL, match.log)
    assert won[0] > 2
    assert won[0] > won[1] + won[2]
    assert level("addi-cats", next_level(SMALL, match.log, Seat(0), "playmate@0")).name > "playmate@0.1"


@pytest.mark.nightly
@pytest.mark.parametrize(("person", "fits"), [(0.0, 0.0), (3.0, 3.0)])
def test_after_some_matches_it_has_the_pace_of_the_person(person: float, fits: float) -> None:
    pace = START
    for number in range(8):
        reflexes = [reflexes_at(person), reflexes_at(pace), reflexes_at(pace)]
        outcome = play_many(AddiCats(seats=3), reflexes, 1, f"pace {number}")
        pace = next_pace(pace, outcome.victories[0].tolist(), 0, float(outcome.shares[0, 0]))
    assert abs(pace - fits) < 0.6
