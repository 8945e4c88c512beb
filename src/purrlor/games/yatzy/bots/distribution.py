"""The exact distribution of the final total under play for points.

Probability flows forward from the given sheet, one filled box at a time, and what lies behind is dropped. A position
carries its distribution over `rest`, the points gained that its upper total does not show; that keeps the rows short.
"""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np

from purrlor.compiled import compiled
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


@dataclass(frozen=True)
class Distribution:
    """Probabilities of the totals 0, 1, 2, …"""

    probability: Floats

    @property
    def mean(self) -> float:
        return float(self.probability @ np.arange(len(self.probability)))

    @property
    def deviation(self) -> float:
        distance = np.arange(len(self.probability)) - self.mean
        return sqrt(float(self.probability @ distance**2))

    def at_least(self, total: int) -> float:
        """The probability of this total or more."""
        return float(self.probability[max(total, 0) :].sum())

    def quantile(self, share: float) -> int:
        """The lowest total that is not exceeded with at least this probability."""
        reached = np.flatnonzero(np.cumsum(self.probability) >= share)
        return int(reached[0]) if len(reached) else int(np.flatnonzero(self.probability)[-1])


Halves: TypeAlias = tuple[Floats, Floats]


class Rows(NamedTuple):
    """Where the rows of each set of filled boxes lie in the buffer of its half level: one row for each upper total.

    A level has two halves, without and with 9 Lives filled. The second half leads into the second half only, so it is
    played first and dropped before the next first half needs any memory.
    """

    start: Integers
    length: Integers
    highest: Integers  # upper total


@compiled
def _flow(sets: Integers, now: Floats, then: Halves, rows: Rows, game: PointPlay) -> None:
    """Play one turn from every position that has any probability."""
    for filled in sets:
        for upper in range(rows.highest[filled] + 1):
            begin = rows.start[filled] + upper * rows.length[filled]
            row = now[begin : begin + rows.length[filled]]
            if row.any():
                _pour(row, outcomes(filled, upper, game), (filled, upper), then, rows)


@compiled
def _pour(row: Floats, chances: Floats, position: tuple[int, int], then: Halves, rows: Rows) -> None:
    """Share the probability of a position among those that its turn may lead to."""
    filled, upper = position
    some = np.flatnonzero(row)
    for box in range(13):
        child = filled | 1 << box
        target = then[child >> 12]
        for points in range(51):
            chance = chances[box, points]
            if chance > 0:
                after = upper_after(upper, box, points)
                begin = rows.start[child] + after * rows.length[child] + points - (after - upper)
                for rest in range(some[0], some[-1] + 1):
                    target[begin + rest] += chance * row[rest]


def _most_rest(filled: int) -> int:
    """The most points that these boxes can hold beyond what the capped upper total shows."""
    upper, lower = (sum(MOST[box] for box in boxes if filled >> box & 1) for boxes in (range(6), range(6, 13)))
    return lower + max(0, upper - BONUS_FROM)


def _level(sets: list[int], rows: Rows) -> Halves:
    """Empty buffers for these sets, their places noted in `rows`."""
    size = [0, 0]
    for filled in sets:
        rows.start[filled] = size[filled >> 12]
        size[filled >> 12] += int(rows.length[filled] * (rows.highest[filled] + 1))
    return np.zeros(size[0]), np.zeros(size[1])


def _total(buffer: Floats, length: int, upper: int) -> Floats:
    """Gather the rows of the full sheet, a bonus added to the last."""
    probability = np.zeros(375 + 1)
    for after, row in enumerate(buffer.reshape(-1, length)):
        gained = after - upper + (BONUS if after >= BONUS_FROM else 0)
        some = np.flatnonzero(row)
        probability[some + gained] += row[some]
    return probability


def distribution(solution: Solution, filled: int = 0, upper: int = 0) -> Distribution:
    """The distribution of the points still to come, bonus included, when all of them are played for points."""
    check_position(filled, upper)
    every = range(FULL + 1)
    rows = Rows(
        np.zeros(FULL + 1, np.int64),
        np.array([_most_rest(set_) + 1 for set_ in every], np.int64),
        np.array([most_upper(set_) for set_ in every], np.int64),
    )
    sets = [filled]
    now = list(_level(sets, rows))
    now[filled >> 12][upper * rows.length[filled]] = 1
    while sets != [FULL]:
        larger = sorted({set_ | 1 << box for set_ in sets for box in range(13)} - set(sets))
        then = _level(larger, rows)
        for half in (1, 0):
            _flow(
                np.array([set_ for set_ in sets if set_ >> 12 == half], np.int64), now.pop(), then, rows, solution.play
            )
        sets, now = larger, list(then)
    return Distribution(_total(now[1], int(rows.length[FULL]), upper))
