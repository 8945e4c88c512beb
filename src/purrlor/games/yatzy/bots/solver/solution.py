"""The solved game: look up positions and open turns."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from purrlor.compiled.arrays import np

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
        """The value of a position between turns."""
        check_position(filled, upper)
        return float(self.table[filled, upper])

    def turn(self, filled: int, upper: int) -> TurnValues:
        """The values of the turn that begins in this position; the latest turns are remembered."""
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
