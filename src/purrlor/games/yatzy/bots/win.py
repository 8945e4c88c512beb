"""Play to win: one turn chosen for the share of the win, everything after it played for points.

That is one step of policy improvement, so against opponents who play for points it can only gain.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from purrlor.compiled import compiled

from .remaining import Remaining, Rows, Singles, row_of
from .tables import MOST, Floats
from .turn import ILLEGAL, PointPlay, TurnValues, legal_boxes, upper_after

TOTALS = 376  # the highest total is 375


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
    totals[sheet.points : sheet.points + len(row)] = row
    return totals


def shares(opponents: Sequence[Floats]) -> Floats:
    """My expected share of the win for each final total, given the probabilities of the opponents'; a tie is shared."""
    level = [np.ones(TOTALS)]  # level[k]: the probability that k opponents tie and the others are below
    for totals in opponents:
        below = np.cumsum(totals) - totals
        alone = [below * chance for chance in level] + [np.zeros(TOTALS)]
        joined = [np.zeros(TOTALS)] + [totals * chance for chance in level]
        level = [one + other for one, other in zip(alone, joined, strict=True)]
    share: Floats = np.sum([chance / (tied + 1) for tied, chance in enumerate(level)], axis=0)
    return share


def win_turn(remaining: Remaining, sheet: Sheet, opponents: Sequence[Sheet]) -> TurnValues:
    """The share of the win for every box and keep of my coming turn."""
    _check(sheet)
    worth = shares([final_totals(remaining, opponent) for opponent in opponents])
    return TurnValues(win_boxes(sheet, worth, remaining.rows, remaining.solution.play))


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
    """The share of the win for each box and roll; few different scores lead to the same position."""
    known = np.full((13, 51), np.nan)
    boxes = np.full((252, 13), ILLEGAL)
    for roll in range(252):
        legal = legal_boxes(game.table.scoring[roll], sheet.filled, game.free)
        for box in range(13):
            if legal >> box & 1:
                scored = game.table.points[roll, box]
                if np.isnan(known[box, scored]):
                    row = row_of(sheet.filled | 1 << box, upper_after(sheet.upper, box, scored), rows)
                    known[box, scored] = _weigh(row, worth[sheet.points + scored :])
                boxes[roll, box] = known[box, scored]
    return boxes
