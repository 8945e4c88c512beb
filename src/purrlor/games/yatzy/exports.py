"""The compiled functions that become kernels, each with example arguments of the types that callers pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .bots.solver import distribution, win
from .bots.solver.solve import WIDTH, solve_sets, write_reached
from .bots.solver.tables import box_rows, dice_graph, point_table
from .bots.solver.turn import PointPlay, write_best_play, write_point_boxes


def examples() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    future, reached, sets = np.zeros((1, WIDTH)), np.zeros((1, 64)), np.zeros(1, np.int64)
    yield solve_sets, (sets, future, dice_graph(), box_rows(False), False)
    yield write_reached, (future, sets, reached)
    boxes, game = np.zeros((252, 13)), PointPlay(reached, point_table(False), dice_graph(), False)
    yield write_point_boxes, (0, 0, game, boxes)
    best, keeps, choice = np.zeros((3, 252)), np.zeros((2, 462)), np.zeros((2, 462), np.uint16)
    yield write_best_play, (boxes, dice_graph(), best, keeps, choice)
    rows = win.Rows(np.zeros(1, np.float32), sets, sets, sets)
    yield win.fill, (sets, rows, game)
    yield win.write_win_boxes, (win.Sheet(0, 0, 0), np.zeros(win.TOTALS), rows, game, boxes)
    halves = (np.zeros(1), np.zeros(1))
    yield distribution.spread_probability, (sets, np.zeros(1), halves, distribution.Rows(sets, sets, sets), game)
