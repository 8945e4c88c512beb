"""The distribution of the points still to come, for every position at once.

Single precision and ragged: the rows of a set of filled boxes end at the most that its open boxes and the bonus bring.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import accumulate
from os import cpu_count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import IN_BROWSER, compiled
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.sheet import BONUS, BONUS_FROM

from .solution import Solution
from .solver import levels
from .tables import (
    FULL,
    MOST,
    Floats,
    Integers,
    check_position,
    most_upper,
)
from .turn import PointPlay, outcomes, upper_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

Singles: TypeAlias = "NDArray[np.float32]"
Progress: TypeAlias = Callable[[int, int], None]

_PART = 16  # sets handed to a thread at once


class Layout(NamedTuple):
    """Where the rows of each set of filled boxes lie: one row for each upper total from 0 to the highest."""

    start: Integers  # [8193], the last entry is the size of the table
    length: Integers  # [8192]


@cache
def layout() -> Layout:
    every = range(FULL + 1)
    length = [sum(MOST[box] for box in range(13) if not filled >> box & 1) + BONUS + 1 for filled in every]
    sizes = [(most_upper(filled) + 1) * length[filled] for filled in every]
    return Layout(np.array([0, *accumulate(sizes)], np.int64), np.array(length, np.int64))


class Rows(NamedTuple):
    """The table and its layout, for compiled code."""

    singles: Singles
    start: Integers
    length: Integers


@compiled
def row_of(filled: int, upper: int, rows: Rows) -> Singles:
    begin = rows.start[filled] + upper * rows.length[filled]
    return rows.singles[begin : begin + rows.length[filled]]


@compiled
def _gather(total: Floats, chances: Floats, filled: int, upper: int, rows: Rows) -> None:
    """Add up the distributions that a turn may lead to."""
    for box in range(13):
        child = filled | 1 << box
        for points in range(51):
            chance = chances[box, points]
            if chance > 0:
                row, target = row_of(child, upper_after(upper, box, points), rows), total[points:]
                for later in range(len(row)):
                    target[later] += chance * row[later]


@compiled
def fill(sets: Integers, rows: Rows, game: PointPlay) -> None:
    """The rows of these sets; the rows of all larger sets stand already."""
    total = np.empty(512)
    for filled in sets:
        for upper in range((rows.start[filled + 1] - rows.start[filled]) // rows.length[filled]):
            chances = outcomes(filled, upper, game)
            total[:] = 0.0
            _gather(total, chances, filled, upper, rows)
            row = row_of(filled, upper, rows)
            for points in range(len(row)):
                row[points] = total[points]


def remaining_table(solution: Solution, *, threads: int | None = None, progress: Progress | None = None) -> Singles:
    """Build the table; `progress` is called with the number of the 8192 sets that are done."""
    places = layout()
    singles = np.zeros(int(places.start[-1]), np.float32)
    rows = Rows(singles, *places)
    begin, length = int(places.start[FULL]), BONUS + 1
    for upper in range(BONUS_FROM + 1):
        singles[begin + upper * length + (BONUS if upper == BONUS_FROM else 0)] = 1

    def run(sets: Integers) -> int:
        fill(sets, rows, solution.play)
        return len(sets)

    done = 1
    if IN_BROWSER:  # there are no threads
        for level in levels():
            run(level)
        return singles
    with ThreadPoolExecutor(threads or cpu_count()) as pool:
        for level in levels():
            for more in pool.map(run, [level[at : at + _PART] for at in range(0, len(level), _PART)]):
                done += more
                if progress:
                    progress(done, FULL + 1)
    return singles


class Remaining:
    """The distributions of the points still to come, bonus included, when all of them are played for points."""

    def __init__(self, solution: Solution, singles: Singles) -> None:
        self.solution = solution
        self.rows = Rows(singles, *layout())

    def row(self, filled: int, upper: int) -> Singles:
        """The probabilities of 0, 1, 2, … points still to come."""
        check_position(filled, upper)
        length = int(self.rows.length[filled])
        begin = int(self.rows.start[filled]) + upper * length
        return self.rows.singles[begin : begin + length]
