import pytest

from purrlor.games.yatzy.bots.solver.solution import Solution
from purrlor.games.yatzy.bots.solver.tables import FULL, ROLLS, Options, dice_graph

BOOK = 1 << 12 | 1 << 6 | 1 << 7  # 9 Lives, Three and Four of a Kind are filled


def test_the_example_of_the_book_leaves_aces_and_fives_only(solutions: dict[Options, Solution]) -> None:
    forced, free = solutions[Options()], solutions[Options(scratch="free")]
    assert set(forced.turn(BOOK, 0).boxes((5, 5, 1, 5, 5))) == {0, 4}
    assert set(free.turn(BOOK, 0).boxes((5, 5, 1, 5, 5))) == {0, 1, 2, 3, 4, 5, 8, 9, 10, 11}


def test_a_box_is_worth_its_points_and_the_position_it_leads_to(solved: Solution) -> None:
    boxes = solved.turn(0b000001, 3).boxes((4, 4, 4, 4, 6))
    assert boxes[3] == 16 + solved.value(0b001001, 19)
    assert boxes[7] == 22 + solved.value(0b010000001, 3)


@pytest.mark.parametrize(("filled", "upper"), [(0, 0), (BOOK, 0), (0b1010101, 22), (FULL ^ 0b100000, 50)])
def test_the_first_rolls_add_up_to_the_value_of_the_position(filled: int, upper: int, solved: Solution) -> None:
    turn = solved.turn(filled, upper)
    mean = sum(p * turn.best(roll, 2) for roll, p in zip(ROLLS, dice_graph().probability, strict=True))
    assert mean == pytest.approx(solved.value(filled, upper), abs=1e-10)
    assert turn.start == solved.value(filled, upper)


@pytest.mark.parametrize("rolls_left", [1, 2])
def test_the_best_is_the_best_of_boxes_and_keeps(rolls_left: int, solved: Solution) -> None:
    turn = solved.turn(0b11, 6)
    for roll in ROLLS:
        actions = [*turn.boxes(roll).values(), *turn.keeps(roll, rolls_left).values()]
        assert turn.best(roll, rolls_left) == max(actions)


def test_the_value_of_a_keep_is_the_mean_over_its_rolls(solved: Solution) -> None:
    turn = solved.turn(0, 0)
    for rolls_left in (1, 2):
        rolled = [turn.best((3, 3, 3, 5, die), rolls_left - 1) for die in range(1, 7)]
        assert turn.keeps((5, 3, 3, 3, 1), rolls_left)[3, 3, 3, 5] == pytest.approx(sum(rolled) / 6, abs=1e-11)


def test_nothing_can_be_kept_after_the_last_roll(solved: Solution) -> None:
    with pytest.raises(ValueError, match="with 1 or 2 rolls left, not 0"):
        solved.turn(0, 0).keeps((1, 2, 3, 4, 6), 0)


def test_a_full_sheet_has_no_turn(solved: Solution) -> None:
    with pytest.raises(ValueError, match="all boxes are filled"):
        solved.turn(FULL, 63)
