import numpy as np
import pytest

from purrlor.games.yatzy.bots.solver.tables import FULL, Floats
from purrlor.games.yatzy.bots.solver.win import TOTALS, Remaining, Sheet, final_totals, shares, win_turn

pytestmark = pytest.mark.slow

SIX = 91 / 216  # a die that is thrown until it shows a six does so within three rolls
ONLY_SIXES = Sheet(FULL ^ 1 << 5, 10, 100)


def certain(total: int) -> Floats:
    totals = np.zeros(TOTALS)
    totals[total] = 1
    return totals


def finished(total: int) -> Sheet:
    return Sheet(FULL, 0, total)


def test_a_win_is_shared_by_all_who_tie() -> None:
    share = shares([certain(100), certain(100), certain(90)])
    assert share[[89, 90, 99, 100, 101]].tolist() == [0, 0, 0, pytest.approx(1 / 3), 1]


def test_opponents_are_independent() -> None:
    coin = (certain(100) + certain(120)) / 2
    assert shares([coin])[[100, 110, 120, 121]].tolist() == [0.25, 0.5, 0.75, 1]
    assert shares([coin] * 5)[110] == 1 / 32
    assert shares([coin, coin])[100] == pytest.approx(1 / 4 / 3)


def test_nobody_to_beat_is_a_certain_win(remaining: Remaining) -> None:
    assert win_turn(remaining, Sheet(0b111111, 40, 40), []).start == pytest.approx(1, abs=1e-6)


def test_the_last_box_needs_five_sixes(remaining: Remaining) -> None:
    turn = win_turn(remaining, ONLY_SIXES, [finished(125)])
    assert turn.start == pytest.approx(SIX**5, abs=1e-9)
    assert turn.boxes((6, 6, 6, 6, 6)) == {5: 1.0}
    assert turn.keeps((6, 6, 6, 1, 2), 1)[6, 6, 6] == pytest.approx(1 / 36, abs=1e-12)


def test_a_tie_in_the_last_box_counts_half(remaining: Remaining) -> None:
    turn = win_turn(remaining, ONLY_SIXES, [finished(124)])
    assert turn.start == pytest.approx(SIX**5 + 5 * SIX**4 * (1 - SIX) / 2, abs=1e-9)


def test_an_opponent_who_has_a_turn_left_may_still_catch_up(remaining: Remaining) -> None:
    """I hold 130 whatever I roll in my last box that scores, the opponent needs all five sixes to tie."""
    mine = Sheet(FULL ^ 1 << 11, 10, 130)
    turn = win_turn(remaining, mine, [ONLY_SIXES])
    assert turn.boxes((1, 2, 3, 4, 6)) == {11: pytest.approx(1 - SIX**5 / 2, abs=1e-6)}
    assert turn.boxes((1, 1, 1, 1, 1)) == {11: pytest.approx(1, abs=1e-6)}


def test_far_behind_it_tries_for_the_mouser_where_points_would_stop(remaining: Remaining) -> None:
    """54 behind with the Mouser and 9 Lives open: the last roll makes five fours in 1 of 36, or the last turn must."""
    mine, dice = Sheet(FULL ^ 1 << 11 ^ 1 << 12, 10, 100), (4, 4, 4, 5, 6)
    turn, points = win_turn(remaining, mine, [finished(154)]), remaining.solution.turn(mine.filled, mine.upper)
    mouser_in_a_turn = 0.046029
    assert points.best(dice, 1) == points.boxes(dice)[12]
    assert turn.boxes(dice)[12] == pytest.approx(mouser_in_a_turn, abs=1e-6)
    assert turn.best(dice, 1) == pytest.approx(1 / 36 + 35 / 36 * mouser_in_a_turn, abs=1e-6)


@pytest.mark.parametrize("lead", [-60, -10, 0, 40])
def test_one_turn_to_win_never_loses_against_points(lead: int, remaining: Remaining) -> None:
    mine, other = Sheet(0b1101100010111, 20, 110), Sheet(0b1101100001111, 25, 110 - lead)
    points_play = final_totals(remaining, mine) @ shares([final_totals(remaining, other)])
    assert win_turn(remaining, mine, [other]).start >= points_play - 1e-6


def test_points_that_the_filled_boxes_cannot_hold_are_refused(remaining: Remaining) -> None:
    with pytest.raises(ValueError, match="cannot hold 6 points"):
        win_turn(remaining, Sheet(1, 5, 6), [])
