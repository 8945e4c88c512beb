"""The values of all boxes and keeps of one turn, and best play by them.

The values may be anything: points for the solver, shares of the win for `win.py`.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from purrlor.compiled import compiled
from purrlor.compiled.arrays import np
from purrlor.games.yatzy.boxes import Dice

from .solve import SIXTH
from .tables import (
    KEEP_INDEX,
    ROLL_INDEX,
    DiceGraph,
    Floats,
    Indices,
    PointTable,
    dice_graph,
    keeps_of,
)

ILLEGAL = -inf


class PointPlay(NamedTuple):
    """The tables for compiled play for points."""

    future: Floats  # [8192, 64] expected points still to come
    table: PointTable
    graph: DiceGraph
    free: bool  # to scratch any box at any time


@compiled
def legal_boxes(scoring: int, filled: int, free: bool) -> int:
    """Return the boxes that a roll may fill: a zero only if no open box scores or scratching is free."""
    unfilled = 8191 & ~filled
    return unfilled if free or not scoring & unfilled else scoring & unfilled


@compiled
def upper_after(upper: int, box: int, points: int) -> int:
    return min(63, upper + points) if box < 6 else upper


@compiled
def write_point_boxes(filled: int, upper: int, game: PointPlay, boxes: Floats) -> None:
    """Write the points now and later of each box for each roll, [252, 13]."""
    for roll in range(252):
        legal = legal_boxes(game.table.scoring[roll], filled, game.free)
        for box in range(13):
            if legal >> box & 1:
                points = game.table.points[roll, box]
                boxes[roll, box] = points + game.future[filled | 1 << box, upper_after(upper, box, points)]
            else:
                boxes[roll, box] = ILLEGAL


@compiled
def point_boxes(filled: int, upper: int, game: PointPlay) -> Floats:
    """Return the points now and later of each box for each roll."""
    boxes = np.empty((252, 13))
    write_point_boxes(filled, upper, game, boxes)
    return boxes


@compiled
def average(cell: Floats, add_one: Indices) -> None:
    """Compute the values of keeps from those of rolls, rounded like the solver."""
    for keep in range(209, -1, -1):
        low = cell[add_one[keep, 0]] + cell[add_one[keep, 1]] + cell[add_one[keep, 2]]
        high = cell[add_one[keep, 3]] + cell[add_one[keep, 4]] + cell[add_one[keep, 5]]
        cell[keep] = (low + high) * SIXTH


@compiled
def choose(cell: Floats, choice: Indices, graph: DiceGraph) -> None:
    """Replace each keep by the best of itself and all that it contains, itself if equal; write which to `choice`."""
    choice[0] = 0
    for keep in range(1, 462):
        best, chosen = cell[keep], keep
        for at in range(graph.removals[keep]):
            less = graph.remove_one[keep, at]
            if cell[less] > best:
                best, chosen = cell[less], choice[less]
        cell[keep], choice[keep] = best, chosen


@compiled
def best_play(boxes: Floats, graph: DiceGraph) -> tuple[Floats, Floats, Indices, float]:
    """Return what `write_best_play` finds in new arrays, and the value of the turn."""
    best, keeps, choice = np.empty((3, 252)), np.empty((2, 462)), np.empty((2, 462), np.uint16)
    return best, keeps, choice, write_best_play(boxes, graph, best, keeps, choice)


@compiled
def write_best_play(boxes: Floats, graph: DiceGraph, best: Floats, keeps: Floats, choice: Indices) -> float:
    """Write by rolls left: best values of rolls [3, 252], values of keeps and choices [2, 462]; return the value.

    Rolls among the keeps mean stopping; row 0 of keeps and choices is for one roll left.
    """
    cell = np.empty(462)
    for roll in range(252):
        best[0, roll] = boxes[roll, 0]
        for box in range(1, 13):
            best[0, roll] = max(best[0, roll], boxes[roll, box])
    for left in range(2):
        for roll in range(252):
            cell[210 + roll] = best[left, roll]
        average(cell, graph.add_one)
        for roll in range(252):
            cell[210 + roll] = best[0, roll]
        for keep in range(462):
            keeps[left, keep] = cell[keep]
        choose(cell, choice[left], graph)
        for roll in range(252):
            best[left + 1, roll] = cell[210 + roll]
    average(cell, graph.add_one)
    return float(cell[0])


@compiled
def last_rolls(choice: Indices, graph: DiceGraph) -> Floats:
    """Return the probability of each of the 462 keeps at the end of the turn; it is 0 unless all five dice are kept."""
    mass = np.empty(462)
    mass[:210], mass[210:] = 0.0, graph.probability
    for left in range(1, -1, -1):
        for roll in range(210, 462):
            kept = choice[left, roll]
            if kept < 210:
                mass[kept] += mass[roll]
                mass[roll] = 0.0
        for keep in range(210):
            for face in range(6):
                mass[graph.add_one[keep, face]] += mass[keep] * SIXTH
            mass[keep] = 0.0
    return mass


@compiled
def outcomes(filled: int, upper: int, game: PointPlay) -> Floats:
    """Return the probability [13, 51] that play for points ends the turn in this box with these points."""
    boxes = point_boxes(filled, upper, game)
    mass = last_rolls(best_play(boxes, game.graph)[2], game.graph)
    chances = np.zeros((13, 51))
    for roll in range(252):
        box = boxes[roll].argmax()
        chances[box, game.table.points[roll, box]] += mass[210 + roll]
    return chances


class TurnValues:
    """The values of one turn by dice, under best play afterwards."""

    def __init__(self, boxes: Floats) -> None:
        best, keeps = np.zeros((3, 252)), np.zeros((2, 462))
        self.start = write_best_play(boxes, dice_graph(), best, keeps, np.zeros((2, 462), np.uint16))
        self._boxes = boxes
        self._best: list[list[float]] = best.tolist()
        self._keeps: list[list[float]] = keeps.tolist()

    def boxes(self, dice: Dice) -> dict[int, float]:
        """Return the value of every legal box."""
        row = self._boxes[_roll(dice)].tolist()
        return {box: value for box, value in enumerate(row) if value != ILLEGAL}

    def keeps(self, dice: Dice, rolls_left: int) -> dict[Dice, float]:
        """Return the value of every keep, with one or two rolls left; keeping all five is not an action."""
        if rolls_left not in (1, 2):
            raise ValueError(f"dice can be kept with 1 or 2 rolls left, not {rolls_left}")
        row = self._keeps[rolls_left - 1]
        return {keep: row[KEEP_INDEX[keep]] for keep in keeps_of(tuple(sorted(dice)))}

    def best(self, dice: Dice, rolls_left: int) -> float:
        """Return the value of the best action, with none to two rolls left."""
        if rolls_left not in (0, 1, 2):
            raise ValueError(f"a turn has 0, 1 or 2 rolls left, not {rolls_left}")
        return self._best[rolls_left][_roll(dice)]


def _roll(dice: Dice) -> int:
    return ROLL_INDEX[tuple(sorted(dice))]
