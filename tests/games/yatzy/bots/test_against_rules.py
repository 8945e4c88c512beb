"""The solver against the reference implementation of the rules: same points, same legal boxes, same values."""

from itertools import product
from typing import Literal

import pytest

from purrlor.core import Seat
from purrlor.core.expectimax import expectimax
from purrlor.games.yatzy import Box, Sheet, State, Yatzy
from purrlor.games.yatzy.bots.solver.solution import (
    BOXES,
    action_values,
    filled_boxes,
    points_so_far,
    solution,
    upper_total,
)
from purrlor.games.yatzy.bots.solver.tables import ROLLS, point_table
from purrlor.games.yatzy.boxes import Dice

pytestmark = pytest.mark.slow

Scratch = Literal["forced", "free"]
SETTINGS: list[tuple[Scratch, bool]] = [("forced", False), ("forced", True), ("free", False), ("free", True)]


def rules_for(scratch: Scratch, mouser_is_fat_cat: bool) -> Yatzy:
    return Yatzy(seats=1, scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat)


def last_boxes(*boxes: Box, upper: tuple[int, ...] = (0, 0, 0, 0, 0, 0)) -> Sheet:
    """A sheet with only these boxes open, and these points in the other upper ones."""
    entries = (*upper, *(0,) * 7)
    return Sheet(tuple(None if box in boxes else entry for box, entry in zip(Box, entries, strict=True)))


@pytest.mark.parametrize("mouser_is_fat_cat", [False, True])
def test_every_roll_brings_the_same_points(mouser_is_fat_cat: bool) -> None:
    rules = Yatzy(mouser_is_fat_cat=mouser_is_fat_cat)
    expected = [[rules.points(box, dice) for box in BOXES] for dice in ROLLS]
    assert point_table(mouser_is_fat_cat).points.tolist() == expected


@pytest.mark.parametrize(("scratch", "mouser_is_fat_cat"), SETTINGS)
def test_the_same_actions_are_legal(scratch: Scratch, mouser_is_fat_cat: bool) -> None:
    rules, solved = (
        rules_for(scratch, mouser_is_fat_cat),
        solution(scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat),
    )
    sheets = [Sheet(), last_boxes(Box.ONES, Box.FAT_CAT, Box.MOUSER), last_boxes(Box.FIVES, Box.SMALL_HAIRBALL)]
    for sheet, dice, rolls_left in product(sheets, ROLLS, (0, 1, 2)):
        legal = rules.legal(State((sheet,), Seat(0), dice, rolls_left), Seat(0))
        assert set(action_values(solved, sheet, dice, rolls_left)) == set(legal)


@pytest.mark.parametrize(("scratch", "mouser_is_fat_cat"), SETTINGS)
@pytest.mark.parametrize("box", [Box.FAT_CAT, Box.LARGE_FURBALL, Box.THREE_KIND])
def test_one_open_box_is_worth_what_expectimax_says(scratch: Scratch, mouser_is_fat_cat: bool, box: Box) -> None:
    sheet = last_boxes(box)
    solved = solution(scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat)
    exact = expectimax(rules_for(scratch, mouser_is_fat_cat), State((sheet,), Seat(0)))
    assert solved.value(filled_boxes(sheet), upper_total(sheet)) == pytest.approx(float(exact), abs=1e-9)


@pytest.mark.parametrize("upper", [(3, 6, 9, 12, 15, 0), (2, 6, 9, 12, 15, 0), (1, 4, 6, 8, 10, 0)])
def test_the_way_to_the_bonus_is_worth_what_expectimax_says(upper: tuple[int, ...]) -> None:
    sheet = last_boxes(Box.SIXES, upper=upper)
    exact = expectimax(Yatzy(seats=1), State((sheet,), Seat(0)))
    value = points_so_far(sheet) + solution().value(filled_boxes(sheet), upper_total(sheet))
    assert value == pytest.approx(float(exact), abs=1e-9)


@pytest.mark.parametrize(("scratch", "mouser_is_fat_cat"), SETTINGS)
@pytest.mark.parametrize("dice", [(1, 1, 1, 5, 6), (2, 3, 4, 5, 6), (5, 5, 5, 5, 5)])
def test_two_open_boxes_after_the_last_roll(scratch: Scratch, mouser_is_fat_cat: bool, dice: Dice) -> None:
    sheet = last_boxes(Box.ONES, Box.FAT_CAT)
    rules, solved = (
        rules_for(scratch, mouser_is_fat_cat),
        solution(scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat),
    )
    exact = expectimax(rules, State((sheet,), Seat(0), dice, rolls_left=0))
    assert max(action_values(solved, sheet, dice, 0).values()) == pytest.approx(float(exact), abs=1e-9)
