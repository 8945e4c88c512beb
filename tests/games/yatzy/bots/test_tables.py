import pytest

from purrlor.games.yatzy.bots.solver.tables import (
    KEEPS,
    ROLLS,
    check_position,
    dice_graph,
    keeps_of,
    point_table,
    points_of,
)
from purrlor.games.yatzy.boxes import Dice


def test_there_are_252_rolls_and_462_keeps() -> None:
    assert (len(ROLLS), len(KEEPS)) == (252, 462)
    assert dice_graph().probability.sum() == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((2, 2, 3, 3, 3), [0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 0, 13]),
        ((1, 5, 5, 5, 5), [1, 0, 0, 0, 20, 0, 21, 21, 0, 0, 0, 0, 21]),
        ((1, 3, 4, 5, 6), [1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 0, 19]),
        ((2, 3, 4, 5, 6), [0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0, 20]),
        ((6, 6, 6, 6, 6), [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30]),
    ],
)
def test_points_by_box(dice: Dice, points: list[int]) -> None:
    assert points_of(dice, mouser_is_fat_cat=False) == points


def test_five_of_a_kind_is_a_fat_cat_only_by_option() -> None:
    changed = (point_table(True).points - point_table(False).points).nonzero()
    assert [ROLLS[roll] for roll in changed[0]] == [(face,) * 5 for face in range(1, 7)]
    assert set(changed[1]) == {8}


def test_keeping_all_five_is_not_an_action() -> None:
    assert keeps_of((4, 4, 4, 4, 6)) == (
        (), (4,), (4, 4), (4, 4, 4), (4, 4, 4, 4), (4, 4, 4, 6), (4, 4, 6), (4, 6), (6,),
    )  # fmt: skip


def test_an_upper_total_that_the_boxes_cannot_hold_is_refused() -> None:
    check_position(0b11, 15)
    with pytest.raises(ValueError, match="at most 15, not 16"):
        check_position(0b11, 16)
