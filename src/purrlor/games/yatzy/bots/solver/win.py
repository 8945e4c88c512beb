"""Play to win: one turn chosen for the share of the win, everything after it played for points.

That is one step of policy improvement, so against opponents who play for points it can only gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np

from .remaining import Remaining, Rows, Singles, row_of
from .tables import MOST, Floats
from .turn import ILLEGAL, PointPlay, TurnValues, legal_boxes, upper_after

TOTALS = 376  # the highest total is 375
FIRST_TURN = 6
"""Turns, counted from 0, before this one are played for points: it is too early for the score to matter."""


class Sheet(NamedTuple):
    """A sheet between turns: the set of filled boxes, the upper total (63: 63 or more), the points without the bonus.

    Who moves next and how often needs no saying: each seat still has one turn for each of its open boxes.
    """

    filled: int
    upper: int
    points: int


def final_totals(remaining: Remaining, sheet: Sheet) -> Floats:
    """The probabilities of the final totals 0…375 of a sheet that is played for points."""
    _check(sheet)
    row = remaining.row(sheet.filled, sheet.upper)
    totals = np.zeros(TOTALS)
    totals[sheet.points : sheet.points + len(row)] = row.tolist()
    return totals


def shares(opponents: Sequence[Floats]) -> Floats:
    """My expected share of the win for each final total, given the probabilities of the opponents'; a tie is shared."""
    known: list[list[float]] = [totals.tolist() for totals in opponents]
    below = [[reached - here for reached, here in zip(accumulate(each), each, strict=True)] for each in known]
    return np.array(
        [_share([(each[total], low[total]) for each, low in zip(known, below, strict=True)]) for total in range(TOTALS)]
    )


def _share(opponents: Sequence[tuple[float, float]]) -> float:
    """Of one total, by the probabilities that each opponent has the same one and a lower one."""
    level = [1.0]  # level[k]: the probability that k opponents tie and the others are below
    for same, below in opponents:
        level = [below * alone + same * joined for alone, joined in zip([*level, 0.0], [0.0, *level], strict=True)]
    share = 0.0
    for tied, chance in enumerate(level):
        share += chance / (tied + 1)
    return share


def win_turn(remaining: Remaining, sheet: Sheet, opponents: Sequence[Sheet]) -> TurnValues:
    """The share of the win for every box and keep of my coming turn."""
    _check(sheet)
    worth = shares([final_totals(remaining, opponent) for opponent in opponents])
    boxes = np.zeros((252, 13))
    write_win_boxes(sheet, worth, remaining.rows, remaining.solution.play, boxes)
    return TurnValues(boxes)


def _check(sheet: Sheet) -> None:
    most = sum(MOST[box] for box in range(13) if sheet.filled >> box & 1)
    if not 0 <= sheet.points <= most:
        raise ValueError(f"{sheet} cannot hold {sheet.points} points")


@compiled
def _weigh(row: Singles, worth: Floats) -> float:
    """The expected worth; four sums at a time, because one alone waits for every addition."""
    a = b = c = d = 0.0
    whole = len(row) // 4 * 4
    for at in range(0, whole, 4):
        a += row[at] * worth[at]
        b += row[at + 1] * worth[at + 1]
        c += row[at + 2] * worth[at + 2]
        d += row[at + 3] * worth[at + 3]
    for at in range(whole, len(row)):
        a += row[at] * worth[at]
    return (a + b) + (c + d)


@compiled
def win_boxes(sheet: Sheet, worth: Floats, rows: Rows, game: PointPlay) -> Floats:
    """What `write_win_boxes` finds, in a new array."""
    boxes = np.empty((252, 13))
    write_win_boxes(sheet, worth, rows, game, boxes)
    return boxes


@compiled
def write_win_boxes(sheet: Sheet, worth: Floats, rows: Rows, game: PointPlay, boxes: Floats) -> None:
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
                    known[box, scored] = _weigh(row, worth[sheet.points + scored :])
                boxes[roll, box] = known[box, scored]
