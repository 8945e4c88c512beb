"""The solved game: look up positions, turns and actions by the solver's bit sets and indices."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from purrlor.compiled.arrays import np
from purrlor.games.yatzy import Action, Box, Keep, Score, Sheet
from purrlor.games.yatzy.boxes import BONUS_FROM, Dice

from .solve import solve
from .tables import FULL, Floats, Options, check_position, dice_graph, point_table
from .turn import PointPlay, TurnValues, write_point_boxes


class Solution:
    """Expected points still to come, bonus included, for every set of filled boxes and upper total (63: 63 or more)."""

    def __init__(self, options: Options, table: Floats) -> None:
        self.options = options
        self.table = table
        points = point_table(options.mouser_is_fat_cat)
        self.play = PointPlay(table, points, dice_graph(), options.scratch == "free")
        self._turns = lru_cache(maxsize=256)(self._open)

    def __repr__(self) -> str:
        return f"<Solution of {self.options}: {self.table[0, 0]:.6f}>"

    def value(self, filled: int, upper: int) -> float:
        """Return the value of a position between turns."""
        check_position(filled, upper)
        return float(self.table[filled, upper])

    def turn(self, filled: int, upper: int) -> TurnValues:
        """Return the values of the turn that begins in this position; the latest turns are cached."""
        return self._turns(filled, upper)

    def _open(self, filled: int, upper: int) -> TurnValues:
        check_position(filled, upper)
        if filled == FULL:
            raise ValueError("all boxes are filled")
        boxes = np.zeros((252, 13))
        write_point_boxes(filled, upper, self.play, boxes)
        return TurnValues(boxes)


@cache
def solution(*, scratch: Literal["forced", "free"] = "forced", mouser_is_fat_cat: bool = False) -> Solution:
    """Return the solved game; each variant is solved once in a process."""
    options = Options(scratch=scratch, mouser_is_fat_cat=mouser_is_fat_cat)
    return Solution(options, solve(options))


BOXES = tuple(Box)


def filled_boxes(sheet: Sheet) -> int:
    """Return the bit set of the filled boxes."""
    return sum(1 << place for place, entry in enumerate(sheet.entries) if entry is not None)


def upper_total(sheet: Sheet) -> int:
    """Return the upper total as far as it matters: 63 stands for 63 or more."""
    return min(BONUS_FROM, sheet.upper)


def points_so_far(sheet: Sheet) -> int:
    """Return the score so far without the bonus, which the solver counts among the points to come."""
    return sheet.upper + sheet.lower


def values_of_turn(turn: TurnValues, dice: Dice, rolls_left: int) -> dict[Action, float]:
    """Return the value of every legal action with `dice` on the table."""
    keeps = turn.keeps(dice, rolls_left) if rolls_left else {}
    values: dict[Action, float] = {Keep(kept): value for kept, value in keeps.items()}
    return values | {Score(BOXES[box]): value for box, value in turn.boxes(dice).items()}


def action_values(solved: Solution, sheet: Sheet, dice: Dice, rolls_left: int) -> dict[Action, float]:
    """Return the expected final total of best play after each legal action."""
    turn = solved.turn(filled_boxes(sheet), upper_total(sheet))
    so_far = points_so_far(sheet)
    return {action: so_far + later for action, later in values_of_turn(turn, dice, rolls_left).items()}
