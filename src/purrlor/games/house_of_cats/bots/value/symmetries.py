"""Turns and reflections of a sheet of 6 × 6 squares that leave its marks as they are.

A house and its mirror image are worth the same, but a network judges them a little differently. So it learns from all
of them, and seats look at their houses in different mirrors: that costs nothing, and two bots of one level do not fill
identical sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from purrlor.games.house_of_cats.sheet import Sheet

_SIDE = 6
Mirror: TypeAlias = tuple[int, ...]
"""For each square, row by row, the square that is seen there."""


def mirrors(sheet: Sheet) -> tuple[Mirror, ...]:
    """To learn from. The first one shows everything as it is. Where the playing area starts is seen on the boards."""
    return _mirrors(tuple(mark.replace("+", ".") for mark in _marks(sheet)))


@cache
def mirrors_at_start(sheet: Sheet) -> tuple[Mirror, ...]:
    """Those in which a blank sheet looks the same, for seats to choose from. A sheet of another size has one alone."""
    six_by_six = [len(row) for row in sheet.rows] == [_SIDE] * _SIDE
    return _mirrors(_marks(sheet)) if six_by_six else (_turned(0, flipped=False),)


def _mirrors(marks: tuple[str, ...]) -> tuple[Mirror, ...]:
    every = [_turned(turns, flipped=flipped) for turns, flipped in product(range(4), (False, True))]
    return tuple(mirror for mirror in every if tuple(marks[square] for square in mirror) == marks)


def _marks(sheet: Sheet) -> tuple[str, ...]:
    """Areas count alike, and so do boxes."""
    marks = [sheet.rows[row][column].lstrip("RBYG") for row in range(_SIDE) for column in range(_SIDE)]
    return tuple("box" if mark[0].isalpha() else mark for mark in marks)


def _turned(turns: int, *, flipped: bool) -> Mirror:
    """The sheet turned to the left as often as it says, then left and right swapped."""
    grid: Sequence[Sequence[int]] = [range(_SIDE * row, _SIDE * (row + 1)) for row in range(_SIDE)]
    for _ in range(turns):
        grid = list(zip(*grid, strict=True))[::-1]
    return tuple(square for row in grid for square in (row[::-1] if flipped else row))
