"""The exact value of every position between turns."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from os import cpu_count

import numpy as np

from purrlor.compiled import vector_instructions
from purrlor.games.yatzy.sheet import BONUS, BONUS_FROM

from .kernels import WIDTH, solve_sets
from .tables import (
    FULL,
    Floats,
    Integers,
    Options,
    box_rows,
    dice_graph,
    most_upper,
)

_PART = 64  # sets handed to a thread at once: small enough that two threads end a level together


def levels() -> list[Integers]:
    """The sets of filled boxes by their number, the fullest first; a level depends on the one before it alone."""
    sets = np.arange(FULL, dtype=np.int64)
    size = np.array([int(filled).bit_count() for filled in sets])
    return [sets[size == boxes] for boxes in range(12, -1, -1)]


def _parts(level: Integers) -> Iterable[Integers]:
    return (level[at : at + _PART] for at in range(0, len(level), _PART))


def solve(options: Options, threads: int | None = None) -> Floats:
    """Expected points still to come, bonus included, by [filled, upper]; NaN where the upper total is out of reach."""
    future = np.zeros((FULL + 1, WIDTH))
    future[FULL, BONUS_FROM:] = BONUS
    boxes, free = box_rows(options.mouser_is_fat_cat), options.scratch == "free"
    run = partial(solve_sets, future=future, graph=dice_graph(), boxes=boxes, free=free)
    with vector_instructions():
        run(np.empty(0, np.int64))
    with ThreadPoolExecutor(threads or cpu_count()) as pool:
        for level in levels():
            list(pool.map(run, _parts(level)))
    highest = np.array([most_upper(filled) for filled in range(FULL + 1)])
    return np.where(np.arange(64) > highest[:, None], np.nan, future[:, :64])
