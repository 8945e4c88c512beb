from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from purrlor.core import Seat
from purrlor.core.expectimax import expectimax
from purrlor.games.yatzy import Box, Sheet, State, Yatzy
from tests.laws.toys import Climb, Die, Snap

SOLO = Yatzy(seats=1)


def only_open(box: Box) -> State:
    return State((Sheet(tuple(None if other == box else 0 for other in Box)),), Seat(0))


def test_three_rolls_of_a_die_are_worth_fourteen_thirds() -> None:
    # One roll: 7/2. Two: keep 4, 5, 6, else 7/2: 17/4. Three: keep 5 and 6, else 17/4: 14/3.
    assert expectimax(Climb(seats=1), Die()) == Fraction(14, 3)


def test_second_and_third_roll_are_worth_less() -> None:
    assert expectimax(Climb(seats=1), Die(rolls_left=2)) == Fraction(17, 4)
    assert expectimax(Climb(seats=1), Die(rolls_left=1)) == Fraction(7, 2)


def test_finished_match_is_worth_its_score() -> None:
    assert expectimax(Climb(seats=1), Die(taken=(5,))) == 5


def five_of_a_kind() -> Fraction:
    """The chance of five equal dice in three rolls, as a Markov chain over the most equal dice, kept each time."""
    chances = {1: Fraction(1)}
    for _ in range(3):
        after: dict[int, Fraction] = dict.fromkeys(range(1, 6), Fraction(0))
        for kept, chance in chances.items():
            for equal, share in _most_equal(kept).items():
                after[equal] += chance * share
        chances = after
    return chances[5]


def _most_equal(kept: int) -> dict[int, Fraction]:
    """Return the distribution of equal dice after rolling all but `kept` equal ones; one is as good as none."""
    if kept > 2:
        rest = 5 - kept
        return {kept + hits: Fraction(comb(rest, hits) * 5 ** (rest - hits), 6**rest) for hits in range(rest + 1)}
    # Known counts: of 216 rolls beside a pair; of 7776 rolls of all five.
    ways = {2: 120, 3: 80, 4: 15, 5: 1} if kept == 2 else {1: 720, 2: 5400, 3: 1500, 4: 150, 5: 6}
    return {equal: Fraction(count, sum(ways.values())) for equal, count in ways.items()}


def test_mouser_alone_is_worth_fifty_times_five_of_a_kind_in_three_rolls() -> None:
    assert five_of_a_kind() == Fraction(347897, 7558272)
    assert expectimax(SOLO, only_open(Box.MOUSER)) == 50 * five_of_a_kind()


@pytest.mark.parametrize(("box", "face"), [(Box.ONES, 1), (Box.SIXES, 6)])
def test_upper_box_alone_keeps_every_die_of_its_face(box: Box, face: int) -> None:
    # Each of five dice shows the face after up to three rolls with probability 1 - (5/6)³ = 91/216.
    assert expectimax(SOLO, only_open(box)) == 5 * face * Fraction(91, 216)


def test_nine_lives_alone_are_five_dice_rolled_three_times() -> None:
    assert expectimax(SOLO, only_open(Box.NINE_LIVES)) == 5 * Fraction(14, 3)


def test_expectimax_is_for_one_seat() -> None:
    with pytest.raises(ValueError, match="one seat, not 2"):
        expectimax(Climb(), Die())


def test_expectimax_knows_no_clock() -> None:
    with pytest.raises(ValueError, match="no clock"):
        expectimax(Snap(seats=1), Snap(seats=1).initial())
