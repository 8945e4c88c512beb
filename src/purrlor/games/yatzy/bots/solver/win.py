"""Play to win: maximise the share of the win in one turn, with play for points after it.

That is one step of policy improvement, so it can only gain against opponents who play for points. It needs the
distributions of the points still to come for many positions, in single precision: the rows of a set of filled boxes end
at the most points that its open boxes and the bonus can bring.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.boxes import BONUS, BONUS_FROM

from .solution import Solution
from .tables import (
    FULL,
    MOST,
    Floats,
    Integers,
    check_position,
    most_upper,
)
from .turn import ILLEGAL, PointPlay, TurnValues, legal_boxes, outcomes, upper_after

if TYPE_CHECKING:
    from numpy.typing import NDArray


TOTALS = 376  # the highest total is 375
FIRST_TURN = 6
"""The first turn, counted from 0, that is played to win: earlier the score hardly matters."""


class Sheet(NamedTuple):
    """A sheet between turns: the set of filled boxes, the upper total (63: 63 or more), the points without the bonus.

    The number of turns left needs no field: each seat has one turn for each of its open boxes.
    """

    filled: int
    upper: int
    points: int


def final_totals(remaining: Remaining, sheet: Sheet) -> Floats:
    """Return the probabilities of the final totals 0…375 of a sheet under play for points."""
    _check(sheet)
    row = remaining.row(sheet.filled, sheet.upper)
    totals = np.zeros(TOTALS)
    totals[sheet.points : sheet.points + len(row)] = row.tolist()
    return totals


def shares(opponents: Sequence[Floats]) -> Floats:
    """Return the expected share of the win by final total, given the opponents' probabilities; a tie is shared."""
    known: list[list[float]] = [totals.tolist() for totals in opponents]
    below = [[reached - here for reached, here in zip(accumulate(each), each, strict=True)] for each in known]
    return np.array(
        [_share([(each[total], low[total]) for each, low in zip(known, below, strict=True)]) for total in range(TOTALS)]
    )


def _share(opponents: Sequence[tuple[float, float]]) -> float:
    """Return the share for one total, by the probabilities that each opponent has the same one and a lower one."""
    level = [1.0]  # level[k]: the probability that k opponents tie and the others are below
    for same, below in opponents:
        level = [below * alone + same * joined for alone, joined in zip([*level, 0.0], [0.0, *level], strict=True)]
    share = 0.0
    for tied, chance in enumerate(level):
        share += chance / (tied + 1)
    return share


def win_turn(remaining: Remaining, sheet: Sheet, opponents: Sequence[Sheet]) -> TurnValues:
    """Return the share of the win for every box and keep of the next turn of `sheet`."""
    _check(sheet)
    win_share = shares([final_totals(remaining, opponent) for opponent in opponents])
    boxes = np.zeros((252, 13))
    write_win_boxes(sheet, win_share, remaining.rows, remaining.solution.play, boxes)
    return TurnValues(boxes)


def _check(sheet: Sheet) -> None:
    most = sum(MOST[box] for box in range(13) if sheet.filled >> box & 1)
    if not 0 <= sheet.points <= most:
        raise ValueError(f"{sheet} cannot hold {sheet.points} points")


@compiled
def _expected_share(row: Singles, win_share: Floats) -> float:
    """Return the expected share; four sums at a time, because one alone waits for every addition."""
    a = b = c = d = 0.0
    whole = len(row) // 4 * 4
    for at in range(0, whole, 4):
        a += row[at] * win_share[at]
        b += row[at + 1] * win_share[at + 1]
        c += row[at + 2] * win_share[at + 2]
        d += row[at + 3] * win_share[at + 3]
    for at in range(whole, len(row)):
        a += row[at] * win_share[at]
    return (a + b) + (c + d)


@compiled
def win_boxes(sheet: Sheet, win_share: Floats, rows: Rows, game: PointPlay) -> Floats:
    """Return what `write_win_boxes` finds in a new array."""
    boxes = np.empty((252, 13))
    write_win_boxes(sheet, win_share, rows, game, boxes)
    return boxes


@compiled
def write_win_boxes(sheet: Sheet, win_share: Floats, rows: Rows, game: PointPlay, boxes: Floats) -> None:
    """Write the share of the win for each box and roll; few different scores lead to the same position."""
    known = np.full((13, 51), np.nan)
    boxes[:] = ILLEGAL
    for roll in range(252):
        legal = legal_boxes(game.table.scoring[roll], sheet.filled, game.free)
        for box in range(13):
            if legal >> box & 1:
                scored = game.table.points[roll, box]
                if np.isnan(known[box, scored]):
                    row = row_of(sheet.filled | 1 << box, upper_after(sheet.upper, box, scored), rows)
                    known[box, scored] = _expected_share(row, win_share[sheet.points + scored :])
                boxes[roll, box] = known[box, scored]


Singles: TypeAlias = "NDArray[np.float32]"


class Rows(NamedTuple):
    """A table and its layout, for compiled code: a set has one row for each upper total, in order."""

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
    """Fill the rows of these sets; the rows of all larger sets are filled already."""
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
        """Return whether the table holds these sets."""
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
