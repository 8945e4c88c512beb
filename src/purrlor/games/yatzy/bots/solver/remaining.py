"""The distribution of the points still to come, for many positions at once.

Single precision and ragged: the rows of a set of filled boxes end at the most that its open boxes and the bonus bring.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.sheet import BONUS, BONUS_FROM

from .solution import Solution
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


class Rows(NamedTuple):
    """A table and its layout, for compiled code: a set has one row for each upper total, one behind the other."""

    singles: Singles
    start: Integers  # [8192] of the sets in the table
    length: Integers  # [8192]
    highest: Integers  # [8192] upper total


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
        for upper in range(rows.highest[filled] + 1):
            chances = outcomes(filled, upper, game)
            total[:] = 0.0
            _gather(total, chances, filled, upper, rows)
            row = row_of(filled, upper, rows)
            for points in range(len(row)):
                row[points] = total[points]


def sets_above(sets: Iterable[int]) -> list[int]:
    """Return these sets of filled boxes and all that contain one of them, the fullest first."""
    lowest = {*sets}
    found = (filled for filled in range(FULL + 1) if any(filled & each == each for each in lowest))
    return sorted(found, key=lambda filled: -filled.bit_count())


class Remaining:
    """The distributions of the points still to come, bonus included, when all of them are played for points.

    The table holds some sets of filled boxes and all sets that contain them. From seven filled boxes on it takes a
    moment and a few megabytes; from an empty sheet on it takes many seconds and 312 MB.
    """

    def __init__(self, solution: Solution, sets: Iterable[int]) -> None:
        self.solution = solution
        self.sets = frozenset(sets)
        every, table = range(FULL + 1), sets_above(self.sets)
        length = [sum(MOST[box] for box in range(13) if not filled >> box & 1) + BONUS + 1 for filled in every]
        highest = [most_upper(filled) for filled in every]
        start, size = [-1] * (FULL + 1), 0
        for filled in table:
            start[filled] = size
            size += (highest[filled] + 1) * length[filled]
        columns = (np.array(column, np.int64) for column in (start, length, highest))
        self.rows = Rows(np.zeros(size, np.float32), *columns)
        for upper in range(BONUS_FROM + 1):
            self.rows.singles[start[FULL] + upper * length[FULL] + (BONUS if upper == BONUS_FROM else 0)] = 1
        fill(np.array(table[1:], np.int64), self.rows, solution.play)

    def covers(self, sets: Iterable[int]) -> bool:
        """Whether the table holds these sets."""
        return all(int(self.rows.start[filled]) >= 0 for filled in sets)

    def row(self, filled: int, upper: int) -> Singles:
        """Return the probabilities of 0, 1, 2, … points still to come."""
        check_position(filled, upper)
        if not self.covers([filled]):
            raise ValueError(f"the table holds sets that contain one of {sorted(self.sets)}, and {filled} does not")
        length = int(self.rows.length[filled])
        begin = int(self.rows.start[filled]) + upper * length
        return self.rows.singles[begin : begin + length]


_recent: deque[Remaining] = deque(maxlen=4)


def remaining_for(solution: Solution, sets: Iterable[int]) -> Remaining:
    """Return a table that holds these sets: one of those used lately, or a new one.

    Sheets only fill up, so one table lasts to the end of a match.
    """
    wanted = frozenset(sets)
    for each in (*_recent,):
        if each.solution is solution and each.covers(wanted):
            return each
    made = Remaining(solution, wanted)
    _recent.append(made)
    return made
